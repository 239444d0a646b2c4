import type { Module } from '../../kernel/module.ts'
import { readBeside } from '../../kernel/module.ts'
import { mappingRoutes } from './routes.ts'
import type { MappingParameters } from './routes.ts'

export { compileRules } from './compile-rules.ts'
export type { WriteListener } from './compile-rules.ts'
export type { CompiledMapping } from './compiled-mapping.ts'
export {
  dropAuthorityLinks9,
  dropHrid035,
  folio999,
  isOclcNumber,
  moveControlNumberTo035,
  normalizeOclc035,
  normalizeOclcNumber,
  setFolio999,
  setHrid001,
  setUpdatedTime005,
} from './control-fields.ts'
export type { Folio999 } from './control-fields.ts'
export { defaultRules } from './default-rules/default-rules.ts'
export { mapAuthority, mapHoldings, mapInstance } from './map-inventory.ts'
export { mapRecord } from './map-record.ts'
export type { MappingRule, MappingRules, RuleProblem, RuleSetName } from './mapping-rules.ts'
export { stubId } from './reference-set.ts'
export type { AuthoritySourceFile, ReferenceEntry, ReferenceSet } from './reference-set.ts'
export { ruleFunctionNames } from './rule-functions.ts'
export { targetNames } from './targets.ts'
export type { MappedRecord } from './targets.ts'
export { validateRules } from './validate-rules.ts'
export { RULE_SETS, readMappingRules, readRules, ruleSetName, rulesChangedAt } from './rule-sets.ts'

/** MARC to inventory mapping: the rules and their endpoints. `parameters` reads the reference data they use. */
export function mappingModule(parameters: MappingParameters): Module {
  return {
    name: 'mapping',
    schema: { tenant: readBeside(import.meta.dirname, 'schema.sql') },
    interfaces: [
      { module: 'mod-source-record-manager', id: 'mapping-rules-provider', version: '2.0' },
      { module: 'mod-source-record-manager', id: 'mapping-metadata-provider', version: '1.1' },
    ],
    routes: () => mappingRoutes(parameters),
  }
}
