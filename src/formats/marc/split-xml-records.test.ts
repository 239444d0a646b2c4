import { describe, expect, it } from 'vitest'

import { inPieces, pieceSizes } from '../../../test/support/marc-bytes.ts'
import { decodeXmlText, detectXmlEncoding, XmlRecordSplitter } from './split-xml-records.ts'

function split(bytes: Buffer, size = bytes.length, maxSegmentBytes?: number): string[] {
  const splitter = new XmlRecordSplitter(maxSegmentBytes === undefined ? {} : { maxSegmentBytes })
  const segments = inPieces(bytes, size).flatMap((piece) => splitter.push(piece))
  segments.push(...splitter.end())
  return segments.map(({ offset, length, overlong }) => {
    const text = decodeXmlText(bytes.subarray(offset, offset + length), splitter.encoding)
    return overlong ? `overlong ${length}` : text
  })
}

const first =
  '<record><leader>00000nam a2200000 a 4500</leader><controlfield tag="001">1</controlfield></record>'
const second = `<marc:record type='a>b' xmlns:marc="http://www.loc.gov/MARC21/slim"><marc:leader>00000nam a2200000 a 4500</marc:leader></marc:record>`

describe('XmlRecordSplitter', () => {
  it('finds records with any prefix wherever the file is cut', () => {
    const file = Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?>\n<collection>\n${first}\n${second}\n</collection>`,
    )
    for (const size of pieceSizes) expect(split(file, size)).toEqual([first, second])
  })

  it('is not fooled by comments, CDATA, processing instructions and declarations', () => {
    const tricky = `<record><leader>00000nam a2200000 a 4500</leader><!-- </record><record> --><datafield tag="245" ind1=" " ind2=" "><subfield code="a"><![CDATA[</record>]]]]><![CDATA[> a > b]]></subfield></datafield></record>`
    const file = Buffer.from(
      `<!DOCTYPE collection [<!ENTITY e "<record><leader/></record>">]><?x <record> ?><collection><!--<record>-->${tricky}${first}</collection>`,
    )
    for (const size of pieceSizes) expect(split(file, size)).toEqual([tricky, first])
  })

  it('takes the MARC records out of OAI-PMH and SRU answers, not their wrappers', () => {
    const oai = `<OAI-PMH><ListRecords><record><header><identifier>x</identifier></header><metadata>${first}</metadata></record><record><header status="deleted"/></record></ListRecords></OAI-PMH>`
    const sru = `<zs:searchRetrieveResponse><zs:records><zs:record><zs:recordSchema>marcxml</zs:recordSchema><zs:recordData>${second}</zs:recordData></zs:record></zs:records></zs:searchRetrieveResponse>`
    expect(split(Buffer.from(oai), 5)).toEqual([first])
    expect(split(Buffer.from(sru), 5)).toEqual([second])
  })

  it('reads UTF-16 with and without byte order mark; offsets are bytes', () => {
    const text = `<?xml version="1.0" encoding="UTF-16"?><collection>${first}</collection>`
    const little = Buffer.from(`\ufeff${text}`, 'utf16le')
    const big = Buffer.from(little).swap16()
    for (const size of [1, 2, 3, 7, 1000]) {
      expect(split(little, size)).toEqual([first])
      expect(split(big, size)).toEqual([first])
      expect(split(little.subarray(2), size)).toEqual([first])
    }
  })

  it('keeps the encoding that the XML declaration names', () => {
    const record = first.replace('>1<', '>é<')
    const file = Buffer.from(
      `<?xml version="1.0" encoding="ISO-8859-1"?><collection>${record}</collection>`,
      'latin1',
    )
    expect(split(file, 10)).toEqual([record])
    expect(detectXmlEncoding(Buffer.from('<?xml version="1.0" encoding="no-such-thing"?>'))).toBe('utf-8')
  })

  it('returns a record that is never closed up to the next one or the end of the file', () => {
    const open = first.slice(0, -'</record>'.length)
    expect(split(Buffer.from(`<collection>${open}${first}${open}`), 9)).toEqual([open, first, open])
  })

  it('returns an empty record element so that it can be reported', () => {
    expect(split(Buffer.from('<collection><record/><record></record></collection>'))).toEqual([
      '<record/>',
      '<record></record>',
    ])
  })

  it('flags a record longer than the limit', () => {
    const long = first.replace('>1<', `>${'1'.repeat(500)}<`)
    expect(split(Buffer.from(`<c>${long}${first}</c>`), 50, 300)).toEqual([`overlong ${long.length}`, first])
  })

  it('goes on within a part of a file whose encoding is known', () => {
    const part = Buffer.from(`${first}\n</collection>`, 'utf16le')
    const splitter = new XmlRecordSplitter({ encoding: 'utf-16le' })
    expect([...splitter.push(part), ...splitter.end()]).toEqual([
      { offset: 0, length: first.length * 2, overlong: false },
    ])
  })

  it('says from where bytes must be kept', () => {
    const splitter = new XmlRecordSplitter({ encoding: 'utf-8' })
    splitter.push(Buffer.from('<collection>\n'))
    expect(splitter.keepFrom).toBe(13)
    splitter.push(Buffer.from('<rec'))
    expect(splitter.keepFrom).toBe(13)
    splitter.push(Buffer.from('ord><leader>'))
    expect(splitter.keepFrom).toBe(13)
  })
})
