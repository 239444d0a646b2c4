import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addLibrary, minimal } from '../../src/modules/inventory/test-library.ts'
import type { TestLibrary } from '../../src/modules/inventory/test-library.ts'
import { bookRecord, field } from '../../src/modules/quick-marc/test-records.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { commit, edit, match, runStep, upload } from './bulk-edit-client.ts'
import type { ActionBody, Operation } from './bulk-edit-client.ts'
import { answer, until } from './import-client.ts'
import { signedIn } from './signed-in.ts'

type Undo = {
  status: string
  bulkOperationId: string
  progress: { current: number; total: number }
  restored: Record<string, number>
  left: number
  leftByReason: { reason: string; count: number }[]
}

// A document of the wire has no static type in a test.
// oxlint-disable-next-line typescript/no-explicit-any
type Stored = any

let app: TestApp
let library: TestLibrary
let instanceId: string
let holdingsId: string

beforeAll(async () => {
  app = await testApp({ work: true })
  library = await addLibrary(app)
  instanceId = (await library.addInstance()).id
  holdingsId = (await library.addHoldings(instanceId)).id
})
afterAll(() => app.close())

const undoPath = (id: string) => `/octavo/bulk-operations/${id}/undo`
const item = async (id: string): Promise<Stored> => answer(await app.get(`/item-storage/items/${id}`))
const holdings = async (id: string): Promise<Stored> =>
  answer(await app.get(`/holdings-storage/holdings/${id}`))
const instance = async (id: string): Promise<Stored> =>
  answer(await app.get(`/instance-storage/instances/${id}`))
const user = async (id: string): Promise<Stored> => answer(await app.get(`/users/${id}`))
const marc = async (id: string): Promise<Stored> =>
  answer(await app.get(`/source-storage/source-records/${id}?idType=INSTANCE`))

type Rules = Parameters<typeof edit>[2]

/** Edits the records of these ids and commits. */
async function bulkEdit(entity: string, ids: readonly string[], rules: Rules): Promise<Operation> {
  const { id } = await match(app, entity, 'ID', ids.join('\n'))
  await edit(app, id, rules)
  return commit(app, id)
}

async function undo(id: string): Promise<Undo> {
  answer(await app.post(undoPath(id)), 202)
  return until(async () => {
    const state = answer(await app.get(undoPath(id))) as Undo
    return state.status === 'RUNNING' ? null : state
  })
}

const leftOf = async (id: string) => answer(await app.get(`${undoPath(id)}/left`))

/** A record without what each save computes. */
function said({ _version, metadata: _stamp, updatedDate: _date, ...rest }: Stored): unknown {
  return rest
}

const HIDE: ActionBody = { type: 'SET_TO_TRUE' }
const below = (...keys: string[]): ActionBody => ({
  ...HIDE,
  parameters: keys.map((key) => ({ key, value: true })),
})

describe('the undo of a bulk edit', () => {
  test('gives items their earlier documents back, as an ordinary change', async () => {
    const note = { noteType: 'Check in', note: 'mind the map', staffOnly: false }
    const first = await library.addItem(holdingsId, { temporaryLocationId: library.annexLocation })
    const second = await library.addItem(holdingsId, { circulationNotes: [note], copyNumber: '2' })
    const before = [await item(first.id), await item(second.id)]
    const { id } = await bulkEdit(
      'ITEM',
      [first.id, second.id],
      [
        ['TEMPORARY_LOCATION', { type: 'CLEAR_FIELD' }],
        ['STATUS', { type: 'REPLACE_WITH', updated: 'Missing' }],
        ['CHECK_IN_NOTE', { type: 'CHANGE_TYPE', updated: 'ADMINISTRATIVE_NOTE' }],
      ],
    )
    expect((await item(second.id)).administrativeNotes).toEqual(['mind the map'])
    expect(await undo(id)).toMatchObject({
      status: 'COMMITTED',
      bulkOperationId: id,
      progress: { current: 2, total: 2 },
      restored: { instances: 0, holdings: 0, items: 2, users: 0, sourceRecords: 0 },
      left: 0,
    })
    for (const each of before) {
      const after = await item(each.id)
      expect(after).toMatchObject({ _version: 3, status: { name: 'Available' } })
      expect({ ...(said(after) as object), status: null }).toEqual({
        ...(said(each) as object),
        status: null,
      })
    }
  })

  test('leaves records that others changed since, and lists them with their identifiers', async () => {
    const ids = [
      await library.addItem(holdingsId),
      await library.addItem(holdingsId),
      await library.addItem(holdingsId),
    ]
    const [changed, gone, untouched] = ids.map(({ id }) => id) as [string, string, string]
    const { id } = await bulkEdit('ITEM', [changed, gone, untouched], [['SUPPRESS_FROM_DISCOVERY', HIDE]])
    answer(
      await app.put(`/item-storage/items/${changed}`, { ...(await item(changed)), copyNumber: '7' }),
      204,
    )
    answer(await app.del(`/item-storage/items/${gone}`), 204)
    expect(await undo(id)).toMatchObject({
      status: 'COMMITTED',
      restored: { items: 1 },
      left: 2,
      leftByReason: expect.arrayContaining([
        { reason: 'edited', count: 1 },
        { reason: 'gone', count: 1 },
      ]) as unknown,
    })
    const { left, totalRecords } = await leftOf(id)
    expect(totalRecords).toBe(2)
    expect(left).toEqual([
      {
        recordType: 'ITEM',
        id: changed,
        hrid: ids[0]!.hrid,
        identifier: changed,
        reason: 'edited',
        text: expect.stringMatching(/^It was changed after the bulk edit, last at [\dT:-]+Z\.$/) as unknown,
      },
      {
        recordType: 'ITEM',
        id: gone,
        identifier: gone,
        reason: 'gone',
        text: 'It was deleted after the bulk edit.',
      },
    ])
    expect(await item(changed)).toMatchObject({ copyNumber: '7', discoverySuppress: true })
    expect((await item(untouched)).discoverySuppress ?? false).toBe(false)
  })

  test('lists what it left in any length', async () => {
    const count = 1100
    const items = Array.from({ length: count }, (_, i) => minimal.item(holdingsId, { barcode: `left${i}` }))
    answer(await app.post('/item-storage/batch/synchronous', { items }), 201)
    const codes = items.map((_, i) => `left${i}`)
    const { id } = await match(app, 'ITEM', 'BARCODE', codes.join('\n'))
    await edit(app, id, [['SUPPRESS_FROM_DISCOVERY', HIDE]])
    await commit(app, id)
    const again = await match(app, 'ITEM', 'BARCODE', codes.join('\n'))
    await edit(app, again.id, [['STATUS', { type: 'REPLACE_WITH', updated: 'Missing' }]])
    await commit(app, again.id)
    expect(await undo(id)).toMatchObject({ status: 'COMMITTED', restored: { items: 0 }, left: count })
    const pageOf = async (page: string) => {
      const { left, totalRecords } = answer(await app.get(`${undoPath(id)}/left?${page}`))
      return [left.map(({ identifier }: { identifier: string }) => identifier), totalRecords]
    }
    expect(await pageOf('limit=100000')).toEqual([codes, count])
    expect(await pageOf('limit=700&offset=300')).toEqual([codes.slice(300, 1000), count])
    expect(await pageOf('limit=0')).toEqual([[], count])
    expect((await app.get(`/octavo/bulk-operations/${again.id}/undo/left?limit=100000`)).status).toBe(404)
  })

  test('shows the records below again that a suppression was carried on to', async () => {
    const other = await library.addInstance()
    const hidden = await library.addHoldings(other.id, { discoverySuppress: true })
    const shown = await library.addHoldings(other.id)
    const copy = await library.addItem(shown.id)
    const { id } = await bulkEdit(
      'INSTANCE',
      [other.id],
      [['SUPPRESS_FROM_DISCOVERY', below('APPLY_TO_HOLDINGS', 'APPLY_TO_ITEMS')]],
    )
    expect((await item(copy.id)).discoverySuppress).toBe(true)
    expect((await holdings(shown.id)).discoverySuppress).toBe(true)
    expect(await undo(id)).toMatchObject({
      progress: { current: 3, total: 3 },
      restored: { instances: 1, holdings: 1, items: 1 },
      left: 0,
    })
    expect((await instance(other.id)).discoverySuppress).toBe(false)
    expect((await holdings(shown.id)).discoverySuppress ?? false).toBe(false)
    expect((await item(copy.id)).discoverySuppress ?? false).toBe(false)
    expect(await holdings(hidden.id)).toMatchObject({ discoverySuppress: true, _version: 1 })
  })

  test('of holdings moves their items back with them', async () => {
    const own = await library.addHoldings(instanceId)
    const copy = await library.addItem(own.id)
    const { id } = await bulkEdit(
      'HOLDINGS_RECORD',
      [own.id],
      [['PERMANENT_LOCATION', { type: 'REPLACE_WITH', updated: library.annexLocation }]],
    )
    expect((await item(copy.id)).effectiveLocationId).toBe(library.annexLocation)
    expect(await undo(id)).toMatchObject({ restored: { holdings: 1 }, left: 0 })
    expect((await holdings(own.id)).permanentLocationId).toBe(library.mainLocation)
    expect((await item(copy.id)).effectiveLocationId).toBe(library.mainLocation)
  })

  test('takes the marks of MARC back with those of its instance', async () => {
    const made = answer(await app.post('/records-editor/records', bookRecord('Marked')), 201)
    const { id } = await bulkEdit('INSTANCE', [made.externalId], [['SET_RECORDS_FOR_DELETE', HIDE]])
    expect(await instance(made.externalId)).toMatchObject({ deleted: true, staffSuppress: true })
    expect(await undo(id)).toMatchObject({ restored: { instances: 1 }, left: 0 })
    expect(await instance(made.externalId)).toMatchObject({ deleted: false, discoverySuppress: false })
    const source = await marc(made.externalId)
    expect(source).toMatchObject({ deleted: false, additionalInfo: { suppressDiscovery: false } })
    expect(source.parsedRecord.content.leader[5]).not.toBe('d')
  })

  test('of MARC fields makes the former generation current, and the instance says what it said', async () => {
    const body = bookRecord('Noted', field('500', '\\\\', '$a the old note'))
    const made = answer(await app.post('/records-editor/records', body), 201)
    const before = await instance(made.externalId)
    const earlier = await marc(made.externalId)
    const { id } = await match(app, 'INSTANCE', 'HRID', made.externalHrid)
    const replace = (name: string, value: string) => ({ name, data: [{ key: 'VALUE', value }] })
    const rule = {
      bulkOperationId: id,
      tag: '500',
      ind1: '\\',
      ind2: '\\',
      subfield: 'a',
      actions: [replace('FIND', 'old'), replace('REPLACE_WITH', 'new')],
    }
    answer(
      await app.post(`/bulk-operations/${id}/marc-content-update`, {
        bulkOperationMarcRules: [rule],
        totalRecords: 1,
      }),
    )
    await runStep(app, id, 'EDIT', 'IN_APP')
    await commit(app, id)
    expect((await instance(made.externalId)).notes[0].note).toBe('the new note')
    expect(await undo(id)).toMatchObject({ restored: { instances: 1, sourceRecords: 1 }, left: 0 })
    expect(said(await instance(made.externalId))).toEqual(said(before))
    expect(await marc(made.externalId)).toMatchObject({
      recordId: earlier.recordId,
      generation: earlier.generation,
      parsedRecord: { content: earlier.parsedRecord.content },
    })
  })

  test('gives users back what they were, leaves those that were changed, and never their other fields', async () => {
    const add = async (username: string) => {
      const personal = { lastName: 'Reader', email: `${username}@old.org`, pronouns: 'they' }
      return answer(await app.post('/users', { username, active: true, personal }), 201).id as string
    }
    const [first, changed] = [await add('undo1'), await add('undo2')]
    const before = await user(first)
    const { id } = await bulkEdit(
      'USER',
      [first, changed],
      [
        ['EMAIL_ADDRESS', { type: 'FIND_AND_REPLACE', initial: 'old', updated: 'new' }],
        ['EXPIRATION_DATE', { type: 'REPLACE_WITH', updated: '2020-01-01T00:00:00.000Z' }],
      ],
    )
    expect(await user(first)).toMatchObject({ active: false, personal: { email: 'undo1@new.org' } })
    answer(await app.put(`/users/${changed}`, { ...(await user(changed)), barcode: '77' }), 204)
    expect(await undo(id)).toMatchObject({ restored: { users: 1 }, left: 1 })
    expect(said(await user(first))).toEqual(said(before))
    expect((await leftOf(id)).left).toEqual([
      {
        recordType: 'USER',
        id: changed,
        identifier: changed,
        reason: 'edited',
        text: 'It was changed after the bulk edit.',
      },
    ])
    expect(await user(changed)).toMatchObject({ barcode: '77', personal: { email: 'undo2@new.org' } })
  })

  test('can follow that of a later bulk edit, which left nothing of its own', async () => {
    const copy = await library.addItem(holdingsId)
    const first = await bulkEdit(
      'ITEM',
      [copy.id],
      [['ADMINISTRATIVE_NOTE', { type: 'ADD_TO_EXISTING', updated: 'one' }]],
    )
    const second = await bulkEdit(
      'ITEM',
      [copy.id],
      [['ADMINISTRATIVE_NOTE', { type: 'ADD_TO_EXISTING', updated: 'two' }]],
    )
    expect(await undo(second.id)).toMatchObject({ left: 0 })
    expect(await undo(first.id)).toMatchObject({ left: 0 })
    expect((await item(copy.id)).administrativeNotes).toEqual([])
  })

  test('is refused in words where there is nothing to undo, or no more', async () => {
    const copy = await library.addItem(holdingsId)
    const refusal = async (id: string) => {
      const reply = await app.post(undoPath(id))
      return [reply.status, reply.json.errors?.[0].message]
    }
    const { id: early } = await upload(app, 'ITEM', 'ID', copy.id)
    expect(await refusal(early)).toEqual([
      422,
      'The bulk edit has not ended: it can be undone when its changes were committed.',
    ])
    const idle = await bulkEdit('ITEM', [copy.id], [['TEMPORARY_LOCATION', { type: 'CLEAR_FIELD' }]])
    expect(await refusal(idle.id)).toEqual([422, 'The bulk edit has changed nothing that could be undone.'])
    const { id } = await bulkEdit('ITEM', [copy.id], [['SUPPRESS_FROM_DISCOVERY', HIDE]])
    expect((await app.get(undoPath(id))).status).toBe(404)
    await undo(id)
    expect(await refusal(id)).toEqual([422, 'The bulk edit was undone already.'])
    expect((await app.post(undoPath('8b1e7c5a-6a53-4d0f-8f52-0a1c3cf2a001'))).status).toBe(404)
  })

  test('takes the permissions to edit such records', async () => {
    const copy = await library.addItem(holdingsId)
    const { id } = await bulkEdit('ITEM', [copy.id], [['SUPPRESS_FROM_DISCOVERY', HIDE]])
    const own = ['bulk-operations.item.undo.post', 'inventory.items.item.put']
    const refusal = await (await signedIn(app, 'undoer', own)).post(undoPath(id))
    expect([refusal.status, refusal.text]).toEqual([
      403,
      `User undoer does not have required permission to edit the item records of bulk operation ${id} on the tenant diku`,
    ])
    const both = await signedIn(app, 'editor', [...own, 'bulk-operations.item.inventory.put'])
    expect((await both.post(undoPath(id))).status).toBe(202)
    await until(async () => answer(await app.get(undoPath(id))).status !== 'RUNNING')
    expect((await item(copy.id)).discoverySuppress ?? false).toBe(false)
  })
})
