export { applyRules, compileRules, touchedColumns } from './compile-rules.ts'
export type { CompiledRules } from './compile-rules.ts'
export { readRules } from './read-rules.ts'
export type { TouchedColumns, TouchedProperty } from './touched-columns.ts'
