import type { TextFunction } from './mapping-run.ts'
import type { ReferenceIndex } from './reference-set.ts'

/** What a function is compiled with: the tenant's references, where the rule stands, and where faults go. */
export type FunctionScope = {
  references: ReferenceIndex
  inDataField: boolean
  report: (message: string) => void
}

/** A text when the function gives the same result for every value, else the function. */
export type CompiledFunction = string | TextFunction

export type FunctionCompiler = (parameter: Parameter, scope: FunctionScope) => CompiledFunction
export type Parameter = Readonly<Record<string, unknown>> | undefined

/** A text parameter; reported and `undefined` when it is missing or not a text. */
export function textParameter(parameter: Parameter, name: string, scope: FunctionScope): string | undefined {
  const value = parameter?.[name]
  if (typeof value === 'string') return value
  scope.report(`parameter "${name}" is missing`)
  return undefined
}

/** A parameter that is a list of texts, else `undefined`. */
export function textListParameter(parameter: Parameter, name: string): string[] | undefined {
  const value = parameter?.[name]
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined
}
