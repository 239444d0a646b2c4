import { isoInstant } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { compositeDetails, partStates } from './composite-job.ts'
import type { PartState } from './composite-job.ts'
import { countsOf, getJob } from './job-execution.ts'
import { NO_COUNTS } from './job-counts.ts'
import type { JobRow } from './job-execution.ts'
import type { JobCounts } from './job-counts.ts'
import { UI_STATUS } from './job-status.ts'

type Progress = { jobExecutionId: string; current: number; total: number }

function progressOf(row: JobRow, counts: JobCounts): Progress {
  const isDone = row.status === 'COMMITTED' || row.status === 'ERROR'
  const current = isDone && row.error_status !== 'FILE_PROCESSING_ERROR' ? row.total : counts.records
  return { jobExecutionId: row.id, current, total: row.total }
}

/** A composite job shows the sums of its parts. */
function compositeProgress(row: JobRow, parts: readonly PartState[]): Progress {
  const sum = (value: (part: PartState) => number) => parts.reduce((total, part) => total + value(part), 0)
  return { jobExecutionId: row.id, current: sum((part) => part.current), total: sum((part) => part.total) }
}

/** What a job has done: sums over its chunks, or for a composite job over its parts, of which there may be none yet. */
type Work = { counts: JobCounts; parts: readonly PartState[] }

const NO_WORK: Work = { counts: NO_COUNTS, parts: [] }

/** A job as FOLIO's clients read it; `withSnapshot` adds the profile tree (change-manager answers only). */
export function jobDto(
  row: JobRow,
  { counts, parts }: Work = NO_WORK,
  withSnapshot = false,
): Record<string, unknown> {
  const extra = row.extra === null ? {} : (JSON.parse(row.extra) as Record<string, unknown>)
  return {
    ...extra,
    id: row.id,
    hrId: row.hr_id,
    parentJobId: row.parent_id,
    subordinationType: row.subordination,
    ...(row.profile_id === null
      ? {}
      : {
          jobProfileInfo: {
            id: row.profile_id,
            name: row.profile_name,
            dataType: row.profile_data_type,
            hidden: row.is_profile_hidden,
          },
        }),
    ...(withSnapshot && row.profile_snapshot !== null
      ? { jobProfileSnapshotWrapper: JSON.parse(row.profile_snapshot) as unknown }
      : {}),
    ...(row.source_path === null ? {} : { sourcePath: row.source_path }),
    fileName: row.file_name,
    runBy: { firstName: row.first_name, lastName: row.last_name },
    progress: parts.length === 0 ? progressOf(row, counts) : compositeProgress(row, parts),
    startedDate: isoInstant(row.started_at ?? row.created_at),
    ...(row.completed_at === null ? {} : { completedDate: isoInstant(row.completed_at) }),
    status: row.status,
    uiStatus: UI_STATUS[row.status],
    ...(row.error_status === null ? {} : { errorStatus: row.error_status }),
    ...(row.error_text === null ? {} : { errorText: row.error_text }),
    userId: row.user_id,
    jobPartNumber: row.part_number,
    totalJobParts: row.part_count,
    totalRecordsInFile: row.records_in_file,
    ...(parts.length === 0 ? {} : { compositeDetails: compositeDetails(parts) }),
  }
}

/** Jobs with what they have done so far as FOLIO's clients read them; a few queries for all of them. */
export async function jobDtos(
  tx: Transaction,
  rows: readonly JobRow[],
  withSnapshot = false,
): Promise<Record<string, unknown>[]> {
  const isParent = (row: JobRow) => row.subordination === 'COMPOSITE_PARENT'
  const counts = await countsOf(
    tx,
    rows.filter((row) => !isParent(row)),
  )
  const parts = await partStates(
    tx,
    rows.filter(isParent).map((row) => row.id),
  )
  return rows.map((row) =>
    jobDto(row, { counts: counts.get(row.id) ?? NO_COUNTS, parts: parts.get(row.id) ?? [] }, withSnapshot),
  )
}

/** One job as FOLIO's clients read it, with its profile tree. @throws Problem 404 */
export async function readJobDto(tx: Transaction, id: string): Promise<Record<string, unknown>> {
  const [dto] = await jobDtos(tx, [await getJob(tx, id)], true)
  return dto!
}
