import type { CompiledFunction, FunctionScope } from './function-scope.ts'
import type { RuleEntry } from './mapping-rules.ts'
import type { MappingRun, TextFunction } from './mapping-run.ts'
import { compileFunction } from './rule-functions.ts'

/** `null` leaves the value as it is, a text replaces every value, a function computes it. */
export type CompiledValue = CompiledFunction | null

type CompiledCondition = { steps: TextFunction[]; expected: string | null; onLeader: boolean }
type CompiledEntry = { conditions: CompiledCondition[]; constant: string | null }

/**
 * Compiles the `rules` of a mapping rule into one function from text to text. A list whose result does not depend on
 * the value (an id found by name, a constant) becomes that text.
 * `path` begins the paths of reported problems.
 */
export function compileValue(
  entries: readonly RuleEntry[] | undefined,
  scope: Omit<FunctionScope, 'report'>,
  path: string,
  report: (path: string, message: string) => void,
): CompiledValue {
  if (!entries || entries.length === 0) return null
  const compiled = entries.map((entry, i) => compileEntry(entry, scope, `${path}[${i}]`, report))
  return (
    (compiled.length === 1 && compileSimpleEntry(compiled[0]!)) ||
    ((text, run) => evaluate(compiled, text, run))
  )
}

function compileEntry(
  entry: RuleEntry,
  scope: Omit<FunctionScope, 'report'>,
  path: string,
  report: (path: string, message: string) => void,
): CompiledEntry & { simple: CompiledFunction[] | null } {
  const functions: CompiledFunction[] = []
  let simple = true
  const conditions = entry.conditions.map((condition, i): CompiledCondition => {
    const at = `${path}.conditions[${i}]`
    const functionScope = { ...scope, report: (message: string) => report(at, message) }
    const names = condition.type.split(',')
    const steps = names.map((name) => compileFunction(name, condition.parameter, functionScope))
    functions.push(...steps)
    const isScript = names.some((name) => name.trim() === 'custom')
    const expected = isScript ? null : (condition.value ?? null)
    const onLeader = condition.LDR !== undefined
    if (expected !== null || onLeader) simple = false
    return { steps: steps.map(asFunction), expected, onLeader }
  })
  return { conditions, constant: entry.value ?? null, simple: simple ? functions : null }
}

/** The usual shape, one entry without tests: a constant, or a chain of functions. */
function compileSimpleEntry(entry: CompiledEntry & { simple: CompiledFunction[] | null }): CompiledValue {
  if (!entry.simple) return null
  if (entry.constant !== null) return entry.constant
  const lastConstant = entry.simple.findLastIndex((step) => typeof step === 'string')
  const steps = entry.simple.slice(Math.max(lastConstant, 0))
  if (steps.length === 1) return steps[0]!
  const [first, second, third] = steps.map(asFunction)
  if (steps.length === 2) return (text, run) => second!(first!(text, run), run)
  if (steps.length === 3) return (text, run) => third!(second!(first!(text, run), run), run)
  const chain = steps.map(asFunction)
  return (text, run) => chain.reduce((value, step) => step(value, run), text)
}

/**
 * The general evaluation: entries in order until one whose conditions all hold gives a constant. A condition that
 * fails sets the value back to the original text (folio-org/data-import-processing-core: Processor.java).
 */
function evaluate(entries: readonly CompiledEntry[], original: string, run: MappingRun): string {
  let value = original
  for (const entry of entries) {
    let met = true
    for (const condition of entry.conditions) {
      for (const step of condition.steps) {
        if (condition.onLeader) value = run.leader
        const result = step(value, run)
        if (condition.expected !== null && result !== condition.expected) {
          met = false
          break
        }
        if (entry.constant === null) value = result
      }
      if (!met) value = original
    }
    if (met && entry.constant !== null) return entry.constant
  }
  return value
}

function asFunction(compiled: CompiledFunction): TextFunction {
  return typeof compiled === 'string' ? () => compiled : compiled
}
