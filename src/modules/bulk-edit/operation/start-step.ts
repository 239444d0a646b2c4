import { now } from '../../../kernel/clock.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { objectBody } from '../../../kernel/http/parameters.ts'
import { textProblem } from '../../../kernel/http/problems.ts'
import type { ApiRequest } from '../../../kernel/http/route.ts'
import { newId } from '../../../kernel/ids.ts'
import { appendChunks, insertJob, insertWholeJobs, sealJob } from '../../../kernel/jobs/ledger.ts'
import { ringBell } from '../../../kernel/jobs/runner.ts'
import type { App } from '../../../kernel/module.ts'
import { COMMIT_KIND, COMMIT_STEP } from '../commit/commit-records.ts'
import type { CommitChunkInput } from '../commit/commit-records.ts'
import { startAnew } from './content-update.ts'
import { EDIT_KIND, EDIT_STEP, rangesOf } from '../edit/edit-records.ts'
import type { EditChunk } from '../edit/edit-records.ts'
import { denialOf } from '../entity-kinds.ts'
import { NO_PROPOSED_LINKS } from '../files/file-links.ts'
import { MATCH_KIND } from '../match/match-records.ts'
import type { MatchChunk } from '../match/match-records.ts'
import { changeOperation, getOperation, requireActor, requireStartable } from './operation.ts'
import type { OperationRow } from './operation.ts'
import { operationDto } from './operation-dto.ts'
import { STEPS } from './operation-status.ts'
import type { Approach, Step } from './operation-status.ts'
import { forgetProblems } from './problems.ts'
import { forgetChanges } from '../review/keep-changes.ts'
import { STAGE } from './problem-stage.ts'

/**
 * A step that is to start. `keepsChanges` keeps of an edit, property by property, what it makes of each record: the screens
 * show it, FOLIO's do not, and it costs the reading of all records. `note` goes with a commit.
 */
type Start = { step: Step; approach: Approach | null; keepsChanges: boolean; note: string | null }

const MAX_NOTE = 1000

/** @throws Problem 400 naming the field */
function readStart(body: unknown): Start {
  const { step, approach = null, keepChanges = false, note = null } = objectBody(body)
  if (!STEPS.includes(step as Step))
    throw textProblem(400, `'step' is incorrect. It must be one of ${STEPS.join(', ')}`)
  if (approach !== null && !['IN_APP', 'MANUAL', 'QUERY'].includes(approach as string))
    throw textProblem(400, "'approach' is incorrect. It must be one of IN_APP, MANUAL, QUERY")
  if (typeof keepChanges !== 'boolean')
    throw textProblem(400, "'keepChanges' is incorrect. It must be true or false")
  if (note !== null && (typeof note !== 'string' || note.length > MAX_NOTE || note.includes('\0')))
    throw textProblem(400, `'note' is incorrect. It must be a text of at most ${MAX_NOTE} characters`)
  return {
    step: step as Step,
    approach: approach as Approach | null,
    keepsChanges: keepChanges,
    note: note as string | null,
  }
}

/**
 * Starts a step of an operation; the workers do it. The answer has the status of the running step already.
 * @throws Problem 400 when the step does not fit the status, 404
 */
export async function startStep(
  app: App,
  tx: Transaction,
  request: ApiRequest,
  id: string,
): Promise<Record<string, unknown>> {
  const start = readStart(request.body)
  const { step } = start
  const operation = await getOperation(tx, id, 'for update')
  requireStartable(operation, step)
  const { userId, username } = requireActor(request.actor)
  const user = { username, permissions: request.permissions }
  await changeOperation(tx, id, { user_id: userId })
  if (step === 'UPLOAD') await startMatching(tx, operation, denialOf(operation.entity_type, 'view', user))
  else if (step === 'EDIT') await startEdit(app, tx, operation, start)
  else {
    if (step === 'DELETE' && operation.entity_type !== 'USER')
      throw textProblem(
        400,
        `Records of the type ${operation.entity_type} cannot be deleted by bulk operations`,
      )
    const action = step === 'COMMIT' ? 'edit' : 'delete'
    await startCommit(tx, operation, action, denialOf(operation.entity_type, action, user))
    if (start.note !== null) await changeOperation(tx, id, { note: start.note })
  }
  await ringBell(tx)
  return operationDto(tx, await getOperation(tx, id))
}

async function startMatching(tx: Transaction, operation: OperationRow, denied: string | null): Promise<void> {
  const jobId = newId()
  await insertJob(tx, { id: jobId, kind: MATCH_KIND })
  const first: MatchChunk = { phase: 'read', denied }
  await appendChunks(tx, jobId, [first])
  // Sealed from the start: it ends when a chunk has added no further one.
  await sealJob(tx, jobId)
  await changeOperation(tx, operation.id, { status: 'RETRIEVING_RECORDS', job_id: jobId, processed: 0 })
}

// MARC as it is, decoded, as it will be, and what is mapped of it, are about 60 KB beside the documents.
const MARC_STEP = 500

function stepOf({ entity_type: entity }: OperationRow, step: number): number {
  return entity === 'INSTANCE_MARC' ? Math.min(step, MARC_STEP) : step
}

async function startEdit(
  app: App,
  tx: Transaction,
  operation: OperationRow,
  { approach, keepsChanges }: Start,
): Promise<void> {
  const isManual = approach === 'MANUAL'
  if (isManual && operation.approach !== 'MANUAL')
    throw textProblem(400, 'There is no edited file: it is uploaded with manual=true before this step.')
  if (isManual) {
    await forgetProblems(tx, operation.hr_id, [STAGE.rules, STAGE.commit])
    await forgetChanges(tx, operation)
  } else await startAnew(app, tx, operation)
  const chunks: EditChunk[] = isManual
    ? [{ isByFile: true, keepsChanges }]
    : rangesOf(operation.matched, stepOf(operation, EDIT_STEP)).map((range) => ({ ...range, keepsChanges }))
  const jobId = newId()
  await insertWholeJobs(tx, EDIT_KIND, [{ id: jobId, groupId: jobId, chunks }])
  await changeOperation(tx, operation.id, {
    status: 'DATA_MODIFICATION_IN_PROGRESS',
    approach: isManual ? 'MANUAL' : 'IN_APP',
    job_id: jobId,
    processed: 0,
    committed_errors: 0,
    committed_warnings: 0,
    error_message: null,
    review: keepsChanges ? '{}' : null,
    links: isManual ? {} : NO_PROPOSED_LINKS,
  })
}

async function startCommit(
  tx: Transaction,
  operation: OperationRow,
  action: 'edit' | 'delete',
  denied: string | null,
): Promise<void> {
  const jobId = newId()
  const chunks = rangesOf(operation.matched, stepOf(operation, COMMIT_STEP)).map(
    (range): CommitChunkInput => ({
      ...range,
      denied,
    }),
  )
  await insertWholeJobs(tx, COMMIT_KIND, [{ id: jobId, groupId: jobId, chunks }])
  await changeOperation(tx, operation.id, {
    status: action === 'edit' ? 'APPLY_CHANGES' : 'DELETING_RECORDS',
    operation_type: action === 'edit' ? 'UPDATE' : 'DELETE',
    job_id: jobId,
    processed: 0,
    committed: 0,
    total: operation.matched,
    committed_at: now(),
    error_message: null,
  })
}
