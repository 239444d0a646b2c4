import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { addLibrary } from '../inventory/test-library.ts'
import type { TestLibrary } from '../inventory/test-library.ts'

const UNKNOWN = '11111111-1111-4111-8111-111111111111'

let app: TestApp
let library: TestLibrary
let adminId: string

beforeAll(async () => {
  app = await testApp()
  library = await addLibrary(app)
  adminId = (await app.get('/users?query=username==diku_admin')).json.users[0].id
})
afterAll(() => app.close())

type Event = { eventId: string; eventTs: number; action: string; userId: string; diff?: object }

async function eventsOf(kind: string, id: string, eventTs?: number): Promise<Event[]> {
  const reply = await app.get(
    `/audit-data/inventory/${kind}/${id}${eventTs === undefined ? '' : `?eventTs=${eventTs}`}`,
  )
  expect(reply.status).toBe(200)
  return reply.json.inventoryAuditItems
}

async function edit(path: string, changes: object): Promise<void> {
  const record = (await app.get(path)).json
  expect((await app.put(path, { ...record, ...changes })).status).toBe(204)
  // Events of different milliseconds, so that their order is certain.
  await new Promise((resolve) => setTimeout(resolve, 2))
}

describe('the history of an instance, holdings record or item', () => {
  it('tells who did what when, and how fields and lists changed', async () => {
    const instance = await library.addInstance({
      title: 'First',
      editions: ['1st'],
      subjects: [{ value: 'Ants' }, { value: 'Bees' }],
      tags: { tagList: ['new'] },
    })
    const path = `/instance-storage/instances/${instance.id}`
    await edit(path, {
      title: 'Second',
      editions: undefined,
      subjects: [{ value: 'Bees' }, { value: 'Wasps' }],
      dates: { date1: '1999' },
      tags: { tagList: ['new', 'urgent'] },
    })
    const reply = await app.get(`/audit-data/inventory/instance/${instance.id}`)
    expect(reply.json.totalRecords).toBe(2)
    const [update, create] = reply.json.inventoryAuditItems
    expect(update).toMatchObject({ action: 'UPDATE', userId: adminId, entityId: instance.id })
    expect(update.eventDate).toBe((await app.get(path)).json.metadata.updatedDate)
    expect(new Date(update.eventDate).getTime()).toBe(update.eventTs)
    expect(update.diff.fieldChanges).toEqual([
      {
        changeType: 'MODIFIED',
        fieldName: 'title',
        fullPath: 'title',
        oldValue: 'First',
        newValue: 'Second',
      },
      { changeType: 'ADDED', fieldName: 'date1', fullPath: 'dates.date1', newValue: '1999' },
    ])
    const byName = Object.fromEntries(
      update.diff.collectionChanges.map((change: { collectionName: string; itemChanges: object[] }) => [
        change.collectionName,
        change.itemChanges,
      ]),
    )
    expect(byName).toEqual({
      editions: [{ changeType: 'REMOVED', oldValue: '1st' }],
      subjects: [
        { changeType: 'REMOVED', oldValue: { value: 'Ants' } },
        { changeType: 'ADDED', newValue: { value: 'Wasps' } },
      ],
      tagList: [{ changeType: 'ADDED', newValue: 'urgent' }],
    })
    expect(create).toMatchObject({ action: 'CREATE', userId: adminId })
    expect(create).not.toHaveProperty('diff')
    const again = await app.get(`/audit-data/inventory/instance/${instance.id}`)
    expect(again.json).toEqual(reply.json)
  })

  it('has what an item inherited, and outlives the record', async () => {
    const instance = await library.addInstance()
    const holdings = await library.addHoldings(instance.id)
    const item = await library.addItem(holdings.id)
    await edit(`/holdings-storage/holdings/${holdings.id}`, { callNumber: 'N 9' })
    const [inherited] = await eventsOf('item', item.id)
    expect(inherited!.diff).toMatchObject({
      fieldChanges: [
        { changeType: 'ADDED', fullPath: 'effectiveCallNumberComponents.callNumber', newValue: 'N 9' },
      ],
    })
    expect((await eventsOf('holdings', holdings.id)).map(({ action }) => action)).toEqual([
      'UPDATE',
      'CREATE',
    ])
    await app.del(`/item-storage/items/${item.id}`)
    expect((await eventsOf('item', item.id)).map(({ action }) => action)).toEqual([
      'DELETE',
      'UPDATE',
      'CREATE',
    ])
  })

  it('comes in pages by the time of the last event, as many as a setting says', async () => {
    const instance = await library.addInstance()
    const path = `/instance-storage/instances/${instance.id}`
    for (let i = 0; i < 12; i += 1) await edit(path, { title: `Title ${i}` })
    const first = await eventsOf('instance', instance.id)
    expect(first).toHaveLength(10)
    const second = await eventsOf('instance', instance.id, first.at(-1)!.eventTs)
    expect(second).toHaveLength(3)
    expect(new Set([...first, ...second].map(({ eventId }) => eventId)).size).toBe(13)
    const setting = '/audit/config/groups/audit.inventory/settings/records.page.size'
    const body = { key: 'records.page.size', value: 4, type: 'INTEGER', groupId: 'audit.inventory' }
    expect((await app.put(setting, body)).status).toBe(204)
    expect(await eventsOf('instance', instance.id)).toHaveLength(4)
    await app.put(setting, { ...body, value: 10 })
  })

  it('names what is wrong with a request', async () => {
    const id = await app.get('/audit-data/inventory/item/x')
    expect([id.status, id.json.errors[0].code]).toEqual([400, 'validation'])
    expect((await app.get(`/audit-data/inventory/item/${UNKNOWN}?eventTs=noon`)).status).toBe(400)
    const unknown = await app.get(`/audit-data/inventory/item/${UNKNOWN}`)
    expect(unknown.json).toEqual({ inventoryAuditItems: [], totalRecords: 0 })
  })
})

describe('settings of histories', () => {
  it('are listed in groups, changed by their key, and refused by type', async () => {
    const groups = await app.get('/audit/config/groups')
    expect(groups.json.settingGroups.map(({ id }: { id: string }) => id)).toEqual([
      'audit.inventory',
      'audit.authority',
    ])
    const path = '/audit/config/groups/audit.authority/settings'
    const { json } = await app.get(path)
    expect(json.totalRecords).toBe(3)
    expect(json.settings).toContainEqual({
      key: 'enabled',
      value: true,
      type: 'BOOLEAN',
      description: 'Defines if the authority audit is enabled',
      groupId: 'audit.authority',
    })
    const put = (key: string, value: unknown) => app.put(`${path}/${key}`, { key, value, type: 'BOOLEAN' })
    expect((await put('enabled', 'yes')).status).toBe(400)
    expect((await put('colour', true)).status).toBe(404)
    expect((await put('enabled', undefined)).status).toBe(422)
    expect((await put('enabled', false)).status).toBe(204)
    const changed = (await app.get(path)).json.settings.find(({ key }: { key: string }) => key === 'enabled')
    expect(changed).toMatchObject({ value: false, metadata: { updatedByUserId: adminId } })
    expect((await app.get('/audit/config/groups/audit.nothing/settings')).status).toBe(404)
  })

  it('hide what is older than the retention period', async () => {
    const instance = await library.addInstance()
    const setting = '/audit/config/groups/audit.inventory/settings/records.retention.period'
    const body = { key: 'records.retention.period', type: 'INTEGER', groupId: 'audit.inventory' }
    await app.put(setting, { ...body, value: 0 })
    expect(await eventsOf('instance', instance.id)).toEqual([])
    await app.put(setting, { ...body, value: 1 })
    expect(await eventsOf('instance', instance.id)).toHaveLength(1)
    await app.put(setting, { ...body, value: -1 })
  })
})

describe('the versions of a record', () => {
  const versionsOf = async (kind: string, id: string) =>
    (await app.get(`/octavo/versions/${kind}/${id}`)).json.versions

  it('are listed with the names of people, and each can be read in full', async () => {
    const instance = await library.addInstance({ title: 'Early' })
    const path = `/instance-storage/instances/${instance.id}`
    const early = (await app.get(path)).json
    await edit(path, { title: 'Late' })
    const versions = await versionsOf('instance', instance.id)
    expect(versions).toMatchObject([
      {
        version: 2,
        action: 'UPDATE',
        user: { id: adminId, username: 'diku_admin' },
        diff: { fieldChanges: [{ fieldName: 'title', oldValue: 'Early', newValue: 'Late' }] },
      },
      { version: 1, action: 'CREATE' },
    ])
    expect((await app.get(`/octavo/versions/instance/${instance.id}/1`)).json).toEqual(early)
    expect((await app.get(`/octavo/versions/instance/${instance.id}/2`)).json).toMatchObject({
      title: 'Late',
    })
    expect((await app.get(`/octavo/versions/instance/${instance.id}/3`)).status).toBe(404)
    expect((await app.get(`/octavo/versions/instance/${instance.id}/last`)).status).toBe(400)
    expect((await app.get(`/octavo/versions/instance/${UNKNOWN}`)).status).toBe(404)
  })

  it('can be restored as a new version, also of a record that was deleted', async () => {
    const instance = await library.addInstance()
    const holdings = await library.addHoldings(instance.id)
    const item = await library.addItem(holdings.id, { barcode: 'back', volume: '1' })
    const path = `/item-storage/items/${item.id}`
    await edit(path, { volume: '2', barcode: 'other' })
    const restore = `/octavo/versions/item/${item.id}/1/restore`
    expect((await app.post(restore, { _version: 1 })).status).toBe(409)
    const restored = await app.post(restore, { _version: 2 })
    expect(restored.json).toMatchObject({ volume: '1', barcode: 'back', _version: 3 })
    expect((await app.get(path)).json).toEqual(restored.json)
    await app.del(path)
    const anew = await app.post(`/octavo/versions/item/${item.id}/2/restore`)
    expect(anew.json).toMatchObject({ id: item.id, hrid: item.hrid, volume: '2', _version: 1 })
    expect((await versionsOf('item', item.id)).map(({ action }: { action: string }) => action)).toEqual([
      'CREATE',
      'DELETE',
      'UPDATE',
      'UPDATE',
      'CREATE',
    ])
  })

  it('of a record that MARC rules are not restored', async () => {
    const instance = await library.addInstance({ source: 'MARC' })
    const refused = await app.post(`/octavo/versions/instance/${instance.id}/1/restore`)
    expect([refused.status, refused.json.errors[0].parameters[0].key]).toEqual([422, 'source'])
  })
})

describe('the history of a MARC record', () => {
  const field = (tag: string, value: string) => ({
    [tag]: { ind1: ' ', ind2: ' ', subfields: [{ a: value }] },
  })
  const body = (snapshotId: string, matchedId: string, instanceId: string, fields: object[]) => ({
    snapshotId,
    matchedId,
    recordType: 'MARC_BIB',
    rawRecord: { content: 'raw' },
    externalIdsHolder: { instanceId, instanceHrid: 'inmarc1' },
    parsedRecord: {
      content: { leader: '00000nam a2200000 a 4500', fields: [{ '001': 'inmarc1' }, ...fields] },
    },
  })
  const addSnapshot = async () => {
    const jobExecutionId = crypto.randomUUID()
    await app.post('/source-storage/snapshots', { jobExecutionId, status: 'PARSING_IN_PROGRESS' })
    return jobExecutionId
  }

  it('tells tag by tag what each generation changed', async () => {
    const instanceId = crypto.randomUUID()
    const made = await app.post(
      '/source-storage/records',
      body(await addSnapshot(), crypto.randomUUID(), instanceId, [
        field('245', 'Old'),
        field('650', 'Ants'),
        field('650', 'Bees'),
      ]),
    )
    expect(made.status).toBe(201)
    const { matchedId } = made.json
    const next = await app.put(`/source-storage/records/${matchedId}/generation`, {
      ...body(await addSnapshot(), matchedId, instanceId, [
        field('245', 'New'),
        field('650', 'Bees'),
        field('650', 'Wasps'),
        field('500', 'Note'),
        { '999': { ind1: 'f', ind2: 'f', subfields: [{ i: instanceId }, { s: matchedId }] } },
      ]),
    })
    expect(next.status).toBe(200)
    const reply = await app.get(`/audit-data/marc/bib/${matchedId}`)
    expect(reply.json.totalRecords).toBe(2)
    const [update, create] = reply.json.marcAuditItems
    expect(update).toMatchObject({ action: 'UPDATED', entityId: matchedId, userId: adminId })
    expect(update.diff.fieldChanges).toEqual(
      expect.arrayContaining([
        {
          changeType: 'MODIFIED',
          fieldName: '245',
          fullPath: '245',
          oldValue: '   $a Old',
          newValue: '   $a New',
        },
        { changeType: 'ADDED', fieldName: '500', fullPath: '500', newValue: '   $a Note' },
      ]),
    )
    expect(update.diff.collectionChanges).toEqual([
      {
        collectionName: '650',
        fullPath: '650',
        itemChanges: [
          { changeType: 'REMOVED', oldValue: '   $a Ants' },
          { changeType: 'ADDED', newValue: '   $a Wasps' },
        ],
      },
    ])
    expect(create).toMatchObject({ action: 'CREATED' })
    expect(create.diff.fieldChanges).toContainEqual({
      changeType: 'ADDED',
      fieldName: '245',
      fullPath: '245',
      newValue: '   $a Old',
    })
    expect((await app.get(`/audit-data/marc/bib/${instanceId}`)).json).toEqual(reply.json)
    await app.del(`/source-storage/records/${matchedId}?idType=RECORD`)
    expect((await app.get(`/audit-data/marc/bib/${matchedId}`)).json.marcAuditItems[0]).toMatchObject({
      action: 'DELETED',
    })
    expect((await app.get(`/audit-data/marc/authority/${matchedId}`)).json.totalRecords).toBe(0)
  })
})
