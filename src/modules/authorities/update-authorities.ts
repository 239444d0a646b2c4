import { now } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import {
  accepted,
  announceChanges,
  draftsOf,
  keepPrevious,
  nextStamp,
  refusals,
  refuse,
  replaceRows,
  requireAll,
} from '../inventory/index.ts'
import type { Draft, Outcome, WriteOptions, Writer } from '../inventory/index.ts'
import { authorityRow } from './authority-row.ts'
import { authorityTable } from './authority-table.ts'
import type { Authority } from './authority.ts'
import { entityConflict, entityNotFound } from './entity-problems.ts'
import { refuseUnknownSourceFiles } from './insert-authorities.ts'
import { noteAuthorityChanges } from './linked-records/note-authority-changes.ts'

/** A locked row as it is before the write. */
export type StoredAuthority = { id: string; version: number; record: Authority }

/**
 * Replaces authorities by their ids: version check, previous documents kept, one statement a thousand rows. Records that
 * are linked to them follow in a job of their own.
 * @returns one outcome a record, in order.
 */
export async function updateAuthorities(
  tx: Transaction,
  writer: Writer,
  records: readonly Authority[],
  options: WriteOptions = {},
): Promise<Outcome[]> {
  const at = options.at ?? now()
  const drafts = draftsOf(records)
  const stored = await lockAuthorities(
    tx,
    accepted(drafts).map(({ id }) => id),
    'no key update',
  )
  refuseUnmatched(drafts, stored, options)
  requireAll(drafts, options)
  await refuseUnknownSourceFiles(tx, drafts, (id) => entityNotFound('Authority Source File', id))
  requireAll(drafts, options)
  const open = accepted(drafts)
  await keepPrevious(
    tx,
    authorityTable,
    open.map(({ id }) => id),
    { writer, at, isDeletion: false, jobId: options.jobId },
  )
  const rows = open.map(({ id, record }) => authorityRow(record, followingStamp(stored.get(id)!, at, writer)))
  await replaceRows(tx, authorityTable, rows)
  await noteAuthorityChanges(
    tx,
    { writer, at },
    open.map(({ id }) => id),
  )
  await announceChanges(tx, [{ kind: 'authority', ids: open.map(({ id }) => id), how: 'updated' }])
  const outcomes: Outcome[] = []
  open.forEach(({ index, id }, i) => {
    const row = rows[i]!
    outcomes[index] = { ok: true, id, version: row[1] as number, doc: row.at(-1) as string }
  })
  refusals(drafts, outcomes)
  return outcomes
}

/** The stamp of a change of a stored authority. */
export function followingStamp({ version, record }: StoredAuthority, at: Date, writer: Writer) {
  return nextStamp({ version, metadata: record.metadata }, at, writer?.userId)
}

/** Locks rows in the order of their ids and reads them. */
export async function lockAuthorities(
  tx: Transaction,
  ids: readonly string[],
  strength: 'no key update' | 'update',
): Promise<Map<string, StoredAuthority>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<{ id: string; version: number; doc: string }>(
    `select id, version, doc from authority where id = any($1) order by id for ${strength}`,
    [ids],
  )
  return new Map(
    rows.map(({ id, version, doc }) => [id, { id, version, record: JSON.parse(doc) as Authority }]),
  )
}

/**
 * Refuses unknown ids, second changes of one record, and versions older than the stored one. A version that was
 * not sent counts as 0, and a newer one passes, as in FOLIO (mod-entities-links: AuthorityService.olCheck).
 */
function refuseUnmatched(
  drafts: readonly Draft<Authority>[],
  stored: ReadonlyMap<string, StoredAuthority>,
  options: WriteOptions,
): void {
  const seen = new Set<string>()
  for (const draft of accepted(drafts)) {
    const before = stored.get(draft.id)
    const { _version: version } = draft.record
    const sent = version ?? 0
    if (!before) refuse(draft, entityNotFound('Authority', draft.id))
    else if (seen.has(draft.id))
      refuse(draft, textProblem(400, `The authority ${draft.id} occurs twice in the list.`))
    else if (!options.ignoreVersions && sent < before.version)
      refuse(draft, entityConflict(draft.id, before.version, sent))
    if (draft.problem === null) seen.add(draft.id)
  }
}
