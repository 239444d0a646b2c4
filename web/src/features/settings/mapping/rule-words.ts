import { mappingText } from '#text/settings-mapping.ts'
import { functionsIn, partsOf } from './rules.ts'
import type { MappingRule, PlacedRule, RuleCondition } from './rules.ts'

/** A rule as a person reads it. */
export type RuleWords = { marc: string; target: string; how: string }

/** Says what a rule reads, what it fills, and how. */
export function ruleInWords({ tag, rule }: PlacedRule): RuleWords {
  const parts = partsOf(rule)
  return { marc: marcInWords(tag, rule, parts), target: targetInWords(parts), how: howInWords(rule, parts) }
}

function marcInWords(tag: string, rule: MappingRule, parts: readonly MappingRule[]): string {
  const words = [tag === 'LDR' ? mappingText.leader : tag]
  if (rule.indicators !== undefined)
    words.push(mappingText.indicators(rule.indicators.ind1, rule.indicators.ind2))
  if (tag === 'LDR' || tag.startsWith('00')) {
    const range = conditionsOf(parts).find(({ type }) => type.includes('char_select'))?.parameter
    if (range !== undefined) words.push(mappingText.positions(Number(range.from), Number(range.to) - 1))
    return words.join(' ')
  }
  const codes = [...new Set(parts.flatMap(({ subfield = [] }) => subfield))]
  words.push(codes.length === 0 ? mappingText.anySubfield : codes.map((code) => `$${code}`).join(''))
  return words.join(' ')
}

/** The fields by their list, with the names of the values that are set: "notes (“Local notes”): note, staffOnly". */
function targetInWords(parts: readonly MappingRule[]): string {
  const lists = new Map<string, string[]>()
  for (const { target = '' } of parts) {
    const [name = '', property] = target.split('.')
    const properties = lists.get(name) ?? []
    lists.set(name, properties)
    if (property !== undefined && !property.endsWith('Id')) properties.push(property)
  }
  const names = conditionsOf(parts).flatMap(({ parameter }) =>
    typeof parameter?.name === 'string' ? mappingText.named(parameter.name) : [],
  )
  const suffix = names.length === 0 ? '' : ` (${[...new Set(names)].join(', ')})`
  return [...lists]
    .map(([name, properties]) => (properties.length === 0 ? name : `${name}: ${properties.join(', ')}`))
    .join('; ')
    .concat(suffix)
}

function howInWords(rule: MappingRule, parts: readonly MappingRule[]): string {
  const functions = conditionsOf(parts)
    .flatMap((condition) => functionsIn(condition))
    .map((name) => mappingText.functions[name] ?? name)
  const constants = parts.flatMap(({ rules = [] }) =>
    rules.flatMap(({ value }) => (value === undefined ? [] : mappingText.always(value))),
  )
  const words = [...new Set([...functions, ...constants])]
  if (rule.entityPerRepeatedSubfield === true) words.push(mappingText.perSubfield)
  if (rule.ignoreSubsequentFields === true) words.push(mappingText.firstOnly)
  return words.length === 0 ? mappingText.copied : words.join(', ')
}

function conditionsOf(parts: readonly MappingRule[]): readonly RuleCondition[] {
  return parts.flatMap(({ rules = [] }) => rules.flatMap(({ conditions }) => conditions))
}
