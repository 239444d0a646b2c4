import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MatchCriterion } from '../../import-profiles/index.ts'
import { compileMatch } from './compile-match.ts'
import { findMatches } from './find-matches.ts'
import {
  field,
  fieldExpression,
  idsOf,
  marcRecord,
  profile,
  staticExpression,
  storedRecords,
} from './test-stored-records.ts'
import type { StoredRecords } from './test-stored-records.ts'

const ISBN = '8261054f-be78-422d-bd51-4ed9f33c3422'
const ISSN = '913300b2-03ed-469a-8179-c1092c991227'
const ANY_ID = 'a1b2c3d4-0000-4000-8000-000000000001'

let library: StoredRecords

beforeAll(async () => {
  library = await storedRecords()
})

afterAll(() => library.close())

const instanceField = (path: string, criterion: MatchCriterion = 'EXACTLY_MATCHES') => ({
  existingMatchExpression: fieldExpression(`instance.${path}`),
  matchCriterion: criterion,
})

describe('fields with a column', () => {
  it('finds by hrid whatever the letter case and accents', async () => {
    const [id] = await library.instances({ hrid: 'INÉ-0001' })
    expect(await idsOf(library, instanceField('hrid'), 'ine-0001')).toEqual([id])
    expect(await idsOf(library, instanceField('hrid'), 'ine-000')).toEqual([])
  })

  it('finds by id, and nothing by what is no id', async () => {
    const [id] = await library.instances({})
    expect(await idsOf(library, instanceField('id'), id!.toUpperCase())).toEqual([id])
    expect(await idsOf(library, instanceField('id'), 'not-an-id')).toEqual([])
    expect(
      await idsOf(library, instanceField('id', 'EXISTING_VALUE_ENDS_WITH_INCOMING_VALUE'), id!.slice(-12)),
    ).toEqual([id])
  })

  it('finds items by barcode: letter case does not count, accents do', async () => {
    const [instance] = await library.instances({})
    const [holdings] = await library.holdings(instance!, {})
    const [item] = await library.items(holdings!, { barcode: 'Büch-77' })
    const barcode = {
      existingRecordType: 'ITEM',
      existingMatchExpression: fieldExpression('item.barcode'),
    } as const
    expect(await idsOf(library, barcode, 'bÜCH-77')).toEqual([item])
    expect(await idsOf(library, barcode, 'buch-77')).toEqual([])
  })

  it('finds by a title longer than its column, by the whole of it', async () => {
    const long = 'word '.repeat(200)
    const [first] = await library.instances({ title: `${long}one` }, { title: `${long}two` })
    expect(await idsOf(library, instanceField('title'), `${long}ONE`)).toEqual([first])
  })
})

describe('criteria', () => {
  const found: Record<MatchCriterion, { existing: string; incoming: string; misses: string }> = {
    EXACTLY_MATCHES: { existing: 'Exact Édition', incoming: 'exact edition', misses: 'exact' },
    EXISTING_VALUE_CONTAINS_INCOMING_VALUE: {
      existing: 'abc CONTAINED def',
      incoming: 'contained',
      misses: 'abc CONTAINED def g',
    },
    INCOMING_VALUE_CONTAINS_EXISTING_VALUE: {
      existing: 'Núcleo',
      incoming: 'the nucleo of it',
      misses: 'nucle',
    },
    EXISTING_VALUE_BEGINS_WITH_INCOMING_VALUE: {
      existing: 'Beginning of all',
      incoming: 'beginning',
      misses: 'of all',
    },
    INCOMING_VALUE_BEGINS_WITH_EXISTING_VALUE: {
      existing: 'Incipit',
      incoming: 'incipit liber',
      misses: 'liber incipit',
    },
    EXISTING_VALUE_ENDS_WITH_INCOMING_VALUE: {
      existing: 'all to its end.',
      incoming: 'END.',
      misses: 'all to its',
    },
    INCOMING_VALUE_ENDS_WITH_EXISTING_VALUE: {
      existing: 'explicit',
      incoming: 'liber explicit',
      misses: 'explicit liber',
    },
  }

  // A field with a column, one that is a scalar of the document, one in an array, one in objects of an array.
  const places = [
    ['title', (text: string) => ({ title: text })],
    ['indexTitle', (text: string) => ({ indexTitle: text })],
    ['editions', (text: string) => ({ editions: ['another', text] })],
    [
      'contributors[].name',
      (text: string) => ({ contributors: [{ name: text, contributorNameTypeId: ANY_ID }] }),
    ],
  ] as const

  for (const [criterion, { existing, incoming, misses }] of Object.entries(found)) {
    it.each(places)(`${criterion} in %s`, async (path, part) => {
      const [id] = await library.instances(part(existing))
      const parts = instanceField(path, criterion as MatchCriterion)
      expect(await idsOf(library, parts, incoming)).toEqual([id])
      expect(await idsOf(library, parts, misses)).toEqual([])
    })
  }

  it('compares masks and SQL wildcards as the characters that they are', async () => {
    const [id] = await library.instances({ indexTitle: 'What? 100% *_\\' })
    expect(await idsOf(library, instanceField('indexTitle'), 'what? 100% *_\\')).toEqual([id])
    expect(await idsOf(library, instanceField('indexTitle'), 'What? 100% **')).toEqual([])
    const contains = instanceField('indexTitle', 'EXISTING_VALUE_CONTAINS_INCOMING_VALUE')
    expect(await idsOf(library, contains, '100%')).toEqual([id])
    expect(await idsOf(library, contains, '1%0')).toEqual([])
  })

  it('reads flags and numbers as text', async () => {
    const [id] = await library.instances({ indexTitle: 'flagged', staffSuppress: true })
    const scope = { ids: [id!] }
    expect(await idsOf(library, instanceField('staffSuppress'), 'true', scope)).toEqual([id])
    expect(await idsOf(library, instanceField('staffSuppress'), 'false', scope)).toEqual([])
  })
})

describe('identifiers', () => {
  const byType = (identifierTypeId: string, criterion: MatchCriterion = 'EXACTLY_MATCHES') => ({
    existingMatchExpression: fieldExpression('instance.identifiers[].value', {
      label: 'identifierTypeId',
      value: identifierTypeId,
    }),
    matchCriterion: criterion,
  })

  it('are found by their words, type and value on the same identifier', async () => {
    const [right, other] = await library.instances(
      {
        identifiers: [
          { identifierTypeId: ISBN, value: '9781234567897 (pbk.)' },
          { identifierTypeId: ISSN, value: '1234-5679' },
        ],
      },
      {
        identifiers: [
          { identifierTypeId: ISSN, value: '9781234567897' },
          { identifierTypeId: ISBN, value: '9780000000002' },
        ],
      },
    )
    expect(await idsOf(library, byType(ISBN), '9781234567897')).toEqual([right])
    expect(await idsOf(library, byType(ISSN), '9781234567897')).toEqual([other])
    expect(await idsOf(library, byType(ISSN), '1234-5679')).toEqual([right])
    expect(await idsOf(library, byType(ISBN), '9781234567897 PBK')).toEqual([right])
    expect(await idsOf(library, byType(ISBN), '978123456789')).toEqual([])
    const untyped = { existingMatchExpression: fieldExpression('instance.identifiers[].value') }
    expect((await idsOf(library, untyped, '9781234567897')).sort()).toEqual([right, other].sort())
  })

  it('must hold the words side by side', async () => {
    const [id] = await library.instances({
      identifiers: [{ identifierTypeId: ISBN, value: '(OCoLC) 555 x 777' }],
    })
    expect(await idsOf(library, byType(ISBN), '(OCoLC)555')).toEqual([id])
    expect(await idsOf(library, byType(ISBN), '555 777')).toEqual([])
    expect(await idsOf(library, byType(ISBN), '()')).toEqual([])
  })

  it('compare by letters with the other criteria, the type still on the same identifier', async () => {
    const [id] = await library.instances({
      identifiers: [
        { identifierTypeId: ISBN, value: 'ocm0099887 v' },
        { identifierTypeId: ISSN, value: 'else' },
      ],
    })
    const begins = 'EXISTING_VALUE_BEGINS_WITH_INCOMING_VALUE'
    expect(await idsOf(library, byType(ISBN, begins), 'OCM00998')).toEqual([id])
    expect(await idsOf(library, byType(ISSN, begins), 'OCM00998')).toEqual([])
  })

  it('name their type by name too', async () => {
    const type = 'c858e4f2-2b6b-4385-842b-60732ee14abb'
    const [id] = await library.instances({ identifiers: [{ identifierTypeId: type, value: '2001012345' }] })
    const match = compileMatch(profile(byType('LCCN')), { identifierTypes: [{ id: type, name: 'LCCN' }] })
    const asks = [{ n: 4, values: ['2001012345'], within: null }]
    expect(await library.tenant((tx) => findMatches(tx, match.question, asks))).toEqual([
      { n: 4, id, externalId: null },
    ])
  })
})

describe('qualifiers and comparison parts', () => {
  it('of the existing value decide which values are compared', async () => {
    const [id] = await library.instances({ editions: ['Draft: seven', 'Final: seven'] })
    const parts = (type: 'BEGINS_WITH' | 'ENDS_WITH' | 'CONTAINS', value: string) => ({
      existingMatchExpression: {
        ...fieldExpression('instance.editions'),
        qualifier: { qualifierType: type, qualifierValue: value },
      },
      matchCriterion: 'EXISTING_VALUE_CONTAINS_INCOMING_VALUE' as const,
    })
    expect(await idsOf(library, parts('BEGINS_WITH', 'draft'), 'draft: sev')).toEqual([id])
    expect(await idsOf(library, parts('BEGINS_WITH', 'final'), 'draft: sev')).toEqual([])
    expect(await idsOf(library, parts('ENDS_WITH', 'SEVEN'), 'draft: sev')).toEqual([id])
    expect(await idsOf(library, parts('ENDS_WITH', 'six'), 'draft: sev')).toEqual([])
    expect(await idsOf(library, parts('CONTAINS', ': s'), 'draft: sev')).toEqual([id])
    expect(await idsOf(library, parts('CONTAINS', 'nal'), 'draft: sev')).toEqual([])
  })

  it('apply to fields with a column too', async () => {
    const [id] = await library.instances({ hrid: 'qual-100/7' })
    const parts = (qualifier: object) => ({
      existingMatchExpression: { ...fieldExpression('instance.hrid'), qualifier },
    })
    expect(
      await idsOf(library, parts({ qualifierType: 'BEGINS_WITH', qualifierValue: 'QUAL' }), 'qual-100/7'),
    ).toEqual([id])
    expect(
      await idsOf(library, parts({ qualifierType: 'BEGINS_WITH', qualifierValue: 'x' }), 'qual-100/7'),
    ).toEqual([])
    expect(await idsOf(library, parts({ comparisonPart: 'ALPHANUMERICS_ONLY' }), 'QUAL 1007')).toEqual([id])
  })

  it('reduce both sides to digits, or to letters and digits', async () => {
    const [id] = await library.instances({ indexTitle: 'Nº 12-34/ä' })
    const parts = (comparisonPart: 'NUMERICS_ONLY' | 'ALPHANUMERICS_ONLY') => ({
      existingMatchExpression: { ...fieldExpression('instance.indexTitle'), qualifier: { comparisonPart } },
    })
    expect(await idsOf(library, parts('NUMERICS_ONLY'), '1234')).toEqual([id])
    expect(await idsOf(library, parts('NUMERICS_ONLY'), 'x12 y34')).toEqual([id])
    expect(await idsOf(library, parts('NUMERICS_ONLY'), 'no digits')).toEqual([])
    expect(await idsOf(library, parts('ALPHANUMERICS_ONLY'), 'no1234 A')).toEqual([id])
  })
})

describe('values that the profile gives', () => {
  const of = (details: Parameters<typeof staticExpression>[0], path: string) => ({
    incomingRecordType: 'STATIC_VALUE' as const,
    incomingMatchExpression: staticExpression(details),
    existingMatchExpression: fieldExpression(`instance.${path}`),
  })

  it('are texts and numbers', async () => {
    const [id] = await library.instances({ indexTitle: 'Static', publicationRange: ['42'] })
    expect(await idsOf(library, of({ staticValueType: 'TEXT', text: 'static' }, 'indexTitle'), '')).toEqual([
      id,
    ])
    expect(
      await idsOf(library, of({ staticValueType: 'NUMBER', number: '42' }, 'publicationRange'), ''),
    ).toEqual([id])
  })

  it('are days, with all their hours', async () => {
    const [first, second] = await library.instances(
      { catalogedDate: '2019-05-04' },
      { catalogedDate: '2019-05-06T23:59:59.999Z' },
    )
    const day = (exactDate: string) => of({ staticValueType: 'EXACT_DATE', exactDate }, 'catalogedDate')
    const days = (fromDate: string, toDate: string) =>
      of({ staticValueType: 'DATE_RANGE', fromDate, toDate }, 'catalogedDate')
    expect(await idsOf(library, day('2019-05-04'), '')).toEqual([first])
    expect(await idsOf(library, day('2019-05-06T00:00:00.000+00:00'), '')).toEqual([second])
    expect(await idsOf(library, day('2019-05-05'), '')).toEqual([])
    expect((await idsOf(library, days('2019-05-04', '2019-05-06'), '')).sort()).toEqual(
      [first, second].sort(),
    )
    expect(await idsOf(library, days('2019-05-05', '2019-05-07'), '')).toEqual([second])
  })

  it('may stand on the existing side', async () => {
    const [id] = await library.instances({ indexTitle: 'On the other side' })
    const parts = {
      existingMatchExpression: {
        ...fieldExpression('instance.indexTitle'),
        dataValueType: 'STATIC_VALUE' as const,
        staticValueDetails: { staticValueType: 'TEXT' as const, text: 'On the other side' },
      },
    }
    expect(await idsOf(library, parts, '')).toEqual([id])
  })
})

describe('holdings, items and authorities', () => {
  it('are found by fields of their own', async () => {
    const [instance] = await library.instances({})
    const location = '53cf956f-c1df-410b-8bea-27f712cca7c0'
    const [holdings] = await library.holdings(instance!, {
      permanentLocationId: location,
      callNumber: 'QA 76.73',
      formerIds: ['f-1', 'f-2'],
    })
    const [item] = await library.items(holdings!, {
      accessionNumber: 'ACC-9',
      itemLevelCallNumber: 'PN 1',
      materialTypeId: location,
      formerIds: ['old 5'],
    })
    const [authority] = await library.authorities({ naturalId: 'n 79021164', personalName: 'Twain, Mark' })
    const by = (existingRecordType: 'HOLDINGS' | 'ITEM' | 'AUTHORITY', path: string) => ({
      existingRecordType,
      existingMatchExpression: fieldExpression(path),
    })
    expect(await idsOf(library, by('HOLDINGS', 'holdingsrecord.callNumber'), 'qa 76.73')).toEqual([holdings])
    expect(await idsOf(library, by('HOLDINGS', 'holdingsrecord.formerIds[]'), 'F-2')).toEqual([holdings])
    expect(await idsOf(library, by('ITEM', 'item.accessionNumber'), 'acc-9')).toEqual([item])
    expect(await idsOf(library, by('ITEM', 'item.itemLevelCallNumber'), 'PN 1')).toEqual([item])
    expect(await idsOf(library, by('ITEM', 'item.formerIds[]'), 'old 5')).toEqual([item])
    expect(await idsOf(library, by('AUTHORITY', 'authority.naturalId'), 'n 79021164')).toEqual([authority])
    expect(await idsOf(library, by('AUTHORITY', 'authority.personalName'), 'twain, mark')).toEqual([
      authority,
    ])

    const reference = {
      locations: [{ id: location, name: 'Main Library', code: 'KU/M' }],
      mtypes: [{ id: location, name: 'book' }],
    }
    const ask = async (parts: Parameters<typeof profile>[0], text: string) => {
      const match = compileMatch(profile(parts), reference)
      const values = match.incomingValues(marcRecord(field('001', text)))
      const hits = await library.tenant((tx) =>
        findMatches(tx, match.question, [{ n: 0, values, within: null }]),
      )
      return hits.map(({ id }) => id)
    }
    const byLocation = by('HOLDINGS', 'holdingsrecord.permanentLocationId')
    for (const text of ['Main Library', 'KU/M', 'Main Library (KU/M)', location]) {
      expect(await ask(byLocation, text)).toEqual([holdings])
    }
    expect(await ask(byLocation, 'Annex')).toEqual([])
    expect(await ask(by('ITEM', 'item.materialType.id'), 'book')).toEqual([item])
  })

  it('are not found by order lines, which there are none of', async () => {
    for (const path of ['instance.purchaseOrderLineNumber', 'instance.vendorReferenceNumber']) {
      const parts = { existingMatchExpression: fieldExpression(path) }
      expect(compileMatch(profile(parts), {}).problem).toBeNull()
      expect(await idsOf(library, parts, '10000-1')).toEqual([])
    }
  })
})
