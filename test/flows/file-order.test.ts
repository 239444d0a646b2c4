import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import type { RawField } from '../support/marc-bytes.ts'
import { Catalog, extendTexts, numberItem } from './catalog.ts'
import { answer, countOf, newTenant, rule } from './import-client.ts'
import type { Api } from './import-client.ts'
import { book, copy } from './marc-files.ts'
import { action, match } from './profile-tree.ts'
import type { Spec } from './profile-tree.ts'

// Records of a file that work on the same stored records: the order of the file decides, whatever the chunks.

let app: TestApp
let api: Api
let catalog: Catalog

/** Records in a chunk: small, so that a file of few records has several. */
const CHUNK = 5

beforeAll(async () => {
  app = await testApp({
    work: true,
    env: { OCTAVO_CHUNK_RECORDS: String(CHUNK), OCTAVO_JOB_CONCURRENCY: '4' },
  })
  api = await newTenant(app, 'lib', true)
  catalog = new Catalog(api)
})

afterAll(() => app.close())

const keys = (ids: { instance: string; holdingsHrid: string; itemHrid: string }, more = ''): RawField => [
  '980',
  `  $i${ids.instance}$h${ids.holdingsHrid}$t${ids.itemHrid}${more}`,
]
const byInstance = (...actions: Spec[]) => match('980  $i', 'INSTANCE', 'instance.id', { onMatch: actions })
const byHoldings = (...actions: Spec[]) =>
  match('980  $h', 'HOLDINGS', 'holdingsrecord.hrid', { onMatch: actions })
const byItem = (...actions: Spec[]) => match('980  $t', 'ITEM', 'item.hrid', { onMatch: actions })

/** Sets the title, the copy number and the call number by the record's values, and adds a note each time. */
const everything = () => [
  byInstance(action('UPDATE', 'INSTANCE', [extendTexts('instance.administrativeNotes[]', '980$v')])),
  byHoldings(
    action('UPDATE', 'HOLDINGS', [
      rule('holdings.callNumber', '980$v'),
      extendTexts('holdings.administrativeNotes[]', '980$v'),
    ]),
  ),
  byItem(
    action('UPDATE', 'ITEM', [
      rule('item.copyNumber', '980$v'),
      extendTexts('item.administrativeNotes[]', '980$v'),
    ]),
  ),
]

describe('one record several times in a file', () => {
  it.each([
    ['in one chunk', 1],
    ['in two chunks', CHUNK],
    ['far apart', 4 * CHUNK],
  ])('%s: the later one wins, and each leaves its note', async (_name, distance) => {
    const [ids] = await catalog.add([book('tw', 'Twice', [copy(`TW-${distance}`)])])
    const filler = (i: number) => book(`filler${i}`, 'Nothing to do')
    const version = (value: string) => book('tw', `Title ${value}`, [keys(ids!, `$v${value}`)])
    const records = [
      version('one'),
      ...Array.from({ length: distance - 1 }, (_, i) => filler(i)),
      version('two'),
      version('three'),
    ]
    const { entries } = await catalog.run(everything(), records)
    expect(entries.map(({ error }) => error).filter((error) => error !== '')).toEqual([])
    const notes = ['one', 'two', 'three']
    expect(await catalog.instance(ids!.instance)).toMatchObject({
      title: 'Title three',
      administrativeNotes: notes,
      _version: 4,
    })
    expect(await catalog.holdings(ids!.holdings)).toMatchObject({
      callNumber: 'three',
      administrativeNotes: notes,
      _version: 4,
    })
    expect(await catalog.item(ids!.item)).toMatchObject({
      copyNumber: 'three',
      administrativeNotes: notes,
      effectiveCallNumberComponents: { callNumber: 'three' },
    })
    const { records: generations } = answer(
      await api.get(`/source-storage/records?externalId=${ids!.instance}&orderBy=generation,ASC`),
    )
    expect(
      generations.map(({ generation, state }: { generation: number; state: string }) => [generation, state]),
    ).toEqual([
      [0, 'OLD'],
      [1, 'OLD'],
      [2, 'OLD'],
      [3, 'ACTUAL'],
    ])
  })

  it('one item hundreds of times over: the import ends, each record counts', async () => {
    const [ids] = await catalog.add([book('hot', 'Hot', [copy('HOT-1')])])
    const count = 300
    const records = Array.from({ length: count }, (_, i) => book('hot', 'Hot', [keys(ids!, `$v${i}`)]))
    const tree = [byItem(action('UPDATE', 'ITEM', [extendTexts('item.administrativeNotes[]', '980$v')]))]
    const { job } = await catalog.run(tree, records)
    expect(job).toMatchObject({ status: 'COMMITTED', progress: { current: count } })
    const now = await catalog.item(ids!.item)
    expect(now.administrativeNotes).toEqual(Array.from({ length: count }, (_, i) => String(i)))
    expect(now['_version']).toBe(count + 1)
  })
})

describe('a record that an earlier one of the file made', () => {
  const createOrNote = async () => [
    match('020  $a', 'INSTANCE', 'instance.identifiers[].value', {
      type: (await catalog.setting('/identifier-types', 'ISBN')).id,
      onMatch: [action('UPDATE', 'INSTANCE', [extendTexts('instance.administrativeNotes[]', '"again"')])],
      onNonMatch: [action('CREATE', 'INSTANCE')],
    }),
  ]

  it.each([
    ['in the same chunk', 1, '9780131103627'],
    ['in another chunk', 2 * CHUNK, '9780262033848'],
  ])('is found %s', async (_name, distance, isbn) => {
    const before = await countOf(api, '/instance-storage/instances')
    const records = [
      book('n1', 'First', [['020', `  $a${isbn}`]]),
      ...Array.from({ length: distance - 1 }, (_, i) => book(`plain${i}`, 'Plain')),
      book('n2', 'Second', [['020', `  $a${isbn}`]]),
    ]
    const { entries } = await catalog.run(await createOrNote(), records)
    expect(entries.map(({ error }) => error).filter((error) => error !== '')).toEqual([])
    expect(entries[0]!.sourceRecordActionStatus).toBe('CREATED')
    expect(entries.at(-1)!.sourceRecordActionStatus).toBe('UPDATED')
    const [id] = entries[0]!.relatedInstanceInfo.idList
    expect(entries.at(-1)!.relatedInstanceInfo.idList).toEqual([id])
    expect(await countOf(api, '/instance-storage/instances')).toBe(before + distance)
    expect(await catalog.instance(id!)).toMatchObject({ title: 'Second', administrativeNotes: ['again'] })
  })
})

describe('a record that an earlier one of the file has changed', () => {
  it('is found by the title that the earlier one gave it', async () => {
    const [ids] = await catalog.add([book('nt', 'Old name', [copy('NT-OLD')])])
    const tree = [
      match('245  $a', 'INSTANCE', 'instance.title', {
        onMatch: [
          action('UPDATE', 'INSTANCE', [extendTexts('instance.administrativeNotes[]', '"by title"')]),
        ],
        onNonMatch: [byInstance(action('UPDATE', 'INSTANCE'))],
      }),
    ]
    const titled = (title: string, ...more: RawField[]) =>
      book('nt', null, [['245', `  $a${title}`], ...more])
    const { entries } = await catalog.run(tree, [
      titled('New name', keys(ids!)),
      titled('New name'),
      titled('Old name'),
    ])
    expect(entries.map((entry) => entry.relatedInstanceInfo.actionStatus)).toEqual([
      'UPDATED',
      'UPDATED',
      'DISCARDED',
    ])
    expect(await catalog.instance(ids!.instance)).toMatchObject({
      title: 'New name',
      administrativeNotes: ['by title'],
      _version: 3,
    })
  })

  it('is found by its new value and not by its old one', async () => {
    const [ids] = await catalog.add([book('nv', 'Renumbered', [copy('NV-OLD')])])
    const tree = [
      byItem(action('UPDATE', 'ITEM', [rule('item.barcode', '"NV-NEW"')])),
      match('981  $a', 'ITEM', 'item.barcode', { onMatch: [numberItem('by new')] }),
      match('981  $b', 'ITEM', 'item.barcode', { onMatch: [numberItem('by old')] }),
    ]
    const { entries } = await catalog.run(tree, [
      book('nv', 'x', [keys(ids!)]),
      book('other', 'x'),
      book('nv', 'x', [['981', '  $aNV-NEW']]),
      book('nv', 'x', [['981', '  $bNV-OLD']]),
    ])
    expect(entries.map(({ error }) => error)).toEqual(['', '', '', ''])
    expect(await catalog.item(ids!.item)).toMatchObject({
      barcode: 'NV-NEW',
      copyNumber: 'by new',
      _version: 3,
    })
  })
})
