import { dataField } from '../../../formats/marc/index.ts'
import type { MarcField, MarcRecord, Subfield } from '../../../formats/marc/index.ts'
import type { MarcFieldProtectionSetting } from '../../import-profiles/index.ts'
import {
  compileProtections,
  copyField,
  insertInOrder,
  isControlled,
  isProtected,
  linkOf,
} from '../../imports/pure.ts'
import type { AuthorityLink, FieldProtections } from '../../imports/pure.ts'
import { normalizeOclc035, setUpdatedTime005 } from '../../mapping/index.ts'
import type { RecordProblem } from '../contracts.ts'
import type { FieldRule, MarcRule } from './marc-rule.ts'

/** Rules made ready; plain values, so that they can be handed to a worker thread. */
export type CompiledMarcRules = { rules: readonly MarcRule[]; protections: FieldProtections }

export type MarcRuleOptions<Link extends AuthorityLink = AuthorityLink> = {
  /** Instant for 005. */
  now: Date
  /** The links of the record's fields to authorities. */
  links?: readonly Link[]
}

export type MarcOutcome<Link extends AuthorityLink = AuthorityLink> = {
  /** The very argument when nothing changed. */
  record: MarcRecord
  problems: RecordProblem[]
  isChanged: boolean
  /** Links whose fields are gone, or do not name their authority any more. */
  endedLinks: Link[]
}

/** Prepares rules; `settings` are the fields that the tenant protects from updates. */
export function compileMarcRules(
  rules: readonly MarcRule[],
  settings: readonly MarcFieldProtectionSetting[],
): CompiledMarcRules {
  return { rules, protections: compileProtections(settings) }
}

/**
 * Applies rules to a bibliographic record in their order; the record is not changed. Subfields whose text is gone and
 * fields without subfields are dropped, a new field stands where an import would put it, and 005 of a changed record
 * is `now`. Protected fields stay unless the rule overrides that. A linked field keeps the heading that its authority
 * rules; it loses the link when its $0 does not name the authority any more. What was left alone is told as a warning.
 * Sources: folio-org/mod-bulk-operations: processor/marc/MarcInstanceDataProcessor; folio-org/data-import-processing-core:
 * MarcBibRecordModifier, through which FOLIO saves the edited records.
 */
export function applyMarcRules<Link extends AuthorityLink>(
  { rules, protections }: CompiledMarcRules,
  record: MarcRecord,
  { now, links = [] }: MarcRuleOptions<Link>,
): MarcOutcome<Link> {
  const warnings = new Set<string>()
  const scene: Scene = { protections, links, warnings }
  let { leader, fields } = record
  for (const rule of rules) {
    if ('leaderStatus' in rule) leader = withLeaderStatus(leader, rule.leaderStatus)
    else fields = applyRule(rule, fields, scene)
  }
  const problems = [...warnings].map((message): RecordProblem => ({ type: 'WARNING', message }))
  if (fields === record.fields && leader === record.leader) {
    return { record, problems, isChanged: false, endedLinks: [] }
  }
  const edited = finish({ leader, fields }, record, scene, now)
  const isLinked = (link: Link, list: readonly MarcField[]) =>
    list.some((field) => linkOf(field, links) === link)
  const endedLinks = links.filter((link) => isLinked(link, record.fields) && !isLinked(link, edited.fields))
  return { record: edited, problems, isChanged: true, endedLinks }
}

/** The leader with its status; one too short to have the position stays as it is. */
export function withLeaderStatus(leader: string, status: 'd' | 'c'): string {
  return leader.length > 5 ? leader.slice(0, 5) + status + leader.slice(6) : leader
}

type Scene = {
  protections: FieldProtections
  links: readonly AuthorityLink[]
  /** Texts of what was left alone, each once. */
  warnings: Set<string>
}

/** @returns the list that was given when nothing changed */
function applyRule(rule: FieldRule, fields: MarcField[], scene: Scene): MarcField[] {
  const { change } = rule
  if (change.kind === 'add-field') {
    const added = [...fields]
    const subfields = change.subfields.map(({ code, value }) => ({ code, value }))
    insertInOrder(added, dataField(rule.tag, rule.ind1, rule.ind2, subfields))
    return added
  }
  let changed: MarcField[] | null = null
  for (const [at, field] of fields.entries()) {
    const edited = isChosen(rule, field) ? editField(rule, field, scene) : field
    if (edited !== field) changed ??= fields.slice(0, at)
    if (changed !== null && edited !== null) changed.push(edited)
  }
  return changed ?? fields
}

function isChosen({ tag, ind1, ind2 }: FieldRule, field: MarcField): boolean {
  return field.tag === tag && field.ind1 === ind1 && field.ind2 === ind2 && field.subfields !== null
}

/** @returns the field itself when it stays as it is, null when it goes */
function editField(rule: FieldRule, field: MarcField, scene: Scene): MarcField | null {
  const subfields = editSubfields(rule, field.subfields!)
  if (subfields === field.subfields) return field
  if (!rule.overridesProtection && isProtected(scene.protections, field)) {
    scene.warnings.add(`Field ${field.tag} is protected and was not changed.`)
    return field
  }
  if (subfields === null) return null
  const link = linkOf(field, scene.links)
  if (link === null) return withSubfields(field, subfields)
  const code = editedCode(rule)
  if (code !== '0' && isControlled(link, code)) {
    scene.warnings.add(
      `Subfield ${code} of field ${field.tag} is controlled by an authority and was not changed.`,
    )
    return field
  }
  return withSubfields(field, code === '0' ? stillLinked(link, subfields) : subfields)
}

function withSubfields({ tag, ind1, ind2 }: MarcField, subfields: Subfield[]): MarcField | null {
  return subfields.length === 0 ? null : dataField(tag, ind1, ind2, subfields)
}

/** Without $9 where no $0 names the authority. */
function stillLinked({ naturalId }: AuthorityLink, subfields: Subfield[]): Subfield[] {
  const number = naturalId.toLowerCase()
  const isNamed =
    number !== '' && subfields.some(({ code, value }) => code === '0' && value.toLowerCase().endsWith(number))
  return isNamed ? subfields : subfields.filter(({ code }) => code !== '9')
}

/** The code of the subfields that a rule changes within a field. */
function editedCode({ change }: FieldRule): string {
  if (change.kind === 'append') return change.added.code
  return change.kind === 'replace' || change.kind === 'remove-subfield' ? change.code : ''
}

/** @returns the list that was given when the rule does not change it, null when the whole field goes */
function editSubfields({ change }: FieldRule, subfields: Subfield[]): Subfield[] | null {
  switch (change.kind) {
    case 'append':
      return holds(subfields, change.code, change.find) ? [...subfields, { ...change.added }] : subfields
    case 'replace':
      return holds(subfields, change.code, change.find) ? replaceText(change, subfields) : subfields
    case 'remove-field': {
      const goes = change.code === null || holds(subfields, change.code, change.find)
      return goes ? null : subfields
    }
    case 'remove-subfield': {
      const { code, find } = change
      if (!holds(subfields, code, find)) return subfields
      return subfields.filter((subfield) => !fits(subfield, code, find))
    }
    case 'add-field':
      return subfields
  }
}

/** @returns the list that was given when the replacement is what it replaces */
function replaceText(
  { code, find, replacement }: { code: string; find: string; replacement: string },
  subfields: Subfield[],
): Subfield[] {
  if (find === replacement) return subfields
  return subfields
    .map((subfield) =>
      // The text is put in by a function because `$` in a plain replacement has a meaning of its own.
      fits(subfield, code, find)
        ? { code, value: subfield.value.replaceAll(find, () => replacement) }
        : subfield,
    )
    .filter(({ value }, at) => value !== '' || subfields[at]!.value === '')
}

function holds(subfields: readonly Subfield[], code: string, find: string | null): boolean {
  return subfields.some((subfield) => fits(subfield, code, find))
}

function fits(subfield: Subfield, code: string, find: string | null): boolean {
  return subfield.code === code && (find === null || subfield.value.includes(find))
}

/** What a changed record gets whatever the rules were: 005, and OCLC numbers in one form where 035 was edited. */
function finish(edited: MarcRecord, before: MarcRecord, { protections }: Scene, now: Date): MarcRecord {
  const known = new Set(before.fields)
  const is035Edited = edited.fields.some((field) => field.tag === '035' && !known.has(field))
  const record = {
    leader: edited.leader,
    fields: edited.fields.map((field) =>
      field.tag === '005' || (is035Edited && field.tag === '035') ? copyField(field) : field,
    ),
  }
  if (is035Edited) normalizeOclc035(record)
  const updated = record.fields.find(({ tag }) => tag === '005')
  if (!updated || !isProtected(protections, updated)) setUpdatedTime005(record, now)
  return record
}
