import { describe, expect, it } from 'vitest'
import { SruReadError, readSruResponse } from './index.ts'

const RECORD = `<record xmlns="http://www.loc.gov/MARC21/slim"><leader>00000nam a2200000 a 4500</leader>
<controlfield tag="001">1</controlfield>
<datafield tag="245" ind1="0" ind2="0"><subfield code="a">Sauter &amp; Söhne</subfield></datafield></record>`

const answer = (records: string, hits = 1) =>
  Buffer.from(`<?xml version="1.0"?>
<zs:searchRetrieveResponse xmlns:zs="http://www.loc.gov/zing/srw/"><zs:version>1.1</zs:version>
<zs:numberOfRecords>${hits}</zs:numberOfRecords>${records}</zs:searchRetrieveResponse>`)

const wrapped = (data: string) =>
  `<zs:records><zs:record><zs:recordSchema>marcxml</zs:recordSchema><zs:recordData>${data}</zs:recordData>
<zs:recordPosition>1</zs:recordPosition></zs:record></zs:records>`

const escape = (xml: string) => xml.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

describe('an answer of SRU', () => {
  it.each([
    ['as XML', wrapped(RECORD)],
    ['packed as text', wrapped(escape(RECORD))],
  ])('holds its records %s', (_, records) => {
    const response = readSruResponse(answer(records))
    expect(response).toMatchObject({ hits: 1, diagnostics: [] })
    expect(response.records.map(({ fields }) => fields)).toEqual([
      [
        { tag: '001', ind1: '', ind2: '', value: '1', subfields: null },
        { tag: '245', ind1: '0', ind2: '0', value: '', subfields: [{ code: 'a', value: 'Sauter & Söhne' }] },
      ],
    ])
  })

  it('may hold none', () => {
    expect(readSruResponse(answer('', 0))).toEqual({ hits: 0, diagnostics: [], records: [] })
  })

  it('tells what the server refused', () => {
    const diagnostics = `<zs:diagnostics><diag:diagnostic xmlns:diag="http://www.loc.gov/zing/srw/diagnostic/">
<diag:uri>info:srw/diagnostic/1/16</diag:uri><diag:details>rec.nothing</diag:details>
<diag:message>Unsupported index</diag:message></diag:diagnostic></zs:diagnostics>`
    expect(readSruResponse(answer(diagnostics, 0)).diagnostics).toEqual(['Unsupported index: rec.nothing'])
  })

  it.each([
    ['<html><body>Not found</body></html>', 'The answer is XML with the root "html", not an answer of SRU.'],
    ['Not found', 'The answer is not well-formed XML'],
    ['<searchRetrieveResponse><records>', 'The answer is not well-formed XML'],
  ])('%s is none', (text, message) => {
    expect(() => readSruResponse(Buffer.from(text))).toThrow(SruReadError)
    expect(() => readSruResponse(Buffer.from(text))).toThrow(message)
  })
})
