import { CopyBuffer } from '../../kernel/db/copy-buffer.ts'
import type { CopyValue } from '../../kernel/db/copy-buffer.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { AnyRecord, RecordSpec } from './record-spec.ts'
import { RECORD_TYPES } from './records.ts'
import type { WriteOptions, Writer } from './write-outcome.ts'

type Row = readonly CopyValue[]

// Below this a statement with its rows in one parameter is as fast as COPY and takes one round trip less.
const COPY_FROM = 51
const UPDATE_STEP = 1000

/** Adds finished rows to the table of `spec`. Throws PostgreSQL's error when one breaks a unique index. */
export async function insertRows<T extends AnyRecord>(
  tx: Transaction,
  spec: RecordSpec<T>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return
  if (rows.length >= COPY_FROM) {
    const buffer = new CopyBuffer()
    for (const row of rows) buffer.line(row)
    await tx.copy(spec.table, spec.columns, [buffer.take()])
    return
  }
  const names = spec.columns.join(', ')
  await tx.query(`insert into ${spec.table} (${names}) select ${names} from ${recordSet(spec)}`, [
    rowsJson(spec.columns, rows),
  ])
}

/** Replaces stored rows by finished ones of the same ids; the creation date stays. */
export async function replaceRows<T extends AnyRecord>(
  tx: Transaction,
  spec: RecordSpec<T>,
  rows: readonly Row[],
): Promise<void> {
  const assignments = spec.columns
    .filter((column) => column !== 'id' && column !== 'created_at')
    .map((column) => `${column} = fresh.${column}`)
    .join(', ')
  for (let start = 0; start < rows.length; start += UPDATE_STEP) {
    await tx.query(
      `update ${spec.table} as stored set ${assignments} from ${recordSet(spec)} where stored.id = fresh.id`,
      [rowsJson(spec.columns, rows.slice(start, start + UPDATE_STEP))],
    )
  }
}

function recordSet<T extends AnyRecord>(spec: RecordSpec<T>): string {
  const columns = spec.columns.map((column) => `${column} ${spec.types[column]}`).join(', ')
  return `json_to_recordset($1) as fresh (${columns})`
}

/** Rows as one JSON array; the documents stand in it as they are, not as strings to be unescaped. */
function rowsJson(columns: readonly string[], rows: readonly Row[]): string {
  const objects = rows.map((row) => {
    const members = columns.map((column, i) => {
      const value = row[i]!
      return `"${column}":${column === 'doc' ? value : JSON.stringify(storable(value))}`
    })
    return `{${members.join(',')}}`
  })
  return `[${objects.join(',')}]`
}

function storable(value: CopyValue): CopyValue {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value
}

/** Keeps the documents that an update or delete is about to replace; the rows must be locked. */
export async function keepPrevious<T extends AnyRecord>(
  tx: Transaction,
  spec: RecordSpec<T>,
  ids: readonly string[],
  change: { writer: Writer; at: Date; isDeletion: boolean; jobId: WriteOptions['jobId'] },
): Promise<void> {
  if (ids.length === 0) return
  await tx.query(
    `insert into record_change (record_type, record_id, version, job_id, user_id, changed_at, is_deletion, doc)
     select $2, id, version, $3, $4, $5, $6, doc from ${spec.table} where id = any($1)`,
    [
      ids,
      RECORD_TYPES[spec.kind],
      change.jobId ?? null,
      change.writer?.userId ?? null,
      change.at,
      change.isDeletion,
    ],
  )
}
