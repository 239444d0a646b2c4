import { isoInstant, now } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { readPage } from '../../kernel/http/parameters.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import type { Problem } from '../../kernel/http/problems.ts'
import { created, noContent, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest } from '../../kernel/http/route.ts'
import { selectPage } from '../../kernel/lists/index.ts'
import { newId } from '../../kernel/ids.ts'
import { metadataOf } from '../../kernel/metadata.ts'
import { orderTerms } from './record-filters.ts'
import { readUuid } from './record-types.ts'
import type { Writer } from './source-record-input.ts'
import { SNAPSHOT_STATUSES, checkSnapshot, checkSnapshotUpdate } from './wire-schemas.ts'
import type { SnapshotBody } from './wire-schemas.ts'

type SnapshotRow = {
  id: string
  status: string
  processing_started_at: Date | null
  created_at: Date
  created_by: string | null
  updated_at: Date
  updated_by: string | null
}

const COLUMNS: Record<string, string> = {
  id: 'id',
  status: 'status',
  processingStartedDate: 'processing_started_at',
  createdByUserId: 'created_by',
  createdDate: 'created_at',
  updatedByUserId: 'updated_by',
  updatedDate: 'updated_at',
}

/** `GET /source-storage/snapshots` with `status`, `orderBy`, `limit`, `offset`. */
export async function listSnapshots(request: ApiRequest): Promise<Answer> {
  const page = readPage(request.query)
  const status = readStatus(request.query.get('status'))
  const order = [...orderTerms(request.query, COLUMNS), 'id'].join(', ')
  const from = 'from snapshot where $1::text is null or status = $1'
  const statement = {
    select: `select * ${from} order by ${order} limit ${page.limit} offset ${page.offset}`,
    count: `select count(*) as total ${from}`,
    params: [status],
  }
  const { rows, total } = await request.transaction((tx) => selectPage<SnapshotRow>(tx, statement, page))
  return ok({ snapshots: rows.map(snapshotDto), totalRecords: total })
}

function readStatus(text: string | undefined): string | null {
  if (text === undefined || text === '') return null
  if (!(SNAPSHOT_STATUSES as readonly string[]).includes(text)) {
    throw textProblem(400, `Unknown job execution status ${text}`)
  }
  return text
}

/** `POST /source-storage/snapshots`; one that is there already is replaced. */
export async function createSnapshot(request: ApiRequest): Promise<Answer> {
  checkSnapshot(request.body)
  const body = request.body as SnapshotBody
  const id = body.jobExecutionId!.toLowerCase()
  const row = await request.transaction(async (tx) => {
    const [stored] = await tx.query<SnapshotRow>(
      `insert into snapshot (id, status, processing_started_at, created_at, created_by, updated_at, updated_by)
       values ($1, $2, $3, $4, $5, $4, $5)
       on conflict (id) do update set status = excluded.status,
         processing_started_at = coalesce(excluded.processing_started_at, snapshot.processing_started_at),
         updated_at = excluded.updated_at, updated_by = excluded.updated_by
       returning *`,
      [id, ...statusValues(body), request.actor!.userId],
    )
    return stored!
  })
  return created(snapshotDto(row), id)
}

/** `GET /source-storage/snapshots/{jobExecutionId}` */
export async function readSnapshot(request: ApiRequest): Promise<Answer> {
  const id = readUuid(request.params.id)
  const [row] = await request.transaction((tx) =>
    tx.query<SnapshotRow>('select * from snapshot where id = $1', [id]),
  )
  if (!row) throw snapshotNotFound(request.params.id!)
  return ok(snapshotDto(row))
}

/** `PUT /source-storage/snapshots/{jobExecutionId}` */
export async function updateSnapshot(request: ApiRequest): Promise<Answer> {
  const id = readUuid(request.params.id)
  checkSnapshotUpdate(request.body)
  const [row] = await request.transaction((tx) =>
    tx.query<SnapshotRow>(
      `update snapshot set status = $2, processing_started_at = coalesce($3, processing_started_at),
         updated_at = $4, updated_by = $5
       where id = $1 returning *`,
      [id, ...statusValues(request.body as SnapshotBody), request.actor!.userId],
    ),
  )
  if (!row) throw snapshotNotFound(request.params.id!)
  return ok(snapshotDto(row))
}

/** Status, start of processing and instant of the write. Processing starts with the status PARSING_IN_PROGRESS. */
function statusValues(body: SnapshotBody): [string, Date | string | null, Date] {
  const at = now()
  const startedAt = body.status === 'PARSING_IN_PROGRESS' ? at : (body.processingStartedDate ?? null)
  return [body.status, startedAt, at]
}

/**
 * Adds the snapshot of a save that is no import's: its processing has begun and is done. With an id, that of a job, it
 * is added once. @returns its id
 */
export async function addSnapshot(tx: Transaction, writer: Writer, id = newId()): Promise<string> {
  await tx.query(
    `insert into snapshot (id, status, processing_started_at, created_at, created_by, updated_at, updated_by)
     values ($1, 'COMMITTED', $2, $2, $3, $2, $3) on conflict (id) do nothing`,
    [id, now(), writer?.userId ?? null],
  )
  return id
}

/** Deletes instances as far as nothing refers to them any more. */
export type DeleteInstances = (
  tx: Transaction,
  writer: Writer,
  instanceIds: readonly string[],
) => Promise<unknown>

/** `DELETE /source-storage/snapshots/{jobExecutionId}`: with all its records and the instances made from them. */
export async function removeSnapshot(request: ApiRequest, deleteInstances: DeleteInstances): Promise<Answer> {
  const id = readUuid(request.params.id)
  await request.transaction(async (tx) => {
    if (!(await deleteSnapshot(tx, request.actor, id, deleteInstances)))
      throw snapshotNotFound(request.params.id!)
  })
  return noContent()
}

const STEP = 1000

async function deleteSnapshot(
  tx: Transaction,
  writer: Writer,
  id: string,
  deleteInstances: DeleteInstances,
): Promise<boolean> {
  if ((await tx.execute('delete from snapshot where id = $1', [id])) === 0) return false
  for (;;) {
    const rows = await tx.query<{ external_id: string | null; record_type: number }>(
      `delete from source_record where id = any(array(
         select id from source_record where snapshot_id = $1 order by id limit ${STEP}))
       returning external_id, record_type`,
      [id],
    )
    const instanceIds = rows.flatMap((row) =>
      row.record_type === 0 && row.external_id !== null ? [row.external_id] : [],
    )
    if (instanceIds.length > 0) await deleteInstances(tx, writer, [...new Set(instanceIds)])
    if (rows.length < STEP) return true
  }
}

/**
 * Which of the snapshots records cannot be saved under, with the reason: unknown ones, and those whose
 * processing has not begun (folio-org/mod-source-record-storage: SnapshotDaoUtil).
 */
export async function unusableSnapshots(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, Problem>> {
  const wanted = [...new Set(ids)]
  const rows = await tx.query<Pick<SnapshotRow, 'id' | 'status' | 'processing_started_at'>>(
    'select id, status, processing_started_at from snapshot where id = any($1::uuid[])',
    [wanted],
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  const problems = new Map<string, Problem>()
  for (const id of wanted) {
    const snapshot = known.get(id)
    if (!snapshot) problems.set(id, snapshotNotFound(id))
    else if (snapshot.processing_started_at === null) {
      problems.set(
        id,
        textProblem(
          400,
          `Date when processing started is not set, expected snapshot status is PARSING_IN_PROGRESS, actual - ${snapshot.status}`,
        ),
      )
    }
  }
  return problems
}

function snapshotNotFound(id: string): Problem {
  return textProblem(404, `Snapshot with id '${id}' was not found`)
}

function snapshotDto(row: SnapshotRow): Record<string, unknown> {
  return {
    jobExecutionId: row.id,
    status: row.status,
    ...(row.processing_started_at === null
      ? {}
      : { processingStartedDate: isoInstant(row.processing_started_at) }),
    metadata: metadataOf(
      isoInstant(row.created_at),
      row.created_by,
      isoInstant(row.updated_at),
      row.updated_by,
    ),
  }
}
