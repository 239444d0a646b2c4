/** FOLIO's form of a mapping rule; keys that no screen knows are kept. */
export type MappingRule = {
  target?: string
  description?: string
  subfield?: readonly string[]
  rules?: readonly RuleEntry[]
  applyRulesOnConcatenatedData?: boolean
  entity?: readonly MappingRule[]
  entityPerRepeatedSubfield?: boolean
  ignoreSubsequentFields?: boolean
  indicators?: { ind1: string; ind2: string }
  alternativeMapping?: MappingRule
  [key: string]: unknown
}
export type RuleCondition = {
  type: string
  parameter?: Record<string, unknown>
  value?: string
  LDR?: boolean
}
export type RuleEntry = { conditions: readonly RuleCondition[]; value?: string }
export type MappingRules = Readonly<Record<string, readonly MappingRule[]>>

/** Tags that were edited, with all their rules as they would be. */
export type Edits = { edits: MappingRules }

export const RULE_TYPES = ['marc-bib', 'marc-holdings', 'marc-authority'] as const
export type RuleType = (typeof RULE_TYPES)[number]

/** A rule with its place in the document (`590[0]`). */
export type PlacedRule = { path: string; tag: string; index: number; rule: MappingRule }

/** All rules in the order of tags, the leader first. */
export function placedRules(rules: MappingRules): PlacedRule[] {
  const order = (tag: string): string => (tag === 'LDR' ? '' : tag)
  return Object.entries(rules)
    .toSorted(([a], [b]) => order(a).localeCompare(order(b)))
    .flatMap(([tag, list]) => list.map((rule, index) => ({ path: `${tag}[${index}]`, tag, index, rule })))
}

/** The parts of a rule: those of its entity, else itself. */
export function partsOf(rule: MappingRule): readonly MappingRule[] {
  return rule.entity ?? [rule]
}

/** A rule with another part in place of one; `null` takes it out. */
export function withPart(rule: MappingRule, at: number, part: MappingRule | null): MappingRule {
  if (rule.entity === undefined) return part ?? rule
  return {
    ...rule,
    entity: rule.entity.flatMap((one, index) => (index !== at ? [one] : part === null ? [] : [part])),
  }
}

/** What the form can show of a part's functions; null when it has more than one condition or tests values. */
export type SimpleValue = { functions: readonly string[]; name: string; constant: string }

export function simpleValue(part: MappingRule): SimpleValue | null {
  const entries = part.rules ?? []
  if (entries.length > 1 || part.alternativeMapping !== undefined) return null
  const [entry] = entries
  if (entry === undefined) return { functions: [], name: '', constant: '' }
  if (entry.conditions.length > 1) return null
  const [condition] = entry.conditions
  if (condition?.value !== undefined || condition?.LDR !== undefined) return null
  const { name, ...otherParameters } = condition?.parameter ?? {}
  if (name !== undefined && typeof name !== 'string') return null
  if (name !== undefined && Object.keys(otherParameters).length > 0) return null
  return { functions: functionsIn(condition), name: name ?? '', constant: entry.value ?? '' }
}

export function functionsIn(condition: RuleCondition | undefined): string[] {
  return (condition?.type ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** A part with other functions; parameters that the form does not show stay. */
export function withSimpleValue(part: MappingRule, { functions, name, constant }: SimpleValue): MappingRule {
  const { rules = [], ...rest } = part
  if (functions.length === 0 && constant === '') return rest
  const before = rules[0]
  const { name: _name, ...parameters } = before?.conditions[0]?.parameter ?? {}
  const parameter = name === '' ? parameters : { ...parameters, name }
  const condition = {
    ...before?.conditions[0],
    type: functions.join(','),
    ...(Object.keys(parameter).length > 0 && { parameter }),
  }
  if (Object.keys(parameter).length === 0) delete condition.parameter
  const { value: _value, ...entry } = before ?? {}
  const conditions = functions.length === 0 ? [] : [condition]
  return { ...rest, rules: [{ ...entry, conditions, ...(constant !== '' && { value: constant }) }] }
}

/** True when a rule is none of the default ones of its tag. */
export function isChangedRule({ tag, rule }: PlacedRule, defaults: MappingRules): boolean {
  const text = JSON.stringify(rule)
  return !(defaults[tag] ?? []).some((one) => JSON.stringify(one) === text)
}

/** The rules with the edited tags in place; a tag whose list is empty goes. */
export function withEdits(rules: MappingRules, edits: MappingRules): MappingRules {
  const all = Object.entries({ ...rules, ...edits })
  return Object.fromEntries(all.filter(([, list]) => list.length > 0))
}

/** Tags that differ, as lines of JSON, for a comparison before the save. */
export function editedLines(rules: MappingRules, edits: MappingRules): { before: string[]; after: string[] } {
  const lines = (from: MappingRules): string[] =>
    Object.keys(edits).flatMap((tag) => {
      const list = from[tag] ?? []
      return list.length === 0 ? [] : `${tag}: ${JSON.stringify(list, null, 1)}`.split('\n')
    })
  return { before: lines(rules), after: lines({ ...rules, ...edits }) }
}
