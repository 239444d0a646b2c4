import { textListParameter, textParameter } from './function-scope.ts'
import type { CompiledFunction, FunctionCompiler, FunctionScope, Parameter } from './function-scope.ts'
import type { TextFunction } from './mapping-run.ts'
import { referenceFunctions } from './reference-functions.ts'
import {
  capitalize,
  charSelect,
  concatSubfields,
  removeEndingPunctuation,
  removePrefixByIndicator,
  trim,
  trimPeriod,
  trimPunctuation,
} from './text-functions.ts'

const unchanged: TextFunction = (text) => text

const publisherRoles = ['Production', 'Publication', 'Distribution', 'Manufacture']

const textFunctions: Readonly<Record<string, FunctionCompiler>> = {
  trim: () => trim,
  trim_period: () => trimPeriod,
  trim_punctuation: () => trimPunctuation,
  remove_ending_punc: () => removeEndingPunctuation,
  capitalize: () => capitalize,
  remove_substring: (parameter, scope) => {
    const substring = textParameter(parameter, 'substring', scope)
    return substring
      ? (text) => (text.includes(substring) ? text.replaceAll(substring, '') : text)
      : unchanged
  },
  remove_prefix_by_indicator: (_, scope) => (scope.inDataField ? removePrefixByIndicator : unchanged),
  char_select: (parameter, scope) => {
    const from = Number(parameter?.from ?? Number.NaN)
    const to = Number(parameter?.to ?? Number.NaN)
    if (Number.isInteger(from) && Number.isInteger(to) && from >= 0 && to >= from) return charSelect(from, to)
    scope.report('parameters "from" and "to" must be whole numbers with from <= to')
    return unchanged
  },
  concat_subfields_by_name: (parameter, scope) => {
    const codes = textListParameter(parameter, 'subfieldsToConcat')
    if (!codes) scope.report('parameter "subfieldsToConcat" is missing')
    if (!codes || !scope.inDataField) return unchanged
    return concatSubfields(codes, textListParameter(parameter, 'subfieldsToStopConcat') ?? [])
  },
  set_deleted: () => (text) => (text[5] === 'd' ? 'true' : 'false'),
  set_publisher_role: (_, scope) =>
    scope.inDataField ? (_text, run) => publisherRoles[run.field.ind2.charCodeAt(0) - 0x30] ?? '' : unchanged,
  set_note_staff_only_via_indicator: (_, scope) =>
    scope.inDataField ? (_text, run) => (run.field.ind1 === '0' ? 'true' : 'false') : unchanged,
  set_heading_type_by_name: (parameter, scope) => textParameter(parameter, 'name', scope) ?? '',
}

const compilers: ReadonlyMap<string, FunctionCompiler> = new Map(
  Object.entries({ ...textFunctions, ...referenceFunctions }),
)

/** The functions that rules may name, in the order of the alphabet. */
export function ruleFunctionNames(): string[] {
  return [...compilers.keys()].sort()
}

/**
 * Compiles one function of a rule by its FOLIO name (any case). An unknown name, or `custom` (a script in the rule,
 * which is not run), is reported and leaves values as they are.
 */
export function compileFunction(name: string, parameter: Parameter, scope: FunctionScope): CompiledFunction {
  const key = name.trim().toLowerCase()
  const compiler = compilers.get(key)
  if (compiler) return compiler(parameter, scope)
  scope.report(
    key === 'custom' ? 'scripts of function "custom" are not run' : `unknown function "${name.trim()}"`,
  )
  return unchanged
}
