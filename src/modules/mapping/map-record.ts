import type { MarcField, MarcRecord, Subfield } from '../../formats/marc/record.ts'
import { clearUsedCodes, hasAllCodes, hasAnyCode, markCodes, takeCode } from './code-mask.ts'
import { ungrouped } from './compiled-mapping.ts'
import type { CompiledMapping, ControlRule, FieldEntry, FieldRule, TagRules } from './compiled-mapping.ts'
import { noField } from './mapping-run.ts'
import type { MappingRun } from './mapping-run.ts'

/** Indicator pairs remembered per tag; garbage pairs beyond that are looked up each time. */
const maxIndicatorPairs = 256

/**
 * Maps one MARC record to its inventory document by compiled rules, before the steps that follow the rules
 * (`mapInstance` and its sisters do both). Lists without entries are left out. The leader comes first, then control
 * fields, then data fields, each in record order, so that the last value of a single field wins.
 */
export function mapRecord(compiled: CompiledMapping, record: MarcRecord): Record<string, unknown> {
  const { run } = compiled
  const { fields } = record
  const document: Record<string, unknown> = {}
  run.document = document
  run.leader = record.leader
  run.recordNumber++
  mapControlText(compiled.leader, record.leader, run)
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i]!
    if (field.subfields !== null) continue
    const rules = compiled.control.get(field.tag)
    if (rules !== undefined) mapControlText(rules, field.value, run)
  }
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i]!
    if (field.subfields !== null) mapDataField(compiled, field, field.subfields, run)
  }
  run.document = {}
  run.field = noField
  run.subfields = []
  return document
}

function mapControlText(rules: readonly ControlRule[], text: string, run: MappingRun): void {
  run.stamp = ++run.lastStamp
  run.slot = 0
  run.field = noField
  for (let i = 0; i < rules.length; i++) {
    const rule = rules[i]!
    const value = rule.value(text, run)
    if (value !== '') rule.write(value, run)
  }
}

function mapDataField(
  compiled: CompiledMapping,
  field: MarcField,
  subfields: readonly Subfield[],
  run: MappingRun,
): void {
  let tagRules = compiled.fields.get(field.tag)
  if (tagRules === undefined) return
  if (tagRules.retagCodes.length > 0) {
    tagRules = compiled.fields.get(retagged(tagRules, field.tag, subfields))
    if (tagRules === undefined) return
  }
  run.field = field
  run.subfields = subfields
  markCodes(run, subfields)
  const fieldStamp = ++run.lastStamp
  const entries = tagRules.hasIndicators ? entriesFor(tagRules, field) : tagRules.entries
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i]!
    if (entry.onceOnly) {
      if (tagRules.usedInRecord === run.recordNumber) continue
      tagRules.usedInRecord = run.recordNumber
    }
    if (entry.relation !== null && !isRelated(subfields, entry.relation)) continue
    run.stamp = entry.isPlain ? fieldStamp : ++run.lastStamp
    mapEntry(entry, run)
  }
}

/** The tag named by the first characters of $6 (880), or the field's own tag when there is no such value. */
function retagged(rules: TagRules, tag: string, subfields: readonly Subfield[]): string {
  let result = tag
  for (const code of rules.retagCodes) {
    const value = subfields.find((subfield) => subfield.code === code)?.value ?? ''
    if (value.length < 3) continue
    const digits = value.slice(0, 3)
    result = rules.retag.get(digits) ?? digits
  }
  return result
}

function isRelated(subfields: readonly Subfield[], letter: string): boolean {
  return subfields.find((subfield) => subfield.code === 'w')?.value.includes(letter) === true
}

function entriesFor(rules: TagRules, { ind1, ind2 }: MarcField): FieldEntry[] {
  const key = (ind1.charCodeAt(0) || 0) * 0x10000 + (ind2.charCodeAt(0) || 0)
  let entries = rules.byIndicators.get(key)
  if (entries === undefined) {
    entries = matchingEntries(rules, ind1, ind2)
    if (rules.byIndicators.size < maxIndicatorPairs) rules.byIndicators.set(key, entries)
  }
  return entries
}

/**
 * Rules without indicators are the fallback of a tag that has rules with them. Whether a pattern counts as matching for
 * that test differs from the test for running it: an equal first indicator is enough
 * (folio-org/data-import-processing-core: Processor.java).
 */
function matchingEntries(rules: TagRules, ind1: string, ind2: string): FieldEntry[] {
  const blocksFallback = rules.entries.some(
    ({ indicators }) =>
      indicators !== null &&
      (indicators.ind1 === ind1 || (indicators.ind1 === '*' && fits(indicators.ind2, ind2))),
  )
  return rules.entries.filter(({ indicators }) =>
    indicators === null ? !blocksFallback : fits(indicators.ind1, ind1) && fits(indicators.ind2, ind2),
  )
}

function fits(pattern: string, indicator: string): boolean {
  return pattern === '*' || pattern === indicator
}

function mapEntry(entry: FieldEntry, run: MappingRun): void {
  if (entry.usesFirstOnly) clearUsedCodes(run)
  run.slot = 0
  const { rules } = entry
  for (let i = 0; i < rules.length; i++) {
    const rule = rules[i]!
    if (rule.required !== null && !hasAllCodes(run, rule.required)) return
    if (rule.excluded !== null && hasAnyCode(run, rule.excluded)) return
    if (rule.splitEvery > 0) run.subfields = splitSubfields(run.subfields, rule.splitEvery)
    if (rule.anyCode ? run.subfields.length === 0 : !hasAnyCode(run, rule.codes)) continue
    if (entry.perSubfield) mapEachSubfield(rule, run)
    else mapJoined(rule, run)
  }
}

function mapJoined(rule: FieldRule, run: MappingRun): void {
  let value: string
  if (rule.constant !== null && !rule.firstOnly) value = rule.constant
  else {
    value = rule.delimiters.length === 1 ? joinInOrder(rule, run) : joinGroups(rule, run)
    if (rule.after !== null) {
      run.position = -1
      value = rule.after(value, run)
    }
  }
  if (value !== '') rule.write(value, run)
  else if (rule.alternative !== null) {
    const { alternative } = rule
    clearUsedCodes(run)
    if (alternative.anyCode ? run.subfields.length > 0 : hasAnyCode(run, alternative.codes)) {
      mapJoined(alternative, run)
    }
  }
}

function joinInOrder(rule: FieldRule, run: MappingRun): string {
  const { subfields } = run
  const { groupOf, before, firstOnly } = rule
  const delimiter = rule.delimiters[0]!
  let text = ''
  for (let i = 0; i < subfields.length; i++) {
    const subfield = subfields[i]!
    const code = subfield.code.charCodeAt(0)
    const group = code < 128 ? groupOf[code]! : 0
    if (group === 0 || (firstOnly && !takeCode(run, code))) continue
    let { value } = subfield
    if (before !== null) {
      run.position = i
      value = before(value, run)
    }
    text = text === '' ? value : text + (group === ungrouped ? ' ' : delimiter) + value
  }
  return text
}

/** Joins the subfields of each delimiter group, then the groups in the order in which the rule declares them. */
function joinGroups(rule: FieldRule, run: MappingRun): string {
  const { subfields } = run
  const { groupOf, delimiters, before, firstOnly } = rule
  const parts: string[] = []
  for (let g = 0; g < delimiters.length; g++) parts.push('')
  for (let i = 0; i < subfields.length; i++) {
    const subfield = subfields[i]!
    const code = subfield.code.charCodeAt(0)
    const group = code < 128 ? groupOf[code]! : 0
    if (group === 0 || (firstOnly && !takeCode(run, code))) continue
    let { value } = subfield
    if (before !== null) {
      run.position = i
      value = before(value, run)
    }
    const at = group === ungrouped ? 0 : group - 1
    const part = parts[at]!
    parts[at] = part === '' ? value : part + (group === ungrouped ? ' ' : delimiters[at]!) + value
  }
  let text = ''
  for (let g = 0; g < parts.length; g++) {
    if (parts[g] !== '') text = text === '' ? parts[g]! : text + rule.separator + parts[g]!
  }
  return text
}

/** One object per subfield; rules that name the same code share it. Nothing is joined here. */
function mapEachSubfield(rule: FieldRule, run: MappingRun): void {
  const { subfields } = run
  const { groupOf, before, after, firstOnly } = rule
  for (let i = 0; i < subfields.length; i++) {
    const subfield = subfields[i]!
    const code = subfield.code.charCodeAt(0)
    if (code >= 128 || groupOf[code] === 0 || (firstOnly && !takeCode(run, code))) continue
    run.position = i
    run.slot = i
    const value = before !== null ? before(subfield.value, run) : after!(subfield.value, run)
    if (value !== '') rule.write(value, run)
  }
}

/** Cuts every value into pieces of `length` characters, each a subfield of the same code (041 $a `engspa`). */
function splitSubfields(subfields: readonly Subfield[], length: number): Subfield[] {
  const pieces: Subfield[] = []
  for (const { code, value } of subfields) {
    if (value === '') pieces.push({ code, value })
    for (let start = 0; start < value.length; start += length) {
      pieces.push({ code, value: value.slice(start, start + length) })
    }
  }
  return pieces
}
