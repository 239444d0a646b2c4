import type { Transaction } from '../../../kernel/db/database.ts'
import { getOperation } from '../operation/operation.ts'
import { STAGE } from '../operation/problem-stage.ts'
import { findIdentifierKind, identifierTypesOf } from './identifier-kinds.ts'

/** So many of the identifiers that were not found are looked for by each other kind: enough to tell a wrong choice. */
const SAMPLE = 1000

/**
 * `GET /octavo/bulk-operations/{id}/other-kinds`: of the first identifiers without a record, how many are identifiers of another
 * kind, for those kinds that an index finds. @throws Problem 404
 */
export async function countOtherKinds(tx: Transaction, id: string): Promise<Record<string, unknown>> {
  const { hr_id: no, entity_type: entity, identifier_type: used } = await getOperation(tx, id)
  const missing = await tx.query<{ identifier: string }>(
    `select identifier from bulk_problem
     where operation_no = $1 and stage = ${STAGE.matching} and not is_warning and message = 'No match found'
     order by place limit ${SAMPLE}`,
    [no],
  )
  const kinds: { identifierType: string; found: number }[] = []
  for (const identifierType of identifierTypesOf(entity)) {
    const { keyOf, join, isUnindexed } = findIdentifierKind(entity, identifierType)!
    if (identifierType === used || isUnindexed) continue
    const values = missing.flatMap(({ identifier }) => keyOf(identifier) ?? [])
    if (values.length === 0) continue
    const [row] = await tx.query<{ found: number }>(
      `select count(distinct a.key)::int as found from unnest($1::text[]) as a (key) ${join} where t.id is not null`,
      [values],
    )
    if (row!.found > 0) kinds.push({ identifierType, found: row!.found })
  }
  return { looked: missing.length, kinds: kinds.toSorted((one, other) => other.found - one.found) }
}
