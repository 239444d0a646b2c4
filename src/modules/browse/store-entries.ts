import type { Transaction } from '../../kernel/db/database.ts'
import { HEADING_FIELDS } from '../authorities/index.ts'
import { addValues } from './add-values.ts'
import type { FoundValue } from './add-values.ts'
import { KINDS } from './kinds.ts'

// A value's id is the MD5 of what makes it one value; U+001F stands between the parts.
const idOf = (...parts: string[]) => `md5(concat_ws(E'\\x1f', ${parts.join(', ')}))::uuid`
const trimmed = (sql: string) => `btrim(${sql}, E' \\t\\r\\n')`
const known = (sql: string) => `coalesce(lower(${sql}), '')`
const elements = (list: string, columns: string) =>
  `json_to_recordset(case json_typeof(${list}) when 'array' then ${list} end) as part (${columns})`
const UUID_SHAPE = `'^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'`
const asUuid = (sql: string) => `case when ${sql} ~ ${UUID_SHAPE} then ${sql}::uuid end`

/** What instances have, one row a value and role; each document is read once. */
const OF_INSTANCES = `
doc as materialized (
  select i.id, d.*
  from instance i cross join lateral json_to_record(i.doc) as d (
    subjects json, contributors json, classifications json, "alternativeTitles" json, series json
  )
  where i.id = any($1::uuid[])
), part as (
  select doc.id as instance_id, ${KINDS.subject} as kind, ${trimmed('part.value')} as value,
    ${known('part."typeId"')} as type_id, ${known('part."sourceId"')} as source_id,
    lower(part."authorityId") as authority_id, null::uuid as role
  from doc cross join lateral
    ${elements('doc.subjects', 'value text, "typeId" text, "sourceId" text, "authorityId" text')}
  union all
  select doc.id, ${KINDS.contributor}, ${trimmed('part.name')}, ${known('part."contributorNameTypeId"')}, '',
    lower(part."authorityId"), ${asUuid('part."contributorTypeId"')}
  from doc cross join lateral ${elements(
    'doc.contributors',
    'name text, "contributorNameTypeId" text, "contributorTypeId" text, "authorityId" text',
  )}
  union all
  select doc.id, ${KINDS.classification}, ${trimmed('part."classificationNumber"')},
    ${known('part."classificationTypeId"')}, '', null, null
  from doc cross join lateral
    ${elements('doc.classifications', '"classificationNumber" text, "classificationTypeId" text')}
), control as (
  select instance_id, authority_id from part
  union all
  select doc.id, part."authorityId"
  from doc cross join lateral ${elements('doc."alternativeTitles"', '"authorityId" text')}
  union all
  select doc.id, part."authorityId" from doc cross join lateral ${elements('doc.series', '"authorityId" text')}
), fresh as materialized (
  select distinct part.*,
    ${idOf('kind', 'value', "coalesce(authority_id, '')", 'type_id', 'source_id')} as value_id
  from part where value <> ''
  union all
  select distinct instance_id, 0, '', '', '', null, null::uuid, ${asUuid('authority_id')}
  from control where authority_id ~ ${UUID_SHAPE}
)`

async function storeInstanceEntries(tx: Transaction, ids: readonly string[]): Promise<void> {
  // Arrays instead of joins where big tables are asked: the planner believes that a document has a hundred subjects,
  // and would read the whole table.
  const found = await tx.query<FoundValue>(
    `with ${OF_INSTANCES},
     stored as materialized (
       select ctid as place, value_id, instance_id, role from browse_entry where instance_id = any($1::uuid[])
     ), gone as (
       delete from browse_entry where ctid = any(array(
         select place from stored where not exists (
           select from fresh where fresh.instance_id = stored.instance_id and fresh.value_id = stored.value_id
             and fresh.role is not distinct from stored.role
         )
       ))
       returning value_id
     ), doubted as (
       insert into browse_doubt select distinct value_id from gone
     ), added as (
       insert into browse_entry (value_id, instance_id, role)
       select value_id, instance_id, role from fresh where not exists (
         select from stored where fresh.instance_id = stored.instance_id and fresh.value_id = stored.value_id
           and fresh.role is not distinct from stored.role
       )
       order by value_id
     ), known as materialized (
       select id from browse_value where id = any(array(select distinct value_id from fresh where kind <> 0))
     )
     select distinct on (value_id) value_id as id, kind, type_id, source_id, value, authority_id,
       null as call_number, null as prefix, null as suffix, null as base_id
     from fresh where kind <> 0 and value_id not in (select id from known)`,
    [ids],
  )
  await addValues(tx, found)
}

async function storeItemEntries(tx: Transaction, ids: readonly string[]): Promise<void> {
  const found = await tx.query<FoundValue>(
    `with part as (
       select i.id as item_id, h.instance_id, ${trimmed('part."callNumber"')} as call_number,
         nullif(${trimmed('part.prefix')}, '') as prefix, nullif(${trimmed('part.suffix')}, '') as suffix,
         ${known('part."typeId"')} as type_id, i.effective_location_id::text as location_id
       from item i join holdings_record h on h.id = i.holdings_record_id
       cross join lateral json_to_record(i.doc -> 'effectiveCallNumberComponents')
         as part ("callNumber" text, prefix text, suffix text, "typeId" text)
       where i.id = any($1::uuid[])
     ), fresh as materialized (
       select part.*, value.id as value_id,
         case when location_id is not null then ${idOf(String(KINDS.placedCallNumber), 'value.id', 'location_id')} end
           as place_id
       from part cross join lateral (
         select ${idOf(String(KINDS.callNumber), 'call_number', "coalesce(prefix, '')", "coalesce(suffix, '')", 'type_id')}
       ) as value (id)
       where call_number <> ''
     ), stored as materialized (
       select * from browse_item where item_id = any($1::uuid[])
     ), outdated as materialized (
       select stored.* from stored left join fresh using (item_id)
       where (stored.instance_id, stored.value_id, stored.place_id)
         is distinct from (fresh.instance_id, fresh.value_id, fresh.place_id)
     ), gone as (
       delete from browse_item where item_id = any(array(
         select item_id from outdated where item_id not in (select item_id from fresh)
       ))
     ), doubted as (
       insert into browse_doubt
       select value_id from outdated union select place_id from outdated where place_id is not null
     ), added as (
       insert into browse_item (item_id, instance_id, value_id, place_id)
       select item_id, instance_id, value_id, place_id from fresh
       where item_id not in (select item_id from stored) or item_id in (select item_id from outdated)
       on conflict (item_id) do update set
         instance_id = excluded.instance_id, value_id = excluded.value_id, place_id = excluded.place_id
     ), known as materialized (
       select id from browse_value where id = any(array(
         select value_id from fresh union select place_id from fresh where place_id is not null
       ))
     )
     select distinct on (wanted.id) wanted.id, wanted.kind, type_id, wanted.source_id,
       concat_ws(' ', call_number, suffix) as value, null as authority_id, call_number, prefix, suffix, wanted.base_id
     from fresh cross join lateral (
       values (value_id, ${KINDS.callNumber}, '', null::uuid),
         (place_id, ${KINDS.placedCallNumber}, location_id, value_id)
     ) as wanted (id, kind, source_id, base_id)
     where wanted.id is not null and wanted.id not in (select id from known)`,
    [ids],
  )
  await addValues(tx, found)
}

const HEADINGS = HEADING_FIELDS.flatMap(({ heading, seeFrom }) => [heading, seeFrom])

async function storeHeadings(tx: Transaction, ids: readonly string[]): Promise<void> {
  const found = await tx.query<FoundValue>(
    `with fresh as materialized (
       select distinct ${idOf(String(KINDS.heading), 'a.id', 'field.key', 'heading.value', 'a.source_file_id')} as id,
         a.id as authority_id, field.key as type_id, coalesce(a.source_file_id::text, '') as source_id, heading.value
       from authority a
       cross join lateral json_each(a.doc) as field
       cross join lateral (
         select ${trimmed(`text`)} from json_array_elements_text(
           case json_typeof(field.value) when 'array' then field.value else json_build_array(field.value) end
         ) as text
       ) as heading (value)
       where a.id = any($1::uuid[]) and field.key = any($2::text[]) and heading.value <> ''
     ), stored as materialized (
       select id from browse_value
       where kind = ${KINDS.heading} and authority_id = any(array(select id::text from unnest($1::uuid[]) as id))
     ), gone as (
       delete from browse_value where id = any(array(
         select id from stored where id not in (select id from fresh)
       ))
       returning group_id
     ), counted as (
       insert into browse_group_change (group_id, change) select group_id, -count(*) from gone group by group_id
     )
     select id, ${KINDS.heading} as kind, type_id, source_id, value, authority_id,
       null as call_number, null as prefix, null as suffix, null as base_id
     from fresh where id not in (select id from stored)`,
    [ids, HEADINGS],
  )
  await addValues(tx, found)
}

/** Kinds of records that entries are made of. */
export type BrowsedKind = 'instance' | 'item' | 'authority'

const STORE: Record<BrowsedKind, (tx: Transaction, ids: readonly string[]) => Promise<void>> = {
  instance: storeInstanceEntries,
  item: storeItemEntries,
  authority: storeHeadings,
}

/**
 * Makes the entries of records of one kind as their stored documents say; those of records that are not there any
 * more go. Nobody else may be at it with the same records: `lockAsWriter` by who wrote them, or `tryLockAlone`.
 */
export function storeEntries(tx: Transaction, kind: BrowsedKind, ids: readonly string[]): Promise<void> {
  return STORE[kind](tx, ids)
}
