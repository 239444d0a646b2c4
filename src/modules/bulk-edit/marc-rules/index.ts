export { applyMarcRules, compileMarcRules, withLeaderStatus } from './apply-marc-rules.ts'
export type { CompiledMarcRules, MarcOutcome, MarcRuleOptions } from './apply-marc-rules.ts'
export type { MarcRule } from './marc-rule.ts'
export { readMarcRules } from './read-marc-rules.ts'
