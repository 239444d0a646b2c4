import type { Transaction } from '../../kernel/db/database.ts'
import { readFlag } from '../../kernel/http/parameters.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import type { QueryParameters } from '../../kernel/http/route.ts'
import { readBatches } from '../../kernel/lists/index.ts'

/** Which instances a feed of changes is about. */
export type ChangedBetween = {
  /** Instants as PostgreSQL reads them; null leaves that end open. */
  from: string | null
  until: string | null
  withDeleted: boolean
  skipSuppressed: boolean
  /** Whether changes below an instance are none of it. */
  ownChangesOnly: boolean
  source: string | null
}

export type UpdatedInstance = {
  id: string
  source: string | null
  at: Date
  isSuppressed: boolean
  isDeleted: boolean
}

const BATCH = 2000
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d(?::?\d\d)?)?)$/

/** The parameters that all feeds share. @throws Problem 400 for a date that is none, or without an offset. */
export function readChangedBetween(query: QueryParameters): ChangedBetween {
  return {
    from: instantOf(query, 'startDate'),
    until: instantOf(query, 'endDate'),
    withDeleted: readFlag(query, 'deletedRecordSupport', true),
    skipSuppressed: readFlag(query, 'skipSuppressedFromDiscoveryRecords', true),
    ownChangesOnly: readFlag(query, 'onlyInstanceUpdateDate', true),
    source: query.get('source') || null,
  }
}

function instantOf(query: QueryParameters, name: string): string | null {
  const text = query.get(name)
  if (text === undefined || text === '') return null
  if (!INSTANT.test(text) || Number.isNaN(Date.parse(text))) {
    throw textProblem(
      400,
      `'${name}' parameter is incorrect. parameter value {${text}} is not valid: must be a date and time with an offset, such as 2026-01-31T00:00:00Z`,
    )
  }
  return new Date(text).toISOString()
}

const IN_RANGE = 'between coalesce($1::timestamptz, $3) and coalesce($2::timestamptz, $4)'

// When anything last happened to an instance: its own changes, those of what hangs below it, what was deleted there,
// and what hung there before it moved. Past documents tell the last two, so no record is touched for its children.
const TOUCHED = `
select id, updated_at as at from instance where updated_at ${IN_RANGE}
union all select instance_id, updated_at from holdings_record where updated_at ${IN_RANGE}
union all select h.instance_id, i.updated_at
  from item i join holdings_record h on h.id = i.holdings_record_id where i.updated_at ${IN_RANGE}
union all select h.instance_id, i.updated_at
  from item i join bound_with_part part on part.itemid = i.id join holdings_record h on h.id = part.holdingsrecordid
  where i.updated_at ${IN_RANGE}
union all select (c.doc ->> 'instanceId')::uuid, c.changed_at
  from record_change c where c.record_type = 2 and c.changed_at ${IN_RANGE}
union all select h.instance_id, c.changed_at
  from record_change c join holdings_record h on h.id = (c.doc ->> 'holdingsRecordId')::uuid
  where c.record_type = 3 and c.changed_at ${IN_RANGE}`

const SUPPRESSED = `coalesce((instance.doc ->> 'discoverySuppress')::boolean, false)`
const WANTED = `($5::text is null or instance.source = $5) and not ($6::boolean and ${SUPPRESSED})`

const OWN_CHANGES = `
select id, source, updated_at as at, ${SUPPRESSED} as "isSuppressed", false as "isDeleted"
from instance where updated_at ${IN_RANGE} and ${WANTED}`

const ALL_CHANGES = `
select instance.id, instance.source, touched.at, ${SUPPRESSED} as "isSuppressed", false as "isDeleted"
from (select id, max(at) as at from (${TOUCHED}) as one group by id) as touched
join instance on instance.id = touched.id where ${WANTED}`

const DELETED = `
union all select c.record_id, c.doc ->> 'source', max(c.changed_at), false, true
from record_change c
where c.record_type = 1 and c.is_deletion and c.changed_at ${IN_RANGE}
  and ($5::text is null or c.doc ->> 'source' = $5)
  and not exists (select from instance where instance.id = c.record_id)
group by c.record_id, c.doc ->> 'source'`

/**
 * Instances that changed, in no certain order, a batch at a time; memory holds one batch however many there are
 * (folio-org/mod-inventory-storage: create_get_updated_instance_ids_view_function.sql).
 */
export function updatedInstances(
  tx: Transaction,
  { from, until, withDeleted, skipSuppressed, ownChangesOnly, source }: ChangedBetween,
): AsyncGenerator<UpdatedInstance[]> {
  const select = (ownChangesOnly ? OWN_CHANGES : ALL_CHANGES) + (withDeleted ? DELETED : '')
  const params = [from, until, '-infinity', 'infinity', source, skipSuppressed]
  return readBatches<UpdatedInstance>(tx, { select, params }, BATCH)
}
