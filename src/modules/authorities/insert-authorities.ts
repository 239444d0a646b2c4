import { now } from '../../kernel/clock.ts'
import { sqlState } from '../../kernel/db/database.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { Problem } from '../../kernel/http/problems.ts'
import { isUuid } from '../../kernel/ids.ts'
import {
  accepted,
  announceChanges,
  draftsOf,
  insertRows,
  refusals,
  refuse,
  requireAll,
} from '../inventory/index.ts'
import type { Draft, Outcome, WriteOptions, Writer } from '../inventory/index.ts'
import { authorityRow, newAuthorityStamp } from './authority-row.ts'
import { authorityTable } from './authority-table.ts'
import type { Authority } from './authority.ts'
import { entityDuplicate, entityProblem } from './entity-problems.ts'

type AuthorityDraft = Draft<Authority>

const UNIQUE_VIOLATION = '23505'
const MAX_ATTEMPTS = 4

/**
 * Adds authorities: ids, version 0, metadata, checks by set queries, then one COPY or one statement. A refused
 * record leaves the others untouched, unless `allOrNothing` is set. The id of a deleted authority may be used again.
 * @returns one outcome a record, in order.
 */
export async function insertAuthorities(
  tx: Transaction,
  writer: Writer,
  records: readonly Authority[],
  options: WriteOptions = {},
): Promise<Outcome[]> {
  const drafts = draftsOf(records)
  const chosen = drafts.filter(({ index }) => records[index]!.id)
  await refuseUnknownSourceFiles(tx, drafts, () => unknownOnInsert)
  await refuseTakenIds(tx, chosen)
  requireAll(drafts, options)
  const stamp = newAuthorityStamp(options.at ?? now(), writer?.userId)
  const outcomes: Outcome[] = []
  await writeAroundTakenIds(tx, drafts, chosen, options, async (open) => {
    const rows = open.map(({ record }) => authorityRow(record, stamp))
    await insertRows(tx, authorityTable, rows)
    await announceChanges(tx, [{ kind: 'authority', ids: open.map(({ id }) => id), how: 'inserted' }])
    open.forEach(({ index, id }, i) => {
      outcomes[index] = { ok: true, id, version: stamp.version, doc: rows[i]!.at(-1) as string }
    })
  })
  const revived = accepted(chosen).map(({ id }) => id)
  if (revived.length > 0) await tx.query('delete from deleted_authority where id = any($1)', [revived])
  refusals(drafts, outcomes)
  return outcomes
}

const unknownOnInsert = entityProblem(422, {
  message: `Authority Source File with the given 'id' does not exists.`,
  type: 'EntityReferenceNotFoundException',
  code: 'validation',
})

/** Refuses records whose source file does not exist. Those found stay locked against deletion. */
export async function refuseUnknownSourceFiles(
  tx: Transaction,
  drafts: readonly AuthorityDraft[],
  refusal: (id: string) => Problem,
): Promise<void> {
  const wanted = new Set<string>()
  for (const { record } of accepted(drafts)) {
    if (isUuid(record.sourceFileId)) wanted.add(record.sourceFileId.toLowerCase())
  }
  const rows =
    wanted.size === 0
      ? []
      : await tx.query<{ id: string }>(
          'select id from authority_source_file where id = any($1) order by id for key share',
          [[...wanted]],
        )
  const found = new Set(rows.map(({ id }) => id))
  for (const draft of accepted(drafts)) {
    const id = draft.record.sourceFileId
    if (id !== null && id !== undefined && !found.has(id.toLowerCase())) refuse(draft, refusal(id))
  }
}

/** Refuses records whose id another record has, in the table or earlier in the list. */
async function refuseTakenIds(tx: Transaction, chosen: readonly AuthorityDraft[]): Promise<void> {
  const open = accepted(chosen)
  if (open.length === 0) return
  const rows = await tx.query<{ id: string }>('select id from authority where id = any($1)', [
    open.map(({ id }) => id),
  ])
  const taken = new Set(rows.map(({ id }) => id))
  for (const draft of open) {
    if (taken.has(draft.id))
      refuse(draft, entityDuplicate(`Authority with the given 'id' already exists.`, '109'))
    taken.add(draft.id)
  }
}

/** Writes drafts; when another transaction has taken one of their ids since they were checked, the rest is written again. */
async function writeAroundTakenIds(
  tx: Transaction,
  drafts: readonly AuthorityDraft[],
  chosen: readonly AuthorityDraft[],
  options: WriteOptions,
  write: (open: readonly AuthorityDraft[]) => Promise<void>,
): Promise<void> {
  if (accepted(chosen).length === 0) {
    await write(accepted(drafts))
    return
  }
  for (let attempt = 1; ; attempt += 1) {
    await tx.query('savepoint written_authorities')
    try {
      await write(accepted(drafts))
      await tx.query('release savepoint written_authorities')
      return
    } catch (error) {
      if (sqlState(error) !== UNIQUE_VIOLATION || attempt === MAX_ATTEMPTS) throw error
      await tx.query('rollback to savepoint written_authorities')
      await refuseTakenIds(tx, chosen)
      requireAll(drafts, options)
    }
  }
}
