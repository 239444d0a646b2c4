import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileMatch } from './compile-match.ts'
import { findMatches } from './find-matches.ts'
import {
  field,
  fieldExpression,
  idsOf,
  marcExpression,
  matchOf,
  profile,
  storedRecords,
} from './test-stored-records.ts'
import type { StoredRecords } from './test-stored-records.ts'

let library: StoredRecords

beforeAll(async () => {
  library = await storedRecords()
})

afterAll(() => library.close())

const instanceField = (path: string) => ({ existingMatchExpression: fieldExpression(`instance.${path}`) })

describe('scopes', () => {
  const available = {
    existingRecordType: 'ITEM' as const,
    existingMatchExpression: fieldExpression('item.status.name'),
  }

  it('limit a match to candidates, or to what lies below instances or holdings', async () => {
    const [one, two] = await library.instances({ indexTitle: 'scoped' }, { indexTitle: 'scoped' })
    const [under, beside] = await library.holdings(one!, { copyNumber: 'c1' }, { copyNumber: 'c1' })
    const [elsewhere] = await library.holdings(two!, { copyNumber: 'c1' })
    const [item] = await library.items(under!, {})
    const [neighbour] = await library.items(beside!, {})
    await library.items(elsewhere!, {})
    const copies = {
      existingRecordType: 'HOLDINGS' as const,
      existingMatchExpression: fieldExpression('holdingsrecord.copyNumber'),
    }
    const sorted = async (...parameters: Parameters<typeof idsOf>) => (await idsOf(...parameters)).sort()

    expect(await idsOf(library, instanceField('indexTitle'), 'scoped', { ids: [two!] })).toEqual([two])
    expect(await idsOf(library, instanceField('indexTitle'), 'other', { ids: [two!] })).toEqual([])
    expect(await sorted(library, copies, 'C1', { instanceIds: [one!] })).toEqual([under, beside].sort())
    expect(await idsOf(library, copies, 'C1', { holdingsIds: [beside!] })).toEqual([beside])
    expect(await idsOf(library, available, 'Available', { holdingsIds: [under!] })).toEqual([item])
    expect(await sorted(library, available, 'available', { instanceIds: [one!] })).toEqual(
      [item, neighbour].sort(),
    )
    expect(await idsOf(library, available, 'Checked out', { instanceIds: [one!, two!] })).toEqual([])
    expect(await idsOf(library, available, 'Available', { holdingsIds: [] })).toEqual([])
  })

  it('limit MARC records to those of instances and holdings', async () => {
    const [instance] = await library.instances({})
    const [holdings] = await library.holdings(instance!, {})
    const fields = [field('852  ', '$bscope')]
    const [bib] = await library.sourceRecords({ externalId: instance!, fields }, { fields })
    const [mfhd] = await library.sourceRecords({ externalId: holdings!, recordType: 1, fields })
    const marc = (type: 'MARC_BIBLIOGRAPHIC' | 'MARC_HOLDINGS') => ({
      existingRecordType: type,
      existingMatchExpression: marcExpression('852  b'),
    })
    const scope = { instanceIds: [instance!] }
    expect(await matchOf(library, marc('MARC_BIBLIOGRAPHIC'), 'scope', scope)).toEqual([
      { n: 0, id: bib, externalId: instance },
    ])
    expect(await idsOf(library, marc('MARC_HOLDINGS'), 'scope', scope)).toEqual([mfhd])
    expect(await idsOf(library, marc('MARC_HOLDINGS'), 'scope', { holdingsIds: [holdings!] })).toEqual([mfhd])
    expect(await idsOf(library, marc('MARC_BIBLIOGRAPHIC'), 'scope', { ids: [bib!] })).toEqual([bib])
  })
})

describe('many asks', () => {
  it('are answered each under its number, by its own values and scope', async () => {
    const [a, b] = await library.instances({ indexTitle: 'many a' }, { indexTitle: 'many b' })
    const { question } = compileMatch(profile(instanceField('indexTitle')), {})
    const asks = [
      { n: 10, values: ['many a', 'many b', 'MANY A'], within: null },
      { n: 11, values: ['many b'], within: null },
      { n: 12, values: ['many b'], within: { ids: [a!] } },
      { n: 13, values: [], within: null },
      { n: 14, values: ['many b'], within: { ids: [a!, b!] } },
    ]
    const hits = await library.tenant((tx) => findMatches(tx, question, asks))
    const pairs = hits.map(({ n, id }) => `${n} ${id}`)
    expect(pairs.sort()).toEqual([`10 ${a}`, `10 ${b}`, `11 ${b}`, `14 ${b}`].sort())
  })

  it('give one hit more than are of interest where a value is common', async () => {
    const ids = await library.instances(...Array.from({ length: 130 }, () => ({ indexTitle: 'common' })))
    const found = await idsOf(library, instanceField('indexTitle'), 'common')
    expect(found).toHaveLength(101)
    expect(ids).toEqual(expect.arrayContaining(found))
    expect(await idsOf(library, instanceField('indexTitle'), 'common', { ids })).toHaveLength(101)
  })
})
