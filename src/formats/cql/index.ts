export { compileCql } from './compile.ts'
export type { CompiledCql } from './compile.ts'
export { CqlError } from './error.ts'
export type {
  CqlBoolean,
  CqlModifier,
  CqlNode,
  CqlQuery,
  CqlRelation,
  CqlSortKey,
  CqlSymbol,
  CqlTerm,
} from './nodes.ts'
export { listParameter, literal, newParameters, parameter } from './parameters.ts'
export type { Parameters } from './parameters.ts'
export { parseCql } from './parse.ts'
export { printCql } from './print.ts'
export type * from './source.ts'
export { literalOf } from './term.ts'
