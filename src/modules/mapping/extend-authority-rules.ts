import type { MappingRule } from './mapping-rules.ts'

/** A rule with its place in the rules document; `relation`: runs only for fields whose first $w holds this letter. */
export type PlacedRule = { path: string; rule: MappingRule; relation: string | null }

const subdivisions = ['x', 'y', 'z', 'v']

const relations = [
  ['g', 'saftBroaderTerm'],
  ['h', 'saftNarrowerTerm'],
  ['a', 'saftEarlierHeading'],
  ['b', 'saftLaterHeading'],
] as const

/**
 * Adds to the rules of an authority tag what FOLIO's extended authority mapping (server setting `AUTHORITY_EXTENDED`)
 * does on top: in 1xx, 4xx and 5xx the subdivisions $v $x $y $z come last, joined by `--`; each 5xx rule also fills its
 * `…Trunc` target without $i and numeric subfields, and one of four relation lists according to the control subfield
 * $w. Heading types keep the ending `Trunc`, as in FOLIO (folio-org/data-import-processing-core: Processor.java).
 */
export function extendAuthorityRules(tag: string, rules: readonly PlacedRule[]): PlacedRule[] {
  if (!/^[145]\d\d$/.test(tag)) return [...rules]
  const own = rules.map((placed) => ({ ...placed, rule: withSubdivisionsLast(placed.rule) }))
  if (!tag.startsWith('5')) return own
  const truncated = own
    .filter(({ rule }) => rule.target !== undefined)
    .map((placed) => ({ ...placed, rule: truncate(placed.rule) }))
  const related = relations.flatMap(([relation, target]) =>
    truncated.map(({ path, rule }) => ({ path, rule: relatedHeading(rule, target), relation })),
  )
  return [...own, ...truncated, ...related]
}

function withSubdivisionsLast(rule: MappingRule): MappingRule {
  const codes = rule.subfield ?? []
  if (!codes.some((code) => subdivisions.includes(code))) return rule
  return {
    ...rule,
    subFieldDelimiter: [
      { value: ' ', subfields: codes.filter((code) => !subdivisions.includes(code)) },
      { value: '--', subfields: subdivisions },
      { value: '--', subfields: [] },
    ],
  }
}

function truncate(rule: MappingRule): MappingRule {
  return {
    ...rule,
    target: `${rule.target}Trunc`,
    subfield: (rule.subfield ?? []).filter((code) => !/^[0-9i]$/.test(code)),
  }
}

function relatedHeading(rule: MappingRule, target: string): MappingRule {
  const headingType = headingTypeOf(rule.target ?? '')
  return {
    entity: [
      { ...rule, target: `${target}.headingRef` },
      {
        ...rule,
        target: `${target}.headingType`,
        applyRulesOnConcatenatedData: true,
        rules: [{ conditions: [{ type: 'set_heading_type_by_name', parameter: { name: headingType } }] }],
      },
    ],
  }
}

function headingTypeOf(target: string): string {
  const name = target.replace('saft', '')
  return name.slice(0, 1).toLowerCase() + name.slice(1)
}
