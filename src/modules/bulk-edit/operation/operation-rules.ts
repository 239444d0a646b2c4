import { now } from '../../../kernel/clock.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { findUser } from '../../users/index.ts'
import type { Document, Rule, RuleFacts } from '../contracts.ts'
import { createMarcEditor } from '../edit/edit-marc.ts'
import type { MarcEditor } from '../edit/edit-marc.ts'
import { INVENTORY_KIND } from '../entity-kinds.ts'
import type { MarcRule } from '../marc-rules/index.ts'
import type { OperationRow } from './operation.ts'
import { compileRules } from '../rules/index.ts'
import type { CompiledRules } from '../rules/index.ts'
import type { Labels } from '../tables/index.ts'
import { loadLabels } from '../tables/index.ts'

/** The rules of an operation, none before the first were sent. */
export function rulesOf({ rules }: OperationRow): Rule[] {
  return rules === null ? [] : (JSON.parse(rules) as Rule[])
}

/** The rules of an operation on MARC; none where it is not an edit of MARC. */
export function marcRulesOf({ entity_type: entity, marc_rules: rules }: OperationRow): MarcRule[] {
  return entity !== 'INSTANCE_MARC' || rules === null ? [] : (JSON.parse(rules) as MarcRule[])
}

/** The rules of an operation with what applying them asks; `marc` is there for instances. */
export type ReadyRules = {
  compiled: CompiledRules
  facts: RuleFacts
  labels: Labels
  marc: MarcEditor | null
}

const remembered = new Map<string, ReadyRules>()
const MAX_REMEMBERED = 8

/**
 * The same for the chunks of a job, which all go by what the first one has read in this process: reference lists cost as much
 * as a hundred records.
 */
export async function readyRulesOfJob(tx: Transaction, operation: OperationRow): Promise<ReadyRules> {
  const jobId = operation.job_id!
  const known = remembered.get(jobId)
  if (known) return known
  const ready = await readyRules(tx, operation)
  const [oldest] = remembered.keys()
  if (remembered.size >= MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
  remembered.set(jobId, ready)
  return ready
}

/** Reads what the rules of an operation need. Its own time is that of the commit, once there was one. */
export async function readyRules(tx: Transaction, operation: OperationRow): Promise<ReadyRules> {
  const labels = await loadLabels(tx)
  const isOfInstances = INVENTORY_KIND[operation.entity_type]?.kind === 'instance'
  return {
    compiled: compileRules(operation.entity_type, rulesOf(operation)),
    labels,
    marc: isOfInstances ? await createMarcEditor(tx, marcRulesOf(operation)) : null,
    facts: {
      tenantId: tx.tenant!,
      ...idsOf(labels),
      noteSource: await noteSourceOf(tx, operation.user_id),
      now: operation.committed_at ?? now(),
    },
  }
}

function idsOf({ names, statisticalCodes, noteTypes }: Labels) {
  const ids = (list: ReadonlyMap<string, unknown>) => new Set(list.keys())
  const typeIds = Object.values(noteTypes).flatMap(({ places }) => [...places.keys()])
  return {
    locationIds: ids(names.locations),
    loanTypeIds: ids(names.loanTypes),
    materialTypeIds: ids(names.materialTypes),
    patronGroupIds: ids(names.patronGroups),
    statisticalCodeIds: ids(statisticalCodes),
    noteTypeIds: new Set(typeIds),
    relationshipIds: ids(names.relationships),
  }
}

/** The user as circulation notes name who wrote them. */
async function noteSourceOf(tx: Transaction, userId: string): Promise<Document | null> {
  const user = await findUser(tx, { id: userId })
  if (user === null) return null
  const { firstName, lastName } = (user.personal ?? {}) as Document
  return {
    id: userId,
    personal: {
      ...(lastName === undefined ? {} : { lastName }),
      ...(firstName === undefined ? {} : { firstName }),
    },
  }
}
