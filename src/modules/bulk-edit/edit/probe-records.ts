import type { Transaction } from '../../../kernel/db/database.ts'
import { hasUuidShape } from '../../../kernel/ids.ts'
import type { Document, EntityType, RecordProblem, Rule, RuleFacts } from '../contracts.ts'
import { INVENTORY_KIND } from '../entity-kinds.ts'
import type { RecordRange } from './edit-records.ts'
import type { OperationRow } from '../operation/operation.ts'
import type { ReadyRules } from '../operation/operation-rules.ts'
import { applyRules } from '../rules/index.ts'

/** What rules refuse a record for, as far as no value of theirs is unknown: one property, which has a column of its own. */
type Probe = { column: string; documentOf: (value: string) => Document }

const PROBES: Partial<Record<EntityType, Probe>> = {
  ITEM: { column: 'status', documentOf: (name) => ({ status: { name } }) },
  HOLDINGS_RECORD: { column: 'source_id::text', documentOf: (sourceId) => ({ sourceId }) },
  INSTANCE: { column: 'source', documentOf: (source) => ({ source }) },
}

/** A record of a range with what the rules say against it; null where its document must be looked at. */
export type ProbedRecord = {
  no: number
  identifier: string
  problems: readonly RecordProblem[] | null
}

/** The document in the place of a record whose deciding column has this value. */
export function probeDocument(entity: EntityType, value: string | null): Document {
  return value === null ? {} : PROBES[entity]!.documentOf(value)
}

/** Whether what rules say against records of a type can be told by a column: users, and unknown values, need documents. */
export function canProbe(entity: EntityType, rules: readonly Rule[], facts: RuleFacts): boolean {
  if (PROBES[entity] === undefined) return false
  const known = Object.values(facts).filter((value): value is ReadonlySet<string> => value instanceof Set)
  const isKnown = (id: unknown) =>
    !hasUuidShape(id) || known.some((ids) => ids.has(id) || ids.has(id.toLowerCase()))
  return rules.every(({ actions }) =>
    actions.every(({ type, updated, parameters }) => {
      // A type of notes that there is not is found out by the first note that should get it.
      if (type === 'CHANGE_TYPE' && !OTHER_NOTES.has(updated ?? '') && !facts.noteTypeIds.has(updated ?? ''))
        return false
      const values = (updated ?? '').split(',').map((one) => one.trim())
      return [...values, ...parameters.map(({ value }) => value)].every(isKnown)
    }),
  )
}

const OTHER_NOTES: ReadonlySet<string> = new Set(['ADMINISTRATIVE_NOTE', 'CHECK_IN_NOTE', 'CHECK_OUT_NOTE'])

/**
 * What rules say against the records of a range, by the one column that decides. Reading and parsing a hundred thousand
 * documents for it takes three seconds, this a tenth of it.
 */
export async function probeRange(
  tx: Transaction,
  { hr_id: no, entity_type: entity }: OperationRow,
  { compiled, facts }: ReadyRules,
  { after, last }: RecordRange,
): Promise<ProbedRecord[]> {
  const { column } = PROBES[entity]!
  const { table } = INVENTORY_KIND[entity]!
  const rows = await tx.query<{ no: number; identifier: string; is_stored: boolean; value: string | null }>(
    `select r.no, r.identifier, stored.id is not null as is_stored, stored.${column} as value
     from bulk_record r left join ${table} stored on stored.id = r.record_id and stored.version = r.version
     where r.operation_no = $1 and r.no > $2 and r.no <= $3 order by r.no`,
    [no, after, last],
  )
  const told = new Map<string | null, readonly RecordProblem[]>()
  return rows.map(({ no: place, identifier, is_stored: isStored, value }) => {
    if (!isStored) return { no: place, identifier, problems: null }
    let problems = told.get(value)
    if (problems === undefined) {
      problems = applyRules(compiled, probeDocument(entity, value), facts).problems
      told.set(value, problems)
    }
    return { no: place, identifier, problems }
  })
}
