import { parameter } from '../../formats/cql/index.ts'
import type { CqlQuery, Parameters } from '../../formats/cql/index.ts'
import { fold } from '../../formats/text/index.ts'
import type { Row, Transaction } from '../../kernel/db/database.ts'
import type { Page } from '../../kernel/http/parameters.ts'
import { STATEMENT_TIMEOUT_MS } from '../../kernel/lists/index.ts'
import { compileSearch } from './compile-search.ts'
import type { CompiledSearch, WantedText } from './compile-search.ts'
import type { SearchSource } from './search-field.ts'
import { requestProblem } from './search-problems.ts'
import { escapeLike, queryLexeme } from './search-term.ts'

/** Makes the tenant's name known in SQL, where searches compare it. */
export async function nameTenant(tx: Transaction): Promise<void> {
  await tx.query(`select set_config('octavo.searched_tenant', $1, true)`, [tx.tenant])
}

/** Prepares a transaction for searches: their time is bounded, and the tenant's name is known in SQL. */
export async function prepareSearch(tx: Transaction): Promise<void> {
  await tx.query(
    `select set_config('statement_timeout', $1, true), set_config('octavo.searched_tenant', $2, true)`,
    [String(STATEMENT_TIMEOUT_MS), tx.tenant],
  )
}

/** The order of a search's rows. */
export type RowOrder = {
  /** The order without a sort key; it ends every other order, so that pages neither repeat nor skip rows. */
  readonly usualOrder: readonly string[]
  /** The folded texts that a wanted text is compared with as a whole. */
  readonly rankTexts: readonly string[]
}

/** What a search shows of its rows, and their order. */
export type Shown = RowOrder & {
  /** SQL expressions by name; `id` is one of them. */
  readonly columns: Readonly<Record<string, string>>
  /** More of them, read for the rows of the page only. */
  readonly late: Readonly<Record<string, string>>
  /** Counts the rows of a query that asks for facets only. */
  readonly countByFacets: (tx: Transaction, query: CqlQuery) => Promise<number>
}

/**
 * The rows of a page of a search, with the columns of `shown`, and how many there are in all.
 *
 * @throws Problem 400 or 422 for a query or sort key that is not of this kind of record
 */
export async function findRecords<R extends Row>(
  tx: Transaction,
  source: SearchSource,
  query: CqlQuery,
  { limit, offset }: Page,
  shown: Shown,
): Promise<{ rows: R[]; total: number }> {
  const compiled = compileSearch(query, source)
  const order = orderOf(query, source, compiled, shown)
  const count = () =>
    compiled.isFiltersOnly ? shown.countByFacets(tx, query) : countRecords(tx, source, query)
  if (limit === 0) return { rows: [], total: await count() }
  const total = compiled.isFiltersOnly ? '' : ', count(*) over () as found_total'
  const keys = order.map(({ sql }, i) => `${sql} as key_${i}`)
  // One pass finds, counts and sorts; documents are read for the page only.
  const rows = await tx.query<R & { found_total: number }>(
    `select found.*${listed(shown.late, ', ')}
     from (select ${[...namedColumns(shown.columns), ...keys].join(', ')}${total}
       from ${source.from} where ${compiled.where}
       order by ${order.map(({ sql, direction }) => sql + direction).join(', ')}
       limit ${limit} offset ${offset}) found
     join ${source.table} on ${source.idColumn} = found.id
     order by ${order.map(({ direction }, i) => `found.key_${i}${direction}`).join(', ')}`,
    compiled.parameters.values,
  )
  const isWhole = rows.length > 0 && rows.length < limit
  if (isWhole || (rows.length === 0 && offset === 0)) return { rows, total: offset + rows.length }
  return { rows, total: rows[0]?.found_total ?? (await count()) }
}

/**
 * A statement that gives the ids of all rows of a search in their order, as `id`.
 *
 * @throws Problem 400 or 422 for a query or sort key that is not of this kind of record
 */
export function selectIds(
  source: SearchSource,
  query: CqlQuery,
  rowOrder: RowOrder,
  firstParam = 1,
): { sql: string; values: readonly unknown[] } {
  const compiled = compileSearch(query, source, { firstParam })
  const keys = orderOf(query, source, compiled, rowOrder).map(({ sql, direction }) => sql + direction)
  return {
    sql: `select ${source.idColumn} as id from ${source.from} where ${compiled.where} order by ${keys.join(', ')}`,
    values: compiled.parameters.values,
  }
}

/** How many rows a search finds. */
export async function countRecords(tx: Transaction, source: SearchSource, query: CqlQuery): Promise<number> {
  const { where, parameters } = compileSearch(query, source)
  const [row] = await tx.query<{ total: number }>(
    `select count(*) as total from ${source.from} where ${where}`,
    parameters.values,
  )
  return row!.total
}

type OrderKey = { readonly sql: string; readonly direction: string }

function namedColumns(columns: Readonly<Record<string, string>>): string[] {
  return Object.entries(columns).map(([name, sql]) => `${sql} as ${name}`)
}

function listed(columns: Readonly<Record<string, string>>, before: string): string {
  return namedColumns(columns)
    .map((column) => before + column)
    .join('')
}

function orderOf(
  query: CqlQuery,
  source: SearchSource,
  { wanted, parameters, isFiltersOnly }: CompiledSearch,
  { usualOrder, rankTexts }: RowOrder,
): OrderKey[] {
  const usual = usualOrder.map((sql) => ({ sql, direction: '' }))
  if (query.sort.length === 0) {
    const rank = isFiltersOnly || wanted === null ? null : rankOf(wanted, source, rankTexts, parameters)
    if (rank === null) return usual
    // Within a rank by what is compared with the text, which is not always what the index goes by.
    const others = usual.filter(({ sql }) => sql !== rankTexts[0])
    return [rank, rankTexts[0]!].map((sql) => ({ sql, direction: '' })).concat(others)
  }
  const keys = query.sort.flatMap(({ index, modifiers }) => {
    const name = index.startsWith('item.') ? index.replace('item.', 'items.') : index
    const sorts = Object.hasOwn(source.sorts, name) ? source.sorts[name]! : null
    if (sorts === null) throw requestProblem('Sort field not found or cannot be used.', 'sortField', index)
    const isDescending = modifiers.at(-1)?.name === 'sort.descending'
    return sorts.map((key) => {
      const sql = typeof key === 'string' ? key : isDescending ? key.descending : key.ascending
      // Records without a value come last either way, as they do in mod-search.
      const isNeverNull = source.neverNull.has(sql)
      return { sql, direction: (isDescending ? ' desc' : '') + (isNeverNull ? '' : ' nulls last') }
    })
  })
  const known = new Set(keys.map(({ sql }) => sql))
  const lastIsDescending = keys.at(-1)!.direction.startsWith(' desc')
  return [
    ...keys,
    ...usual
      .filter(({ sql }) => !known.has(sql))
      .map(({ sql }) => ({
        sql,
        // An index on the last key and what follows can be read backwards.
        direction: lastIsDescending ? ' desc' : '',
      })),
  ]
}

/** 0 for a record that is headed by the text, 1 where its heading begins so, 2 where it has all the words, else 3. */
function rankOf(
  { term, words }: WantedText,
  source: SearchSource,
  rankTexts: readonly string[],
  parameters: Parameters,
): string | null {
  const text = fold(term.trim())
  if (words.length === 0 || text === '') return null
  const whole = parameter(parameters, text, 'text')
  const beginning = parameter(parameters, `${escapeLike(text)}%`, 'text')
  const all = words.map((word) => queryLexeme(`${source.rankPrefix}:${word}`)).join(' & ')
  return `case when ${rankTexts.map((sql) => `${sql} = ${whole}`).join(' or ')} then 0
    when ${rankTexts.map((sql) => `${sql} like ${beginning}`).join(' or ')} then 1
    when ${source.vector} @@ ${parameter(parameters, all, 'tsquery')} then 2 else 3 end`
}
