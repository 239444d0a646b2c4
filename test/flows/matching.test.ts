import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import type { RawField } from '../support/marc-bytes.ts'
import { Catalog, extendTexts, nameHoldings, noteInstance, numberItem } from './catalog.ts'
import { answer, countOf, newTenant, rule } from './import-client.ts'
import type { Api } from './import-client.ts'
import { book, copy } from './marc-files.ts'
import { action, match } from './profile-tree.ts'
import type { Spec } from './profile-tree.ts'

// Which stored records an import finds, and which branch of its profile a record takes.

let app: TestApp
let api: Api
let catalog: Catalog

beforeAll(async () => {
  app = await testApp({ work: true })
  api = await newTenant(app, 'lib', true)
  catalog = new Catalog(api)
})

afterAll(() => app.close())

async function typeId(name: string): Promise<string> {
  return (await catalog.setting('/identifier-types', name)).id
}

const isbn = (value: string): RawField => ['020', `  $a${value}`]
const oclc = (value: string): RawField => ['035', `  $a(OCoLC)${value}`]

describe('a match', () => {
  it('by an identifier looks at value and type of the same identifier', async () => {
    const [first, second] = await catalog.add([
      book('i1', 'With ISBN', [isbn('9780306406157'), copy('i1')]),
      book('i2', 'The number as ISSN', [['022', '  $a9780306406157'], copy('i2')]),
    ])
    const tree = [
      match('020  $a', 'INSTANCE', 'instance.identifiers[].value', {
        type: await typeId('ISBN'),
        onMatch: [noteInstance('by ISBN')],
      }),
    ]
    const { entries } = await catalog.run(tree, [book('x', 'Renamed', [isbn('9780306406157')])])
    expect(entries[0]).toMatchObject({
      error: '',
      sourceRecordActionStatus: 'UPDATED',
      relatedInstanceInfo: { actionStatus: 'UPDATED', idList: [first!.instance] },
    })
    expect(await catalog.instance(first!.instance)).toMatchObject({
      title: 'Renamed',
      administrativeNotes: ['by ISBN'],
    })
    expect(await catalog.instance(second!.instance)).toMatchObject({ title: 'The number as ISSN' })
  })

  it('by OCLC number finds it in 035 of the MARC and in the identifiers', async () => {
    const [first, second] = await catalog.add([
      book('o1', 'One', [oclc('ocm00411'), copy('o1')]),
      book('o2', 'Two', [oclc('412'), copy('o2')]),
    ])
    const tree = [
      match('035  $a', 'MARC_BIBLIOGRAPHIC', '035  $a', {
        onMatch: [noteInstance('by MARC')],
        onNonMatch: [
          match('035  $a', 'INSTANCE', 'instance.identifiers[].value', {
            type: await typeId('OCLC'),
            onMatch: [noteInstance('by identifier')],
          }),
        ],
      }),
    ]
    // 035 is normalised when it is stored: (OCoLC)ocm00411 became (OCoLC)411.
    const { entries } = await catalog.run(tree, [
      book('x1', 'One again', [oclc('411')]),
      book('x2', 'Two again', [oclc('412')]),
    ])
    expect(entries.map((entry) => entry.relatedInstanceInfo.idList)).toEqual([
      [first!.instance],
      [second!.instance],
    ])
    expect((await catalog.instance(first!.instance)).administrativeNotes).toEqual(['by MARC'])
  })

  it('by 999 ff $i, item barcode and holdings HRID reaches instance, item and holdings', async () => {
    const [first] = await catalog.add([book('k1', 'Keys', [copy('K-1')])])
    const tree = [
      match('999ff$i', 'MARC_BIBLIOGRAPHIC', '999ff$i', { onMatch: [noteInstance('by id')] }),
      match('980  $a', 'HOLDINGS', 'holdingsrecord.hrid', { onMatch: [nameHoldings('by HRID')] }),
      match('980  $b', 'ITEM', 'item.barcode', { onMatch: [numberItem('by barcode')] }),
    ]
    const { entries } = await catalog.run(tree, [
      book('k1', 'Keys', [
        ['980', `  $a${first!.holdingsHrid}$bK-1`],
        ['999', `ff$i${first!.instance}`],
      ]),
    ])
    expect(entries[0]).toMatchObject({
      error: '',
      relatedInstanceInfo: { actionStatus: 'UPDATED' },
      relatedHoldingsInfo: [{ actionStatus: 'UPDATED', id: first!.holdings }],
      relatedItemInfo: [{ actionStatus: 'UPDATED', id: first!.item }],
    })
    expect((await catalog.instance(first!.instance)).administrativeNotes).toEqual(['by id'])
    expect((await catalog.holdings(first!.holdings)).shelvingTitle).toBe('by HRID')
    expect((await catalog.item(first!.item)).copyNumber).toBe('by barcode')
  })

  it('by an item brings its holdings with it: both can be updated, the item after them', async () => {
    const [first] = await catalog.add([book('ih1', 'Below', [copy('IH-1')])])
    const tree = [
      match('980  $b', 'ITEM', 'item.barcode', {
        onMatch: [
          action('UPDATE', 'HOLDINGS', [rule('holdings.callNumberPrefix', '"REF"')]),
          numberItem('c. 2'),
        ],
      }),
    ]
    const { entries } = await catalog.run(tree, [book('x', 'x', [['980', '  $bIH-1']])])
    expect(entries[0]!.error).toBe('')
    const now = await catalog.item(first!.item)
    expect(now).toMatchObject({ copyNumber: 'c. 2', effectiveCallNumberComponents: { prefix: 'REF' } })
    expect(now['_version']).toBe(2)
  })
})

describe('branches of a match', () => {
  it('are taken by records that are found and by those that are not, which are made', async () => {
    const [first] = await catalog.add([book('b1', 'There', [isbn('9780131103627'), copy('b1')])])
    const before = await countOf(api, '/instance-storage/instances')
    const tree = [
      match('020  $a', 'INSTANCE', 'instance.identifiers[].value', {
        type: await typeId('ISBN'),
        onMatch: [noteInstance('found')],
        onNonMatch: [action('CREATE', 'INSTANCE', [extendTexts('instance.administrativeNotes[]', '"made"')])],
      }),
    ]
    const { job, entries } = await catalog.run(tree, [
      book('n1', 'Found', [isbn('9780131103627')]),
      book('n2', 'New', [isbn('9780262033848')]),
      book('n3', 'No number at all'),
    ])
    expect(entries.map((entry) => [entry.sourceRecordActionStatus, entry.error])).toEqual([
      ['UPDATED', ''],
      ['CREATED', ''],
      ['CREATED', ''],
    ])
    expect(entries[0]!.relatedInstanceInfo.idList).toEqual([first!.instance])
    expect(await countOf(api, '/instance-storage/instances')).toBe(before + 2)
    expect(answer(await api.get(`/metadata-provider/jobSummary/${job.id}`))).toMatchObject({
      totalErrors: 0,
      instanceSummary: {
        totalCreatedEntities: 2,
        totalUpdatedEntities: 1,
        totalDiscardedEntities: 0,
        totalErrors: 0,
      },
    })
  })

  it('without an action for a record leave it alone: no action, no error', async () => {
    const tree = [
      match('001', 'MARC_BIBLIOGRAPHIC', '001', { onMatch: [noteInstance('never')] }),
      match('999ff$i', 'MARC_BIBLIOGRAPHIC', '999ff$i', { onMatch: [noteInstance('never')] }),
    ]
    const { job, entries } = await catalog.run(tree, [book('not there', 'Nothing happens')])
    expect(job).toMatchObject({ status: 'COMMITTED', progress: { current: 1, total: 1 } })
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      sourceRecordActionStatus: 'DISCARDED',
      error: '',
      relatedInstanceInfo: { actionStatus: 'DISCARDED', error: '' },
    })
    expect(answer(await api.get(`/metadata-provider/jobSummary/${job.id}`)).totalErrors).toBe(0)
  })

  it('are several in one profile, each with its own actions, one after the other', async () => {
    const [first] = await catalog.add([book('s1', 'Several', [copy('S-1')])])
    const tree = [
      match('980  $a', 'HOLDINGS', 'holdingsrecord.hrid', {
        onMatch: [nameHoldings('one'), action('UPDATE', 'HOLDINGS', [rule('holdings.copyNumber', '"2"')])],
        onNonMatch: [action('CREATE', 'INSTANCE')],
      }),
      match('980  $z', 'ITEM', 'item.barcode', {
        onMatch: [numberItem('never')],
        onNonMatch: [match('980  $b', 'ITEM', 'item.barcode', { onMatch: [numberItem('second try')] })],
      }),
    ]
    const incoming = book('s1', 'Several', [['980', `  $a${first!.holdingsHrid}$bS-1`]])
    const { entries } = await catalog.run(tree, [incoming])
    expect(entries[0]!.error).toBe('')
    expect(await catalog.holdings(first!.holdings)).toMatchObject({ shelvingTitle: 'one', copyNumber: '2' })
    expect((await catalog.item(first!.item)).copyNumber).toBe('second try')
  })
})

describe('several hits', () => {
  const twins = (name: string, number: string) =>
    catalog.add([
      book(`${name}1`, `${name} one`, [isbn(number), copy(`${name}-1`)]),
      book(`${name}2`, `${name} two`, [isbn(number), copy(`${name}-2`)]),
    ])
  const byIsbn = async (then: Spec[]) =>
    match('020  $a', 'INSTANCE', 'instance.identifiers[].value', {
      type: await typeId('ISBN'),
      onMatch: then,
    })

  it("are refused with FOLIO's text, and nothing is changed", async () => {
    const made = await twins('tw', '9781861972712')
    const { job, entries } = await catalog.run(
      [await byIsbn([noteInstance('never')])],
      [book('x', 'x', [isbn('9781861972712')])],
    )
    const found = made.map(({ instance }) => instance).sort()
    const folio = `Found multiple records matching specified conditions (UUIDs: ${found.join(', ')})`
    const [entry] = entries
    expect(entry!.sourceRecordActionStatus).toBe('DISCARDED')
    expect(entry!.error).toContain(`org.folio.processing.exceptions.MatchingException: ${folio}`)
    expect(entry!.relatedInstanceInfo.error).toContain(folio)
    expect(entry!.error.split(folio)).toHaveLength(2)
    expect(job.status).toBe('ERROR')
    expect(await catalog.instance(made[0]!.instance)).toMatchObject({ title: 'tw one', _version: 1 })
  })

  it('are counted in the text when there are more than four', async () => {
    const number = '9783161484100'
    await catalog.add(
      Array.from({ length: 5 }, (_, i) => book(`f${i}`, `five ${i}`, [isbn(number), copy(`f-${i}`)])),
    )
    const tree = [await byIsbn([noteInstance('never')])]
    const { entries } = await catalog.run(tree, [book('x', 'x', [isbn(number)])])
    expect(entries[0]!.error).toContain('Found multiple records matching specified conditions (5 records)')
  })

  it('are narrowed by the match below, to one that is updated', async () => {
    const number = '9780201633610'
    const [, second] = await twins('na', number)
    const tree = [
      await byIsbn([match('245  $a', 'INSTANCE', 'instance.title', { onMatch: [noteInstance('narrowed')] })]),
    ]
    const title: RawField = ['245', '  $ana two']
    const { entries } = await catalog.run(tree, [book('x', null, [title, isbn(number)])])
    expect(entries[0]!.error).toBe('')
    expect(entries[0]!.relatedInstanceInfo.idList).toEqual([second!.instance])
  })

  it('of holdings are narrowed by a fixed location, within the instance found', async () => {
    const locations = answer(await api.get('/locations?limit=100')).locations
    const main = locations.find(({ code }: { code: string }) => code === 'KU/CC/DI/M')
    const other = locations.find(({ code }: { code: string }) => code !== 'KU/CC/DI/M')
    const [first, stranger] = await catalog.add([
      book('l1', 'Two places', [copy('L-1')]),
      book('l2', 'Stranger', [copy('L-2')]),
    ])
    const { id: second } = answer(
      await api.post('/holdings-storage/holdings', {
        instanceId: first!.instance,
        permanentLocationId: other.id,
        sourceId: (await catalog.holdings(first!.holdings)).sourceId,
      }),
      201,
    )
    const tree = [
      match('001', 'MARC_BIBLIOGRAPHIC', '001', {
        onMatch: [
          match({ text: `${main.name} (${main.code})` }, 'HOLDINGS', 'holdingsrecord.permanentLocationId', {
            onMatch: [nameHoldings('main')],
          }),
        ],
      }),
    ]
    const { entries } = await catalog.run(tree, [book(first!.instanceHrid, 'Two places')])
    expect(entries[0]).toMatchObject({ error: '', relatedHoldingsInfo: [{ id: first!.holdings }] })
    expect((await catalog.holdings(first!.holdings)).shelvingTitle).toBe('main')
    expect((await catalog.holdings(second)).shelvingTitle).toBeUndefined()
    expect((await catalog.holdings(stranger!.holdings)).shelvingTitle).toBeUndefined()
  })

  it('below a match by HRID can be checked again: a fixed location that is another keeps it out', async () => {
    const locations = answer(await api.get('/locations?limit=100')).locations
    const other = locations.find(({ code }: { code: string }) => code !== 'KU/CC/DI/M')
    const [first] = await catalog.add([book('c1', 'Checked', [copy('C-1')])])
    const tree = (code: string) => [
      match('980  $a', 'HOLDINGS', 'holdingsrecord.hrid', {
        onMatch: [
          match({ text: code }, 'HOLDINGS', 'holdingsrecord.permanentLocationId', {
            onMatch: [nameHoldings(code)],
          }),
        ],
      }),
    ]
    const incoming = book('x', 'x', [['980', `  $a${first!.holdingsHrid}`]])
    const missed = await catalog.run(tree(other.code), [incoming])
    expect(missed.entries[0]).toMatchObject({
      error: '',
      relatedHoldingsInfo: [{ actionStatus: 'DISCARDED' }],
    })
    const found = await catalog.run(tree('KU/CC/DI/M'), [incoming])
    expect(found.entries[0]!.error).toBe('')
    expect((await catalog.holdings(first!.holdings)).shelvingTitle).toBe('KU/CC/DI/M')
  })
})

describe('holdings and items of a bibliographic record', () => {
  it('are made below the instance that was found, several of one record', async () => {
    const [first] = await catalog.add([book('m1', 'More copies', [copy('M-1')])])
    const locations = answer(await api.get('/locations?limit=100')).locations
    const [one, two] = locations as { id: string; code: string; name: string }[]
    const types = answer(await api.get('/material-types?limit=1')).mtypes
    const loans = answer(await api.get('/loan-types?limit=1')).loantypes
    const tree = [
      match('001', 'MARC_BIBLIOGRAPHIC', '001', {
        onMatch: [
          action('CREATE', 'HOLDINGS', [rule('holdings.permanentLocationId', '945$h')]),
          action('CREATE', 'ITEM', [
            rule('item.barcode', '945$i'),
            rule('item.materialType.id', `"${types[0].name}"`),
            rule('item.permanentLoanType.id', `"${loans[0].name}"`),
            rule('item.status.name', '"Available"'),
          ]),
        ],
      }),
    ]
    const { entries } = await catalog.run(tree, [
      book(first!.instanceHrid, 'More copies', [
        ['945', `  $h${one!.code}$iM-2`],
        ['945', `  $h${two!.code}$iM-3`],
        ['945', `  $h${one!.code}$iM-4`],
      ]),
    ])
    expect(entries[0]!.error).toBe('')
    expect(entries[0]!.relatedHoldingsInfo).toHaveLength(2)
    const query = encodeURIComponent(`barcode==("M-2" or "M-3" or "M-4") sortby barcode`)
    const { items } = answer(await api.get(`/item-storage/items?query=${query}`))
    expect(items.map((row: { effectiveLocationId: string }) => row.effectiveLocationId)).toEqual([
      one!.id,
      two!.id,
      one!.id,
    ])
    expect(items[0].holdingsRecordId).toBe(items[2].holdingsRecordId)
    for (const { id } of entries[0]!.relatedHoldingsInfo)
      expect((await catalog.holdings(id)).instanceId).toBe(first!.instance)
  })

  it('an item joins the holdings that were found, after the items that they have', async () => {
    const [first] = await catalog.add([book('j1', 'Joined', [copy('J-1')])])
    const types = answer(await api.get('/material-types?limit=1')).mtypes
    const loans = answer(await api.get('/loan-types?limit=1')).loantypes
    const tree = [
      match('980  $a', 'HOLDINGS', 'holdingsrecord.hrid', {
        onMatch: [
          action('CREATE', 'ITEM', [
            rule('item.barcode', '980$b'),
            rule('item.materialType.id', `"${types[0].name}"`),
            rule('item.permanentLoanType.id', `"${loans[0].name}"`),
            rule('item.status.name', '"Available"'),
          ]),
        ],
      }),
    ]
    const incoming = (barcode: string) => book('x', 'x', [['980', `  $a${first!.holdingsHrid}$b${barcode}`]])
    const { entries } = await catalog.run(tree, [incoming('J-2'), incoming('J-3')])
    expect(entries.map(({ error }) => error)).toEqual(['', ''])
    const query = encodeURIComponent(`holdingsRecordId==${first!.holdings} sortby order`)
    const { items } = answer(await api.get(`/item-storage/items?query=${query}`))
    expect(items.map(({ barcode, order }: { barcode: string; order: number }) => [barcode, order])).toEqual([
      ['J-1', 1],
      ['J-2', 2],
      ['J-3', 3],
    ])
    expect(items[2].effectiveCallNumberComponents).toEqual(items[0].effectiveCallNumberComponents)
  })
})
