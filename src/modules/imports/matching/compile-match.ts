import type { MarcRecord } from '../../../formats/marc/index.ts'
import { hasUuidShape } from '../../../kernel/ids.ts'
import type { EntityType, MatchDetail, MatchExpression, MatchProfile } from '../../import-profiles/index.ts'
import { idOfLabel, labelsOfList } from '../mapping-language/index.ts'
import type { ListName, ReferenceSnapshot } from '../mapping-language/index.ts'
import { formOf, isQualified, reduce, storable } from './compare-values.ts'
import type {
  ComparisonPart,
  MatchQuestion,
  MatchTarget,
  Qualifier,
  QualifierType,
  StoredField,
} from './match-question.ts'
import { readStatic } from './static-value.ts'
import type { StaticValue } from './static-value.ts'
import { conditionList, documentField, isMarcTarget, marcField, storedMarcField } from './stored-field.ts'
import type { MarcField } from './stored-field.ts'

/** A match profile made ready for a job. */
export type CompiledMatch = {
  name: string
  target: MatchTarget
  /** What `findMatches` asks the database. */
  question: MatchQuestion
  /** Why the profile cannot be evaluated, in words; its question then has no hit. */
  problem: string | null
  /** The field of a record that the values come from; null where they are the same for all. */
  incomingTag: string | null
  /** The values of a record to look for; none: the record does not match. */
  incomingValues(record: MarcRecord): string[]
}

const TARGETS: readonly string[] = [
  'INSTANCE',
  'HOLDINGS',
  'ITEM',
  'AUTHORITY',
  'MARC_BIBLIOGRAPHIC',
  'MARC_HOLDINGS',
  'MARC_AUTHORITY',
] satisfies MatchTarget[]

const INCOMING: readonly string[] = [
  'MARC_BIBLIOGRAPHIC',
  'MARC_HOLDINGS',
  'MARC_AUTHORITY',
  'STATIC_VALUE',
] satisfies EntityType[]

/** FOLIO's words for a match that cannot be evaluated (folio-org/mod-inventory: AbstractMarcMatchEventHandler.java). */
const INVALID = 'Match detail is invalid'

/**
 * Compiles a match profile. Only its first match detail counts, as in FOLIO. Names and codes of reference values are
 * looked up in `reference`; one that it does not know matches nothing. Never throws: what is wrong with the profile is
 * in `problem`.
 */
export function compileMatch(content: MatchProfile, reference: ReferenceSnapshot): CompiledMatch {
  const detail = content.matchDetails?.[0]
  const targetName = detail?.existingRecordType ?? content.existingRecordType
  const name = content.name
  if (!TARGETS.includes(targetName)) {
    return invalid(name, 'INSTANCE', `records of the type ${targetName} cannot be looked for`)
  }
  const target = targetName as MatchTarget
  if (detail === undefined) return invalid(name, target, 'the profile has no match criterion')
  const incoming = compileIncoming(detail, content.incomingRecordType)
  if (typeof incoming === 'string') return invalid(name, target, incoming)
  const existing = compileExisting(target, detail, reference)
  if (typeof existing === 'string') return invalid(name, target, existing)
  const question = withRange(existing.question, incoming.range)
  const resolve = resolver(existing.list, reference)
  return {
    name,
    target,
    question,
    problem: null,
    incomingTag: incoming.tag,
    incomingValues: (record) => [...new Set(incoming.read(record).flatMap(resolve))],
  }
}

function invalid(name: string, target: MatchTarget, reason: string): CompiledMatch {
  const question: MatchQuestion = {
    target,
    field: { kind: 'none' },
    form: 'fold',
    criterion: 'EXACTLY_MATCHES',
    qualifier: null,
    part: null,
    range: null,
  }
  return {
    name,
    target,
    question,
    problem: `${INVALID}: ${reason}.`,
    incomingTag: null,
    incomingValues: () => [],
  }
}

type Incoming = { tag: string | null; range: MatchQuestion['range']; read: (record: MarcRecord) => string[] }

/** The incoming side, or what is wrong with it. A static value may stand on either side. */
function compileIncoming(detail: MatchDetail, profileType: EntityType): Incoming | string {
  const { incomingMatchExpression: incoming, existingMatchExpression: existing } = detail
  const fixed = [incoming, existing].find((side) => side?.dataValueType === 'STATIC_VALUE')
  if (fixed !== undefined) return compileStatic(readStatic(fixed.staticValueDetails))
  const type = detail.incomingRecordType ?? profileType
  if (!INCOMING.includes(type) || type === 'STATIC_VALUE') {
    return type === 'STATIC_VALUE'
      ? 'the incoming side has no static value'
      : `incoming records of the type ${type} cannot be read`
  }
  if (incoming === undefined || incoming === null) return 'the incoming side is missing'
  const field = marcField(incoming)
  if (typeof field === 'string') return `the incoming side ${field}`
  const qualifier = qualifierOf(incoming)
  const part = partOf(incoming)
  return {
    tag: field.tag,
    range: null,
    read: (record) =>
      incomingTexts(record, field)
        .filter((text) => isQualified(text, qualifier))
        .map((text) => reduce(text, part))
        .filter((text) => text !== ''),
  }
}

/** 001 is kept without blanks at its ends beside the record, so it is looked for so too (`n  00001263 `). */
function incomingTexts(record: MarcRecord, field: MarcField): string[] {
  const texts = marcTexts(record, field)
  return field.tag === '001' ? texts.flatMap((text) => [text, text.trim()]) : texts
}

function compileStatic(value: StaticValue | string): Incoming | string {
  if (typeof value === 'string') return value
  return { tag: null, range: value.range, read: () => [value.text] }
}

/** Days are compared as text, whole and not by words. */
function withRange(question: Omit<MatchQuestion, 'range'>, range: MatchQuestion['range']): MatchQuestion {
  if (range === null) return { ...question, range }
  return { ...question, form: question.form === 'words' ? 'fold' : question.form, part: null, range }
}

type Existing = { question: Omit<MatchQuestion, 'range'>; list: ListName | null }

/** The existing side, or what is wrong with it. */
function compileExisting(
  target: MatchTarget,
  detail: MatchDetail,
  reference: ReferenceSnapshot,
): Existing | string {
  const expression = detail.existingMatchExpression
  if (expression === undefined || expression === null) return 'the existing side is missing'
  const criterion = detail.matchCriterion
  const part = partOf(expression)
  if (isMarcTarget(target)) {
    const named = marcField(expression)
    if (typeof named === 'string') return `the existing side ${named}`
    const field = storedMarcField(named, part)
    const form = field.kind === 'marc' && field.column?.type === 'uuid' ? 'fold' : 'plain'
    const qualifier = formedQualifier(qualifierOf(expression), form)
    return { question: { target, field, form, criterion, qualifier, part }, list: null }
  }
  const found = documentField(target, expression)
  if (found === null) return 'the existing side names no field'
  const field = withResolvedCondition(found.field, reference)
  const isPhrase = criterion === 'EXACTLY_MATCHES' && isIdentifierValue(target, field)
  const qualifier = formedQualifier(qualifierOf(expression), found.form)
  const form = isPhrase ? 'words' : found.form
  return { question: { target, field, form, criterion, qualifier, part }, list: found.list }
}

/** FOLIO finds identifiers by their words: `9781234567897` finds `9781234567897 (pbk.)`. */
function isIdentifierValue(target: MatchTarget, field: StoredField): boolean {
  return target === 'INSTANCE' && field.kind === 'document' && field.path.join('.') === 'identifiers.value'
}

/** The condition on an element with the id in place of a name. */
function withResolvedCondition(field: StoredField, reference: ReferenceSnapshot): StoredField {
  if (field.kind !== 'document' || field.only === null) return field
  const list = conditionList(field.path, field.only.member)
  if (list === null) return field
  const value = idOf(list, reference, field.only.value) ?? field.only.value
  return { ...field, only: { member: field.only.member, value } }
}

function idOf(list: ListName, reference: ReferenceSnapshot, text: string): string | null {
  const id = idOfLabel(labelsOfList(list, reference), text)
  return id ?? (hasUuidShape(text.trim()) ? text.trim().toLowerCase() : null)
}

/** What a text of the record is looked for as: itself, or the id that it stands for. */
function resolver(list: ListName | null, reference: ReferenceSnapshot): (text: string) => string[] {
  if (list === null) return (text) => [storable(text)]
  return (text) => {
    const id = idOf(list, reference, text)
    return id === null ? [] : [id]
  }
}

function qualifierOf({ qualifier }: MatchExpression): Qualifier | null {
  const type: QualifierType | undefined = qualifier?.qualifierType
  const value = qualifier?.qualifierValue
  return type === undefined || type === null || value === undefined || value === null || value === ''
    ? null
    : { type, value }
}

function formedQualifier(qualifier: Qualifier | null, form: MatchQuestion['form']): Qualifier | null {
  return qualifier && { ...qualifier, value: formOf(storable(qualifier.value), null, form) }
}

function partOf({ qualifier }: MatchExpression): ComparisonPart | null {
  return qualifier?.comparisonPart ?? null
}

/** All texts of a field in a record: of a control field, or of each subfield with the code. */
export function marcTexts(record: MarcRecord, { tag, ind1, ind2, subfield }: MarcField): string[] {
  return record.fields.flatMap((field) => {
    if (field.tag !== tag) return []
    if (subfield === '') return field.subfields === null ? [field.value] : []
    if (!isIndicator(ind1, field.ind1) || !isIndicator(ind2, field.ind2)) return []
    return (field.subfields ?? []).filter(({ code }) => code === subfield).map(({ value }) => value)
  })
}

/** `*` is any indicator; a blank one, or none, asks for a blank. */
function isIndicator(wanted: string, stored: string): boolean {
  return wanted === '*' || wanted.trim() === stored.trim()
}
