import { CopyBuffer } from '../../../kernel/db/copy-buffer.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { now } from '../../../kernel/clock.ts'
import { appendChunks } from '../../../kernel/jobs/ledger.ts'
import type { ClaimedChunk } from '../../../kernel/jobs/ledger.ts'
import type { CommitChunk, JobKind } from '../../../kernel/jobs/runner.ts'
import type { App } from '../../../kernel/module.ts'
import { identifiersKey, matchedLinks, matchedMarcLink, matchingErrorsLink } from '../files/file-links.ts'
import { IdentifierFileError, identifiersOf } from './identifier-file.ts'
import { REFUSAL, findIdentifierKind } from './identifier-kinds.ts'
import type { IdentifierKind } from './identifier-kinds.ts'
import { MARC_OF_INSTANCE } from '../edit/marc-sources.ts'
import { changeOperation, findOperationOfJob } from '../operation/operation.ts'
import type { OperationRow } from '../operation/operation.ts'
import { STAGE } from '../operation/problem-stage.ts'
import { countMarcRecords } from '../files/record-documents.ts'
import { countProblems } from '../operation/problems.ts'
import { noStepCounts } from '../operation/step-counts.ts'
import type { StepCounts } from '../operation/step-counts.ts'
import { warnOfUnknownReferences } from './unknown-references.ts'

/** The kind under which matching stands in the ledger of jobs. */
export const MATCH_KIND = 'bulk-match'

// About 5 MB of identifiers and rows; a tenth of a second for those that have an index.
const STEP = 20_000
const COPY_STEP = 5_000
const EMPTY_FILE = 'File uploading failed : Cannot upload a file. Reason: file is empty.'

/**
 * A chunk of matching. The file is read first; each chunk adds the next, so that they never run side by side: records get
 * their places in the order of the file, and of two identifiers of one record the first counts. Beside the next it adds
 * one for the references of the records that it found, by their places, which any worker may take meanwhile. `denied` is the
 * start of the message for all records, where the user may not view them.
 */
export type MatchChunk =
  | { phase: 'read' | 'query'; denied: string | null }
  | { phase: 'match'; after: number; matched: number; denied: string | null }
  | { phase: 'warn'; after: number; last: number }

/** Takes what a query has found as identifiers; true when there are any. */
type TakeQueriedIds = (tx: Transaction, operation: OperationRow) => Promise<boolean>

/** Reads the identifiers of an operation and finds the records that they name. */
export function matchJobKind(app: App, takeQueriedIds: TakeQueriedIds | null): JobKind {
  return {
    kind: MATCH_KIND,
    runChunk: (chunk, commit) => runMatchChunk(app, takeQueriedIds, chunk, commit),
    onFinished: finishMatching,
  }
}

async function runMatchChunk(
  app: App,
  takeQueriedIds: TakeQueriedIds | null,
  chunk: ClaimedChunk,
  commit: CommitChunk,
): Promise<void> {
  const input = chunk.input as MatchChunk
  await commit(async (tx) => {
    // A chunk that the database forgets in a crash is done again; the end of the step waits for the disk.
    tx.commitLazily()
    const operation = await findOperationOfJob(tx, chunk.jobId)
    // Without its operation the job was cancelled: the mark that the chunk is done is refused then.
    if (operation === null) return { records: 0, counts: noStepCounts() }
    if (input.phase === 'match') return matchStep(tx, chunk.jobId, operation, input)
    if (input.phase === 'warn') {
      const warnings = await warnOfUnknownReferences(tx, operation, input)
      return { records: 0, counts: { ...noStepCounts(), warnings } }
    }
    try {
      if (input.phase === 'read') await readIdentifiers(tx, app, operation)
      else if (!(await takeQueriedIds!(tx, operation))) return { records: 0, counts: noStepCounts() }
      await setDuplicatesAside(tx, operation)
      const first: MatchChunk = { phase: 'match', after: 0, matched: 0, denied: input.denied }
      await appendChunks(tx, chunk.jobId, [first])
    } catch (error) {
      if (!(error instanceof IdentifierFileError)) throw error
      await failReading(tx, operation, error.message)
    }
    return { records: 0, counts: noStepCounts() }
  })
}

/** The identifier kind of an operation, which was checked when it came. */
export function kindOf(operation: OperationRow): IdentifierKind {
  return findIdentifierKind(operation.entity_type, operation.identifier_type ?? 'ID')!
}

async function readIdentifiers(tx: Transaction, app: App, operation: OperationRow): Promise<void> {
  const { keyOf } = kindOf(operation)
  let buffer = new CopyBuffer(IDENTIFIER_TYPES)
  let waiting = 0
  const flush = async () => {
    await tx.copy('bulk_identifier', IDENTIFIER_COLUMNS, buffer.take())
    buffer = new CopyBuffer(IDENTIFIER_TYPES)
    waiting = 0
  }
  for await (const batch of identifiersOf(app.files.stream(tx.tenant!, identifiersKey(operation.id)))) {
    for (const { line, value } of batch) buffer.line([operation.hr_id, line, value, keyOf(value)])
    waiting += batch.length
    if (waiting >= COPY_STEP) await flush()
  }
  if (waiting > 0) await flush()
}

export const IDENTIFIER_COLUMNS = ['operation_no', 'line', 'value', 'key'] as const
export const IDENTIFIER_TYPES = ['int', 'int', 'text', 'text'] as const

/** Of identifiers that say the same the first stays, the others become warnings. */
async function setDuplicatesAside(tx: Transaction, { hr_id: no }: OperationRow): Promise<void> {
  await tx.query(
    `with repeated as (
       select line from (
         select line, row_number() over (partition by coalesce(key, value) order by line) as nth
         from bulk_identifier where operation_no = $1
       ) numbered where nth > 1
     ), gone as (
       delete from bulk_identifier i using repeated r
       where i.operation_no = $1 and i.line = r.line returning i.line, i.value
     )
     insert into bulk_problem (operation_no, stage, is_warning, place, identifier, message)
     select $1, ${STAGE.matching}, true, line, value, 'Duplicate entry' from gone`,
    [no],
  )
}

async function failReading(tx: Transaction, operation: OperationRow, message: string): Promise<void> {
  await tx.query('delete from bulk_identifier where operation_no = $1', [operation.hr_id])
  await changeOperation(tx, operation.id, {
    status: 'FAILED',
    error_message: message,
    ended_at: now(),
    job_id: null,
  })
}

/** Ends an operation whose file holds no identifier. */
export async function failEmptyFile(tx: Transaction, operation: OperationRow): Promise<void> {
  await tx.query(
    `insert into bulk_problem (operation_no, stage, is_warning, place, identifier, message)
     values ($1, ${STAGE.matching}, false, 0, '', $2)`,
    [operation.hr_id, EMPTY_FILE],
  )
  await changeOperation(tx, operation.id, {
    status: 'FAILED',
    error_message: EMPTY_FILE,
    ended_at: now(),
    matched_errors: 1,
    links: matchingErrorsLink(operation),
  })
}

type Found = { matched: number; errors: number; warnings: number }

async function matchStep(
  tx: Transaction,
  jobId: string,
  operation: OperationRow,
  { after, matched, denied }: Extract<MatchChunk, { phase: 'match' }>,
): Promise<{ records: number; counts: StepCounts }> {
  const kind = kindOf(operation)
  const last = kind.isUnindexed ? operation.total : Math.min(after + STEP, operation.total)
  const found =
    denied === null
      ? await matchLines(tx, operation, kind, { after, last, matched })
      : await denyLines(tx, operation, `${denied} - ${kind.field}=`, { after, last })
  const lastPlace = matched + found.matched
  const further: MatchChunk[] = []
  if (last < operation.total) further.push({ phase: 'match', after: last, matched: lastPlace, denied })
  if (lastPlace > matched) further.push({ phase: 'warn', after: matched, last: lastPlace })
  await appendChunks(tx, jobId, further)
  return { records: last - after, counts: { ...noStepCounts(), ...found, processed: last - after } }
}

const NTH_FOUND = 'row_number() over (partition by id, refusal is null and not is_ambiguous order by line)'

/** Finds the records of some lines with one join and keeps them in the order of the file. */
async function matchLines(
  tx: Transaction,
  { hr_id: no, entity_type: entity }: OperationRow,
  { join, takesAll = false, mayRepeat = false }: IdentifierKind,
  range: { after: number; last: number; matched: number },
): Promise<Found> {
  // Where an identifier is a unique key, nothing can repeat: without these looks matching takes a third less.
  const isUnique = !takesAll && !mayRepeat
  const isUser = entity === 'USER'
  const isInstance = entity === 'INSTANCE' || entity === 'INSTANCE_MARC'
  const [found] = await tx.query<Found>(
    `with asked as (
       delete from bulk_identifier where operation_no = $1 and line > $2 and line <= $3 returning line, value, key
     ), found as (
       select a.line, a.value, t.id, ${isUser ? 'null::int' : 't.version'} as version,
         ${isUser ? 't.doc' : 'null::jsonb'} as doc, ${REFUSAL[entity]} as refusal,
         ${isInstance ? 'marc.version' : 'null::text'} as marc_version,
         ${mayRepeat ? 'count(t.id) over (partition by a.line) > 1' : 'false'} as is_ambiguous,
         ${mayRepeat ? 'exists (select from bulk_record r where r.operation_no = $1 and r.record_id = t.id)' : 'false'} as is_known
       from asked a ${join} ${isInstance ? MARC_OF_INSTANCE : ''}
     ), told as (
       select *, case
         when id is null then 'No match found'
         when refusal is not null then refusal
         when is_ambiguous then 'Multiple matches for the same identifier.'
         ${mayRepeat ? `when is_known or ${NTH_FOUND} > 1 then 'Duplicate entry'` : ''}
       end as message
       from found
     ), judged as (
       select *, ${isUnique ? 'message is null' : 'bool_or(message is null) over (partition by line)'} as finds_any
       from told
     ), kept as (
       insert into bulk_record (operation_no, no, record_id, version, line, identifier, doc, marc_version)
       select $1, $4 + row_number() over (order by line, id), id, version, line, value, doc, marc_version
       from judged where message is null
       returning 1
     ), problems as (
       insert into bulk_problem (operation_no, stage, is_warning, place, identifier, message)
       select distinct on (line) $1::int, ${STAGE.matching}, message = 'Duplicate entry', line, value, message
       from judged where not finds_any
       returning is_warning
     )
     select (select count(*) from kept) as matched,
       (select count(*) from problems where not is_warning) as errors,
       (select count(*) from problems where is_warning) as warnings`,
    [no, range.after, range.last, range.matched],
  )
  return found!
}

async function denyLines(
  tx: Transaction,
  { hr_id: no }: OperationRow,
  start: string,
  range: { after: number; last: number },
): Promise<Found> {
  const errors = await tx.execute(
    `with asked as (
       delete from bulk_identifier where operation_no = $1 and line > $2 and line <= $3 returning line, value
     )
     insert into bulk_problem (operation_no, stage, is_warning, place, identifier, message)
     select $1, ${STAGE.matching}, false, line, value, $4 || value || ' on the tenant ' || $5 from asked`,
    [no, range.after, range.last, start, tx.tenant],
  )
  return { matched: 0, errors, warnings: 0 }
}

/** Ends the matching in the transaction that ends it in the ledger. */
async function finishMatching(tx: Transaction, jobId: string, givenUp: number): Promise<void> {
  const operation = await findOperationOfJob(tx, jobId)
  if (operation === null) return
  const { hr_id: no } = operation
  const problems = await countProblems(tx, no, [STAGE.matching])
  const [row] = await tx.query<{ matched: number }>(
    'select count(*) as matched from bulk_record where operation_no = $1',
    [no],
  )
  const matched = row!.matched
  const hasMarc = (await countMarcRecords(tx, operation)) > 0
  const hasProblems = problems.errors + problems.warnings > 0
  const isFailed = givenUp > 0
  if (isFailed) await tx.query('delete from bulk_identifier where operation_no = $1', [no])
  await changeOperation(tx, operation.id, {
    status: isFailed ? 'FAILED' : matched > 0 ? 'DATA_MODIFICATION' : 'COMPLETED_WITH_ERRORS',
    error_message: isFailed ? 'The identifiers could not be matched; the server log has the cause.' : null,
    processed: operation.total,
    matched,
    matched_errors: problems.errors,
    matched_warnings: problems.warnings,
    job_id: null,
    ended_at: isFailed || matched === 0 ? now() : null,
    links: {
      ...(matched > 0 && !isFailed ? matchedLinks(operation) : {}),
      ...(hasMarc && !isFailed ? matchedMarcLink(operation) : {}),
      ...(hasProblems ? matchingErrorsLink(operation) : {}),
    },
  })
}
