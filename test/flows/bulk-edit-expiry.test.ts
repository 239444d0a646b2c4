import { afterAll, beforeAll, expect, test } from 'vitest'
import { setClockOffset } from '../../src/kernel/clock.ts'
import type { App } from '../../src/kernel/module.ts'
import {
  expireInAllTenants,
  expireOperations,
} from '../../src/modules/bulk-edit/operation/expire-operations.ts'
import { addLibrary } from '../../src/modules/inventory/test-library.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { match, operationOf, previewRows, rulesBody, upload } from './bulk-edit-client.ts'
import { answer, until } from './import-client.ts'

const MONTH_MS = 31 * 86_400_000

let app: TestApp

beforeAll(async () => {
  app = await testApp({ work: true })
  const library = await addLibrary(app)
  const { id: holdingsId } = await library.addHoldings((await library.addInstance()).id)
  await library.addItem(holdingsId, { barcode: 'e1' })
})
afterAll(() => app.close())

const matched = () => match(app, 'ITEM', 'BARCODE', 'e1\nnosuch')
const isExpired = async (id: string) => (await operationOf(app, id)).expired

/** Does something a month later. The clock is that of tokens too, so that no request can be made meanwhile. */
async function aMonthLater<T>(work: (app: App) => Promise<T>): Promise<T> {
  setClockOffset(MONTH_MS)
  return work(app.octavo.app).finally(() => setClockOffset(0))
}

function change(id: string, assignments: string): Promise<unknown> {
  return app.octavo.app.db.tenant('diku', (tx) =>
    tx.query(`update bulk_operation set ${assignments} where id = $1`, [id]),
  )
}

/** How many rows an operation has in each table of what is kept for a while. */
async function rowsOf(id: string): Promise<Record<string, number>> {
  const [row] = await app.octavo.app.db.tenant('diku', (tx) =>
    tx.query<Record<string, number>>(
      `select (select count(*) from bulk_record r where r.operation_no = o.hr_id) as records,
         (select count(*) from bulk_identifier i where i.operation_no = o.hr_id) as identifiers,
         (select count(*) from bulk_problem p where p.operation_no = o.hr_id) as problems
       from bulk_operation o where id = $1`,
      [id],
    ),
  )
  return row!
}

/** The application with a file store that cannot remove the files of one operation. */
function unableToRemove(octavo: App, id: string): App {
  const { files } = octavo
  const removeFolder = (tenant: string, folder: string) =>
    folder.endsWith(id) ? Promise.reject(new Error('the disk is gone')) : files.removeFolder(tenant, folder)
  return { ...octavo, files: { ...files, removeFolder } }
}

test('an operation of which a step begins meanwhile is kept', async () => {
  const { id } = await matched()
  const { db } = app.octavo.app
  await aMonthLater(async (octavo) => {
    const expiry = await db.tenant('diku', async (tx) => {
      await tx.query('select from bulk_operation where id = $1 for update', [id])
      const begun = { end: expireOperations(octavo, 'diku') }
      await until(async () => {
        const { rows } = await db.pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
        return rows.length > 0 ? true : null
      })
      // What the start of a step does to the row that it holds.
      await tx.query('update bulk_operation set job_id = gen_random_uuid() where id = $1', [id])
      return begun
    })
    await expiry.end
  })
  await change(id, 'job_id = null')
  expect(await isExpired(id)).toBe(false)
  expect(await previewRows(app, id, 'UPLOAD')).toHaveLength(1)
})

test('what has expired takes no step, rules or file any more', async () => {
  const { id } = await matched()
  const waiting = await upload(app, 'ITEM', 'BARCODE', 'e1')
  await aMonthLater((octavo) => expireOperations(octavo, 'diku'))
  const path = `/bulk-operations/${id}`
  const rules = rulesBody(id, [['SUPPRESS_FROM_DISCOVERY', { type: 'SET_TO_TRUE' }]])
  const refusals = [
    await app.post(`${path}/start`, { step: 'EDIT' }),
    await app.post(`${path}/content-update`, rules),
    await app.post(`/bulk-operations/upload?manual=true&operationId=${id}`, Buffer.from('')),
  ]
  for (const { status, text } of refusals) {
    expect([status, text]).toEqual([
      400,
      `Bulk operation ${id} has expired: its records and files are not kept any more.`,
    ])
  }
  expect((await app.post(`/bulk-operations/${waiting.id}/start`, { step: 'UPLOAD' })).status).toBe(400)
  await change(id, "status = 'REVIEW_CHANGES'")
  expect((await app.post(`${path}/start`, { step: 'COMMIT' })).status).toBe(400)
  expect(await rowsOf(id)).toEqual({ records: 0, identifiers: 0, problems: 0 })
})

test('an operation that cannot be cleared leaves the others to go, and goes the next time', async () => {
  const [stuck, other] = [await matched(), await matched()]
  await aMonthLater((octavo) =>
    expect(expireOperations(unableToRemove(octavo, stuck.id), 'diku')).rejects.toThrow('the disk is gone'),
  )
  expect([await isExpired(stuck.id), await isExpired(other.id)]).toEqual([true, true])
  expect(await rowsOf(other.id)).toEqual({ records: 0, identifiers: 0, problems: 0 })
  expect(await rowsOf(stuck.id)).toMatchObject({ records: 1, problems: 1 })
  expect((await operationOf(app, stuck.id)).linkToMatchedRecordsCsvFile).toBeUndefined()
  answer(await app.post('/bulk-operations/clean-up-log-files'), 204)
  expect(await rowsOf(stuck.id)).toEqual({ records: 0, identifiers: 0, problems: 0 })
})

test('a tenant that fails leaves the others to go', async () => {
  const { id } = await matched()
  const said: object[] = []
  await aMonthLater(({ db, ...octavo }) =>
    expireInAllTenants({
      ...octavo,
      db: { ...db, system: () => Promise.resolve([{ id: 'nosuchtenant' }, { id: 'diku' }]) } as never,
      log: { info: () => {}, error: (entry: object) => said.push(entry) } as never,
    }),
  )
  expect(await isExpired(id)).toBe(true)
  expect(said).toMatchObject([{ tenant: 'nosuchtenant' }])
})

test('what a cancelled search has found goes before its file does', async () => {
  const { id, hrId, linkToTriggeringCsvFile } = await matched()
  await change(id, "status = 'CANCELLED'")
  await app.octavo.app.db.tenant('diku', (tx) =>
    tx.query("insert into bulk_identifier (operation_no, line, value) values ($1, 3, 'left')", [hrId]),
  )
  answer(await app.post('/bulk-operations/clean-up-log-files'), 204)
  expect(await rowsOf(id)).toMatchObject({ records: 0, identifiers: 0 })
  expect(await operationOf(app, id)).toMatchObject({ expired: false, linkToTriggeringCsvFile })
})
