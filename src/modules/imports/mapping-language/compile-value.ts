import { isBlank, labelled } from './evaluate-value.ts'
import type { CompiledAlternative, CompiledPart, CompiledValue } from './evaluate-value.ts'
import { parseExpression } from './parse-expression.ts'
import type { ValuePart } from './parse-expression.ts'
import { idOfLabel } from './reference-labels.ts'
import type { Labels } from './reference-labels.ts'

/** Something a profile says that cannot be done or will not work; `position` counts in `value` from 0. */
export type MappingProblem = { field: string; path: string; position: number | null; message: string }

type Rule = { name: string; path: string; value: string }

/**
 * Compiles the value of one rule; null when it says nothing (`""`).
 * `today` replaces `###TODAY###`. Problems are added to `problems`.
 */
export function compileValue(
  rule: Rule,
  labels: Labels | null,
  today: string,
  problems: MappingProblem[],
): CompiledValue | null {
  const { expression, faults } = parseExpression(rule.value)
  for (const { position, message } of faults) {
    problems.push({ field: rule.name, path: rule.path, position, message })
  }
  const alternatives = expression.alternatives.map((parts) => compileAlternative(parts, today))
  if (labels !== null) reportUnknownTexts(rule, alternatives, labels, problems)
  const first = alternatives.find(
    ({ parts, remove }) =>
      remove || parts.some(({ kind }) => kind !== 'text') || !isBlank(joined(parts, labels)),
  )
  if (first === undefined) return null
  if (first.remove) return { kind: 'constant', text: null }
  if (first.parts.every(({ kind }) => kind === 'text'))
    return { kind: 'constant', text: joined(first.parts, labels) }
  return { kind: 'read', alternatives, labels }
}

function compileAlternative(parts: readonly ValuePart[], today: string): CompiledAlternative {
  const compiled: CompiledPart[] = []
  let remove = false
  for (const part of parts) {
    if (part.kind === 'remove') remove = true
    else if (part.kind === 'literal') compiled.push({ kind: 'text', text: part.text })
    else if (part.kind === 'today') compiled.push({ kind: 'text', text: today })
    else compiled.push(part)
  }
  const tags = new Set(compiled.flatMap((part) => (part.kind === 'subfield' ? [part.tag] : [])))
  return { parts: compiled, remove, tag: tags.size === 1 ? [...tags][0]! : null }
}

function joined(parts: readonly CompiledPart[], labels: Labels | null): string {
  return labelled(
    labels,
    parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])),
  )
}

/** A text in quotation marks that the list does not know makes every record fail, so it is said beforehand. */
function reportUnknownTexts(
  rule: Rule,
  alternatives: readonly CompiledAlternative[],
  labels: Labels,
  problems: MappingProblem[],
): void {
  for (const { parts } of alternatives) {
    if (parts.length === 0 || parts.some(({ kind }) => kind !== 'text')) continue
    const text = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')
    if (isBlank(text) || idOfLabel(labels, text) !== null) continue
    const message = `"${text}" is not one of the ${labels.list} of this library`
    problems.push({ field: rule.name, path: rule.path, position: null, message })
  }
}
