import type { RecordHistory } from '../inventory/index.ts'
import type { JobGeneration } from '../records/index.ts'
import type { Reason, Target } from './undo-target.ts'

/** What is to be done with a record: `none` where an undo has done it already. */
export type Verdict =
  | { do: 'delete' }
  /** Back to the document of this version; `stored` is the present one. */
  | { do: 'restore'; version: number; stored: string }
  /** The record itself was not changed, its MARC was. */
  | { do: 'marc' }
  /** The record is gone; what is left of its MARC goes too. */
  | { do: 'clear'; reason: Reason }
  | { do: 'leave'; reason: Reason }
  | { do: 'none' }

/**
 * Decides on one record by what became of it since the job. `generations` are those that the job made of its source
 * record: a record and its MARC go together, so a change of either keeps both.
 */
export function decide(
  target: Target,
  history: RecordHistory,
  generations: readonly JobGeneration[],
  work: UndoneWork,
): Verdict {
  if (history.version === null) return decideOnGone(target, history, work)
  const reason = editedReason(target, history, generations, work) ?? marcReason(generations, work)
  if (reason !== null) return { do: 'leave', reason }
  if (target.isCreated) return { do: 'delete' }
  if (history.firstVersion !== null)
    return { do: 'restore', version: history.firstVersion, stored: history.doc! }
  return generations.length > 0 ? { do: 'marc' } : { do: 'none' }
}

function decideOnGone(target: Target, history: RecordHistory, work: UndoneWork): Verdict {
  if (history.isDeletedByOwn) return { do: 'none' }
  const reason = goneReason(work)
  return target.isCreated ? { do: 'clear', reason } : { do: 'leave', reason }
}

/**
 * Whether somebody else has changed the record since. A change that was taken back does not count, such as that of a
 * later import which was undone: the record then says what the job's own left. Nor do values that a write computes.
 */
function editedReason(
  target: Target,
  history: RecordHistory,
  generations: readonly JobGeneration[],
  work: UndoneWork,
): Reason | null {
  const { version, doc, lastVersion, lastOwnVersion, firstVersion, foreignVersion, foreignAt, leftDoc } =
    history
  const isUntracked = lastVersion !== null && version !== lastVersion + 1
  if (isUntracked) return editedSince(work)
  if (foreignVersion === null) return null
  if (!target.isCreated && firstVersion === null) {
    const first = generations[0]
    return first !== undefined && foreignAt! >= first.createdAt ? editedSince(work, foreignAt) : null
  }
  const isInterleaved =
    history.isInterleaved || (target.isCreated && lastOwnVersion !== null && foreignVersion < lastOwnVersion)
  const isSame = leftDoc === null || saysTheSame(doc!, leftDoc)
  return isInterleaved || !isSame ? editedSince(work, foreignAt) : null
}

/** What is undone, as reasons name it. */
export type UndoneWork = 'import' | 'bulk edit'

/** Why a record stays that somebody has changed since. */
export function editedSince(work: UndoneWork, at: Date | null = null): Reason {
  const when = at === null ? '' : `, last at ${at.toISOString().slice(0, 19)}Z`
  return { kind: 'edited', text: `It was changed after the ${work}${when}.` }
}

/** Why a record that is not there any more can't be put back. */
export function goneReason(work: UndoneWork): Reason {
  return { kind: 'gone', text: `It was deleted after the ${work}.` }
}

/** Why a record stays that cannot be what it was, because of what is there now. */
export function refusedReason(message: string): Reason {
  return { kind: 'refused', text: `It cannot be put back as it was: ${message}` }
}

function marcReason(generations: readonly JobGeneration[], work: UndoneWork): Reason | null {
  const isChanged = generations.some(({ isReplaced, isEdited }) => isReplaced || isEdited)
  return isChanged ? { kind: 'marc-edited', text: `Its MARC record was changed after the ${work}.` } : null
}

/**
 * Which generations of a record go. All of a created one; of a changed one those that followed another. The first
 * generation stays when nothing would be left of the record: then the job itself made it, for another incoming record.
 */
export function generationsToRemove(
  generations: readonly JobGeneration[],
  isRemovedWhole: boolean,
): readonly JobGeneration[] {
  const [first, ...later] = generations
  return first === undefined || isRemovedWhole || first.hasFormer ? generations : later
}

/** The fields of a document that a write computes. */
const COMPUTED = [
  '_version',
  'metadata',
  'effectiveLocationId',
  'effectiveCallNumberComponents',
  'effectiveShelvingOrder',
  // Of users.
  'updatedDate',
]

/** True when a record says already what an earlier document of it says; what is computed does not count. */
export function saysTheSame(stored: string, earlier: string): boolean {
  return comparable(stored) === comparable(earlier)
}

function comparable(text: string): string {
  const document = JSON.parse(text) as Record<string, unknown>
  for (const name of COMPUTED) delete document[name]
  return JSON.stringify(document)
}
