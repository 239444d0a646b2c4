import { isControlTag } from '../../formats/marc/index.ts'
import type { MarcRecord } from '../../formats/marc/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { ok } from '../../kernel/http/route.ts'
import type { Page } from '../../kernel/http/parameters.ts'
import type { Answer, ApiRequest } from '../../kernel/http/route.ts'
import { countAll, limitTime } from '../../kernel/lists/index.ts'
import { allOf, anyOf, containsAny } from './criterion.ts'
import type { Criterion } from './criterion.ts'
import { matchColumn } from './match-column.ts'
import { comparable, compileValueTest } from './match-values.ts'
import { condition } from './record-filters.ts'
import type { Bind, Condition } from './record-filters.ts'
import { ACTUAL, DELETED, RECORD_TYPES } from './record-types.ts'
import { scanRecords } from './scan-records.ts'
import { checkMatching } from './wire-schemas.ts'
import type { MatchFilter, MatchingBody } from './wire-schemas.ts'

type Identifiers = { identifiers: { recordId: string; externalId: string }[]; totalRecords?: number }

/** `POST /source-storage/records/matching` */
export async function matchRecords(request: ApiRequest): Promise<Answer> {
  checkMatching(request.body)
  const body = request.body as MatchingBody
  const criteria = body.filters.map(compileFilter)
  const criterion = body.logicalOperator === 'OR' ? anyOf(criteria) : allOf(criteria)
  const filter = condition((bind) => [
    `s.record_type = ${bind(RECORD_TYPES.indexOf(body.recordType))}`,
    `s.state in (${ACTUAL}, ${DELETED})`,
    's.external_id is not null',
    criterion.sql === null ? null : criterion.sql(bind),
  ])
  const page = { limit: body.limit ?? 1000, offset: body.offset ?? 0 }
  const isCounted = body.returnTotalRecordsCount ?? true
  const answer = await request.transaction(async (tx) => {
    await limitTime(tx)
    return criterion.isExact
      ? selectMatches(tx, filter, page, isCounted)
      : scanMatches(tx, filter, criterion, page, isCounted)
  })
  return ok(answer)
}

async function selectMatches(
  tx: Transaction,
  filter: Condition,
  page: Page,
  isCounted: boolean,
): Promise<Identifiers> {
  const from = `from source_record s where ${filter.where}`
  const statement = {
    select: `select s.id, s.external_id ${from} order by s.id limit ${page.limit} offset ${page.offset}`,
    count: `select count(*) as total ${from}`,
    params: filter.params,
  }
  const rows = await tx.query<{ id: string; external_id: string }>(statement.select, statement.params)
  const identifiers = rows.map((row) => ({ recordId: row.id, externalId: row.external_id }))
  if (!isCounted) return { identifiers }
  return { identifiers, totalRecords: await countAll(tx, statement, page, rows.length) }
}

async function scanMatches(
  tx: Transaction,
  filter: Condition,
  criterion: Criterion,
  { limit, offset }: Page,
  isCounted: boolean,
): Promise<Identifiers> {
  const identifiers: Identifiers['identifiers'] = []
  let total = 0
  for await (const rows of scanRecords(tx, filter, criterion, 's.id')) {
    for (const row of rows) {
      if (total >= offset && identifiers.length < limit) {
        identifiers.push({ recordId: row.id, externalId: row.external_id })
      }
      total += 1
    }
    if (!isCounted && identifiers.length === limit) break
  }
  return isCounted ? { identifiers, totalRecords: total } : { identifiers }
}

/** A filter as a criterion; 001 and the ids in 999 ff are answered from columns. */
function compileFilter(filter: MatchFilter): Criterion {
  return matchColumn(filter) ?? matchField(filter)
}

function matchField(filter: MatchFilter): Criterion {
  const test = compileValueTest(filter)
  return { sql: neededTexts(filter), isExact: false, holds: (record) => hasValue(record, filter, test) }
}

/** Values that the record must contain literally, as a first sieve in SQL. */
function neededTexts(filter: MatchFilter): ((bind: Bind) => string) | null {
  const matchType = filter.matchType ?? 'EXACTLY_MATCHES'
  const isLiteral = matchType === 'EXACTLY_MATCHES' || matchType.startsWith('EXISTING_VALUE')
  const values = comparable(filter.values, null)
  if (!isLiteral || filter.comparisonPartType || values.length === 0) return null
  return containsAny(values)
}

function hasValue(record: MarcRecord, filter: MatchFilter, test: (value: string) => boolean): boolean {
  const { field: tag } = filter
  if (isControlTag(tag)) {
    return record.fields.some((field) => field.tag === tag && field.subfields === null && test(field.value))
  }
  return record.fields.some(
    (field) =>
      field.tag === tag &&
      field.subfields !== null &&
      isIndicator(filter.indicator1, field.ind1) &&
      isIndicator(filter.indicator2, field.ind2) &&
      field.subfields.some(({ code, value }) => code === filter.subfield && test(value)),
  )
}

/** `*` is any indicator; a blank or missing one asks for a blank. */
function isIndicator(wanted: string | null | undefined, stored: string): boolean {
  if (wanted === '*') return true
  return (wanted ?? '').trim() === stored.trim()
}
