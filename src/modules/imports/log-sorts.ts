import { textProblem } from '../../kernel/http/problems.ts'
import type { QueryParameters } from '../../kernel/http/route.ts'
import { SOURCE_ENTITIES, sqlTexts } from './journal-row.ts'
import type { StepEntity } from './journal-row.ts'

/** How a list of a log is sorted: `key` is SQL over a journal row `j`, or its step `s`; null is the file's order. */
export type Sort = { key: string | null; isBackward: boolean; isOfSteps: boolean }

/**
 * What the log shows as the status of entities, as SQL (the same as `actionStatus` in `job-log.ts`); null for a record
 * without a step of them. Of a row without error the beginnings of its steps tell (see `rowConditions` in
 * `log-lists.ts`): taking the JSON of all 500,000 rows apart took 6 s, regular expressions 15 s.
 */
function statusOf(entities: readonly StepEntity[]): string {
  const has = (...actions: string[]) => {
    const beginnings = entities.flatMap((entity) => actions.map((action) => `["${entity}"${action}`))
    return `(${beginnings.map((text) => `j.steps like '%${text},%'`).join(' or ')})`
  }
  return `(case
    when not ${has('')} then null
    when j.error_kind is not null or ${has(',"PARSE"')} then ${statusOfSteps(entities)}
    else case ${has(',"CREATE"')}::int + ${has(',"UPDATE"', ',"MODIFY"')}::int * 2 + ${has(',"DELETE"')}::int * 4
      when 0 then 'DISCARDED' when 1 then 'CREATED' when 2 then 'UPDATED' when 4 then 'DELETED' else 'MULTIPLE' end
    end)`
}

/** The status of the source record: its type says which of the entities it is. */
function statusOfSource(): string {
  const byType = SOURCE_ENTITIES.map((entity, type) => `when ${type} then ${statusOf([entity])}`)
  return `coalesce(case j.record_type ${byType.join(' ')} end, 'DISCARDED')`
}

/** The status from each step of a row. */
function statusOfSteps(entities: readonly StepEntity[]): string {
  return `(select case
      when bool_or(step ->> 5 is not null or step ->> 1 = 'PARSE') then 'DISCARDED'
      when count(distinct outcome) > 1 then 'MULTIPLE'
      else coalesce(min(outcome), 'DISCARDED') end
    from json_array_elements(j.steps::json) step
    cross join lateral (select case step ->> 1
      when 'CREATE' then 'CREATED' when 'DELETE' then 'DELETED'
      when 'UPDATE' then 'UPDATED' when 'MODIFY' then 'UPDATED' end as outcome) done
    where step ->> 0 in (${sqlTexts(entities)})
    having count(*) > 0)`
}

/** Sort fields of `jobLogEntries` (data-import.md 7.2). */
export const ENTRY_SORTS: Record<string, string | null> = {
  source_record_order: null,
  title: 'lower(j.title)',
  source_record_action_status: statusOfSource(),
  instance_action_status: statusOf(['INSTANCE']),
  holdings_action_status: statusOf(['HOLDINGS']),
  item_action_status: statusOf(['ITEM']),
  authority_action_status: statusOf(['AUTHORITY']),
  order_action_status: statusOf(['ORDER', 'PO_LINE']),
  invoice_action_status: statusOf(['INVOICE']),
  error: 'j.error',
}

/** Sort fields of `journalRecords`. */
export const JOURNAL_SORTS: Record<string, string | null> = {
  source_record_order: null,
  action_type: 's.step ->> 1',
  error: 's.step ->> 5',
}

/** The parameters `sortBy` and `order`. @throws Problem 400 naming what is known */
export function readSort(query: QueryParameters, sorts: Record<string, string | null>): Sort {
  const field = query.get('sortBy') ?? 'source_record_order'
  const direction = (query.get('order') ?? 'asc').toLowerCase()
  const key = sorts[field]
  if (key === undefined) {
    throw textProblem(
      400,
      `The specified type of sort is not supported: ${field}. It must be one of ${Object.keys(sorts).join(', ')}`,
    )
  }
  if (direction !== 'asc' && direction !== 'desc') {
    throw textProblem(400, `The specified order is not supported: ${direction}. It must be asc or desc`)
  }
  return { key, isBackward: direction === 'desc', isOfSteps: sorts === JOURNAL_SORTS }
}
