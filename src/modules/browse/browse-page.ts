import type { Transaction } from '../../kernel/db/database.ts'
import type { BrowseQuery } from './browse-query.ts'
import type { Algorithm } from './kinds.ts'
import type { Scope } from './scope.ts'
import { countValues, walk } from './walk.ts'
import type { BrowseValue } from './walk.ts'

/** A row of a page; `value` is null for the anchor that nothing has. */
export type PageRow = { value: BrowseValue | null; isAnchor: boolean }

/** A page of values; `prev` and `next` are the anchors of the pages beside it. */
export type Page = { total: number; prev: string | undefined; next: string | undefined; rows: PageRow[] }

/**
 * Reads the page that a client asks for (folio-org/mod-search: AbstractBrowseServiceBySearchAfter). A page in one
 * direction always has the anchor of the page on its near side, as FOLIO's; on its far side only if values follow.
 */
export async function readPage(
  tx: Transaction,
  scope: Scope,
  algorithm: Algorithm,
  query: BrowseQuery,
): Promise<Page> {
  const { anchor, includesAnchor, direction, before, after } = query
  if (anchor === '') return { total: 0, prev: undefined, next: undefined, rows: [] }
  const look = (side: '<' | '<=' | '=' | '>=' | '>', limit: number) =>
    walk(tx, scope, algorithm, { anchor, side }, limit)
  const total = await countValues(tx, scope)
  const valueOf = (row: PageRow | undefined) => (row === undefined ? undefined : (row.value?.value ?? anchor))
  if (direction === 'forward') {
    const rows = plain(await look(includesAnchor ? '>=' : '>', after + 1))
    const shown = rows.slice(0, after)
    return {
      total,
      prev: valueOf(rows[0]),
      next: rows.length > after ? valueOf(shown.at(-1)) : undefined,
      rows: shown,
    }
  }
  if (direction === 'backward') {
    const rows = plain(await look(includesAnchor ? '<=' : '<', before + 1)).toReversed()
    const shown = rows.slice(Math.max(rows.length - before, 0))
    return {
      total,
      prev: rows.length > before ? valueOf(shown[0]) : undefined,
      next: valueOf(rows.at(-1)),
      rows: shown,
    }
  }
  const preceding = plain(await look('<', before + 1)).toReversed()
  const succeeding = [
    ...(await anchorRows(query, () => look('=', Math.max(after, 1)))),
    ...plain(await look('>', after + 1)),
  ]
  const shownBefore = preceding.slice(Math.max(preceding.length - before, 0))
  const shownAfter = succeeding.slice(0, after)
  return {
    total,
    prev: preceding.length > before ? valueOf(shownBefore[0]) : undefined,
    next: succeeding.length > after ? valueOf(shownAfter.at(-1)) : undefined,
    rows: [...shownBefore, ...shownAfter],
  }
}

function plain(values: readonly BrowseValue[]): PageRow[] {
  return values.map((value) => ({ value, isAnchor: false }))
}

/** The anchor of a page around it: its rows, or in their place one that says where it would be. */
async function anchorRows(
  { includesAnchor, highlightsMatch }: BrowseQuery,
  find: () => Promise<BrowseValue[]>,
): Promise<PageRow[]> {
  const values = includesAnchor ? await find() : []
  if (values.length > 0) return values.map((value) => ({ value, isAnchor: highlightsMatch }))
  return highlightsMatch ? [{ value: null, isAnchor: true }] : []
}
