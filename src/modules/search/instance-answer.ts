import type { Transaction } from '../../kernel/db/database.ts'
import type { Instance } from '../inventory/index.ts'
import { instanceSource } from './instance-fields.ts'
import { requestProblem } from './search-problems.ts'

type Json = Record<string, unknown>

/** What a search answers of each instance: its basic fields, all of it, or the basic ones with others by path. */
export type AnswerForm = { readonly expandsAll: boolean; readonly include: readonly string[] }

/** A found instance with what it carries of holdings and items. */
type Found = { document: Instance; isBoundWith: boolean; holdings: Json[]; items: Json[] }

/**
 * The paths of the parameter `include`.
 *
 * @throws Problem 400 for a path that leads to no field
 */
export function readInclude(text: string | undefined): string[] {
  const paths = (text ?? '')
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '')
  for (const path of paths) {
    const isKnown =
      instanceSource.fields.has(path) ||
      [...instanceSource.fields.keys()].some((name) => name.startsWith(`${path}.`))
    if (!isKnown) throw requestProblem('Invalid field in the include parameter', 'include', path)
  }
  return paths
}

/** Represents found instances in their order, with a fixed number of queries. */
export async function representFound(
  tx: Transaction,
  texts: readonly string[],
  form: AnswerForm,
): Promise<Json[]> {
  if (texts.length === 0) return []
  const documents = texts.map((text) => JSON.parse(text) as Instance)
  const ids = documents.map(({ id }) => id!)
  const bound = await findBound(tx, ids)
  const needs = (name: string) =>
    form.expandsAll || form.include.some((path) => path === name || path.startsWith(`${name}.`))
  const holdings = needs('holdings')
    ? await readBelow(
        tx,
        `select holdings_record.instance_id as id, holdings_record.doc from holdings_record
         where holdings_record.instance_id = any($1) order by holdings_record.id`,
        ids,
      )
    : null
  const items = needs('items')
    ? await readBelow(
        tx,
        `select holdings_record.instance_id as id, item.doc
         from holdings_record join item on item.holdings_record_id = holdings_record.id
         where holdings_record.instance_id = any($1) order by item.holdings_record_id, item.item_order, item.id`,
        ids,
      )
    : null
  return documents.map((document) => {
    const found: Found = {
      document,
      isBoundWith: bound.has(document.id!),
      holdings: holdings?.get(document.id!) ?? [],
      items: items?.get(document.id!) ?? [],
    }
    const basic = basicForm(found, tx.tenant!)
    if (form.expandsAll) return { ...basic, ...wholeForm(found, tx.tenant!) }
    for (const path of form.include) addPath(basic, wholeForm(found, tx.tenant!), path.split('.'))
    return basic
  })
}

async function findBound(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `select distinct holdings_record.instance_id as id
     from bound_with_part join holdings_record on holdings_record.id = bound_with_part.holdingsrecordid
     where holdings_record.instance_id = any($1)`,
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

async function readBelow(
  tx: Transaction,
  select: string,
  ids: readonly string[],
): Promise<Map<string, Json[]>> {
  const rows = await tx.query<{ id: string; doc: string }>(select, [ids])
  const byInstance = new Map<string, Json[]>()
  for (const { id, doc } of rows) {
    const record = { tenantId: tx.tenant!, ...(JSON.parse(doc) as Json) }
    const list = byInstance.get(id)
    if (list) list.push(record)
    else byInstance.set(id, [record])
  }
  return byInstance
}

/** The fields that mod-search shows of every instance (`showInResponse` in its model); empty ones are left out. */
function basicForm({ document, isBoundWith }: Found, tenantId: string): Json {
  return withoutEmpty({
    id: document.id,
    tenantId,
    shared: false,
    hrid: document.hrid,
    title: document.title,
    contributors: pick(document.contributors, [
      'name',
      'primary',
      'contributorNameTypeId',
      'contributorTypeId',
      'authorityId',
    ]),
    identifiers: pick(document.identifiers, ['value', 'identifierTypeId']),
    publication: pick(document.publication, ['publisher', 'dateOfPublication']),
    dates: document.dates,
    staffSuppress: document.staffSuppress ?? false,
    discoverySuppress: document.discoverySuppress ?? false,
    isBoundWith,
  })
}

function wholeForm({ document, isBoundWith, holdings, items }: Found, tenantId: string): Json {
  return withoutEmpty({
    ...document,
    tenantId,
    shared: false,
    staffSuppress: document.staffSuppress ?? false,
    discoverySuppress: document.discoverySuppress ?? false,
    isBoundWith,
    holdings,
    items,
  })
}

/** Objects with the named properties only; those that have none of them are left out. */
function pick(
  list: Instance['contributors'] | Instance['identifiers'] | Instance['publication'],
  names: string[],
) {
  return (list ?? [])
    .map((entry) =>
      Object.fromEntries(
        names.flatMap((name) => {
          const value = (entry as Json | null | undefined)?.[name]
          return value === undefined || value === null ? [] : [[name, value]]
        }),
      ),
    )
    .filter((entry) => Object.keys(entry).length > 0)
}

function withoutEmpty(record: Json): Json {
  return Object.fromEntries(
    Object.entries(record).filter(
      ([, value]) => value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  )
}

/** Copies what lies at a path into a record that may have some of it already. */
function addPath(target: Json, source: Json, [name, ...rest]: string[]): void {
  const value = source[name!]
  if (value === undefined) return
  if (rest.length === 0) {
    target[name!] = value
  } else if (Array.isArray(value)) {
    const present = Array.isArray(target[name!]) ? (target[name!] as Json[]) : []
    target[name!] = value.map((entry, i) => {
      const copy = { ...present[i] }
      addPath(copy, entry as Json, rest)
      return copy
    })
  } else if (typeof value === 'object' && value !== null) {
    const copy = { ...(target[name!] as Json | undefined) }
    addPath(copy, value as Json, rest)
    target[name!] = copy
  }
}
