import type { Transaction } from '../../kernel/db/database.ts'
import type { ListStatement } from '../../kernel/lists/index.ts'
import type { NoteLink } from './notes.ts'

/** Which notes of a domain a list of links shows, and how. */
export type LinkQuery = {
  domain: string
  link: NoteLink
  status: 'assigned' | 'unassigned' | 'all'
  /** Looked for in title and content, letter case and accents aside. */
  search: string | null
  typeNames: readonly string[]
  order: { by: keyof typeof ORDERS; isDescending: boolean } | null
  limit: number
  offset: number
}

/** What lists may be sorted by, each with its usual direction (folio-org/mod-notes: NotesServiceImpl). */
export const ORDERS = {
  title: { sql: "octavo.fold(doc ->> 'title')", isDescending: false },
  content: { sql: 'search_text', isDescending: false },
  noteType: { sql: "octavo.fold(doc ->> 'type')", isDescending: false },
  updatedDate: { sql: "doc #>> '{metadata,updatedDate}'", isDescending: true },
} as const

/** The notes of a list, in a total order. */
export function linkStatement(query: LinkQuery): ListStatement {
  const { domain, link, status, search, typeNames, order, limit, offset } = query
  const params: unknown[] = [domain]
  const param = (value: unknown) => `$${params.push(value)}`
  const conditions = ["doc ->> 'domain' = $1"]
  if (status !== 'all') {
    const isLinked = `doc -> 'links' @> ${param(JSON.stringify([link]))}::jsonb`
    conditions.push(status === 'assigned' ? isLinked : `not ${isLinked}`)
  }
  if (search !== null) conditions.push(`position(octavo.fold(${param(search)}) in search_text) > 0`)
  if (typeNames.length > 0) conditions.push(`doc ->> 'type' = any(${param(typeNames)}::text[])`)
  const keys =
    order === null ? [] : [`${ORDERS[order.by].sql}${order.isDescending ? ' desc' : ''}`, 'search_text']
  const from = `from note where ${conditions.join(' and ')}`
  return {
    select: `select doc ${from} order by ${[...keys, 'id'].join(', ')} limit ${limit} offset ${offset}`,
    count: `select count(*) as total ${from}`,
    params,
  }
}

/** A change of one note's link to an object. */
export type LinkChange = { id: string; status: 'ASSIGNED' | 'UNASSIGNED' }

/** Links an object to notes or takes it from them; a note without any link is deleted. Unknown notes are left out. */
export async function changeLinks(
  tx: Transaction,
  link: NoteLink,
  changes: readonly LinkChange[],
): Promise<void> {
  const idsOf = (status: LinkChange['status']) =>
    changes.filter((change) => change.status === status).map(({ id }) => id)
  const ids = changes.map(({ id }) => id)
  await tx.query('select from note where id = any($1) order by id for update', [ids])
  await tx.query(
    `update note set doc = jsonb_set(doc, '{links}', (doc -> 'links') || $2::jsonb)
     where id = any($1) and not doc -> 'links' @> $2::jsonb`,
    [idsOf('ASSIGNED'), JSON.stringify([link])],
  )
  await tx.query(
    `update note
     set doc = jsonb_set(doc, '{links}', coalesce(
       (select jsonb_agg(kept.link) from jsonb_array_elements(doc -> 'links') as kept (link)
        where not kept.link @> $2::jsonb),
       '[]'
     ))
     where id = any($1)`,
    [idsOf('UNASSIGNED'), JSON.stringify(link)],
  )
  await tx.query(`delete from note where id = any($1) and doc -> 'links' = '[]'`, [ids])
}
