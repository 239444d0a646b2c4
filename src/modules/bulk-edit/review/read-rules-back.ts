import { writeMarcRule } from '../marc-rules/index.ts'
import { marcRulesOf, rulesOf } from '../operation/operation-rules.ts'
import type { OperationRow } from '../operation/operation.ts'

/**
 * The rules of an operation, as `content-update` and `marc-content-update` take them: what FOLIO has no endpoint for, and a
 * screen needs to go on where somebody left off.
 */
export function rulesBack(operation: OperationRow): Record<string, unknown> {
  const rules = rulesOf(operation)
  return {
    bulkOperationRules: rules.map(({ option, tenants, actions }) => ({
      bulkOperationId: operation.id,
      rule_details: {
        option,
        tenants,
        actions: actions.map(({ updatedTenants, ...action }) => ({
          ...action,
          updated_tenants: updatedTenants,
        })),
      },
    })),
    bulkOperationMarcRules: marcRulesOf(operation).map(writeMarcRule),
    totalRecords: rules.length,
  }
}
