import type { Transaction } from '../../../kernel/db/database.ts'
import type { ProfileSnapshot } from '../../import-profiles/index.ts'
import { getJob } from '../job-execution.ts'
import type { JobRow } from '../job-execution.ts'
import { errorText, ownersOf } from '../job-log.ts'
import type { JournalRow, Owners } from '../job-log.ts'
import { FAULT_KINDS } from '../record-fault.ts'
import type { FaultKind } from '../record-fault.ts'
import { TEXTS_PER_KIND, TEXT_CODE } from './error-code.ts'
import { explainFault } from './explain-fault.ts'
import { mappedFrom } from './mapped-from.ts'

/** Places of a group's records that are named. */
const SAMPLES = 20

type GroupRow = {
  kind: string
  text_code: string | null
  is_only: boolean
  count: number
  /** Job numbers and places of the first records, pairwise. */
  jobs: number[]
  seqs: number[]
}

/** The profile tree that a job ran with. */
export function snapshotOf(job: Pick<JobRow, 'profile_snapshot'>): ProfileSnapshot | null {
  return job.profile_snapshot === null ? null : (JSON.parse(job.profile_snapshot) as ProfileSnapshot)
}

/** The place of a journal row in the log, counted from 0. */
export function orderOf(owners: Owners, row: Pick<JournalRow, 'job_no' | 'seq'>): number {
  return owners.isComposite ? owners.of(row).first_record + row.seq : row.seq
}

/** A row with an error, of the journal or of a preview. */
type FailedRow = Pick<
  JournalRow,
  'job_no' | 'seq' | 'control_number' | 'byte_offset' | 'error' | 'folio_error'
>

/** Where rows with errors are: a FROM clause with `j` as they are in the journal, its parameter, and how they are counted. */
export type FailedRows = {
  from: string
  param: unknown
  orderOf: (row: Pick<JournalRow, 'job_no' | 'seq'>) => number
  example: (row: FailedRow) => string
  snapshot: ProfileSnapshot | null
}

/**
 * The errors of a job by cause, the most frequent first: those with one text together where it repeats, else those of one
 * kind. @throws Problem 404
 */
export async function listErrorGroups(tx: Transaction, jobId: string): Promise<Record<string, unknown>[]> {
  const job = await getJob(tx, jobId)
  const owners = await ownersOf(tx, job)
  return groupErrors(tx, {
    from: 'journal j where j.job_no = any($1::int[])',
    param: owners.numbers,
    orderOf: (row) => orderOf(owners, row),
    example: (row) => errorText(row, owners.of(row).first_record),
    snapshot: snapshotOf(job),
  })
}

/** Groups rows with errors by their cause. */
export async function groupErrors(tx: Transaction, rows: FailedRows): Promise<Record<string, unknown>[]> {
  const groups = await readGroups(tx, rows)
  const examples = await tx.query<FailedRow>(
    `select j.job_no, j.seq, j.control_number, j.byte_offset, j.error, j.folio_error from ${rows.from}
     and (j.job_no, j.seq) in (select * from unnest($2::int[], $3::int[]))`,
    [rows.param, groups.map(({ jobs }) => jobs[0]), groups.map(({ seqs }) => seqs[0])],
  )
  const byPlace = new Map(examples.map((row) => [`${row.job_no} ${row.seq}`, row]))
  return groups.map((group) => groupDto(group, byPlace.get(`${group.jobs[0]} ${group.seqs[0]}`)!, rows))
}

function groupDto(group: GroupRow, row: FailedRow, rows: FailedRows): Record<string, unknown> {
  const { field, value, ...explained } = explainFault(group.kind, row.error ?? '', row.folio_error)
  const isOneText = group.text_code !== null || group.count === 1
  return {
    kind: group.kind,
    code: codeOf(group),
    title: FAULT_KINDS[group.kind as FaultKind] ?? FAULT_KINDS.failed,
    text: row.error,
    isOneText,
    count: group.count,
    field,
    value: isOneText ? value : null,
    marcFields: mappedFrom(rows.snapshot, field),
    ...explained,
    sampleOrders: group.seqs.map((seq, at) => rows.orderOf({ job_no: group.jobs[at]!, seq })),
    example: rows.example(row),
    folioError: row.folio_error,
  }
}

function codeOf({ kind, text_code: text, is_only: isOnly }: GroupRow): string {
  if (isOnly) return kind
  return `${kind}.${text ?? 'other'}`
}

function readGroups(tx: Transaction, { from, param }: FailedRows): Promise<GroupRow[]> {
  return tx.query<GroupRow>(
    `with texts as (
       select j.error_kind as kind, j.error, ${TEXT_CODE} as text_code, count(*)::int as count
       from ${from} and j.error_kind is not null
       group by j.error_kind, j.error
     ), named as (
       select kind, error, case when count > 1 and row_number() over (partition by kind order by count desc, text_code)
         <= ${TEXTS_PER_KIND} then text_code end as text_code
       from texts
     ), grouped as (
       select n.kind, n.text_code, count(*)::int as count,
         (array_agg(j.job_no order by j.job_no, j.seq))[1:${SAMPLES}] as jobs,
         (array_agg(j.seq order by j.job_no, j.seq))[1:${SAMPLES}] as seqs
       from (select j.* from ${from} and j.error_kind is not null) j
       join named n on n.kind = j.error_kind and n.error = j.error
       group by n.kind, n.text_code
     )
     select *, count(*) over (partition by kind) = 1 as is_only
     from grouped order by count desc, kind, text_code nulls last`,
    [param],
  )
}
