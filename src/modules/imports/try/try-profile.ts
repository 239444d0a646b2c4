import { decodeCompact } from '../../../formats/marc/index.ts'
import { now } from '../../../kernel/clock.ts'
import { sqlState } from '../../../kernel/db/database.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { objectBody } from '../../../kernel/http/parameters.ts'
import { fieldProblem } from '../../../kernel/http/problems.ts'
import type { Actor } from '../../../kernel/http/route.ts'
import { isUuid, newId } from '../../../kernel/ids.ts'
import type { App } from '../../../kernel/module.ts'
import { currentTree, isProfileTree } from '../../import-profiles/index.ts'
import type { ProfileSnapshot } from '../../import-profiles/index.ts'
import { compileJob } from '../engine/compiled-job.ts'
import type { CompiledJob } from '../engine/compiled-job.ts'
import { answerQuestions } from '../engine/answer-questions.ts'
import { sourceEntity } from '../engine/fail-record.ts'
import { readRecord } from '../engine/read-chunk.ts'
import type { EntityWork, RawRecord, RecordWork } from '../engine/record-work.ts'
import { walkProfile } from '../engine/walk-profile.ts'
import { explainFault } from '../errors/explain-fault.ts'
import { mappedFrom } from '../errors/mapped-from.ts'
import { checkPlan, plannedSteps } from '../job-plan.ts'
import type { PlannedStep } from '../job-plan.ts'
import { RECORD_TYPES } from '../journal-row.ts'
import type { MatchTrace } from '../journal-row.ts'
import { diffDocuments } from '../marc-changes/index.ts'
import { marcDto } from '../marc-dto.ts'
import { findRecords, matchSteps } from '../outcome/match-steps.ts'
import { readContext } from '../start-job.ts'
import { readTriedRecords } from './read-records.ts'

/** A match that no index helps reads all records; on a large catalogue that is not what a trial may do. */
const MAX_SECONDS = 15
const CANCELLED = '57014'

/**
 * Lets records take the steps of a job profile, stored or as it is being edited, and tells for each which way it takes,
 * what the matches look for and find, and the records as they would be. Nothing is written. What is decided only when rows
 * are stored (barcodes that are taken, human-readable ids) is not told; a preview does.
 * @throws Problem 404, 422 naming the field
 */
export async function tryProfile(
  app: App,
  tx: Transaction,
  actor: Actor,
  body: unknown,
): Promise<Record<string, unknown>> {
  const request = objectBody(body)
  const snapshot = await readTree(tx, request)
  const raw = await readTriedRecords(app, tx, request)
  const context = await readContext(tx, snapshot)
  const fault = checkPlan(context)
  if (fault !== null) return { fault, records: [] }
  const job = compileJob({ ...context, jobId: newId(), jobNo: 0, userId: actor.userId })
  await tx.query(`set local statement_timeout = '${MAX_SECONDS}s'`)
  try {
    const records = []
    for (const one of raw) records.push(await tryRecord(tx, job, snapshot, one))
    return { fault: null, records }
  } catch (error) {
    if (sqlState(error) !== CANCELLED) throw error
    throw fieldProblem(
      'A match of this profile has no index yet, and the catalogue is too large to be read for a trial. Save the profile; its index is then built.',
      'profile',
      null,
      'octavo.try.slow',
    )
  }
}

async function readTree(
  tx: Transaction,
  { profile, profileId }: Record<string, unknown>,
): Promise<ProfileSnapshot> {
  if (profile === undefined || profile === null) {
    if (!isUuid(profileId))
      throw fieldProblem('must be the id of a job profile', 'profileId', profileId ?? null)
    return currentTree(tx, 'JOB_PROFILE', profileId.toLowerCase(), null)
  }
  if (!isProfileTree(profile)) throw fieldProblem('must be the tree of a job profile', 'profile', null)
  return profile
}

async function tryRecord(
  tx: Transaction,
  job: CompiledJob,
  snapshot: ProfileSnapshot,
  raw: RawRecord,
): Promise<Record<string, unknown>> {
  const record = readRecord(raw)
  const incoming = record.marc === null ? null : marcDto(record.marc)
  if (record.fault === null) await takeSteps(tx, job, record)
  const { fault } = record
  return {
    order: raw.seq,
    title: record.title,
    controlNumber: record.controlNumber,
    recordType: record.recordType === null ? null : RECORD_TYPES[record.recordType],
    incoming,
    matches: await matchSteps(tx, snapshot, record.trace),
    path: pathOf(plannedSteps(snapshot), record.trace),
    records: await resultsOf(tx, record),
    error: fault && errorOf(fault, snapshot),
  }
}

async function takeSteps(tx: Transaction, job: CompiledJob, record: RecordWork): Promise<void> {
  const questions = job.matches.map(({ question }) => question)
  const steps = walkProfile(job, record, now())
  for (let step = steps.next([]); !step.done;) {
    step = steps.next(await answerQuestions(tx, step.value, questions))
  }
}

function errorOf(fault: NonNullable<RecordWork['fault']>, snapshot: ProfileSnapshot) {
  const { field, ...explained } = explainFault(fault.kind, fault.text, fault.folio)
  const marcFields = mappedFrom(snapshot, field)
  return {
    kind: fault.kind,
    entityType: fault.entity,
    text: fault.text,
    field,
    marcFields,
    ...explained,
    folioError: fault.folio,
  }
}

/** A step of a record's way; of a match whether it found something. */
type PathStep =
  | { kind: 'match'; profileId: string; name: string; isFound: boolean }
  | { kind: 'action'; name: string; action: string; entityType: string }

/** The steps of the tree that a record came to, by what its matches found. */
export function pathOf(steps: readonly PlannedStep[], trace: readonly MatchTrace[]): PathStep[] {
  const found = new Map(trace.map(([no, , count]) => [no, count > 0]))
  let next = 0
  const walk = (list: readonly PlannedStep[], isTaken: boolean): PathStep[] =>
    list.flatMap((step): PathStep[] => {
      if (step.kind === 'action')
        return isTaken
          ? [{ kind: 'action', name: step.name, action: step.action, entityType: step.entity }]
          : []
      const isFound = found.get(next)
      next += 1
      const isReached = isTaken && isFound !== undefined
      const own: PathStep[] = isReached
        ? [{ kind: 'match', profileId: step.profile.id, name: step.profile.name, isFound }]
        : []
      return [
        ...own,
        ...walk(step.onMatch, isReached && isFound),
        ...walk(step.onNonMatch, isReached && !isFound),
      ]
    })
  return walk(steps, true)
}

/** The records as they would be; what would be made has no id. */
async function resultsOf(tx: Transaction, record: RecordWork): Promise<Record<string, unknown>[]> {
  const works = record.touched.filter((work) => work.fault === null)
  const stored = await findRecords(
    tx,
    works.flatMap((work) => (work.stored === null ? [] : [work.id])),
  )
  const results = works.map((work) => resultOf(work, stored.get(work.id)?.hrid ?? null))
  const { source } = record
  if (source === null) return results
  const before = source.stored?.marc ? marcDto(decodeCompact(Buffer.from(source.stored.marc))) : null
  const isNew = source.stored === null
  const marc = { before, after: marcDto(source.marc) }
  return [
    { entityType: sourceEntity(record), actionType: isNew ? 'CREATE' : 'UPDATE', id: null, hrid: null, marc },
    ...results,
  ]
}

function resultOf({ entity, id, document, stored, isDeleted }: EntityWork, hrid: string | null) {
  const { id: _, ...made } = document
  if (stored === null)
    return { entityType: entity, actionType: 'CREATE', id: null, hrid: null, before: null, after: made }
  return {
    entityType: entity,
    actionType: isDeleted ? 'DELETE' : 'UPDATE',
    id,
    hrid,
    before: stored.document,
    after: isDeleted ? null : document,
    changes: isDeleted ? [] : diffDocuments(stored.document, document),
  }
}
