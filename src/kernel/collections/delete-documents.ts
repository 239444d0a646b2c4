import type { Transaction } from '../db/database.ts'
import { textProblem } from '../http/problems.ts'
import type { Problem } from '../http/problems.ts'
import { asProblem } from '../http/sql-problems.ts'
import type { Collection, Document, UsedBy } from './collection.ts'
import { isolateFailures } from './isolate-failures.ts'
import { lockDocuments, missing } from './write-documents.ts'
import type { RowOutcome, WriteOptions } from './write-documents.ts'

/**
 * Deletes documents that nothing refers to. Their rows are locked before `usedBy` is looked at: code that adds
 * a referring document and has read the row `for key share` makes the deletion wait, and is seen by it.
 * @returns one outcome an id, in order, with the deleted document.
 * @throws Problem of the first id that can't be deleted, unless `isolate` is set.
 */
export async function deleteDocuments(
  tx: Transaction,
  collection: Collection,
  ids: readonly string[],
  { isolate = false }: WriteOptions = {},
): Promise<RowOutcome[]> {
  collection.onChange?.(tx)
  const stored = await lockDocuments(tx, collection, ids)
  const refused = new Map<string, Problem>()
  for (const id of ids) {
    const text = stored.get(id)
    if (text === undefined) refused.set(id, missing(collection, id))
    else if (collection.beforeDelete) {
      const problem = await refusal(() => collection.beforeDelete!(tx, JSON.parse(text) as Document))
      if (problem) refused.set(id, problem)
    }
  }
  for (const [id, used] of await findUses(tx, collection, remaining(ids, refused))) {
    refused.set(id, inUse(collection, id, used))
  }
  if (!isolate && refused.size > 0) throw refused.values().next().value!
  const write = async (some: readonly string[]): Promise<void> => {
    await tx.query(`delete from ${collection.table} where id = any($1)`, [some])
  }
  if (isolate) {
    const failed = await isolateFailures(tx, remaining(ids, refused), write)
    for (const [id, problem] of failed) refused.set(id, problem)
  } else await write(ids)
  return ids.map((id) => {
    const problem = refused.get(id)
    return problem ? { ok: false, id, problem } : { ok: true, id, text: stored.get(id)! }
  })
}

function remaining(ids: readonly string[], refused: ReadonlyMap<string, unknown>): string[] {
  return ids.filter((id) => !refused.has(id))
}

async function refusal(check: () => void | Promise<void>): Promise<Problem | null> {
  try {
    await check()
    return null
  } catch (error) {
    const problem = asProblem(error)
    if (problem === null) throw error
    return problem
  }
}

// RMB's text for a foreign key (folio-org/raml-module-builder: PgUtil.responseForeignKeyViolation).
function inUse({ table }: Collection, id: string, used: UsedBy): Problem {
  const source = used.reportedAs ?? used.table
  return textProblem(
    400,
    `Cannot delete ${table}.id = ${id} because id is still referenced from table ${source}.`,
  )
}

/** The first use of each id that is in use. */
async function findUses(
  tx: Transaction,
  { usedBy = [] }: Collection,
  ids: readonly string[],
): Promise<Map<string, UsedBy>> {
  const uses = new Map<string, UsedBy>()
  for (const used of usedBy) {
    const open = ids.filter((id) => !uses.has(id))
    if (open.length === 0) break
    for (const { id } of await tx.query<{ id: string }>(usedIds(used), [open])) uses.set(id, used)
  }
  return uses
}

/**
 * The ids of $1 that documents hold at a path. A deletion of a reference value is rare, so there is no index
 * for it: the search for the bare text passes over documents many times faster than reading their JSON, and
 * only a document that contains the id somewhere is read.
 */
function usedIds({ table, path }: UsedBy): string {
  return `select asked.id
    from unnest($1::text[]) as asked (id)
    where exists (
      select from ${table} as source
      where case when position(asked.id in source.doc::text) > 0
        then ${holdsId('source.doc::jsonb', path.split('.'), 0)} else false end
    )`
}

function holdsId(value: string, [name, ...rest]: string[], depth: number): string {
  if (name === undefined) return `${value} #>> '{}' = asked.id`
  if (!name.endsWith('[]')) return holdsId(`${value} -> '${name}'`, rest, depth)
  const array = `${value} -> '${name.slice(0, -2)}'`
  const entry = `entry${depth}`
  return `exists (
        select from jsonb_array_elements(case jsonb_typeof(${array}) when 'array' then ${array} else '[]' end)
          as list${depth} (${entry})
        where ${holdsId(entry, rest, depth + 1)}
      )`
}
