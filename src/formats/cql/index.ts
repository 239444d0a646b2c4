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
export { parseCql } from './parse.ts'
export { literalOf } from './term.ts'
export { printCql } from './print.ts'
export type * from './source.ts'
