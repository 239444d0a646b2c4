import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import type { RawField } from '../support/marc-bytes.ts'
import { Catalog, extendTexts, nameHoldings, noteInstance, numberItem } from './catalog.ts'
import { answer, newTenant, rule } from './import-client.ts'
import type { Api } from './import-client.ts'
import { book, copy } from './marc-files.ts'
import { action, match } from './profile-tree.ts'
import type { Spec } from './profile-tree.ts'

// Updates of instances, holdings and items by imports: what changes, what stays, what is refused.

let app: TestApp
let api: Api
let catalog: Catalog

beforeAll(async () => {
  app = await testApp({ work: true })
  api = await newTenant(app, 'lib', true)
  catalog = new Catalog(api)
})

afterAll(() => app.close())

const byInstance = (...actions: Spec[]) => match('980  $i', 'INSTANCE', 'instance.id', { onMatch: actions })
const byHoldings = (...actions: Spec[]) =>
  match('980  $h', 'HOLDINGS', 'holdingsrecord.hrid', { onMatch: actions })
const byItem = (...actions: Spec[]) => match('980  $t', 'ITEM', 'item.hrid', { onMatch: actions })

const keys = (ids: { instance: string; holdingsHrid: string; itemHrid: string }): RawField => [
  '980',
  `  $i${ids.instance}$h${ids.holdingsHrid}$t${ids.itemHrid}`,
]

async function edit(path: string, change: object): Promise<void> {
  const record = answer(await api.get(path))
  answer(await api.put(path, { ...record, ...change }), 204)
}

describe('UPDATE INSTANCE', () => {
  it('maps the instance anew and keeps what MARC does not say, unless the profile sets it', async () => {
    const [ids] = await catalog.add([book('k1', 'Before', [['500', '  $aOld note'], copy('UK-1')])])
    const status = await catalog.setting('/instance-statuses')
    const code = await catalog.setting('/statistical-codes')
    const nature = await catalog.setting('/nature-of-content-terms')
    const kept = {
      discoverySuppress: true,
      staffSuppress: true,
      previouslyHeld: true,
      catalogedDate: '2001-02-03',
      statusId: status.id,
      statisticalCodeIds: [code.id],
      natureOfContentTermIds: [nature.id],
      tags: { tagList: ['urgent'] },
      administrativeNotes: ['by hand'],
    }
    await edit(`/instance-storage/instances/${ids!.instance}`, kept)
    const tree = [
      byInstance(
        action('UPDATE', 'INSTANCE', [
          rule('instance.catalogedDate', '"2024-05-06"'),
          extendTexts('instance.administrativeNotes[]', '"by import"'),
        ]),
      ),
    ]
    const { entries } = await catalog.run(tree, [book('k1x', 'After', [keys(ids!)])])
    expect(entries[0]).toMatchObject({ error: '', sourceRecordActionStatus: 'UPDATED' })
    const now = await catalog.instance(ids!.instance)
    expect(now).toMatchObject({
      ...kept,
      title: 'After',
      hrid: ids!.instanceHrid,
      catalogedDate: '2024-05-06',
      administrativeNotes: ['by hand', 'by import'],
      _version: 3,
    })
    expect(now.notes ?? []).toEqual([])
    const source = await catalog.source(ids!.instance)
    expect(source).toMatchObject({ generation: 1, additionalInfo: { suppressDiscovery: true } })
  })

  it('gives an instance without MARC a source record, and makes its source MARC', async () => {
    const type = await catalog.setting('/instance-types')
    const { id, hrid } = answer(
      await api.post('/instance-storage/instances', {
        title: 'By hand',
        source: 'FOLIO',
        instanceTypeId: type.id,
      }),
      201,
    )
    const tree = [match('980  $i', 'INSTANCE', 'instance.id', { onMatch: [noteInstance('now MARC')] })]
    const { entries } = await catalog.run(tree, [book('f1', 'From MARC', [['980', `  $i${id}`]])])
    expect(entries[0]).toMatchObject({ error: '', sourceRecordActionStatus: 'UPDATED' })
    expect(await catalog.instance(id)).toMatchObject({
      source: 'MARC',
      title: 'From MARC',
      hrid,
      administrativeNotes: ['now MARC'],
    })
    const source = await catalog.source(id)
    expect(source).toMatchObject({ generation: 0, externalIdsHolder: { instanceId: id, instanceHrid: hrid } })
    expect(await catalog.marc(id)).toEqual(
      expect.arrayContaining([`001 ${hrid}`, '035 ## $af1', `999 ff $s${source.recordId}$i${id}`]),
    )
  })

  it('of an instance that comes from linked data is refused', async () => {
    const type = await catalog.setting('/instance-types')
    const { id } = answer(
      await api.post('/instance-storage/instances', {
        title: 'Linked',
        source: 'LINKED_DATA',
        instanceTypeId: type.id,
      }),
      201,
    )
    const tree = [match('980  $i', 'INSTANCE', 'instance.id', { onMatch: [noteInstance('never')] })]
    const { entries } = await catalog.run(tree, [book('ld', 'x', [['980', `  $i${id}`]])])
    expect(entries[0]).toMatchObject({
      sourceRecordActionStatus: 'DISCARDED',
      error: expect.stringContaining('linked data'),
    })
    expect(await catalog.instance(id)).toMatchObject({ title: 'Linked', _version: 1 })
  })

  it('by a record without title is refused, and what was done before it stays', async () => {
    const [ids] = await catalog.add([book('nt', 'Has a title', [copy('NT-1')])])
    const tree = [byHoldings(nameHoldings('done')), byInstance(noteInstance('never'))]
    const { entries } = await catalog.run(tree, [book('nt', null, [keys(ids!)])])
    expect(entries[0]).toMatchObject({
      sourceRecordActionStatus: 'DISCARDED',
      error: expect.stringContaining("Field 'title' is a required field and can not be null"),
      relatedHoldingsInfo: [{ actionStatus: 'UPDATED' }],
    })
    expect((await catalog.holdings(ids!.holdings)).shelvingTitle).toBe('done')
    expect(await catalog.instance(ids!.instance)).toMatchObject({ title: 'Has a title', _version: 1 })
  })

  it('keeps parents and children of the instance', async () => {
    const [child, parent] = await catalog.add([
      book('ch', 'Child', [copy('CH-1')]),
      book('pa', 'Parent', [copy('PA-1')]),
    ])
    const relation = await catalog.setting('/instance-relationship-types')
    answer(
      await api.post('/instance-storage/instance-relationships', {
        superInstanceId: parent!.instance,
        subInstanceId: child!.instance,
        instanceRelationshipTypeId: relation.id,
      }),
      201,
    )
    await catalog.run([byInstance(noteInstance('x'))], [book('ch', 'Child', [keys(child!)])])
    const shown = answer(await api.get(`/inventory/instances/${child!.instance}`))
    expect(shown.parentInstances).toMatchObject([{ superInstanceId: parent!.instance }])
  })
})

describe('UPDATE HOLDINGS', () => {
  it('moves all items of the holdings along when location or call number change', async () => {
    const [ids] = await catalog.add([book('hm', 'Moves', [copy('HM-1')])])
    const first = await catalog.item(ids!.item)
    const { id: second } = answer(
      await api.post('/item-storage/items', {
        holdingsRecordId: ids!.holdings,
        materialTypeId: first.materialTypeId,
        permanentLoanTypeId: first.permanentLoanTypeId,
        status: { name: 'Available' },
        barcode: 'HM-2',
      }),
      201,
    )
    const location = await catalog.setting('/locations')
    const { id: third } = answer(
      await api.post('/item-storage/items', {
        holdingsRecordId: ids!.holdings,
        materialTypeId: first.materialTypeId,
        permanentLoanTypeId: first.permanentLoanTypeId,
        status: { name: 'Available' },
        permanentLocationId: first.effectiveLocationId,
        itemLevelCallNumber: 'OWN 1',
      }),
      201,
    )
    const tree = [
      byHoldings(
        action('UPDATE', 'HOLDINGS', [
          rule('holdings.permanentLocationId', `"${location.name} (${location.code})"`),
          rule('holdings.callNumber', '"QA 76"'),
        ]),
      ),
    ]
    const { entries } = await catalog.run(tree, [book('hm', 'Moves', [keys(ids!)])])
    expect(entries[0]).toMatchObject({ error: '', relatedHoldingsInfo: [{ actionStatus: 'UPDATED' }] })
    for (const id of [ids!.item, second]) {
      const now = await catalog.item(id)
      expect(now).toMatchObject({
        effectiveLocationId: location.id,
        effectiveCallNumberComponents: { callNumber: 'QA 76' },
        _version: 2,
      })
      expect(now.effectiveShelvingOrder).toContain('QA 276')
    }
    expect(await catalog.item(third)).toMatchObject({
      effectiveLocationId: first.effectiveLocationId,
      effectiveCallNumberComponents: { callNumber: 'OWN 1' },
      _version: 1,
    })
  })

  it('without holdings found says so', async () => {
    const [ids] = await catalog.add([book('hn', 'None', [copy('HN-1')])])
    const tree = [byItem(numberItem('2')), byInstance(noteInstance('x'))]
    const { entries } = await catalog.run(tree, [book('hn', 'None', [keys(ids!)])])
    expect(entries[0]!.error).toBe('')
    const { id: other } = answer(
      await api.post('/holdings-storage/holdings', {
        instanceId: ids!.instance,
        permanentLocationId: (await catalog.setting('/locations')).id,
        sourceId: (await catalog.holdings(ids!.holdings)).sourceId,
      }),
      201,
    )
    // Two holdings now: the instance alone does not say which of them.
    const several = await catalog.run(
      [byInstance(nameHoldings('which?'))],
      [book('hn', 'None', [keys(ids!)])],
    )
    expect(several.entries[0]!.error).toContain('There are no holdings to update')
    expect((await catalog.holdings(other)).shelvingTitle).toBeUndefined()
  })

  it('with a location that is not in the settings names it', async () => {
    const [ids] = await catalog.add([book('hl', 'Nowhere', [copy('HL-1')])])
    const tree = [
      byHoldings(action('UPDATE', 'HOLDINGS', [rule('holdings.permanentLocationId', '"No/Such"')])),
    ]
    const { entries } = await catalog.run(tree, [book('hl', 'Nowhere', [keys(ids!)])])
    expect(entries[0]!.error).toContain('"No/Such" is not in the settings')
    expect((await catalog.holdings(ids!.holdings))['_version']).toBe(1)
  })

  it('follows the action of each repeatable field', async () => {
    const [ids] = await catalog.add([book('hr', 'Repeatable', [copy('HR-1')])])
    const set = (texts: string[]) =>
      edit(`/holdings-storage/holdings/${ids!.holdings}`, { administrativeNotes: texts })
    const run = async (kind: string, value: string) => {
      await set(['a', 'b'])
      const tree = [
        byHoldings(
          action('UPDATE', 'HOLDINGS', [extendTexts('holdings.administrativeNotes[]', value, kind)]),
        ),
      ]
      const { entries } = await catalog.run(tree, [book('hr', 'Repeatable', [keys(ids!)])])
      expect(entries[0]!.error).toBe('')
      return (await catalog.holdings(ids!.holdings)).administrativeNotes
    }
    expect(await run('EXTEND_EXISTING', '"c"')).toEqual(['a', 'b', 'c'])
    expect(await run('EXCHANGE_EXISTING', '"c"')).toEqual(['c'])
    expect(await run('DELETE_INCOMING', '"a"')).toEqual(['b'])
    expect((await run('DELETE_EXISTING', '"a"')) ?? []).toEqual([])
  })
})

describe('UPDATE ITEM', () => {
  const status = (name: string) =>
    action('UPDATE', 'ITEM', [rule('item.status.name', `"${name}"`), rule('item.copyNumber', '"new"')])

  it('leaves the statuses that circulation needs, says so, and makes the other changes', async () => {
    const names = [
      'Aged to lost',
      'Awaiting delivery',
      'Awaiting pickup',
      'Checked out',
      'Claimed returned',
      'Declared lost',
      'Paged',
    ]
    const made = await catalog.add(names.map((name, i) => book(`st${i}`, name, [copy(`ST-${i}`)])))
    for (const [index, ids] of made.entries())
      await edit(`/item-storage/items/${ids.item}`, { status: { name: names[index] } })
    const tree = [byItem(status('Missing'))]
    const { entries } = await catalog.run(
      tree,
      made.map((ids, i) => book(`st${i}`, 'x', [keys(ids)])),
    )
    for (const [index, ids] of made.entries()) {
      const text = `Could not change item status '${names[index]}' to 'Missing'`
      expect(entries[index]!.error).toContain(text)
      expect(await catalog.item(ids.item)).toMatchObject({
        status: { name: names[index] },
        copyNumber: 'new',
        _version: 3,
      })
    }
  })

  it('changes any other status, with its date', async () => {
    const [ids] = await catalog.add([book('so', 'Status', [copy('SO-1')])])
    const before = await catalog.item(ids!.item)
    const { entries } = await catalog.run([byItem(status('Missing'))], [book('so', 'x', [keys(ids!)])])
    expect(entries[0]).toMatchObject({ error: '', relatedItemInfo: [{ actionStatus: 'UPDATED' }] })
    const after = await catalog.item(ids!.item)
    expect(after.status.name).toBe('Missing')
    expect(after.status.date > before.status.date).toBe(true)
    await catalog.run([byItem(numberItem('3'))], [book('so', 'x', [keys(ids!)])])
    expect((await catalog.item(ids!.item)).status).toEqual(after.status)
  })

  it('to a barcode that another item has is refused; the item still follows its holdings', async () => {
    const [first, second] = await catalog.add([
      book('bc1', 'One', [copy('BC-1')]),
      book('bc2', 'Two', [copy('BC-2')]),
    ])
    const tree = [
      byHoldings(action('UPDATE', 'HOLDINGS', [rule('holdings.callNumberPrefix', '"REF"')])),
      byItem(action('UPDATE', 'ITEM', [rule('item.barcode', '981$a'), rule('item.copyNumber', '"9"')])),
    ]
    const incoming = book('bc1', 'One', [keys(first!), ['981', '  $abc-2']])
    const { entries } = await catalog.run(tree, [incoming])
    expect(entries[0]!.error).toContain('Barcode must be unique, bc-2 is already assigned to another item')
    expect(entries[0]!.relatedItemInfo).toMatchObject([{ actionStatus: 'DISCARDED' }])
    const now = await catalog.item(first!.item)
    expect(now).toMatchObject({ barcode: 'BC-1', effectiveCallNumberComponents: { prefix: 'REF' } })
    expect(now.copyNumber).toBeUndefined()
    expect((await catalog.item(second!.item)).barcode).toBe('BC-2')
  })

  it('to one barcode twice in a file gives it to the first', async () => {
    const made = await catalog.add([book('bt1', 'One', [copy('BT-1')]), book('bt2', 'Two', [copy('BT-2')])])
    const tree = [byItem(action('UPDATE', 'ITEM', [rule('item.barcode', '"BT-9"')]))]
    const { entries } = await catalog.run(
      tree,
      made.map((ids) => book('x', 'x', [keys(ids)])),
    )
    expect(entries.map(({ error }) => error === '')).toEqual([true, false])
    expect((await catalog.item(made[0]!.item)).barcode).toBe('BT-9')
    expect((await catalog.item(made[1]!.item)).barcode).toBe('BT-2')
  })

  it('may repeat the barcode that it has, and clear a field', async () => {
    const [ids] = await catalog.add([book('bs', 'Same', [copy('BS-1')])])
    await edit(`/item-storage/items/${ids!.item}`, { copyNumber: '7', volume: 'v. 1' })
    const tree = [
      byItem(
        action('UPDATE', 'ITEM', [
          rule('item.barcode', '"BS-1"'),
          rule('item.copyNumber', '"###REMOVE###"'),
          rule('item.volume', ''),
        ]),
      ),
    ]
    const { entries } = await catalog.run(tree, [book('bs', 'Same', [keys(ids!)])])
    expect(entries[0]!.error).toBe('')
    const now = await catalog.item(ids!.item)
    expect(now).toMatchObject({ barcode: 'BS-1', volume: 'v. 1' })
    expect(now.copyNumber).toBeUndefined()
  })

  it('three times in one profile changes the item three times over', async () => {
    const [ids] = await catalog.add([book('i3', 'Thrice', [copy('I3-1')])])
    const tree = [
      byItem(numberItem('1')),
      byItem(action('UPDATE', 'ITEM', [rule('item.volume', '"v"')])),
      byItem(action('UPDATE', 'ITEM', [rule('item.chronology', '"1999"')])),
    ]
    const { entries } = await catalog.run(tree, [book('i3', 'Thrice', [keys(ids!)])])
    expect(entries[0]!.error).toBe('')
    expect(await catalog.item(ids!.item)).toMatchObject({ copyNumber: '1', volume: 'v', chronology: '1999' })
  })
})
