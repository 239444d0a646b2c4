import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CopyBuffer } from '../../kernel/db/copy-buffer.ts'
import { authorityRow, newAuthorityStamp, withEmptyLists } from './authority-row.ts'
import { HEADING_TYPES } from './authority.ts'
import { AUTHORITY_COLUMNS, AUTHORITY_TYPES } from './pure.ts'
import type { Authority } from './pure.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const USER = '00000000-0000-4000-8000-00000000000a'
const LCNAF = 'af045f2f-e851-4613-984c-4bc13430454a'
const NOTE_TYPE = '76c74801-afec-45a0-aad7-3ff23591e147'
const AT = new Date('2026-01-31T10:15:30.123Z')
const stamp = newAuthorityStamp(AT, USER)

function rowOf(record: Authority): Record<string, unknown> {
  const row = authorityRow({ id: ID, ...record }, stamp)
  expect(row).toHaveLength(AUTHORITY_COLUMNS.length)
  return Object.fromEntries(AUTHORITY_COLUMNS.map((column, i) => [column, row[i]]))
}

const documentOf = (record: Authority) => JSON.parse(rowOf(record).doc as string) as Record<string, unknown>

describe('a row of an authority', () => {
  it('holds what lists are searched and sorted by beside the document', () => {
    const row = rowOf({
      source: 'MARC',
      personalName: 'Müller, Jörg, 1942-',
      sftPersonalName: ['Mueller, J.', 'Müller'],
      sftTopicalTerm: ['Felines'],
      saftPersonalName: ['Steiner'],
      naturalId: 'n79021164',
      sourceFileId: LCNAF.toUpperCase(),
    })
    expect(row).toEqual({
      id: ID,
      version: 0,
      natural_id: 'n79021164',
      source_file_id: LCNAF,
      heading_key: 'muller, jorg, 1942-',
      heading_type: 'personalName',
      source: 'MARC',
      created_at: '2026-01-31T10:15:30.123+00:00',
      updated_at: '2026-01-31T10:15:30.123+00:00',
      facets: `f:${LCNAF}\nk:4:Personal Name\nk:1:Topical`,
      words: [
        'h:muller',
        'h:jorg',
        'h:1942',
        's:mueller',
        's:j',
        's:muller',
        'a:steiner',
        's:felines',
        'i:n79021164',
      ],
      doc: row.doc,
    })
    expect(JSON.parse(row.doc as string)).toEqual({
      id: ID,
      _version: 0,
      source: 'MARC',
      personalName: 'Müller, Jörg, 1942-',
      sftPersonalName: ['Mueller, J.', 'Müller'],
      saftPersonalName: ['Steiner'],
      sftTopicalTerm: ['Felines'],
      sourceFileId: LCNAF,
      naturalId: 'n79021164',
      metadata: {
        createdDate: '2026-01-31T10:15:30.123+00:00',
        createdByUserId: USER,
        updatedDate: '2026-01-31T10:15:30.123+00:00',
        updatedByUserId: USER,
      },
    })
  })

  it('has one heading, the first in FOLIO’s order', () => {
    const row = rowOf({ genreTerm: 'Panoramas', uniformTitle: 'Monograph' })
    expect([row.heading_type, row.heading_key]).toEqual(['uniformTitle', 'monograph'])
    expect(JSON.parse(row.doc as string)).not.toHaveProperty('genreTerm')
  })

  it('may be without heading, number and source file', () => {
    expect(rowOf({})).toMatchObject({
      natural_id: null,
      source_file_id: null,
      heading_key: null,
      heading_type: null,
      source: null,
      words: [],
    })
  })

  it('keeps FOLIO’s fields only, at every depth, and of the subject headings’ code one character', () => {
    const sent = {
      subjectHeadings: 'ab',
      notes: [{ noteTypeId: NOTE_TYPE, note: 'Not public', noteType: 'x' }, null],
      identifiers: [{ value: '1', identifierTypeId: NOTE_TYPE, identifierType: 'x' }],
      sftPersonalName: [],
      unknown: true,
    }
    expect(documentOf(sent as Authority)).toEqual({
      id: ID,
      _version: 0,
      subjectHeadings: 'a',
      identifiers: [{ value: '1', identifierTypeId: NOTE_TYPE }],
      notes: [{ noteTypeId: NOTE_TYPE, note: 'Not public' }],
      metadata: expect.anything(),
    })
  })

  it('keeps relations to headings that it has, each once', () => {
    const animals = { headingRef: 'Animals', headingType: 'topicalTerm' }
    const truncated = { headingRef: 'Pets', headingType: 'topicalTermTrunc' }
    expect(
      documentOf({
        topicalTerm: 'Cats',
        saftTopicalTerm: ['Animals'],
        saftTopicalTermTrunc: ['Pets'],
        saftBroaderTerm: [animals, truncated, animals, null],
        saftNarrowerTerm: [{ headingRef: 'Animals', headingType: 'genreTerm' }],
      }),
    ).toMatchObject({ saftBroaderTerm: [animals, truncated] })
    expect(
      documentOf({ saftNarrowerTerm: [{ headingRef: 'Animals', headingType: 'genreTerm' }] }),
    ).not.toHaveProperty('saftNarrowerTerm')
  })

  it('has room in its indexes for numbers and headings of any length', () => {
    const row = rowOf({ naturalId: '😀'.repeat(700), topicalTerm: 'é'.repeat(5000) })
    expect(Buffer.byteLength(row.natural_id as string)).toBe(2400)
    expect(row.heading_key).toBe('e'.repeat(600))
  })

  it('can be copied whatever its texts hold', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\0', '\ud800', 'null', '"sftPersonalName":'),
    )
    const record = fc.record({
      naturalId: text,
      source: text,
      [HEADING_TYPES[0]]: text,
      sftPersonalName: fc.array(fc.option(text)),
      notes: fc.array(fc.record({ note: fc.option(text), noteTypeId: text })),
    })
    fc.assert(
      fc.property(record, (sent) => {
        const row = authorityRow({ id: ID, ...sent } as Authority, stamp)
        const buffer = new CopyBuffer(AUTHORITY_TYPES)
        buffer.line(row)
        const doc = row.at(-1) as string
        expect(doc).not.toMatch(/\\u0000|:null/)
        const words = row[AUTHORITY_COLUMNS.indexOf('words')] as string[]
        expect(new Set(words).size).toBe(words.length)
        const shown = JSON.parse(withEmptyLists(doc)) as Record<string, unknown>
        expect(shown).toMatchObject(JSON.parse(doc) as Record<string, unknown>)
        expect(Object.values(shown).filter(Array.isArray)).toHaveLength(36)
      }),
    )
  })
})
