import type { Transaction } from '../../kernel/db/database.ts'
import { isUuid } from '../../kernel/ids.ts'
import { faultsProblem, textProblem } from '../../kernel/http/problems.ts'
import type { AnyRecord, RecordSpec } from './record-spec.ts'
import type { List, Maybe, Note } from './records.ts'
import { duplicateValue, missingReference } from './storage-problems.ts'
import { accepted, refuse } from './write-outcome.ts'
import type { Draft } from './write-outcome.ts'

const MAX_NOTE_LENGTH = 32_000

type WithNotes = AnyRecord & { notes?: List<Note>; administrativeNotes?: List<string> }

/**
 * Refuses records by rules that need no look at the database: notes over 32,000 characters, statistical
 * codes that are no uuids (folio-org/mod-inventory-storage: NotesValidators, StatisticalCodeValidators).
 */
export function refuseMalformed<T extends WithNotes>(drafts: readonly Draft<T>[]): void {
  for (const draft of drafts) {
    const { notes, administrativeNotes, statisticalCodeIds } = draft.record
    const isLong = (text: Maybe<string>): boolean => (text?.length ?? 0) > MAX_NOTE_LENGTH
    if (notes?.some((note) => isLong(note?.note))) refuse(draft, noteTooLong('notes'))
    if (administrativeNotes?.some(isLong)) refuse(draft, noteTooLong('administrativeNotes'))
    const code = statisticalCodeIds?.find((id) => id?.trim() && !isUuid(id))
    if (code) refuse(draft, textProblem(400, `Invalid UUID string: ${code}`))
  }
}

function noteTooLong(key: string) {
  const message = 'A note has exceeded the 32,000 character limit.'
  return faultsProblem([{ message, type: '1', code: '-1', parameters: [{ key, value: '' }] }])
}

/**
 * Refuses records that name a reference value which does not exist. One statement for all tables; the rows
 * found are locked against deletion until the transaction ends.
 */
export async function refuseMissingReferences<T extends AnyRecord>(
  tx: Transaction,
  { table, references }: RecordSpec<T>,
  drafts: readonly Draft<T>[],
): Promise<void> {
  const wanted = new Map<string, Set<string>>()
  for (const { record } of accepted(drafts)) {
    for (const { target, ids } of references) {
      for (const id of ids(record)) {
        if (!id?.trim()) continue
        let targetIds = wanted.get(target)
        if (!targetIds) wanted.set(target, (targetIds = new Set()))
        targetIds.add(id.toLowerCase())
      }
    }
  }
  if (wanted.size === 0) return
  const found = await existingIds(tx, wanted)
  for (const draft of accepted(drafts)) {
    for (const { field, target, ids } of references) {
      const missing = ids(draft.record).find(
        (id) => id?.trim() && !found.has(`${target} ${id.toLowerCase()}`),
      )
      if (missing) refuse(draft, missingReference(table, field, missing, target))
    }
  }
}

async function existingIds(tx: Transaction, wanted: ReadonlyMap<string, Set<string>>): Promise<Set<string>> {
  const targets = [...wanted.keys()]
  const locked = targets.map(
    (target, i) =>
      `found${i} as (select id from ${target} where id = any($${i + 1}) order by id for key share)`,
  )
  const rows = await tx.query<{ key: string }>(
    `with ${locked.join(', ')} ${targets.map((target, i) => `select '${target} ' || id as key from found${i}`).join(' union all ')}`,
    targets.map((target) => [...wanted.get(target)!].filter(isUuid)),
  )
  return new Set(rows.map(({ key }) => key))
}

/** A value that only one record may have: the id, or that of a rule. */
type UniqueValue<T> = { name: string; sql: string; value: string; draft: Draft<T> }

/**
 * Refuses records whose id, hrid, barcode or match key another record has, in the list or in the table; what
 * the record's own stored row has does not count. `isWanted` says which values to look up: those that the
 * server has just generated need not be.
 */
export async function refuseDuplicates<T extends AnyRecord>(
  tx: Transaction,
  spec: RecordSpec<T>,
  drafts: readonly Draft<T>[],
  isWanted: (name: string, draft: Draft<T>) => boolean,
): Promise<void> {
  const candidates = accepted(drafts).flatMap((draft) =>
    uniqueValues(spec, draft).filter(({ name }) => isWanted(name, draft)),
  )
  if (candidates.length === 0) return
  const owners = await storedOwners(tx, spec, candidates)
  for (const { name, value, draft } of candidates) {
    const owner = owners.get(`${name} ${value}`)
    const isOwn = name !== 'id' && owner === draft.id
    if (owner !== undefined && !isOwn) refuse(draft, duplicateValue(spec.table, name, value))
  }
  const seen = new Map<string, Draft<T>>()
  for (const { name, value, draft } of candidates) {
    if (draft.problem !== null) continue
    const first = seen.get(`${name} ${value}`)
    if (first && first.problem === null) refuse(draft, duplicateValue(spec.table, name, value))
    else seen.set(`${name} ${value}`, draft)
  }
}

function uniqueValues<T extends AnyRecord>(spec: RecordSpec<T>, draft: Draft<T>): UniqueValue<T>[] {
  const values: UniqueValue<T>[] = [{ name: 'id', sql: 'id', value: draft.id, draft }]
  for (const { name, sql, key } of spec.uniques) {
    const value = key(draft.record)
    if (value !== null) values.push({ name, sql, value, draft })
  }
  return values
}

async function storedOwners<T extends AnyRecord>(
  tx: Transaction,
  { table }: RecordSpec<T>,
  values: readonly UniqueValue<T>[],
): Promise<Map<string, string>> {
  const expressions = new Map(values.map(({ name, sql }) => [name, sql]))
  const parts = [...expressions].map(
    ([name, sql], i) => `select '${name} ' || ${sql} as key, id from ${table} where ${sql} = any($${i + 1})`,
  )
  const rows = await tx.query<{ key: string; id: string }>(
    parts.join(' union all '),
    [...expressions.keys()].map((name) =>
      values.filter((value) => value.name === name).map(({ value }) => value),
    ),
  )
  return new Map(rows.map(({ key, id }) => [key, id]))
}
