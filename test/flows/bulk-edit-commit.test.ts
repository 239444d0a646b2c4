import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addLibrary, minimal } from '../../src/modules/inventory/test-library.ts'
import type { TestLibrary } from '../../src/modules/inventory/test-library.ts'
import { bookRecord, field } from '../../src/modules/quick-marc/test-records.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import {
  commit,
  download,
  edit,
  errorLines,
  match,
  operationOf,
  postFile,
  previewRows,
  runStep,
} from './bulk-edit-client.ts'
import type { ActionBody } from './bulk-edit-client.ts'
import { answer, until } from './import-client.ts'
import { signedIn } from './signed-in.ts'

let app: TestApp
let library: TestLibrary
let schema: string
let instanceId: string
let holdingsId: string
let count = 0

beforeAll(async () => {
  app = await testApp({ work: true })
  library = await addLibrary(app)
  instanceId = (await library.addInstance()).id
  holdingsId = (await library.addHoldings(instanceId)).id
  schema = (await sql("select schema from octavo.tenant where id = 'diku'")).rows[0].schema
})
afterAll(() => app.close())

const sql = (text: string, params: unknown[] = []) => app.octavo.app.db.pool.query(text, params)

async function addItem(part: object = {}, inHoldings = holdingsId) {
  count += 1
  const barcode = `c${count}`
  return { ...(await library.addItem(inHoldings, { barcode, ...part })), barcode }
}

async function addUser(): Promise<{ id: string; barcode: string }> {
  count += 1
  const user = { id: randomUUID(), username: `u${count}`, barcode: `u${count}`, active: true }
  answer(
    await app.post('/users', { ...user, personal: { lastName: 'Reader', email: `${count}@old.example` } }),
    201,
  )
  return user
}

const item = async (id: string) => answer(await app.get(`/item-storage/items/${id}`))
const isHidden = async (id: string) => (await item(id)).discoverySuppress ?? false

/** Puts something into the stored document of an item that no API would take. */
const spoil = (id: string, part: object) =>
  sql(`update "${schema}".item set doc = (doc::jsonb || $2::jsonb)::json where id = $1`, [
    id,
    JSON.stringify(part),
  ])

/** Makes PostgreSQL refuse updates of rows while `work` runs. */
async function refusing<R>(table: string, rows: string, state: string, work: () => Promise<R>): Promise<R> {
  await sql(`create function "${schema}".refuse_write() returns trigger language plpgsql as
    $$ begin raise exception 'this one stays' using errcode = '${state}'; end $$`)
  await sql(`create trigger refuse_write before update on "${schema}".${table} for each row
    when (${rows}) execute function "${schema}".refuse_write()`)
  try {
    return await work()
  } finally {
    await sql(`drop function "${schema}".refuse_write() cascade`)
  }
}

const HIDE: ActionBody = { type: 'SET_TO_TRUE' }
const SUPPRESS = [['SUPPRESS_FROM_DISCOVERY', HIDE]] as const
const hideWith = (...keys: string[]): ActionBody => ({
  ...HIDE,
  parameters: keys.map((key) => ({ key, value: true })),
})

describe('what the rules say at the commit only', () => {
  test('is kept: a value that somebody has deleted since the review', async () => {
    const { barcode } = await addItem()
    const { id: loanType } = answer(await app.post('/loan-types', { name: 'Short-lived' }), 201)
    const { id } = await match(app, 'ITEM', 'BARCODE', barcode)
    const reviewed = await edit(app, id, [
      ['TEMPORARY_LOAN_TYPE', { type: 'REPLACE_WITH', updated: loanType }],
      ['STATUS', { type: 'REPLACE_WITH', updated: 'Checked out' }],
    ])
    expect(reviewed.committedNumOfErrors).toBe(1)
    expect((await app.del(`/loan-types/${loanType}`)).status).toBe(204)
    expect(await commit(app, id)).toMatchObject({
      status: 'COMPLETED_WITH_ERRORS',
      committedNumOfRecords: 0,
      committedNumOfErrors: 2,
    })
    expect(await errorLines(app, id)).toEqual([
      `ERROR ${barcode}: New status value "Checked out" is not allowed`,
      `ERROR ${barcode}: Loan type ${loanType} doesn't exist`,
    ])
  })

  test('is kept of a record that other rules change, and of a user', async () => {
    const { barcode } = await addItem()
    const reader = await addUser()
    const { id: loanType } = answer(await app.post('/loan-types', { name: 'Short-lived too' }), 201)
    const { id: group } = answer(await app.post('/groups', { group: 'Short-lived' }), 201)
    const items = await match(app, 'ITEM', 'BARCODE', barcode)
    await edit(app, items.id, [
      ['TEMPORARY_LOAN_TYPE', { type: 'REPLACE_WITH', updated: loanType }],
      ['SUPPRESS_FROM_DISCOVERY', HIDE],
    ])
    const users = await match(app, 'USER', 'BARCODE', reader.barcode)
    await edit(app, users.id, [['PATRON_GROUP', { type: 'REPLACE_WITH', updated: group }]])
    expect((await app.del(`/loan-types/${loanType}`)).status).toBe(204)
    expect((await app.del(`/groups/${group}`)).status).toBe(204)
    expect(await commit(app, items.id)).toMatchObject({ committedNumOfRecords: 1, committedNumOfErrors: 1 })
    expect(await errorLines(app, items.id)).toEqual([`ERROR ${barcode}: Loan type ${loanType} doesn't exist`])
    expect(await commit(app, users.id)).toMatchObject({ committedNumOfRecords: 0, committedNumOfErrors: 1 })
    expect(await errorLines(app, users.id)).toEqual([
      expect.stringMatching(new RegExp(`^ERROR ${reader.barcode}: .*${group} doesn't exist$`)),
    ])
  })

  test('is kept of MARC: a field that the library protects since the review', async () => {
    const local = field('591', '\\\\', '$a old local')
    const book = answer(await app.post('/records-editor/records', bookRecord('Protected', local)), 201)
    const { id } = await match(app, 'INSTANCE', 'ID', book.externalId)
    const actions = [
      { name: 'FIND', data: [{ key: 'VALUE', value: 'old' }] },
      { name: 'REPLACE_WITH', data: [{ key: 'VALUE', value: 'new' }] },
    ]
    const rule = { bulkOperationId: id, tag: '591', ind1: '\\', ind2: '\\', subfield: 'a', actions }
    const body = { bulkOperationMarcRules: [rule], totalRecords: 1 }
    answer(await app.post(`/bulk-operations/${id}/marc-content-update`, body))
    expect(await runStep(app, id, 'EDIT', 'IN_APP')).toMatchObject({ committedNumOfWarnings: 0 })
    const any = { indicator1: '*', indicator2: '*', subfield: '*', data: '*' }
    answer(await app.post('/field-protection-settings/marc', { field: '591', ...any, source: 'USER' }), 201)
    await commit(app, id)
    expect(await errorLines(app, id)).toEqual([
      `WARNING ${book.externalId}: Field 591 is protected and was not changed.`,
      `WARNING ${book.externalId}: No change in MARC fields required`,
    ])
  })
})

describe('a suppression goes on to records below', () => {
  const hideHoldings = (id: string) =>
    edit(app, id, [
      ['SUPPRESS_FROM_DISCOVERY', hideWith('APPLY_TO_ITEMS')],
      ['PERMANENT_LOCATION', { type: 'CLEAR_FIELD' }],
    ])

  test('when another rule cannot be applied and the record itself stays', async () => {
    const own = await library.addHoldings(instanceId, { discoverySuppress: true })
    const shown = await addItem({}, own.id)
    const { id } = await match(app, 'HOLDINGS_RECORD', 'ID', own.id)
    await hideHoldings(id)
    expect(await commit(app, id)).toMatchObject({ status: 'COMPLETED_WITH_ERRORS', committedNumOfRecords: 0 })
    expect(await isHidden(shown.id)).toBe(true)
    expect(await errorLines(app, id)).toEqual([
      `ERROR ${own.id}: Permanent location cannot be cleared`,
      `WARNING ${own.id}: No change in value for holdings record required, associated unsuppressed item(s) have been updated.`,
    ])
  })

  test('but not of one that somebody has changed', async () => {
    const own = await library.addHoldings(instanceId, { discoverySuppress: true })
    const shown = await addItem({}, own.id)
    const { id } = await match(app, 'HOLDINGS_RECORD', 'ID', own.id)
    await hideHoldings(id)
    const path = `/holdings-storage/holdings/${own.id}`
    const changed = { ...answer(await app.get(path)), copyNumber: '2' }
    expect((await app.put(path, changed)).status).toBe(204)
    expect(await commit(app, id)).toMatchObject({ committedNumOfRecords: 0, committedNumOfErrors: 2 })
    expect(await isHidden(shown.id)).toBe(false)
  })

  test('and each that cannot be changed is named', async () => {
    const own = await library.addHoldings(instanceId)
    const [first, second, good] = [
      await addItem({}, own.id),
      await addItem({}, own.id),
      await addItem({}, own.id),
    ]
    for (const { id } of [first, second]) await spoil(id, { administrativeNotes: ['x'.repeat(32_001)] })
    const { id } = await match(app, 'HOLDINGS_RECORD', 'ID', own.id)
    await edit(app, id, [['SUPPRESS_FROM_DISCOVERY', hideWith('APPLY_TO_ITEMS')]])
    expect(await commit(app, id)).toMatchObject({
      status: 'COMPLETED_WITH_ERRORS',
      committedNumOfRecords: 1,
      committedNumOfErrors: 2,
      committedNumOfWarnings: 0,
    })
    const reason = 'below it was not changed: A note has exceeded the 32,000 character limit.'
    expect((await errorLines(app, id)).toSorted()).toEqual(
      [first, second].map(({ hrid }) => `ERROR ${own.id}: Item ${hrid} ${reason}`).toSorted(),
    )
    expect([await isHidden(good.id), await isHidden(first.id)]).toEqual([true, false])
  })
})

describe('a record that cannot be written leaves the others of its chunk alone', () => {
  test('whatever a trigger says', async () => {
    const items = [await addItem(), await addItem(), await addItem()]
    const { id } = await match(app, 'ITEM', 'BARCODE', items.map(({ barcode }) => barcode).join('\n'))
    await edit(app, id, SUPPRESS)
    const done = await refusing('item', `new.id = '${items[1]!.id}'`, 'P0001', () => commit(app, id))
    expect(done).toMatchObject({ committedNumOfRecords: 2, committedNumOfErrors: 1 })
    expect(await errorLines(app, id)).toEqual([`ERROR ${items[1]!.barcode}: this one stays`])
  })

  test('or when its document makes a step fail', async () => {
    const items = [await addItem(), await addItem(), await addItem()]
    await spoil(items[0]!.id, { administrativeNotes: { not: 'a list' } })
    const { id } = await match(app, 'ITEM', 'BARCODE', items.map(({ barcode }) => barcode).join('\n'))
    await edit(app, id, SUPPRESS)
    expect(await commit(app, id)).toMatchObject({ committedNumOfRecords: 2, committedNumOfErrors: 1 })
    expect(await errorLines(app, id)).toEqual([
      `ERROR ${items[0]!.barcode}: The record could not be saved; the server log has the cause.`,
    ])
  })
})

describe('an edited file', () => {
  /** Matches users and sends their file back without the last of them, with other addresses. */
  async function sendBack(api: Pick<TestApp, 'get' | 'post'>, users: readonly { barcode: string }[]) {
    const { id } = await match(app, 'USER', 'BARCODE', users.map(({ barcode }) => barcode).join('\n'))
    const { text } = await download(app, id, 'MATCHED_RECORDS_FILE')
    const lines = text.trimEnd().split('\n').slice(0, users.length)
    const edited = lines.join('\n').replaceAll('@old.example', '@new.example')
    answer(await postFile(app, `manual=true&operationId=${id}`, edited, 'edited.csv'))
    await runStep(app, id, 'EDIT', 'MANUAL')
    answer(await api.post(`/bulk-operations/${id}/start`, { step: 'COMMIT', approach: 'MANUAL' }))
    return id
  }

  /** Waits for the end of a step without the pauses between its tries. */
  const ended = (id: string) =>
    until(async () => {
      await sql('update octavo.chunk set not_before = now() where state = 0')
      const operation = await operationOf(app, id)
      return ['APPLY_CHANGES', 'DATA_MODIFICATION_IN_PROGRESS'].includes(operation.status) ? null : operation
    })

  test('that cannot be committed accuses none who is not in it', async () => {
    const users = [await addUser(), await addUser()]
    const done = await refusing('users', `new.id = '${users[0]!.id}'`, '55P03', async () =>
      ended(await sendBack(app, users)),
    )
    expect(done).toMatchObject({ status: 'COMPLETED_WITH_ERRORS', committedNumOfErrors: 1 })
    expect(await errorLines(app, done.id)).toEqual([
      `ERROR ${users[0]!.barcode}: The record could not be saved after several tries; the server log has the cause.`,
    ])
  })

  test('of a user who may not edit accuses none who is not in it', async () => {
    const api = await signedIn(app, 'reader', ['bulk-operations.item.start.post'])
    const users = [await addUser(), await addUser()]
    const done = await ended(await sendBack(api, users))
    expect(done).toMatchObject({ status: 'COMPLETED_WITH_ERRORS', committedNumOfErrors: 1 })
    expect(await errorLines(app, done.id)).toEqual([
      `ERROR ${users[0]!.barcode}: User reader does not have required permission to edit the user record - barcode=${users[0]!.barcode} on the tenant diku`,
    ])
  })

  test('that cannot be kept leaves nothing of the one before it', async () => {
    const { id: userId, barcode } = await addUser()
    const { id } = await match(app, 'USER', 'BARCODE', barcode)
    const send = async (email: string) =>
      answer(
        await postFile(
          app,
          `manual=true&operationId=${id}`,
          `User id,Email\n${userId},${email}`,
          'edited.csv',
        ),
      )
    await send('first@new.example')
    expect(await runStep(app, id, 'EDIT', 'MANUAL')).toMatchObject({ processedNumOfRecords: 1 })
    await send('second@new.example')
    const failed = await refusing('bulk_record', 'new.edited_doc is not null', '55P03', async () => {
      answer(await app.post(`/bulk-operations/${id}/start`, { step: 'EDIT', approach: 'MANUAL' }))
      return ended(id)
    })
    expect(failed).toMatchObject({ status: 'DATA_MODIFICATION', processedNumOfRecords: 0 })
    expect(await previewRows(app, id, 'EDIT')).toEqual([])
  })

  test('that breaks off is not kept by half', async () => {
    const { id: userId, barcode } = await addUser()
    const { id } = await match(app, 'USER', 'BARCODE', barcode)
    const row = `${userId},${barcode},changed@new.example`
    const rows = Array.from({ length: 1500 }, () => row)
    const broken = ['User id,Barcode,Email', ...rows, `${userId},"${barcode}`].join('\n')
    answer(await postFile(app, `manual=true&operationId=${id}`, broken, 'edited.csv'))
    const failed = await runStep(app, id, 'EDIT', 'MANUAL')
    expect(failed).toMatchObject({ status: 'DATA_MODIFICATION', processedNumOfRecords: 0 })
    expect(failed.errorMessage).toMatch(/^Error applying changes: /)
    expect(await previewRows(app, id, 'EDIT')).toEqual([])
    const kept = await sql(`select from "${schema}".bulk_problem where operation_no = $1 and stage = 2`, [
      failed.hrId,
    ])
    expect(kept.rows).toHaveLength(0)
  })
})

test('instances without MARC that somebody deletes after the match are told', async () => {
  const { id: gone } = answer(
    await app.post('/instance-storage/instances', minimal.instance({ title: 'Gone' })),
    201,
  )
  const book = answer(
    await app.post('/records-editor/records', bookRecord('Stays', field('500', '\\\\', '$a old'))),
    201,
  )
  const { id } = await match(app, 'INSTANCE', 'ID', [gone, book.externalId].join('\n'))
  const actions = [{ name: 'REMOVE_ALL', data: [] }]
  const rule = { bulkOperationId: id, tag: '500', ind1: '\\', ind2: '\\', subfield: 'a', actions }
  answer(
    await app.post(`/bulk-operations/${id}/marc-content-update`, {
      bulkOperationMarcRules: [rule],
      totalRecords: 1,
    }),
  )
  await runStep(app, id, 'EDIT', 'IN_APP')
  expect((await app.del(`/instance-storage/instances/${gone}`)).status).toBe(204)
  await commit(app, id)
  expect(await errorLines(app, id)).toEqual([
    `ERROR ${gone}: Instance with source FOLIO is not supported by MARC records bulk edit and cannot be updated.`,
    `ERROR ${gone}: The record cannot be saved because it was deleted after it was matched.`,
  ])
})
