import type { Transaction } from '../../../kernel/db/database.ts'
import { textProblem } from '../../../kernel/http/problems.ts'
import type { App } from '../../../kernel/module.ts'
import { forgetEditedFile } from '../edit/edited-file.ts'
import { NO_PROPOSED_LINKS } from '../files/file-links.ts'
import { readMarcRules } from '../marc-rules/index.ts'
import { changeOperation, getOperation, requireKept } from './operation.ts'
import type { OperationRow } from './operation.ts'
import type { OperationStatus } from './operation-status.ts'
import { forgetProblems } from './problems.ts'
import { STAGE } from './problem-stage.ts'
import { forgetChanges } from '../review/keep-changes.ts'
import { readRules } from '../rules/index.ts'

const OPEN: readonly OperationStatus[] = ['DATA_MODIFICATION', 'REVIEW_CHANGES', 'REVIEWED_NO_MARC_RECORDS']

/**
 * Gives an operation its rules in place of all that it had, those on MARC among them: the edit starts anew.
 * @throws Problem 404, 400 when the operation takes no rules now or one of them cannot be read
 */
export async function setRules(app: App, tx: Transaction, id: string, body: unknown): Promise<void> {
  const operation = await openOperation(tx, id)
  const entity = operation.entity_type === 'INSTANCE_MARC' ? 'INSTANCE' : operation.entity_type
  const rules = readRules(entity, body)
  await startAnew(app, tx, operation)
  await changeOperation(tx, id, {
    entity_type: entity,
    rules: JSON.stringify(rules),
    marc_rules: null,
  })
}

/**
 * Gives an operation on instances its rules on MARC; its other rules stay.
 * @throws Problem 404, 400 when the operation is on other records, takes no rules now or one of them cannot be read
 */
export async function setMarcRules(app: App, tx: Transaction, id: string, body: unknown): Promise<void> {
  const operation = await openOperation(tx, id)
  if (operation.entity_type !== 'INSTANCE' && operation.entity_type !== 'INSTANCE_MARC')
    throw textProblem(400, `MARC rules are not applicable for records of the type ${operation.entity_type}`)
  const rules = readMarcRules(body)
  await startAnew(app, tx, operation)
  await changeOperation(tx, id, { entity_type: 'INSTANCE_MARC', marc_rules: JSON.stringify(rules) })
}

async function openOperation(tx: Transaction, id: string): Promise<OperationRow> {
  const operation = await getOperation(tx, id, 'for update')
  requireKept(operation)
  if (!OPEN.includes(operation.status))
    throw textProblem(400, `Rules are not applicable for bulk operation status ${operation.status}`)
  return operation
}

/**
 * Takes an operation back to where its records are found and nothing is proposed: what was said at a review goes, and what an
 * edited file asked for, with the file.
 */
export async function startAnew(app: App, tx: Transaction, operation: OperationRow): Promise<void> {
  await forgetProblems(tx, operation.hr_id, [STAGE.rules, STAGE.commit])
  await forgetChanges(tx, operation)
  if (operation.approach === 'MANUAL') await forgetEditedFile(app, tx, operation)
  await changeOperation(tx, operation.id, {
    status: 'DATA_MODIFICATION',
    approach: operation.approach === 'MANUAL' ? 'IN_APP' : operation.approach,
    processed: 0,
    committed_errors: 0,
    committed_warnings: 0,
    error_message: null,
    edited_file: null,
    edited_rows: null,
    links: NO_PROPOSED_LINKS,
  })
}
