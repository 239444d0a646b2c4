import { setTimeout as delay } from 'node:timers/promises'
import { sqlState } from '../../kernel/db/database.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { newId } from '../../kernel/ids.ts'
import { ChunkTooEarlyError } from '../../kernel/jobs/earlier-chunks.ts'
import { insertWholeJobs, removeJobs } from '../../kernel/jobs/ledger.ts'
import type { ClaimedChunk } from '../../kernel/jobs/ledger.ts'
import { ringBell } from '../../kernel/jobs/runner.ts'
import type { JobKind } from '../../kernel/jobs/runner.ts'
import type { App } from '../../kernel/module.ts'
import { RECORD_TYPES } from '../inventory/index.ts'
import { settle, tryLockAlone } from './settle.ts'
import { storeEntries } from './store-entries.ts'
import type { BrowsedKind } from './store-entries.ts'

const BROWSE_INDEX_KIND = 'browse-index'

/** Lists of the queue in one transaction, each of up to 1,000 records: others who edit wait for as long as it takes. */
const LISTS = 2
/** While other jobs are at work this one leaves them the machine, until its queue is so old. */
const PATIENCE_MINUTES = 10
const BUSY_MS = 20
/** After so many vain tries it waits among the writers, for a moment at a time. */
const MANY_TRIES = 100

/**
 * Has the queue worked off, after this transaction. One job that nobody has begun is enough for any number of writers.
 */
export async function startIndexing(tx: Transaction): Promise<void> {
  const waiting = await tx.asSystem(() =>
    tx.query(
      `select from octavo.job j join octavo.chunk c on c.job_id = j.id
       where j.tenant = $1 and j.kind = $2 and j.state = 'running' and c.state = 0 limit 1`,
      [tx.tenant, BROWSE_INDEX_KIND],
    ),
  )
  if (waiting.length > 0) return
  const id = newId()
  await insertWholeJobs(tx, BROWSE_INDEX_KIND, [{ id, groupId: id, chunks: [{}] }])
  await ringBell(tx)
}

/** Works off the queue of one tenant, a batch a transaction; whatever ends it, the rest stays in the queue. */
export function browseIndexJobKind(app: App): JobKind {
  return {
    kind: BROWSE_INDEX_KIND,
    async runChunk(chunk, commit) {
      const records = await workOffQueue(app, chunk)
      await commit(async () => ({ records, counts: { records } }))
    },
    // Nobody asks for it afterwards, and busy tenants make one a minute.
    onFinished: (tx, jobId) => removeJobs(tx, [jobId]),
  }
}

type Batch = { records: number; isBusy: boolean }

async function workOffQueue(app: App, chunk: ClaimedChunk): Promise<number> {
  const { tenant } = chunk
  let records = 0
  let lists = LISTS
  for (let tries = 0; ;) {
    if (await othersAtWork(app, chunk)) throw new ChunkTooEarlyError()
    try {
      const batch = await app.db.tenant(tenant, (tx) => workOffBatch(tx, lists, tries > MANY_TRIES))
      records += batch.records
      if (batch.isBusy) {
        tries += 1
        await delay(BUSY_MS)
        continue
      }
      if (batch.records === 0) break
      tries = 0
      lists = LISTS
    } catch (error) {
      const state = sqlState(error)
      if (state === LOCK_NOT_AVAILABLE) continue
      if (!isOfTheData(state)) throw error
      if (lists === 1) await splitFirstList(app, tenant, error as Error)
      lists = 1
    }
  }
  await settleAll(app, tenant)
  return records
}

const LOCK_NOT_AVAILABLE = '55P03'

/** Values that PostgreSQL can't take, which trying again won't change. */
function isOfTheData(state: string | undefined): boolean {
  return state !== undefined && /^(?:22|54)/.test(state)
}

async function othersAtWork(app: App, { tenant, jobId }: ClaimedChunk): Promise<boolean> {
  const [others] = await app.db.system((tx) =>
    tx.query(
      `select from octavo.chunk c join octavo.job j on j.id = c.job_id
       where c.state = 1 and j.kind <> $1 and j.id <> $2 limit 1`,
      [BROWSE_INDEX_KIND, jobId],
    ),
  )
  if (!others) return false
  return app.db.tenant(tenant, async (tx) => {
    const overdue = await tx.query(
      `select from browse_pending where seq = (select min(seq) from browse_pending)
         and created_at < now() - make_interval(mins => $1)`,
      [PATIENCE_MINUTES],
    )
    return overdue.length === 0
  })
}

async function workOffBatch(tx: Transaction, lists: number, isPatient: boolean): Promise<Batch> {
  if (!(await tryLockAlone(tx, isPatient))) return { records: 0, isBusy: true }
  const taken = await tx.query<{ record_type: number; record_ids: string[] }>(
    `delete from browse_pending where seq = any(array(
       select seq from browse_pending order by seq limit $1 for update skip locked
     ))
     returning record_type, record_ids`,
    [lists],
  )
  let records = 0
  for (const kind of ['instance', 'item', 'authority'] as const satisfies BrowsedKind[]) {
    const own = taken.filter((row) => row.record_type === RECORD_TYPES[kind])
    const ids = [...new Set(own.flatMap((row) => row.record_ids))]
    if (ids.length > 0) await storeEntries(tx, kind, ids)
    records += ids.length
  }
  return { records, isBusy: false }
}

/** Puts two halves in the place of a list that can't be stored; of a single record it is told, and it is left out. */
async function splitFirstList(app: App, tenant: string, error: Error): Promise<void> {
  const lost = await app.db.tenant(tenant, (tx) =>
    tx.query<{ id: string }>(
      `with first as (
         delete from browse_pending where seq = (select min(seq) from browse_pending)
         returning record_type, record_ids, created_at, cardinality(record_ids) as length
       ), halves as (
         insert into browse_pending (record_type, record_ids, created_at)
         select record_type, half, created_at from first
         cross join lateral (
           values (record_ids[:length / 2]), (record_ids[length / 2 + 1:])
         ) as parts (half)
         where length > 1
       )
       select record_ids[1] as id from first where length = 1`,
    ),
  )
  for (const { id } of lost) app.log.warn({ tenant, id, error: error.message }, 'a record cannot be browsed')
}

/** Settles the tenant's totals, unless writers are at work all the time; then it is done later. */
async function settleAll(app: App, tenant: string): Promise<void> {
  for (let isOpen = true; isOpen;) {
    isOpen = await app.db.tenant(tenant, async (tx) => (await tryLockAlone(tx)) && settle(tx))
  }
}

/** What a lost bell or single edits have left: a queue that nobody works off, totals that are not settled. */
export async function tidyBrowse(app: App): Promise<void> {
  const tenants = await app.db.system((tx) =>
    tx.query<{ id: string }>("select id from octavo.tenant where state = 'ready' order by id"),
  )
  for (const { id } of tenants) {
    const isUnsettled = await app.db.tenant(id, async (tx) => {
      const [left] = await tx.query<{ queued: boolean; unsettled: boolean }>(
        `select exists (select from browse_pending) as queued,
           exists (select from browse_doubt) or exists (select from browse_group_change) as unsettled`,
      )
      if (left!.queued) await startIndexing(tx)
      return left!.unsettled
    })
    if (isUnsettled) await settleAll(app, id)
  }
}
