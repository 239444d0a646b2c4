import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sharedAvailable, sharedPath } from '../../../test/support/shared.ts'
import { cleanObjects, cleanSet, cleanStrings, storedForm } from './clean-record.ts'
import { changesItems, setEffectiveValues } from './effective-values.ts'
import { HOLDINGS_COLUMNS, holdingsRow } from './holdings-row.ts'
import { INSTANCE_COLUMNS, identifierLexeme, instanceRow, instanceWords, sortKey } from './instance-row.ts'
import { ITEM_COLUMNS, itemRow } from './item-row.ts'
import { INVALID_ISBN_TYPE, ISBN_TYPE, ISSN_TYPE } from './records.ts'
import type { Item } from './records.ts'
import { newStamp, nextStamp } from './stamp.ts'

const AT = new Date('2026-01-31T10:15:30.123Z')
const USER = '00000000-0000-4000-8000-00000000000a'
const ID = '00000000-0000-4000-8000-000000000001'
const PARENT = '00000000-0000-4000-8000-000000000002'
const PLACE = '00000000-0000-4000-8000-000000000003'
const OTHER_PLACE = '00000000-0000-4000-8000-000000000004'
const OCLC = '439bfbae-75bc-4f74-9fc7-b2a2d47ce3ef'

function named(columns: readonly string[], row: readonly unknown[]): Record<string, unknown> {
  expect(row).toHaveLength(columns.length)
  return Object.fromEntries(columns.map((column, i) => [column, row[i]]))
}

describe('stamps', () => {
  it('give a new record version 1 and both dates', () => {
    const { version, metadata, statusDate } = newStamp(AT, USER)
    expect(version).toBe(1)
    expect(metadata).toEqual({
      createdDate: '2026-01-31T10:15:30.123+00:00',
      createdByUserId: USER,
      updatedDate: '2026-01-31T10:15:30.123+00:00',
      updatedByUserId: USER,
    })
    expect(statusDate).toBe('2026-01-31T10:15:30.123+0000')
  })

  it('keep who made a record, and start again after the largest version', () => {
    const created = {
      createdDate: '2020-01-01T00:00:00.000+00:00',
      updatedDate: '2021-01-01T00:00:00.000+00:00',
    }
    expect(nextStamp({ version: 4, metadata: created }, AT, USER)).toMatchObject({
      version: 5,
      metadata: { createdDate: '2020-01-01T00:00:00.000+00:00', updatedByUserId: USER },
    })
    expect(nextStamp({ version: 2_147_483_647 }, AT, null).version).toBe(1)
  })
})

describe('cleaning', () => {
  it('keeps the first of equal strings and no blank ones', () => {
    expect(cleanStrings(['a', null, ' ', 'b', 'a', undefined])).toEqual(['a', 'b'])
    expect(cleanStrings([''])).toEqual([])
    expect(cleanStrings(undefined)).toEqual([])
  })

  it('keeps the first of equal objects where a list is a set', () => {
    expect(cleanSet([{ value: 'x' }, null, { value: 'y' }, { value: 'x' }])).toEqual([
      { value: 'x' },
      { value: 'y' },
    ])
    expect(cleanObjects([{ value: 'x' }, null, { value: 'x' }])).toEqual([{ value: 'x' }, { value: 'x' }])
  })

  it('leaves out nulls at any depth and what cannot be stored', () => {
    const { document, text } = storedForm({
      a: null,
      b: [{ c: null, d: 'nu\0ll' }, null],
      e: '\udc00 \\u0000',
    })
    expect(JSON.parse(text)).toEqual({ b: [{ d: 'null' }], e: '\ufffd \\u0000' })
    expect(document).toEqual(JSON.parse(text))
  })
})

describe('the row of an instance', () => {
  it('holds the document as it is sent and what is searched beside it', () => {
    const row = named(
      INSTANCE_COLUMNS,
      instanceRow(
        {
          id: ID,
          hrid: 'in1',
          source: 'MARC',
          title: 'The Émigrés',
          indexTitle: 'Émigrés',
          matchKey: 'k',
          notes: [{ note: 'n' }],
        },
        newStamp(AT, USER),
      ),
    )
    expect(row).toMatchObject({
      id: ID,
      version: 1,
      hrid_key: 'in1',
      match_key: 'k',
      source: 'MARC',
      title_key: 'the emigres',
      created_at: '2026-01-31T10:15:30.123+00:00',
      updated_at: '2026-01-31T10:15:30.123+00:00',
    })
    const document = JSON.parse(row.doc as string)
    expect(Object.keys(document).slice(0, 3)).toEqual(['id', '_version', 'hrid'])
    expect(document).toMatchObject({
      _version: 1,
      notes: [{ note: 'n', staffOnly: false }],
      identifiers: [],
      discoverySuppress: false,
      statusUpdatedDate: '2026-01-31T10:15:30.123+0000',
    })
    expect(document).not.toHaveProperty('staffSuppress')
  })

  it('has lexemes for the words of each field', () => {
    const words = instanceWords({
      title: "L'Été",
      alternativeTitles: [{ alternativeTitle: 'Summer' }],
      contributors: [{ name: 'Brook, B.' }],
      subjects: [{ value: 'Rivers' }],
      series: [{ value: 'Waters' }],
      identifiers: [
        { value: '(OCoLC)12 34', identifierTypeId: OCLC },
        { value: "o'n\\e", identifierTypeId: OCLC },
      ],
    })
    expect(words).toEqual([
      't:l',
      't:ete',
      'a:summer',
      'c:brook',
      'c:b',
      's:rivers',
      'e:waters',
      'i:(ocolc)1234',
      'i:ocolc',
      'i:12',
      'i:34',
      'o:12-34',
      "i:o'n\\e",
      'i:o',
      'i:n',
      'i:e',
    ])
    expect(identifierLexeme(' (OCoLC) 1234 ')).toBe('i:(ocolc)1234')
  })

  it('has what search filters and sorts by, where the title does not say it', () => {
    const row = named(
      INSTANCE_COLUMNS,
      instanceRow(
        {
          id: ID,
          hrid: 'in1',
          source: 'MARC',
          title: 'The Émigrés & others',
          indexTitle: 'Émigrés and kin',
          languages: ['ENG', 'fre'],
          instanceTypeId: PLACE,
          tags: { tagList: ['Été', 'x'.repeat(3000)] },
          discoverySuppress: true,
          dates: { date1: '19uu' },
          classifications: [{ classificationNumber: 'QA 76.9', classificationTypeId: PLACE }],
          publication: [{ publisher: 'Penguin' }],
          contributors: [{ name: 'Brook', authorityId: ID }],
        },
        newStamp(AT, USER),
      ),
    )
    // The sixteen bytes of PLACE are 0 but for 0x40, 0x80 and 0x03, which fold onto the first, third and fourth of six.
    expect(row.facets).toBe(`\nl:eng\nl:fre\ny:QACAAwAA\nr:MARC\ng:ete\ng:${'x'.repeat(200)}\nd:d\n`)
    expect([row.date1, row.sort_title]).toEqual([1900, 'emigres and kin'])
    const lexemes = row.words as string[]
    expect(lexemes).toEqual(
      expect.arrayContaining(['l:eng', 'd:d', 't:emigres', 't:and', 'x:kin', 'k:qa769', 'p:penguin']),
    )
    expect(lexemes).toContain('u:AAAAAAAAQACAAAAAAAAAAQ')
    expect(lexemes).not.toContain('x:emigres')
    const plain = named(INSTANCE_COLUMNS, instanceRow({ id: ID, hrid: 'i', title: 'A' }, newStamp(AT, USER)))
    expect([plain.facets, plain.sort_title, plain.date1]).toEqual(['\n', null, 0])
  })

  it('has the digits of standard numbers without hyphens', () => {
    const words = (value: string, identifierTypeId: string): string[] =>
      instanceWords({ identifiers: [{ value, identifierTypeId }] })
    expect(words('0-552-16754-1 (pbk)', ISBN_TYPE).slice(-2)).toEqual(['n:0552167541', 'n:pbk'])
    expect(words('0747-0088', ISSN_TYPE)).toContain('n:07470088')
    expect(words('978', INVALID_ISBN_TYPE)).toEqual(['i:978', 'n:978'])
    expect(words('978', OCLC)).toEqual(['i:978', 'o:978'])
  })

  it('cuts sort keys at 600 characters, not in the middle of one', () => {
    expect(sortKey('A'.repeat(700))).toBe('a'.repeat(600))
    expect(sortKey('😀'.repeat(700))).toBe('😀'.repeat(600))
  })
})

describe('the row of a holdings record', () => {
  it('has the temporary location as the effective one', () => {
    const record = { id: ID, hrid: 'ho1', instanceId: PARENT, permanentLocationId: PLACE }
    const permanent = named(HOLDINGS_COLUMNS, holdingsRow(record, newStamp(AT, USER)))
    expect(permanent).toMatchObject({
      instance_id: PARENT,
      permanent_location_id: PLACE,
      effective_location_id: PLACE,
    })
    const temporary = named(
      HOLDINGS_COLUMNS,
      holdingsRow({ ...record, temporaryLocationId: OTHER_PLACE }, newStamp(AT, USER)),
    )
    expect(temporary.effective_location_id).toBe(OTHER_PLACE)
    expect(JSON.parse(temporary.doc as string).effectiveLocationId).toBe(OTHER_PLACE)
  })
})

describe('the row of an item', () => {
  it('compares barcodes without case but with accents', () => {
    const record: Item = {
      id: ID,
      hrid: 'it1',
      holdingsRecordId: PARENT,
      status: { name: 'Available' },
      order: 3,
    }
    const row = named(ITEM_COLUMNS, itemRow({ ...record, barcode: 'ÁBC-1' }, newStamp(AT, USER)))
    expect(row).toMatchObject({
      barcode_key: 'ábc-1',
      status: 'Available',
      item_order: 3,
      holdings_record_id: PARENT,
    })
    expect(
      named(ITEM_COLUMNS, itemRow({ ...record, barcode: ' ' }, newStamp(AT, USER))).barcode_key,
    ).toBeNull()
  })

  it('gives new circulation notes an id', () => {
    const record: Item = {
      id: ID,
      hrid: 'it1',
      holdingsRecordId: PARENT,
      circulationNotes: [{ note: 'wet' }, { id: 'own' }],
    }
    const { circulationNotes } = JSON.parse(itemRow(record, newStamp(AT, USER)).at(-1) as string)
    expect(circulationNotes[0].id).toMatch(/^[0-9a-f-]{36}$/)
    expect(circulationNotes[1]).toEqual({ id: 'own' })
  })
})

describe('effective values', () => {
  it('are the item’s own part by part, else those of the holdings', () => {
    const item: Item = { itemLevelCallNumber: 'own', itemLevelCallNumberSuffix: '  ' }
    setEffectiveValues(item, {
      permanentLocationId: PLACE,
      callNumber: 'theirs',
      callNumberPrefix: 'pre',
      callNumberSuffix: 'suf',
    })
    expect(item).toMatchObject({
      effectiveCallNumberComponents: { callNumber: 'own', prefix: 'pre', suffix: 'suf' },
      effectiveShelvingOrder: 'own suf',
      effectiveLocationId: PLACE,
    })
    setEffectiveValues(item, { permanentLocationId: PLACE, temporaryLocationId: OTHER_PLACE })
    expect(item.effectiveLocationId).toBe(OTHER_PLACE)
    item.permanentLocationId = PLACE
    setEffectiveValues(item, { permanentLocationId: OTHER_PLACE })
    expect(item.effectiveLocationId).toBe(PLACE)
  })

  it('change only with what items inherit', () => {
    const before = { permanentLocationId: PLACE, callNumber: 'a' }
    expect(changesItems(before, { ...before, callNumberPrefix: '' })).toBe(false)
    expect(changesItems(before, { ...before, callNumber: 'b' })).toBe(true)
    expect(changesItems(before, { ...before, temporaryLocationId: PLACE })).toBe(true)
  })

  it.skipIf(!sharedAvailable)('order shelves as FOLIO does', () => {
    const vectors = JSON.parse(
      readFileSync(sharedPath('data/inventory/shelving-order-vectors.json'), 'utf8'),
    ) as Record<string, string>[]
    for (const { expected, callNumber, suffix, callNumberTypeId, ...parts } of vectors) {
      const item: Item = parts
      setEffectiveValues(item, { callNumber, callNumberSuffix: suffix, callNumberTypeId })
      expect(item.effectiveShelvingOrder).toBe(expected)
    }
    expect(vectors.length).toBeGreaterThan(50)
  })
})
