import type { MappingRule, MappingRules, RuleEntry, SubfieldDelimiter } from '../mapping-rules.ts'

/*
 * Notation of the default rule tables (indentation of two blanks is structure, `#` begins a comment line):
 *
 *   define NAME p q           a macro: the indented lines below, with $p and $q replaced
 *   245                       a tag; its rules follow indented, or one rule or macro on the same line
 *     target codes flags      one rule; codes are subfield codes run together, `-` for none
 *     NAME "arg" arg          a macro in place of lines
 *     entity [12]             rules below make one object; optional indicators (`*` any, `#` blank)
 *     each [12]               the same with one object per subfield
 *       otherwise target ...  alternative mapping of the rule above
 *
 * Flags: `+` functions run on the joined text; `first` first occurrence of each code; `once` first field of the tag;
 * `single` nested object; `keep\` trailing backslash kept; `need=a` required, `not=t` exclusive codes; `split=3`;
 * `join=space:ab,dashes:xy,dashes:-` delimiter groups (no codes: the rule's own, `-`: between groups);
 * `retag=100>700,…` (field is mapped as the tag its first three characters name). At the end of a rule: `copy` (an
 * empty list of transformations), `= text` (a constant) or `: functions | name=value …`, where a value is a number, a
 * quoted text or a [list]; `LDR` among them feeds the leader.
 */

type Line = { depth: number; text: string }
type Macro = { parameters: string[]; body: Line[] }

const delimiterTexts: Readonly<Record<string, string>> = {
  space: ' ',
  dashes: '--',
  tilde: '~',
  semicolon: ' ; ',
}

/**
 * Expands a rule table in the notation above to FOLIO's rules document. The tables are part of the program, so a line
 * that does not fit the notation is a defect and throws an `Error` naming the line.
 */
export function expandRules(table: string): MappingRules {
  const macros = new Map<string, Macro>()
  const rules: MappingRules = {}
  const lines = readLines(table)
  for (let i = 0; i < lines.length;) {
    const head = lines[i++]!
    const body: Line[] = []
    while (i < lines.length && lines[i]!.depth > 0) body.push(lines[i++]!)
    const definition = /^define (\w+) ?(.*)$/.exec(head.text)
    if (definition) {
      macros.set(definition[1]!, { parameters: definition[2]!.split(' '), body })
      continue
    }
    const [tag, sameLine] = splitOnce(head.text, ' ')
    if (sameLine !== '') body.unshift({ depth: 1, text: sameLine })
    rules[tag] = buildRules(expandMacros(body, macros), 1)
  }
  return rules
}

function readLines(table: string): Line[] {
  const lines: Line[] = []
  for (const raw of table.split('\n')) {
    const text = raw.trim()
    if (text === '' || text.startsWith('# ')) continue
    lines.push({ depth: (raw.length - raw.trimStart().length) / 2, text })
  }
  return lines
}

function expandMacros(lines: Line[], macros: Map<string, Macro>): Line[] {
  return lines.flatMap((line) => {
    const [name, rest] = splitOnce(line.text, ' ')
    const macro = macros.get(name)
    if (!macro) return [line]
    const values = (rest.match(/"[^"]*"|\S+/g) ?? []).map((value) => value.replaceAll('"', ''))
    const body = macro.body.map(({ depth, text }) => ({
      depth: line.depth + depth - 1,
      text: macro.parameters
        .reduce((result, parameter, i) => result.replaceAll(`$${parameter}`, values[i] ?? ''), text)
        .replaceAll('  ', ' '),
    }))
    return expandMacros(body, macros)
  })
}

/** Builds the rules that stand at `depth`; deeper lines belong to the entity or rule above them. */
function buildRules(lines: Line[], depth: number): MappingRule[] {
  const rules: MappingRule[] = []
  for (let i = 0; i < lines.length;) {
    const line = lines[i++]!
    if (line.depth !== depth) throw new Error(`rule table: wrong indentation at "${line.text}"`)
    const inner: Line[] = []
    while (i < lines.length && lines[i]!.depth > depth) inner.push(lines[i++]!)
    const entity = /^(entity|each)(?: ([^\s]{2}))?(?: (keep\\))?$/.exec(line.text)
    rules.push(entity ? buildEntity(entity, inner, depth) : buildRule(line.text, inner))
  }
  return rules
}

function buildEntity([, kind, indicators, keep]: RegExpExecArray, inner: Line[], depth: number): MappingRule {
  const rule: MappingRule = {}
  if (indicators !== undefined) {
    const [ind1 = '', ind2 = ''] = indicators.replaceAll('#', ' ')
    rule.indicators = { ind1, ind2 }
  }
  if (kind === 'each') rule.entityPerRepeatedSubfield = true
  if (keep !== undefined) rule.keepTrailingBackslash = true
  rule.entity = buildRules(inner, depth + 1)
  return rule
}

function buildRule(text: string, inner: Line[]): MappingRule {
  const parsed = /^(\S+) (\S+)((?: [^:=\s]\S*)*)(?: (:|=) (.+))?$/.exec(text)
  if (!parsed) throw new Error(`rule table: cannot read "${text}"`)
  const [, target = '', codes = '', flags = '', sign, right = ''] = parsed
  const rule: MappingRule = { target: target === '-' ? '' : target, subfield: codeList(codes) }
  for (const flag of flags.trim().split(' ')) if (flag !== '') applyFlag(rule, flag)
  if (sign === ':') rule.rules = [functionEntry(right)]
  if (sign === '=') rule.rules = [{ conditions: [], value: right }]
  for (const line of inner) {
    const [word, rest] = splitOnce(line.text, ' ')
    if (word !== 'otherwise') throw new Error(`rule table: unexpected "${line.text}"`)
    rule.alternativeMapping = buildRule(rest, [])
  }
  return rule
}

function applyFlag(rule: MappingRule, flag: string): void {
  const [name, value] = splitOnce(flag, '=')
  if (name === '+') rule.applyRulesOnConcatenatedData = true
  else if (name === 'copy') rule.rules = []
  else if (name === 'first') rule.ignoreSubsequentSubfields = true
  else if (name === 'once') rule.ignoreSubsequentFields = true
  else if (name === 'single') rule.createSingleObject = true
  else if (name === 'need') rule.requiredSubfield = codeList(value)
  else if (name === 'not') rule.exclusiveSubfield = codeList(value)
  else if (name === 'split') rule.subFieldSplit = { type: 'split_every', value }
  else if (name === 'join') rule.subFieldDelimiter = value.split(',').map((group) => delimiter(group, rule))
  else if (name === 'retag') {
    rule.fieldReplacementBy3Digits = true
    rule.fieldReplacementRule = value.split(',').map((pair) => {
      const [sourceDigits, targetField] = splitOnce(pair, '>')
      return { sourceDigits, targetField }
    })
  } else throw new Error(`rule table: unknown flag "${flag}"`)
}

function delimiter(group: string, rule: MappingRule): SubfieldDelimiter {
  const [name, codes] = splitOnce(group, ':')
  const value = delimiterTexts[name]
  if (value === undefined) throw new Error(`rule table: unknown delimiter "${group}"`)
  return { value, subfields: codes === '' ? [...(rule.subfield ?? [])] : codeList(codes) }
}

function functionEntry(text: string): RuleEntry {
  const [type, right] = splitOnce(text, ' | ')
  const parameter: Record<string, unknown> = {}
  let leader = false
  for (const word of right.match(/\w+=(?:"[^"]*"|\S+)|\w+/g) ?? []) {
    if (word === 'LDR') leader = true
    else {
      const [name, value] = splitOnce(word, '=')
      parameter[name] = parameterValue(value)
    }
  }
  const condition: RuleEntry['conditions'][number] = { type }
  if (Object.keys(parameter).length > 0) condition.parameter = parameter
  if (leader) condition.LDR = true
  return { conditions: [condition] }
}

function parameterValue(text: string): unknown {
  if (text.startsWith('"')) return text.slice(1, -1)
  if (text.startsWith('['))
    return text
      .slice(1, -1)
      .split(',')
      .map((item) => item.replaceAll('_', ' '))
  return /^\d+$/.test(text) ? Number(text) : text
}

function codeList(codes: string): string[] {
  return codes === '-' ? [] : [...codes]
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)]
}
