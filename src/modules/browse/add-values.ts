import type { Transaction } from '../../kernel/db/database.ts'
import { KINDS, browseKey, browseShelfKey } from './kinds.ts'
import type { Kind } from './kinds.ts'

/** A value that some record has and `browse_value` may not. */
export type FoundValue = {
  id: string
  kind: Kind
  type_id: string
  source_id: string
  value: string
  authority_id: string | null
  call_number: string | null
  prefix: string | null
  suffix: string | null
  base_id: string | null
}

const SHELVED: ReadonlySet<Kind> = new Set([KINDS.classification, KINDS.callNumber, KINDS.placedCallNumber])

/** The columns of `browse_value` with their types, and what they hold of a value. */
const COLUMNS: [name: string, type: string, read: (value: FoundValue) => string | number | null][] = [
  ['id', 'uuid', ({ id }) => id],
  ['kind', 'smallint', ({ kind }) => kind],
  ['key', 'text', ({ value }) => browseKey(value)],
  ['lc_key', 'text', shelved('lc')],
  ['dewey_key', 'text', shelved('dewey')],
  ['sudoc_key', 'text', shelved('sudoc')],
  ['value', 'text', ({ value }) => value],
  ['authority_id', 'text', (found) => found.authority_id],
  ['call_number', 'text', (found) => found.call_number],
  ['prefix', 'text', ({ prefix }) => prefix],
  ['suffix', 'text', ({ suffix }) => suffix],
  ['base_id', 'uuid', (found) => found.base_id],
]

function shelved(algorithm: 'lc' | 'dewey' | 'sudoc') {
  return ({ kind, value }: FoundValue) => (SHELVED.has(kind) ? browseShelfKey(value, algorithm) : null)
}

const NAMES = COLUMNS.map(([name]) => name).join(', ')
const LISTS = COLUMNS.map(([, type], i) => `$${i + 2}::${type}[]`).join(', ')

/** Adds values that are not there yet, with what they file by, and counts them in their groups. */
export async function addValues(tx: Transaction, found: readonly FoundValue[]): Promise<void> {
  if (found.length === 0) return
  const groups = await findGroups(tx, found)
  // In the order of the ids, so that two writers of the same values wait for each other instead of both giving up.
  await tx.query(
    `with added as (
       insert into browse_value (group_id, ${NAMES})
       select * from unnest($1::int[], ${LISTS}) as fresh (group_id, ${NAMES}) order by id
       on conflict (id) do nothing
       returning group_id
     )
     insert into browse_group_change (group_id, change) select group_id, count(*) from added group by group_id`,
    [
      found.map((value) => groups.get(nameOf(value))!),
      ...COLUMNS.map(([, , read]) => found.map((value) => read(value))),
    ],
  )
}

type GroupName = Pick<FoundValue, 'kind' | 'type_id' | 'source_id'>

const nameOf = ({ kind, type_id: type, source_id: source }: GroupName) => JSON.stringify([kind, type, source])

/** The ids of the groups of values by their names; groups that are missing are made. */
async function findGroups(tx: Transaction, found: readonly GroupName[]): Promise<Map<string, number>> {
  const named = new Map(found.map((value) => [nameOf(value), value]))
  const wanted = [...named.values()].toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  const params = [
    wanted.map(({ kind }) => kind),
    wanted.map(({ type_id: type }) => type),
    wanted.map(({ source_id: source }) => source),
  ]
  const asked = 'unnest($1::smallint[], $2::text[], $3::text[]) as asked (kind, type_id, source_id)'
  const read = async () => {
    const rows = await tx.query<GroupName & { id: number }>(
      `select g.id, g.kind, g.type_id, g.source_id from ${asked}
       join browse_group g using (kind, type_id, source_id)`,
      params,
    )
    return new Map(rows.map((row) => [nameOf(row), row.id]))
  }
  const known = await read()
  if (known.size === wanted.length) return known
  await tx.query(
    `insert into browse_group (kind, type_id, source_id)
     select kind, type_id, source_id from ${asked} on conflict do nothing`,
    params,
  )
  return read()
}
