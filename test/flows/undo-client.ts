import type { Transaction } from '../../src/kernel/db/database.ts'
import type { TestApp } from '../support/app.ts'
import { answer, until } from './import-client.ts'
import type { Api } from './import-client.ts'

export type Undo = {
  id: string
  status: string
  errorText?: string
  progress: { current: number; total: number }
  deleted: Record<string, number>
  restored: Record<string, number>
  left: number
  leftByReason: { reason: string; count: number }[]
}

export type Left = {
  recordType: string
  id: string
  hrid?: string
  sourceRecordOrder: number
  title?: string
  reason: string
  text: string
}

/** Starts to undo a job. */
export async function startUndo(api: Api, jobId: string): Promise<Undo> {
  return answer(await api.post(`/octavo/imports/${jobId}/undo`), 202)
}

/** Waits until the undo of a job has ended. */
export function endOfUndo(api: Api, jobId: string, seconds = 50): Promise<Undo> {
  return until(async () => {
    const undo = answer(await api.get(`/octavo/imports/${jobId}/undo`)) as Undo
    return undo.status === 'RUNNING' ? null : undo
  }, seconds)
}

/** Undoes a job and waits for the end. */
export async function undoJob(api: Api, jobId: string): Promise<Undo> {
  await startUndo(api, jobId)
  return endOfUndo(api, jobId)
}

/** What the undo of a job left. */
export async function leftOf(api: Api, jobId: string): Promise<Left[]> {
  return answer(await api.get(`/octavo/imports/${jobId}/undo/left?limit=100000`)).left
}

const TABLES = [
  'instance',
  'holdings_record',
  'item',
  'source_record',
  'authority',
  'instance_authority_link',
]

/** Number of rows and a checksum over all their columns, by table. */
export async function tableChecksums(
  app: TestApp,
  tenant: string,
  tables: readonly string[] = TABLES,
): Promise<Record<string, string>> {
  return app.octavo.app.db.tenant(tenant, async (tx: Transaction) => {
    const sums: Record<string, string> = {}
    for (const table of tables) {
      const [row] = await tx.query<{ sum: string }>(
        `select count(*) || ' ' || md5(coalesce(string_agg(t::text, '' order by t::text), '')) as sum from ${table} t`,
      )
      sums[table] = row!.sum
    }
    return sums
  })
}

/** Changes a record through storage as a librarian's screen does. */
export async function editRecord(api: Api, path: string, change: object): Promise<void> {
  const record = answer(await api.get(path))
  answer(await api.put(path, { ...record, ...change }), 204)
}

/** What a job did with one incoming record, for `addUpdateJob`. */
export type JournalSteps = [
  entity: string,
  action: string,
  id: string,
  hrid: string | null,
  related: null,
  error: null,
][]

export function step(entity: string, action: string, id: string): JournalSteps[number] {
  return [entity, action, id, null, null, null]
}

/**
 * A finished job whose records were written with `work` under the job's id; `work` gives the steps of each incoming
 * record, for the journal.
 */
export async function addJob(
  app: TestApp,
  tenant: string,
  api: Api,
  work: (tx: Transaction, jobId: string) => Promise<JournalSteps[]>,
): Promise<string> {
  const user = answer(await api.get(`/users?query=username==${tenant}_admin`)).users[0]
  const request = { sourceType: 'ONLINE', userId: user.id }
  const created = answer(await api.post('/change-manager/jobExecutions', request), 201)
  const jobId = created.parentJobExecutionId as string
  await app.octavo.app.db.tenant(tenant, async (tx) => {
    await tx.query(
      "update snapshot set status = 'PARSING_IN_PROGRESS', processing_started_at = clock_timestamp() where id = $1",
      [jobId],
    )
    const rows = await work(tx, jobId)
    await tx.query(
      `insert into journal (job_no, seq, record_type, title, steps)
       select j.hr_id, row.no - 1, 0, 'Record ' || row.no, row.steps
       from job_execution j, unnest($2::text[]) with ordinality as row (steps, no) where j.id = $1`,
      [jobId, rows.map((steps) => JSON.stringify(steps))],
    )
    await tx.query(
      `update job_execution set status = 'COMMITTED', total = $2, started_at = clock_timestamp(),
         completed_at = clock_timestamp(), summary = '{"records":0,"errors":0,"entities":{}}' where id = $1`,
      [jobId, rows.length],
    )
    await tx.query("update snapshot set status = 'COMMITTED' where id = $1", [jobId])
  })
  return jobId
}
