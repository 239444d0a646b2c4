import { codeMask } from './code-mask.ts'
import type {
  CompiledMapping,
  ControlRule,
  FieldEntry,
  FieldRule,
  TagRules,
  Writer,
} from './compiled-mapping.ts'
import { ungrouped } from './compiled-mapping.ts'
import { compileValue } from './compile-value.ts'
import type { CompiledValue } from './compile-value.ts'
import { extendAuthorityRules } from './extend-authority-rules.ts'
import type { PlacedRule } from './extend-authority-rules.ts'
import type { MappingRule, MappingRules, RuleProblem } from './mapping-rules.ts'
import { createRun } from './mapping-run.ts'
import type { MappingRun, TextFunction } from './mapping-run.ts'
import { indexReferences } from './reference-set.ts'
import type { AuthoritySourceFile, ReferenceIndex, ReferenceSet } from './reference-set.ts'
import { targetWriters } from './target-writer.ts'
import type { FindWriter } from './target-writer.ts'
import { targetTables } from './targets.ts'
import type { MappedRecord } from './targets.ts'
import { finishText } from './text-functions.ts'
import { isControlTag, isRuleTag, validateRules } from './validate-rules.ts'

/** Told of each value that a rule has written, after it stands in the document; `path` is the rule's place. */
export type WriteListener = (path: string, target: string, value: string, run: MappingRun) => void

type Compilation = {
  references: ReferenceIndex
  writers: FindWriter
  onWrite: WriteListener | undefined
  report: (path: string, message: string) => void
}

/**
 * Compiles a rules document, in FOLIO's form and possibly edited by a library, against the tenant's reference records.
 * Done once per job; ids that rules find by name are resolved here. Never throws for faulty rules: what cannot be
 * used (wrong shape, unknown target or function) is listed in `problems` and skipped. `onWrite` is for trials, which show
 * the rule of each value.
 */
export function compileRules(
  rules: MappingRules,
  reference: ReferenceSet,
  recordType: MappedRecord,
  onWrite?: WriteListener,
): CompiledMapping {
  const problems: RuleProblem[] = validateRules(rules)
  const unusable = new Set(problems.map(({ path }) => /^\w{3}\[\d+\]/.exec(path)?.[0] ?? path))
  const compilation: Compilation = {
    references: indexReferences(reference),
    writers: targetWriters(targetTables[recordType]),
    onWrite,
    report: (path, message) => problems.push({ path, message }),
  }
  const control = new Map<string, ControlRule[]>()
  const fields = new Map<string, TagRules>()
  // A fault without a path means that the document is no object of tags: it maps nothing.
  for (const [tag, list] of unusable.has('') ? [] : Object.entries(rules)) {
    if (!isRuleTag(tag) || !Array.isArray(list)) continue
    const placed = list
      .map((rule, i): PlacedRule => ({ rule, path: `${tag}[${i}]`, relation: null }))
      .filter(({ path }) => !unusable.has(path))
    if (isControlTag(tag)) control.set(tag, compileControlRules(placed, compilation))
    else if (recordType !== 'marc-authority-extended') fields.set(tag, compileTag(placed, compilation))
    else fields.set(tag, compileTag(extendAuthorityRules(tag, placed), compilation))
  }
  const isAuthority = recordType.startsWith('marc-authority')
  return {
    recordType,
    leader: control.get('LDR') ?? [],
    control,
    fields,
    sourceFileOfCode: isAuthority ? sourceFilesByCode(reference.authoritySourceFiles ?? []) : new Map(),
    problems,
    run: createRun(),
  }
}

function compileControlRules(rules: readonly PlacedRule[], compilation: Compilation): ControlRule[] {
  return rules.flatMap(({ rule, path }) => {
    const write = compileTarget(rule, path, compilation)
    if (!write) return []
    const scope = { references: compilation.references, inDataField: false }
    const value = finished(compileValue(rule.rules, scope, `${path}.rules`, compilation.report), false)
    const isSingle = rule.createSingleObject === true
    return [{ value, write: isSingle ? unlessBlank(write) : write }]
  })
}

/** FOLIO stores null for a blank part of a nested object; here it is left out. */
function unlessBlank(write: Writer): Writer {
  return (value, run) => {
    if (value.trim() !== '') write(value, run)
  }
}

function compileTag(rules: readonly PlacedRule[], compilation: Compilation): TagRules {
  const replacements = rules.map(({ rule }) => rule).filter((rule) => rule.fieldReplacementBy3Digits === true)
  const entries = rules
    .filter(({ rule }) => !replacements.includes(rule))
    .map((placed) => compileEntry(placed, compilation))
  return {
    entries,
    hasIndicators: entries.some((entry) => entry.indicators !== null),
    byIndicators: new Map(),
    retagCodes: replacements.flatMap((rule) => rule.subfield ?? []),
    retag: new Map(
      replacements.flatMap((rule) =>
        (rule.fieldReplacementRule ?? []).map(({ sourceDigits, targetField }) => [sourceDigits, targetField]),
      ),
    ),
    usedInRecord: 0,
  }
}

function compileEntry({ rule, path, relation }: PlacedRule, compilation: Compilation): FieldEntry {
  const keepBackslash = rule.keepTrailingBackslash === true
  const isPlain = rule.entity === undefined
  const members = rule.entity ?? [rule]
  const rules = members.flatMap((member, i) => {
    const at = isPlain ? path : `${path}.entity[${i}]`
    return compileFieldRule(member, at, keepBackslash, compilation) ?? []
  })
  return {
    isPlain,
    perSubfield: !isPlain && rule.entityPerRepeatedSubfield === true,
    onceOnly: rule.ignoreSubsequentFields === true,
    usesFirstOnly: rules.some((compiled) => compiled.firstOnly || compiled.alternative?.firstOnly === true),
    relation,
    indicators: rule.indicators ?? null,
    rules,
  }
}

function compileFieldRule(
  rule: MappingRule,
  path: string,
  keepBackslash: boolean,
  compilation: Compilation,
): FieldRule | null {
  const write = compileTarget(rule, path, compilation)
  if (!write) return null
  const scope = { references: compilation.references, inDataField: true }
  const value = compileValue(rule.rules, scope, `${path}.rules`, compilation.report)
  const joinsFirst = rule.applyRulesOnConcatenatedData === true
  const codes = rule.subfield ?? []
  return {
    anyCode: codes.length === 0,
    codes: codeMask(codes),
    ...compileGroups(rule, codes),
    required: rule.requiredSubfield ? codeMask(rule.requiredSubfield) : null,
    excluded: rule.exclusiveSubfield ? codeMask(rule.exclusiveSubfield) : null,
    splitEvery: rule.subFieldSplit ? Number(rule.subFieldSplit.value) : 0,
    firstOnly: rule.ignoreSubsequentSubfields === true,
    before: joinsFirst ? null : finished(value, keepBackslash),
    after: joinsFirst ? finished(value, keepBackslash) : null,
    constant: joinsFirst && typeof value === 'string' ? finishText(value, keepBackslash) : null,
    write,
    alternative: rule.alternativeMapping
      ? compileFieldRule(rule.alternativeMapping, `${path}.alternativeMapping`, keepBackslash, compilation)
      : null,
  }
}

function compileTarget(rule: MappingRule, path: string, compilation: Compilation): Writer | null {
  const write = compilation.writers(rule.target ?? '')
  if (!write) {
    compilation.report(`${path}.target`, `unknown target "${rule.target ?? ''}"`)
    return null
  }
  const { onWrite } = compilation
  if (onWrite === undefined) return write
  return (value, run) => {
    write(value, run)
    onWrite(path, rule.target!, value, run)
  }
}

function compileGroups(
  rule: MappingRule,
  codes: readonly string[],
): Pick<FieldRule, 'groupOf' | 'delimiters' | 'separator'> {
  const groupOf = new Uint8Array(128)
  const groups = rule.subFieldDelimiter ?? []
  const filled = groups.filter(({ subfields }) => subfields.length > 0)
  const read = new Set(codes)
  const mark = (code: string, group: number) => {
    if (code.length === 1 && code.charCodeAt(0) < 128) groupOf[code.charCodeAt(0)] = group
  }
  for (const code of codes) mark(code, filled.length === 0 ? 1 : ungrouped)
  filled.forEach(({ subfields }, i) => {
    for (const code of subfields) if (read.has(code)) mark(code, i + 1)
  })
  return {
    groupOf,
    delimiters: filled.length === 0 ? [' '] : filled.map(({ value }) => value),
    separator: groups.findLast(({ subfields }) => subfields.length === 0)?.value ?? ' ',
  }
}

function finished(value: CompiledValue, keepBackslash: boolean): TextFunction {
  if (value === null) return (text) => finishText(text, keepBackslash)
  if (typeof value === 'string') {
    const text = finishText(value, keepBackslash)
    return () => text
  }
  return (text, run) => finishText(value(text, run), keepBackslash)
}

function sourceFilesByCode(files: readonly AuthoritySourceFile[]): Map<string, string> {
  return new Map(files.flatMap(({ id, codes }) => codes.map((code) => [code, id])))
}
