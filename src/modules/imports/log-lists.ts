import { isoInstant } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { readFlag, readPage } from '../../kernel/http/parameters.ts'
import type { Page } from '../../kernel/http/parameters.ts'
import type { Answer, ApiRequest, QueryParameters } from '../../kernel/http/route.ts'
import { answerPieces, readPageRows } from '../../kernel/lists/index.ts'
import { getJob } from './job-execution.ts'
import type { JobRow } from './job-execution.ts'
import { ownersOf } from './job-log.ts'
import type { JournalRow, Owners } from './job-log.ts'
import { SOURCE_ENTITIES, incomingRecordId } from './journal-row.ts'
import type { Step, StepEntity } from './journal-row.ts'
import { scanJournal } from './journal-rows.ts'
import { ENTRY_SORTS, JOURNAL_SORTS, readSort } from './log-sorts.ts'
import type { Sort } from './log-sorts.ts'
import { findPlace } from './log-places.ts'
import type { Place, Unit } from './log-places.ts'

/** Rows in memory together; a row is about 1 KB and its entry twice that. */
const BATCH = 500
const MAX_INT = 2_147_483_647

const ENTITY_TYPES: Record<string, readonly StepEntity[] | null> = {
  ALL: null,
  MARC: SOURCE_ENTITIES,
  INSTANCE: ['INSTANCE'],
  HOLDINGS: ['HOLDINGS'],
  ITEM: ['ITEM'],
  AUTHORITY: ['AUTHORITY'],
  ORDER: ['ORDER', 'PO_LINE'],
  INVOICE: ['INVOICE'],
}

/** Which records of a log are wanted. */
type Filter = { errorsOnly: boolean; entities: readonly StepEntity[] | null }

function readFilter(query: QueryParameters): Filter {
  const type = query.get('entityType') ?? 'ALL'
  const entities = ENTITY_TYPES[type]
  if (entities === undefined) throw textProblem(400, `Unknown entityType ${type}`)
  return { errorsOnly: readFlag(query, 'errorsOnly', false), entities }
}

/**
 * Conditions on a journal row `j`. Each step begins with its entity (`["ITEM","CREATE",…`), and within the texts of
 * steps quotes are escaped: looking for that is exact, and much faster than taking the JSON of every row apart.
 */
function rowConditions({ errorsOnly, entities }: Filter): string[] {
  const steps = (entities ?? []).map((entity) => `j.steps like '%["${entity}",%'`)
  return [
    ...(errorsOnly ? ['j.error_kind is not null'] : []),
    ...(steps.length === 0 ? [] : [`(${steps.join(' or ')})`]),
  ]
}

/** The same, and that it is of one of the jobs `$1`. */
const conditionsOf = (filter: Filter) => ['j.job_no = any($1::int[])', ...rowConditions(filter)].join(' and ')

/** A log that is being read. */
type Log = { owners: Owners; filter: Filter; page: Page; sort: Sort }

/** How the places of a log are counted; null where its chunks do not tell. */
function unitOf({ errorsOnly, entities }: Filter): Unit | null {
  if (errorsOnly) return entities === null ? 'errors' : null
  return entities === null ? 'records' : { entities }
}

/**
 * Where a page in the order of the file begins. The chunks tell; records that have errors and an entity are few enough
 * to be counted, by the index of the errors.
 */
async function beginPage(
  tx: Transaction,
  { owners, filter, page, sort }: Log,
): Promise<{ total: number; place: Place | null }> {
  const unit = unitOf(filter)
  if (unit !== null) return findPlace(tx, owners, unit, { ...page, isBackward: sort.isBackward })
  const [count] = await tx.query<{ total: number }>(
    `select count(*) as total from journal j where ${conditionsOf(filter)}`,
    [owners.numbers],
  )
  const jobNo = owners.numbers.at(sort.isBackward ? -1 : 0) ?? 0
  const first = { jobNo, seq: sort.isBackward ? MAX_INT : 0, skip: page.offset }
  return { total: count!.total, place: page.offset < count!.total ? first : null }
}

/** The rows of a page in the order of the file, from a place on. */
function rowsFrom(
  tx: Transaction,
  { owners, filter, page: { limit }, sort }: Log,
  { jobNo, seq, skip }: Place,
): AsyncGenerator<JournalRow[]> {
  const { isBackward } = sort
  const where = rowConditions(filter)
  const scan = scanJournal({ numbers: owners.numbers, from: { jobNo, seq }, isBackward, where })
  const select = `${scan.select} limit ${limit} offset ${skip}`
  return readPageRows<JournalRow>(tx, { ...scan, select }, { limit, offset: skip }, BATCH)
}

type Key = { job_no: number; seq: number; step: number }

/**
 * The keys of a page that is sorted by what rows hold, with the rows. Only keys are sorted, the rows fetched batch by
 * batch: sorting 500,000 rows would write them all to disk.
 */
async function* sortedRows(
  tx: Transaction,
  { owners, filter, page, sort }: Log,
): AsyncGenerator<[Key, JournalRow][]> {
  const direction = sort.isBackward ? 'desc' : 'asc'
  const order = [sort.key, 'j.job_no', 'j.seq', 'step'].map((key) => `${key} ${direction} nulls last`)
  const select = `select j.job_no, j.seq, ${sort.isOfSteps ? 's.no - 1' : '0'} as step from journal j
    ${sort.isOfSteps ? 'cross join lateral json_array_elements(j.steps::json) with ordinality as s (step, no)' : ''}
    where ${conditionsOf(filter)}
    order by ${order.join(', ')} limit ${page.limit} offset ${page.offset}`
  const params = [owners.numbers]
  for await (const keys of readPageRows<Key>(tx, { select, params }, page, BATCH)) {
    const rows = await tx.query<JournalRow>(
      `select j.* from journal j
       where (j.job_no, j.seq) in (select * from unnest($1::int[], $2::int[]))`,
      [keys.map((key) => key.job_no), keys.map((key) => key.seq)],
    )
    const byPlace = new Map(rows.map((row) => [`${row.job_no}/${row.seq}`, row]))
    yield keys.flatMap((key): [Key, JournalRow][] => {
      const row = byPlace.get(`${key.job_no}/${key.seq}`)
      return row ? [[key, row]] : []
    })
  }
}

async function* writeList(
  listKey: string,
  total: number,
  batches: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string> {
  let start = `{${JSON.stringify(listKey)}:[`
  for await (const batch of batches) {
    if (batch.length === 0) continue
    yield start + batch.map((each) => JSON.stringify(each)).join(',')
    start = ','
  }
  yield `${start === ',' ? '' : start}],"totalRecords":${total}}`
}

/** `GET /metadata-provider/jobLogEntries/{jobExecutionId}` */
export function answerLogEntries(request: ApiRequest, jobId: string): Promise<Answer> {
  const page = readPage(request.query)
  const sort = readSort(request.query, ENTRY_SORTS)
  const filter = readFilter(request.query)
  async function* entries(tx: Transaction, log: Log, place: Place | null): AsyncGenerator<unknown[]> {
    if (page.limit === 0) return
    if (sort.key !== null) {
      for await (const rows of sortedRows(tx, log)) yield rows.map(([, row]) => log.owners.entry(row))
    } else if (place !== null) {
      for await (const rows of rowsFrom(tx, log, place)) yield rows.map((row) => log.owners.entry(row))
    }
  }
  return answerPieces(request, page.limit > BATCH, async function* pieces(tx) {
    const log = { owners: await ownersOf(tx, await getJob(tx, jobId)), filter, page, sort }
    // Counted first: when the total says that the job is complete, the entries are.
    const { total, place } = await beginPage(tx, log)
    yield* writeList('entries', total, entries(tx, log, place))
  })
}

/**
 * `GET /metadata-provider/journalRecords/{jobExecutionId}`: one row an entity and step. All of them unless the client
 * asks for a page, which FOLIO has not.
 */
export function answerJournalRecords(request: ApiRequest, jobId: string): Promise<Answer> {
  const page = readPage(request.query, MAX_INT)
  const sort = readSort(request.query, JOURNAL_SORTS)
  return answerPieces(request, page.limit > BATCH, async function* pieces(tx) {
    const job = await getJob(tx, jobId)
    const owners = await ownersOf(tx, job)
    const log = { owners, filter: { errorsOnly: false, entities: null }, page, sort }
    const { total, place } = await findPlace(tx, owners, 'steps', { ...page, isBackward: sort.isBackward })
    const record = journalWriter(job, owners)
    yield* writeList('journalRecords', total, journalRecords(tx, log, place, record))
  })
}

type RecordOfStep = (row: JournalRow, steps: readonly Step[], index: number) => Record<string, unknown>

async function* journalRecords(
  tx: Transaction,
  log: Log,
  place: Place | null,
  record: RecordOfStep,
): AsyncGenerator<unknown[]> {
  const { page, sort } = log
  if (page.limit === 0 || place === null) return
  if (sort.key !== null) {
    for await (const rows of sortedRows(tx, log))
      yield rows.map(([{ step }, row]) => record(row, stepsOf(row), step))
    return
  }
  // A record has at least one step, so that as many records as steps are wanted hold them; some steps of the first
  // records may lie before the page.
  let { skip } = place
  let wanted = page.limit
  const limit = Math.min(MAX_INT, page.limit + skip)
  for await (const rows of rowsFrom(tx, { ...log, page: { limit, offset: 0 } }, { ...place, skip: 0 })) {
    const records = rows.flatMap((row) => {
      const steps = stepsOf(row)
      return steps.map((_, index) => record(row, steps, sort.isBackward ? steps.length - 1 - index : index))
    })
    yield records.slice(skip, skip + wanted)
    wanted -= Math.max(0, Math.min(wanted, records.length - skip))
    skip = Math.max(0, skip - records.length)
    if (wanted === 0) return
  }
}

const stepsOf = (row: JournalRow) => JSON.parse(row.steps) as Step[]

function journalWriter(job: JobRow, owners: Owners): RecordOfStep {
  const actionDate = isoInstant(job.completed_at ?? job.started_at ?? job.created_at)
  return (row, steps, index) => {
    const [entity, action, id, hrid, related, error] = steps[index]!
    const sourceId = incomingRecordId(row.job_no, row.seq)
    return {
      id: `${sourceId.slice(0, 24)}${index.toString(16).padStart(4, '0')}${row.seq.toString(16).padStart(8, '0')}`,
      jobExecutionId: owners.of(row).id,
      sourceId,
      sourceRecordOrder: row.seq,
      entityType: entity,
      ...(id === null ? {} : { entityId: id }),
      ...(hrid === null ? {} : { entityHrId: hrid }),
      ...(entity === 'HOLDINGS' && related !== null ? { permanentLocationId: related } : {}),
      ...(entity === 'ITEM' && related !== null ? { holdingsId: related } : {}),
      actionType: action,
      actionStatus: error === null ? 'COMPLETED' : 'ERROR',
      ...(error === null ? {} : { error }),
      ...(row.title === null ? {} : { title: row.title }),
      actionDate,
    }
  }
}
