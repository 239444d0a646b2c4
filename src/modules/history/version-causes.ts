import type { Transaction } from '../../kernel/db/database.ts'
import type { RecordEvent } from '../inventory/index.ts'
import { readGenerations } from '../records/index.ts'
import type { Generation, RecordTypeName } from '../records/index.ts'
import type { RecordKindName } from './record-kinds.ts'

/** A job as people call it; `undoes` is the job that an undo takes back. */
export type NamedJob = {
  id: string
  kind: 'import' | 'bulk-edit' | 'undo'
  number: number | null
  undoes?: string
}

/** Finds the jobs of those ids; ids of others are left out. */
export type NameJobs = (tx: Transaction, ids: readonly string[]) => Promise<NamedJob[]>

/** What changed a record: a job, the MARC editor or another change of MARC, or one of the record itself. */
export type Cause = {
  kind: NamedJob['kind'] | 'marc' | 'record'
  id?: string
  number?: number
  undoes?: string
}

/** Why an event happened, and the generation of its MARC that stood after it. */
export type Explained = { cause: Cause; marcGeneration?: number }

export const MARC_TYPES: Readonly<Record<RecordKindName, RecordTypeName | null>> = {
  instance: 'MARC_BIB',
  holdings: 'MARC_HOLDING',
  authority: 'MARC_AUTHORITY',
  item: null,
}

/** A record and its MARC are written in one transaction, some milliseconds apart. */
const TOGETHER_MS = 5000

/** Explains all events of a record, in their order. Two or three statements for any number. */
export async function explainEvents(
  tx: Transaction,
  kind: RecordKindName,
  id: string,
  events: readonly RecordEvent[],
  nameJobs: NameJobs,
): Promise<Explained[]> {
  const marcType = MARC_TYPES[kind]
  const generations = marcType === null ? [] : await readGenerations(tx, marcType, id)
  const jobs = await jobsOf(tx, events, generations, nameJobs)
  const places = generations.map((generation) => placeOf(generation, events))
  return events.map(({ jobId }, i) => {
    const standing = generations[places.findLastIndex(({ event }) => event <= i)]
    const made = generations[places.findLastIndex(({ event, isTogether }) => event === i && isTogether)]
    const job = jobs.get(jobId ?? made?.snapshotId ?? '')
    return {
      cause: job === undefined ? { kind: made === undefined ? 'record' : 'marc' } : causeOf(job),
      ...(standing === undefined ? {} : { marcGeneration: standing.generation }),
    }
  })
}

/**
 * The event to which a generation belongs: that of its job, else the last one before it, because MARC is written after
 * the record that is made of it.
 */
function placeOf(
  { createdAt, snapshotId }: Generation,
  events: readonly RecordEvent[],
): { event: number; isTogether: boolean } {
  const byJob = events.findIndex(({ jobId }) => jobId === snapshotId)
  if (byJob !== -1) return { event: byJob, isTogether: true }
  const event = Math.max(
    0,
    events.findLastIndex(({ at }) => at <= createdAt),
  )
  const gap = Math.abs(events[event]!.at.getTime() - createdAt.getTime())
  return { event, isTogether: gap < TOGETHER_MS }
}

function causeOf({ kind, id, number, undoes }: NamedJob): Cause {
  return { kind, id, ...(number === null ? {} : { number }), ...(undoes === undefined ? {} : { undoes }) }
}

async function jobsOf(
  tx: Transaction,
  events: readonly RecordEvent[],
  generations: readonly Generation[],
  nameJobs: NameJobs,
): Promise<Map<string, NamedJob>> {
  const ids = [
    ...events.flatMap(({ jobId }) => jobId ?? []),
    ...generations.map(({ snapshotId }) => snapshotId),
  ]
  const jobs = ids.length === 0 ? [] : await nameJobs(tx, [...new Set(ids)])
  return new Map(jobs.map((job) => [job.id, job]))
}
