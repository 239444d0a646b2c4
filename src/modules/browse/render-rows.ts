import type { Transaction } from '../../kernel/db/database.ts'
import type { Page, PageRow } from './browse-page.ts'
import { headingField } from './fields.ts'
import { KINDS } from './kinds.ts'
import type { Scope } from './scope.ts'
import type { BrowseValue } from './walk.ts'

/** Writes the rows of a page as the items of an answer; properties that are undefined are left out. */
export type RenderRows = (tx: Transaction, page: Page, scope: Scope, more: More) => Promise<object[]>

type More = { anchor: string; tenant: string; expandsAll: boolean }

const orAbsent = (text: string | null) => (text === null || text === '' ? undefined : text)
const ifAnchor = ({ isAnchor }: PageRow) => (isAnchor ? true : undefined)

function valuesOf(page: Page): BrowseValue[] {
  return page.rows.flatMap(({ value }) => (value === null ? [] : [value]))
}

export const renderSubjects: RenderRows = async (tx, page, _scope, { anchor }) => {
  const counts = await countInstances(tx, valuesOf(page))
  return page.rows.map((row) => {
    if (row.value === null) return { value: anchor, isAnchor: true, totalRecords: 0 }
    const { id, value, authority_id: authorityId, source_id: sourceId, type_id: typeId } = row.value
    return {
      value,
      authorityId: orAbsent(authorityId),
      sourceId: orAbsent(sourceId),
      typeId: orAbsent(typeId),
      isAnchor: ifAnchor(row),
      totalRecords: counts.get(id)?.instances ?? 0,
    }
  })
}

/** `isAnchor` of contributors is always there, as FOLIO's (folio-org/mod-search: ContributorBrowseService). */
export const renderContributors: RenderRows = async (tx, page, _scope, { anchor }) => {
  const counts = await countInstances(tx, valuesOf(page))
  return page.rows.map((row) => {
    if (row.value === null) return { name: anchor, isAnchor: true, totalRecords: 0 }
    const { id, value, authority_id: authorityId, type_id: typeId } = row.value
    return {
      name: value,
      contributorTypeId: counts.get(id)?.roles ?? [],
      contributorNameTypeId: orAbsent(typeId),
      authorityId: orAbsent(authorityId),
      isAnchor: row.isAnchor,
      totalRecords: counts.get(id)?.instances ?? 0,
    }
  })
}

export const renderClassifications: RenderRows = async (tx, page, _scope, { anchor }) => {
  const values = valuesOf(page)
  const counts = await countInstances(tx, values)
  const single = values.filter(({ id }) => counts.get(id)?.instances === 1)
  const only = await readOnlyInstances(tx, 'browse_entry', 'value_id', single)
  return page.rows.map((row) => {
    if (row.value === null) return { classificationNumber: anchor, isAnchor: true, totalRecords: 0 }
    const { id, value, type_id: typeId } = row.value
    const instance = only.get(id)
    return {
      id: id.replaceAll('-', ''),
      classificationNumber: value,
      classificationTypeId: orAbsent(typeId),
      instanceTitle: instance?.title ?? undefined,
      instanceContributors: instance?.contributors,
      isAnchor: ifAnchor(row),
      totalRecords: counts.get(id)?.instances ?? 0,
    }
  })
}

export const renderCallNumbers: RenderRows = async (tx, page, scope, { anchor }) => {
  const values = valuesOf(page)
  const isPlaced = scope.kind === KINDS.placedCallNumber
  const counts = isPlaced ? await countPlaced(tx, scope, values) : await countItems(tx, values)
  const single = values.filter(({ id }) => counts.get(id) === 1)
  const only = await readOnlyInstances(tx, 'browse_item', isPlaced ? 'place_id' : 'value_id', single)
  return page.rows.map((row) => {
    if (row.value === null) return { fullCallNumber: anchor, isAnchor: true, totalRecords: 0 }
    const { id, value, call_number: callNumber, prefix, suffix, type_id: typeId } = row.value
    return {
      fullCallNumber: value,
      callNumber: orAbsent(callNumber),
      callNumberPrefix: orAbsent(prefix),
      callNumberSuffix: orAbsent(suffix),
      callNumberTypeId: orAbsent(typeId),
      instanceTitle: only.get(id)?.title ?? undefined,
      isAnchor: ifAnchor(row),
      totalRecords: counts.get(id) ?? 0,
    }
  })
}

export const renderHeadings: RenderRows = async (tx, page, _scope, { anchor, tenant, expandsAll }) => {
  const authorities = await readAuthorities(tx, valuesOf(page))
  return page.rows.map((row) => {
    if (row.value === null) return { headingRef: anchor, isAnchor: true }
    const { value, authority_id: id, source_id: sourceFileId, type_id: field } = row.value
    const { headingType, authRefType } = headingField(field)
    const stored = authorities.get(id!)
    const authority = {
      ...(expandsAll && stored ? (JSON.parse(stored.doc) as object) : {}),
      id,
      tenantId: tenant,
      shared: false,
      headingType,
      authRefType,
      headingRef: value,
      sourceFileId: orAbsent(sourceFileId),
      naturalId: stored?.natural_id ?? undefined,
      numberOfTitles: authRefType === 'Authorized' ? (stored?.titles ?? 0) : undefined,
    }
    return { authority, headingRef: value, isAnchor: ifAnchor(row) }
  })
}

/** How many instances have each value, and in which roles. */
async function countInstances(
  tx: Transaction,
  values: readonly BrowseValue[],
): Promise<Map<string, { instances: number; roles: string[] }>> {
  const rows = await tx.query<{ id: string; instances: number; roles: string[] }>(
    `select asked.id, counted.* from unnest($1::uuid[]) as asked (id)
     cross join lateral (
       select count(distinct e.instance_id) as instances,
         coalesce(array_agg(distinct e.role::text) filter (where e.role is not null), '{}') as roles
       from browse_entry e where e.value_id = asked.id
     ) counted`,
    [values.map(({ id }) => id)],
  )
  return new Map(rows.map(({ id, instances, roles }) => [id, { instances, roles }]))
}

async function countItems(tx: Transaction, values: readonly BrowseValue[]): Promise<Map<string, number>> {
  const rows = await tx.query<{ id: string; instances: number }>(
    `select asked.id, counted.instances from unnest($1::uuid[]) as asked (id)
     cross join lateral (
       select count(distinct i.instance_id) as instances from browse_item i where i.value_id = asked.id
     ) counted`,
    [values.map(({ id }) => id)],
  )
  return new Map(rows.map(({ id, instances }) => [id, instances]))
}

/** The same in the places of the scope only; a number that stands in several of them counts its instances once. */
async function countPlaced(
  tx: Transaction,
  { groups, allGroups }: Scope,
  values: readonly BrowseValue[],
): Promise<Map<string, number>> {
  const rows = await tx.query<{ id: string; instances: number }>(
    `select asked.id, counted.instances from unnest($1::uuid[], $2::uuid[]) as asked (id, base_id)
     cross join lateral (
       select count(distinct i.instance_id) as instances
       from browse_item i join browse_value place on place.id = i.place_id
       where i.value_id = asked.base_id and place.group_id = any($3::int[])
     ) counted`,
    [
      values.map(({ id }) => id),
      values.map(({ base_id: baseId }) => baseId),
      (groups ?? allGroups).map(({ id }) => id),
    ],
  )
  return new Map(rows.map(({ id, instances }) => [id, instances]))
}

type OnlyInstance = { title: string | null; contributors: string[] }

/** The instances of values that only one has. */
async function readOnlyInstances(
  tx: Transaction,
  table: 'browse_entry' | 'browse_item',
  column: 'value_id' | 'place_id',
  values: readonly BrowseValue[],
): Promise<Map<string, OnlyInstance>> {
  if (values.length === 0) return new Map()
  const rows = await tx.query<OnlyInstance & { id: string }>(
    `select asked.id, doc.title, array(
       select part ->> 'name' from json_array_elements(
         case json_typeof(doc.contributors) when 'array' then doc.contributors end
       ) as part where part ->> 'name' is not null
     ) as contributors
     from unnest($1::uuid[]) as asked (id)
     cross join lateral (select e.instance_id from ${table} e where e.${column} = asked.id limit 1) only_one
     join instance i on i.id = only_one.instance_id
     cross join lateral json_to_record(i.doc) as doc (title text, contributors json)`,
    [values.map(({ id }) => id)],
  )
  return new Map(rows.map(({ id, title, contributors }) => [id, { title, contributors }]))
}

type StoredAuthority = { natural_id: string | null; doc: string; titles: number }

/** Authorities, and of how many instances each controls a heading. */
async function readAuthorities(
  tx: Transaction,
  values: readonly BrowseValue[],
): Promise<Map<string, StoredAuthority>> {
  const ids = [...new Set(values.map(({ authority_id: id }) => id))]
  const rows = await tx.query<StoredAuthority & { id: string }>(
    `select a.id, a.natural_id, a.doc, (
       select count(distinct e.instance_id) from browse_entry e where e.value_id = a.id
     ) as titles
     from authority a where a.id = any($1::uuid[])`,
    [ids],
  )
  return new Map(rows.map(({ id, ...authority }) => [id, authority]))
}
