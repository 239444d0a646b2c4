import type { Transaction } from '../../../kernel/db/database.ts'
import { lockRows } from '../../inventory/index.ts'
import type { LockedRecord } from '../../inventory/index.ts'
import { commitMarc } from './commit-marc.ts'
import type { MarcCommitOutcome } from './commit-marc.ts'
import type { Cascade, Document, RecordProblem } from '../contracts.ts'
import { isMarcInstance, sourceRefusal } from '../edit/edit-marc.ts'
import type { RecordRange } from '../edit/edit-records.ts'
import type { InventoryKind } from '../entity-kinds.ts'
import type { OperationRow } from '../operation/operation.ts'
import { rulesOf } from '../operation/operation-rules.ts'
import type { ReadyRules } from '../operation/operation-rules.ts'
import {
  GONE,
  NO_ADMINISTRATIVE_CHANGE,
  NO_CHANGE,
  NO_MARC_CHANGE,
  conflictMessage,
} from './record-outcome.ts'
import type { RecordOutcome } from './record-outcome.ts'
import { applyRules } from '../rules/index.ts'

/** A suppression that goes on to the records below a committed one. */
export type RecordCascade = Cascade & { no: number; id: string }

/** A record as it was matched; `marcVersion` is there for MARC instances. */
type Matched = { no: number; id: string; version: number; identifier: string; marcVersion: string | null }

/** A record with what the rules make of it and say of it. */
type Edited = Matched & { before: Document; after: Document; problems: readonly RecordProblem[] }

/**
 * Writes what the rules make of a range of items, holdings or instances, as far as nobody else has changed them since they
 * were matched. The rows are locked before they are compared, so nothing that comes meanwhile is lost.
 */
export async function commitInventory(
  tx: Transaction,
  operation: OperationRow,
  kind: InventoryKind,
  ready: ReadyRules,
  { after, last }: RecordRange,
): Promise<{ outcomes: RecordOutcome[]; cascades: RecordCascade[] }> {
  const matched = await tx.query<Matched>(
    `select no, record_id as id, version, identifier, marc_version as "marcVersion" from bulk_record
     where operation_no = $1 and no > $2 and no <= $3 order by no`,
    [operation.hr_id, after, last],
  )
  const locked = await lockRows(
    tx,
    kind.table,
    matched.map(({ id }) => id),
  )
  const outcomes: RecordOutcome[] = []
  const edited: Edited[] = []
  const cascades: RecordCascade[] = []
  for (const each of matched) {
    const refusal = refusalOf(operation, each, locked.get(each.id))
    if (refusal !== null) {
      outcomes.push(refusal)
      continue
    }
    const before = locked.get(each.id)!.record as Document
    const { record, problems, cascade } = applyRules(ready.compiled, before, ready.facts)
    if (cascade !== null) cascades.push({ ...cascade, no: each.no, id: each.id })
    edited.push({ ...each, before, after: record, problems })
  }
  const work: Work = { operation, kind, ready, locked }
  outcomes.push(...(await write(tx, work, edited.filter(isWithoutMarc))))
  outcomes.push(
    ...(await writeMarc(
      tx,
      work,
      edited.filter((each) => !isWithoutMarc(each)),
    )),
  )
  return { outcomes, cascades }
}

type Work = {
  operation: OperationRow
  kind: InventoryKind
  ready: ReadyRules
  locked: ReadonlyMap<string, LockedRecord>
}

function isWithoutMarc({ marcVersion }: Matched): boolean {
  return marcVersion === null
}

function refusalOf(
  { entity_type: entity }: OperationRow,
  matched: Matched,
  stored: LockedRecord | undefined,
): RecordOutcome | null {
  const { no, id, identifier, version } = matched
  if (stored === undefined) return { no, id, identifier, state: 'refused', message: GONE }
  const document = stored.record as Document
  if (entity === 'INSTANCE_MARC' && isWithoutMarc(matched) && !isMarcInstance(document)) {
    const problem: RecordProblem = { type: 'ERROR', message: sourceRefusal(document) }
    return { no, id, identifier, state: 'refused', ruleProblems: [problem] }
  }
  if (stored.version === version) return null
  const message = conflictMessage({ stored: stored.version, matched: version })
  return { no, id, identifier, state: 'refused', message, isConflict: true }
}

/** A record that the rules leave alone; where they said why, that is enough. */
function unchanged({ no, id, identifier, problems }: Edited): RecordOutcome {
  if (problems.length > 0)
    return { no, id, identifier, state: 'refused', ruleProblems: problems, isLeftByRules: true }
  return { no, id, identifier, state: 'unchanged', message: NO_CHANGE }
}

async function write(
  tx: Transaction,
  { operation, kind, locked }: Work,
  edited: readonly Edited[],
): Promise<RecordOutcome[]> {
  const changed = edited.filter(({ before, after }) => before !== after)
  const outcomes = edited.filter(({ before, after }) => before === after).map(unchanged)
  if (changed.length === 0) return outcomes
  const records = changed.map(({ after }) => after)
  const options = { jobId: operation.id, locked, ownsRecords: true }
  const results = await kind.update(tx, { userId: operation.user_id }, records, options)
  for (const [i, { no, id, identifier, problems: ruleProblems }] of changed.entries()) {
    const result = results[i]!
    const told = { no, id, identifier, ruleProblems }
    if (result.ok) outcomes.push({ ...told, state: 'written', version: result.version })
    else outcomes.push({ ...told, state: 'refused', message: result.problem.message })
  }
  return outcomes
}

/** Writes MARC instances, which go together with their MARC records, whether rules are on those or not. */
async function writeMarc(
  tx: Transaction,
  { operation, ready, locked }: Work,
  edited: readonly Edited[],
): Promise<RecordOutcome[]> {
  if (edited.length === 0) return []
  const outcomes = await commitMarc(
    tx,
    { userId: operation.user_id },
    edited.map(({ before, after, marcVersion }) => ({ before, instance: after, marcVersion: marcVersion! })),
    { editor: ready.marc!, jobId: operation.id, at: ready.facts.now, locked },
  )
  if (operation.entity_type !== 'INSTANCE_MARC')
    return edited.map(
      (each, i) => outcomeOf(each, outcomes[i]!) ?? unchanged(withMarcProblems(each, outcomes[i]!)),
    )
  const hasAdministrative = rulesOf(operation).length > 0
  const hasMarc = ready.marc!.rules.rules.length > 0
  return edited.map((each, i) => {
    const outcome = outcomes[i]!
    const { no, id, identifier, before, after, problems } = each
    const { problems: ruleProblems } = withMarcProblems(each, outcome)
    const told = outcomeOf(each, outcome) ?? { no, id, identifier, state: 'unchanged' as const, ruleProblems }
    if (outcome.kind === 'refused') return told
    const isMarcChanged = outcome.kind === 'written' && outcome.isMarcChanged
    return {
      ...told,
      ...(hasAdministrative && before === after && problems.length === 0
        ? { message: NO_ADMINISTRATIVE_CHANGE }
        : {}),
      ...(hasMarc && !isMarcChanged ? { marcMessage: NO_MARC_CHANGE } : {}),
    }
  })
}

/** @returns null for a record in which there is nothing to change */
function outcomeOf(edited: Edited, outcome: MarcCommitOutcome): RecordOutcome | null {
  if (outcome.kind === 'unchanged') return null
  const { no, id, identifier, problems: ruleProblems } = withMarcProblems(edited, outcome)
  const told = { no, id, identifier, ruleProblems }
  if (outcome.kind === 'written') {
    const { version, marcVersion } = outcome
    return { ...told, state: 'written', version, marcVersion }
  }
  const { message, isConflict } = outcome
  return { ...told, state: 'refused', isConflict, ...(message === null ? {} : { message }) }
}

/** A record with what its rules for administrative data say, and then those for its MARC. */
function withMarcProblems(edited: Edited, { problems }: MarcCommitOutcome): Edited {
  return problems.length === 0 ? edited : { ...edited, problems: [...edited.problems, ...problems] }
}
