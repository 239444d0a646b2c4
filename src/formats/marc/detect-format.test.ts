import { describe, expect, it } from 'vitest'

import { rawRecord } from '../../../test/support/marc-bytes.ts'
import { DETECTION_BYTES, detectFormat } from './detect-format.ts'

const marc = rawRecord([
  ['001', 'x'],
  ['008', '240105s2023    xx            000 0 eng d'],
  ['245', '10$aTitle'],
])
const unimarc = rawRecord([
  ['001', 'x'],
  ['100', '  $a19961119d1996    ||||0itac50      ba'],
  ['200', '1 $aL’altra faccia della spirale$fIsaac Asimov'],
])
const xml =
  '<collection xmlns="http://www.loc.gov/MARC21/slim"><record><leader>00000nam a2200000 a 4500</leader></record></collection>'

function reason(content: string | Buffer, name = 'upload.bin'): string {
  const found = detectFormat(Buffer.from(content as string), name)
  expect(found.format).toBe('unknown')
  return found.reason
}

describe('detectFormat', () => {
  it('recognises ISO 2709, also behind filling and when damaged', () => {
    expect(detectFormat(marc, 'a.mrc').format).toBe('marc')
    expect(detectFormat(Buffer.concat([Buffer.from('\ufeff\r\n\u0000'), marc]), 'a').format).toBe('marc')
    expect(detectFormat(Buffer.concat([Buffer.from('X'), marc.subarray(1)]), 'a').format).toBe('marc')
    expect(detectFormat(marc.subarray(0, marc.length - 1), 'a.xml').format).toBe('marc')
  })

  it('recognises a record whose directory alone is longer than what is looked at', () => {
    const head = Buffer.alloc(DETECTION_BYTES, '245001000000')
    head.write('99999nam a2299999 a 4500')
    expect(detectFormat(head, 'a.mrc').format).toBe('marc')
  })

  it('recognises MARCXML in any encoding and wrapper', () => {
    expect(detectFormat(Buffer.from(xml), 'a.xml').format).toBe('marcxml')
    expect(detectFormat(Buffer.from(`\ufeff${xml}`), 'a.xml').format).toBe('marcxml')
    expect(detectFormat(Buffer.from(`\ufeff${xml}`, 'utf16le'), 'a.xml').format).toBe('marcxml')
    expect(
      detectFormat(Buffer.from(`<OAI-PMH><x>${xml.replaceAll('leader>', 'm:leader>')}`), 'a').format,
    ).toBe('marcxml')
    expect(
      detectFormat(Buffer.from('<collection xmlns="http://www.loc.gov/MARC21/slim"/>'), 'a').format,
    ).toBe('marcxml')
  })

  it('recognises MARC in JSON and EDIFACT', () => {
    expect(detectFormat(Buffer.from('[{"leader":"x","fields":[]}]'), 'a.json').format).toBe('marcjson')
    expect(detectFormat(Buffer.from("UNA:+.? 'UNB+UNOC:3+"), 'a.txt').format).toBe('edifact')
    expect(detectFormat(Buffer.from("\r\nUNB+UNOC:3+1234'"), 'a.mrc').format).toBe('edifact')
  })

  it('refuses UNIMARC and says so', () => {
    expect(reason(unimarc, 'a.mrc')).toContain('UNIMARC')
    expect(detectFormat(Buffer.concat([marc, marc, unimarc]), 'a.mrc').format).toBe('marc')
  })

  it('names other files in words', () => {
    expect(reason('')).toContain('empty')
    expect(reason(Buffer.alloc(100))).toContain('zero bytes')
    expect(reason('%PDF-1.7\n')).toContain('PDF')
    expect(reason('PK\u0003\u0004....')).toContain('ZIP')
    expect(reason(Buffer.from([0x1f, 0x8b, 8, 0, 0x1e, 0x1f, 0x1d]))).toContain('gzip')
    expect(reason(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toContain('image (JPEG)')
    expect(reason('<!DOCTYPE html>\n<html><body>Log in</body></html>')).toContain('web page')
    expect(reason('<?xml version="1.0"?><mods><title/></mods>')).toContain('XML (mods)')
    expect(reason('{"instances":[]}')).toContain('JSON')
    expect(reason('=LDR  01201nam  2200253 a 4500\n=001  tes96000001\n')).toContain('mnemonic')
    expect(reason('000000001 LDR   L 00000nam^^2200000^a^4500\n')).toContain('Aleph')
    expect(reason('LEADER 01201nam  2200253 a 4500\n001 tes96000001\n')).toContain('as text')
    expect(reason('barcode,title\n1,x\n2,y\n', 'items.txt')).toContain('CSV')
    expect(reason('12345\n', 'items.csv')).toContain('CSV')
    expect(reason('Dear colleague\n')).toContain('plain text')
    expect(reason('\u0001\u0002\u0003')).toContain('not text')
    expect(reason(Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256)))).toContain('not text')
    const lost = marc.filter((byte) => byte < 0x1d || byte > 0x1f)
    expect(reason(Buffer.from(lost))).toContain('separators')
  })
})
