import type { Transaction } from '../../kernel/db/database.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { AnyRecord, RecordSpec } from './record-spec.ts'
import type { Outcome } from './write-outcome.ts'

type WriteList<T> = (records: T[]) => Promise<Outcome[]>

/**
 * Parts a list into records that are stored already and new ones, and gives each part to its list function.
 * A stored record whose hrid was not sent keeps it. Outcomes come in the order of the list.
 */
export async function upsertRecords<T extends AnyRecord>(
  tx: Transaction,
  spec: RecordSpec<T>,
  records: readonly T[],
  insert: WriteList<T>,
  update: WriteList<T>,
): Promise<Outcome[]> {
  const known = await storedHrids(tx, spec, records)
  const added: number[] = []
  const replaced: number[] = []
  const firstOf = new Set<string>()
  records.forEach((record, index) => {
    const id = record.id?.toLowerCase()
    const isKnown = id !== undefined && (known.has(id) || firstOf.has(id))
    ;(isKnown ? replaced : added).push(index)
    if (id !== undefined) firstOf.add(id)
  })
  const outcomes: Outcome[] = []
  const write = async (indexes: readonly number[], list: T[], writeList: WriteList<T>): Promise<void> => {
    if (indexes.length === 0) return
    const results = await writeList(list)
    indexes.forEach((index, i) => {
      outcomes[index] = results[i]!
    })
  }
  await write(
    added,
    added.map((index) => records[index]!),
    insert,
  )
  await write(
    replaced,
    replaced.map((index) => {
      const record = records[index]!
      const hrid = known.get(record.id!.toLowerCase())
      return record.hrid?.trim() || hrid === undefined ? record : { ...record, hrid }
    }),
    update,
  )
  return outcomes
}

async function storedHrids<T extends AnyRecord>(
  tx: Transaction,
  { table }: RecordSpec<T>,
  records: readonly T[],
): Promise<Map<string, string>> {
  const ids = records.map(({ id }) => id).filter(isUuid)
  if (ids.length === 0) return new Map()
  const rows = await tx.query<{ id: string; hrid: string }>(
    `select id, doc ->> 'hrid' as hrid from ${table} where id = any($1)`,
    [ids],
  )
  return new Map(rows.map(({ id, hrid }) => [id, hrid]))
}
