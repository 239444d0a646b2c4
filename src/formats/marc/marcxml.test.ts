import { describe, expect, it } from 'vitest'

import { MarcReadError } from './errors.ts'
import { marcXmlCollection, recordFromMarcXml, recordToMarcXml } from './marcxml.ts'
import { controlField, dataField } from './record.ts'

const leader = '00000nam a2200000 a 4500'
const head = `<leader>${leader}</leader>`

describe('MARCXML', () => {
  it('writes a record with its namespace', () => {
    const record = {
      leader,
      fields: [controlField('001', 'a&b'), dataField('245', '1', '"', [{ code: '<', value: '"A" < B > C' }])],
    }
    expect(recordToMarcXml(record)).toBe(`<record xmlns="http://www.loc.gov/MARC21/slim">
  <leader>00000nam a2200000 a 4500</leader>
  <controlfield tag="001">a&amp;b</controlfield>
  <datafield tag="245" ind1="1" ind2="&quot;">
    <subfield code="&lt;">"A" &lt; B &gt; C</subfield>
  </datafield>
</record>
`)
  })

  it('replaces what XML cannot carry and keeps white space', () => {
    const value = 'tab\there,\r\nvt\u000bhere, nul\u0000, \ufffe \ud800 \u0085 😀'
    const record = { leader, fields: [dataField('520', '\u0014', ' ', [{ code: '\u0014', value }])] }
    const xml = recordToMarcXml(record)
    expect(xml).toContain('ind1="\ufffd"')
    expect(xml).toContain('code="\ufffd"')
    expect(xml).toContain('tab\there,&#13;\nvt\ufffdhere, nul\ufffd, \ufffd \ufffd \u0085 😀')
    expect(recordFromMarcXml(xml).fields[0]!.subfields![0]!.value).toBe(
      'tab\there,\r\nvt\ufffdhere, nul\ufffd, \ufffd \ufffd \u0085 😀',
    )
  })

  it('wraps records into a collection', () => {
    const file = marcXmlCollection([
      { leader, fields: [] },
      { leader, fields: [] },
    ])
    expect(
      file.startsWith(
        '<?xml version="1.0" encoding="UTF-8"?>\n<collection xmlns="http://www.loc.gov/MARC21/slim">',
      ),
    ).toBe(true)
    expect(file.match(/<record /g)).toHaveLength(2)
    expect(file.endsWith('</collection>\n')).toBe(true)
  })

  it('reads records with any prefix, CDATA and references, in document order', () => {
    const xml = `<m:record xmlns:m="http://www.loc.gov/MARC21/slim" type="Bibliographic">
      <m:leader>${leader}</m:leader>
      <m:datafield ind2="0" ind1="1" tag="245"><m:subfield code="a">A &amp; <![CDATA[<B>]]> &#x4E2D;</m:subfield>
        <m:subfield code="b"> c </m:subfield></m:datafield>
      <m:controlfield tag="001"> x </m:controlfield>
      <m:extra><m:deep>ignored</m:deep></m:extra>
    </m:record>`
    expect(recordFromMarcXml(xml)).toEqual({
      leader,
      fields: [
        dataField('245', '1', '0', [
          { code: 'a', value: 'A & <B> 中' },
          { code: 'b', value: ' c ' },
        ]),
        controlField('001', ' x '),
      ],
    })
  })

  it('fills missing indicators with blanks and brings the leader to 24 characters', () => {
    const xml = `<record><leader>
      07518nas  2202281 4500
    </leader><datafield tag="500" ind1="" ind2="ab"/></record>`
    expect(recordFromMarcXml(xml)).toEqual({
      leader: '07518nas a2202281   4500',
      fields: [dataField('500', ' ', 'a', [])],
    })
    expect(recordFromMarcXml('<record><leader>     cpcaa2200469Ia 4500 </leader></record>').leader).toBe(
      '     cpcaa2200469Ia 4500',
    )
  })

  it.each([
    ['not XML', 'not well-formed'],
    [`<record>${head}`, 'not well-formed'],
    [`<record>${head}<controlfield tag="001">\u0001</controlfield></record>`, 'not well-formed'],
    [`<record>${head}<controlfield tag="001">&unknown;</controlfield></record>`, 'not well-formed'],
    ['<record><controlfield tag="001">x</controlfield></record>', 'no leader'],
    [`<record>${head}<controlfield>x</controlfield></record>`, 'Field 1 of the record has no tag'],
    [`<record>${head}<datafield tag="245"><subfield>x</subfield></datafield></record>`, 'without a code'],
    [`<record>${head}<subfield code="a">x</subfield></record>`, 'outside a data field'],
  ])('refuses %j', (xml, message) => {
    expect(() => recordFromMarcXml(xml)).toThrow(MarcReadError)
    expect(() => recordFromMarcXml(xml)).toThrow(message)
  })
})
