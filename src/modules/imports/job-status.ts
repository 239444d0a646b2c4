/** The states of a job execution and what FOLIO's screens call them (folio-org/mod-source-record-manager). */
export const UI_STATUS = {
  PARENT: 'PARENT',
  NEW: 'INITIALIZATION',
  FILE_UPLOADED: 'INITIALIZATION',
  PARSING_IN_PROGRESS: 'RUNNING',
  PARSING_FINISHED: 'RUNNING_COMPLETE',
  PROCESSING_IN_PROGRESS: 'PREPARING_FOR_PREVIEW',
  PROCESSING_FINISHED: 'READY_FOR_PREVIEW',
  COMMIT_IN_PROGRESS: 'RUNNING',
  COMMITTED: 'RUNNING_COMPLETE',
  ERROR: 'ERROR',
  CANCELLED: 'CANCELLED',
  DISCARDED: 'DISCARDED',
} as const

export type JobStatus = keyof typeof UI_STATUS

export const ERROR_STATUSES = [
  'SNAPSHOT_UPDATE_ERROR',
  'RECORD_UPDATE_ERROR',
  'FILE_PROCESSING_ERROR',
  'INSTANCE_CREATING_ERROR',
  'PROFILE_SNAPSHOT_CREATING_ERROR',
] as const

export type ErrorStatus = (typeof ERROR_STATUSES)[number]

export const JOB_STATUSES = Object.keys(UI_STATUS) as JobStatus[]

/** States that nothing leaves by itself. */
export const FINAL_STATUSES: readonly JobStatus[] = ['COMMITTED', 'ERROR', 'CANCELLED', 'DISCARDED']

/** States of jobs that workers are at or will be. */
export const RUNNING_STATUSES: readonly JobStatus[] = [
  'PARSING_IN_PROGRESS',
  'PARSING_FINISHED',
  'PROCESSING_IN_PROGRESS',
  'PROCESSING_FINISHED',
  'COMMIT_IN_PROGRESS',
]

/** The states that show as `uiStatus`. */
export function statusesOf(uiStatus: string): JobStatus[] {
  return JOB_STATUSES.filter((status) => UI_STATUS[status] === uiStatus)
}
