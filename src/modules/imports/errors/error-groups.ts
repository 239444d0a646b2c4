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

/**
 * The errors of a job by cause, the most frequent first: those with one text together where it repeats, else those of one
 * kind. @throws Problem 404
 */
export async function listErrorGroups(tx: Transaction, jobId: string): Promise<Record<string, unknown>[]> {
  const job = await getJob(tx, jobId)
  const owners = await ownersOf(tx, job)
  const groups = await readGroups(tx, owners.numbers)
  const examples = await tx.query<JournalRow>(
    `select j.* from unnest($1::int[], $2::int[]) as first (job_no, seq)
     join journal j on j.job_no = first.job_no and j.seq = first.seq`,
    [groups.map(({ jobs }) => jobs[0]), groups.map(({ seqs }) => seqs[0])],
  )
  const byPlace = new Map(examples.map((row) => [`${row.job_no} ${row.seq}`, row]))
  const snapshot = snapshotOf(job)
  return groups.map((group) => {
    const row = byPlace.get(`${group.jobs[0]} ${group.seqs[0]}`)!
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
      marcFields: mappedFrom(snapshot, field),
      ...explained,
      sampleOrders: group.seqs.map((seq, at) => orderOf(owners, { job_no: group.jobs[at]!, seq })),
      example: errorText(row, owners.of(row).first_record),
      folioError: row.folio_error,
    }
  })
}

function codeOf({ kind, text_code: text, is_only: isOnly }: GroupRow): string {
  if (isOnly) return kind
  return `${kind}.${text ?? 'other'}`
}

function readGroups(tx: Transaction, numbers: readonly number[]): Promise<GroupRow[]> {
  return tx.query<GroupRow>(
    `with texts as (
       select j.error_kind as kind, j.error, ${TEXT_CODE} as text_code, count(*)::int as count
       from journal j where j.job_no = any($1::int[]) and j.error_kind is not null
       group by j.error_kind, j.error
     ), named as (
       select kind, error, case when count > 1 and row_number() over (partition by kind order by count desc, text_code)
         <= ${TEXTS_PER_KIND} then text_code end as text_code
       from texts
     ), grouped as (
       select n.kind, n.text_code, count(*)::int as count,
         (array_agg(j.job_no order by j.job_no, j.seq))[1:${SAMPLES}] as jobs,
         (array_agg(j.seq order by j.job_no, j.seq))[1:${SAMPLES}] as seqs
       from journal j join named n on n.kind = j.error_kind and n.error = j.error
       where j.job_no = any($1::int[])
       group by n.kind, n.text_code
     )
     select *, count(*) over (partition by kind) = 1 as is_only
     from grouped order by count desc, kind, text_code nulls last`,
    [numbers],
  )
}
