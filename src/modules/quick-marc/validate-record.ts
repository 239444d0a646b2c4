import { isControlTag } from '../../formats/marc/index.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { Problem } from '../../kernel/http/problems.ts'
import { ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest } from '../../kernel/http/route.ts'
import { readSubfields } from './field-content.ts'
import { recordFaults } from './record-rules.ts'
import { readDraft } from './sent-record.ts'
import type { EditedRecord, SentField } from './sent-record.ts'
import { specificationOf } from './specification.ts'
import type { FieldDefinition, Specification } from './specification.ts'

/*
 * A record against its specification. Errors keep it from being saved, warnings do not.
 * Rules, severities and texts: folio-org/mod-record-specifications: validator/marc/impl/**, translations; all rules but
 * the one for LC control numbers are on, as they are at first in FOLIO.
 */

/** One thing that is wrong with a record; `tag` has the place among the fields of the tag: `245[0]`. */
export type Issue = {
  tag: string
  helpUrl?: string
  severity: 'error' | 'warn'
  definitionType: 'field' | 'indicator' | 'subfield'
  message: string
}

type PlacedField = { field: SentField; place: string }

const INVALID_TAG = 'Tag must contain three characters and can only accept numbers 0-9.'
const INVALID_INDICATOR =
  "Indicator must contain one character and can only accept numbers 0-9, letters a-z or a '\\'."

/** `POST /records-editor/validate` */
export async function validateSentRecord(request: ApiRequest): Promise<Answer> {
  return ok({ issues: recordIssues(readDraft(objectBody(request.body))) })
}

/** 422 with the errors of a record; a new one has no 001 yet. */
export function requireSpecification(record: EditedRecord, isNew: boolean): void {
  const issues = recordIssues(record).filter(
    ({ severity, message, tag }) =>
      severity === 'error' && !(isNew && tag === '001[0]' && message === missing('001')),
  )
  if (record.format === 'HOLDINGS' || issues.length === 0) return
  throw new Problem(422, { issues }, issues[0]!.message)
}

/** Everything that is wrong with a record: first what concerns all fields, then field by field. */
export function recordIssues(record: EditedRecord): Issue[] {
  const specification = specificationOf(record.format)
  if (specification === null) return ruleIssues(record)
  const fields = placed([
    { tag: '000', content: record.leader, indicators: [], linkDetails: null },
    ...record.fields,
  ])
  return [
    ...fieldSetIssues(fields, specification, record.format === 'AUTHORITY'),
    ...fields.flatMap(({ field, place }) => fieldIssues(field, place, specification)),
  ].map((issue) => withHelp(issue, specification))
}

/** Holdings have no specification; their rules are told in the same form. */
function ruleIssues(record: EditedRecord): Issue[] {
  return recordFaults(record).map(({ tag, message }) => error('field', `${tag}[0]`, message))
}

function placed(fields: readonly SentField[]): PlacedField[] {
  const counts = new Map<string, number>()
  return fields.map((field) => {
    const count = counts.get(field.tag) ?? 0
    counts.set(field.tag, count + 1)
    return { field, place: `${field.tag}[${count}]` }
  })
}

function fieldSetIssues(
  fields: readonly PlacedField[],
  { fields: defined, required }: Specification,
  isAuthority: boolean,
): Issue[] {
  const issues: Issue[] = []
  for (const { field, place } of fields) {
    if (!/^\d{3}$/.test(field.tag)) issues.push(error('field', place, INVALID_TAG))
  }
  for (const tag of required) {
    const found = fields.filter(({ field }) => field.tag === tag)
    if (found.length === 0) issues.push(error('field', `${tag}[0]`, missing(tag)))
    for (const { field, place } of found) {
      if (isEmpty(field)) issues.push(error('field', place, missing(tag)))
    }
  }
  for (const { field, place } of fields) {
    if (!defined.has(field.tag)) issues.push(warning('field', place, 'Field is undefined.'))
  }
  const headings = fields.filter(({ field }) => /^1\d\d$/.test(field.tag))
  const text = isAuthority ? 'Field 1XX is non-repeatable and required.' : 'Field 1XX is non-repeatable.'
  if (isAuthority && headings.length === 0) issues.push(error('field', '1XX[0]', text))
  if (headings.length > 1) issues.push(...headings.map(({ place }) => error('field', place, text)))
  return issues
}

function missing(tag: string): string {
  return `Field ${tag} is required.`
}

function isEmpty({ content }: SentField): boolean {
  return typeof content === 'string' ? content.trim() === '' : Object.keys(content).length === 0
}

function fieldIssues(field: SentField, place: string, { fields }: Specification): Issue[] {
  const definition = fields.get(field.tag)
  if (definition === undefined) return []
  const issues: Issue[] = []
  if (!definition.isRepeatable && !place.endsWith('[0]')) {
    issues.push(error('field', place, 'Field is non-repeatable.'))
  }
  if (isControlTag(field.tag) || typeof field.content !== 'string') return issues
  return [
    ...issues,
    ...indicatorIssues(field, place, definition),
    ...subfieldIssues(field, place, definition),
  ]
}

function indicatorIssues({ indicators }: SentField, place: string, definition: FieldDefinition): Issue[] {
  return ['First', 'Second'].flatMap((name, at): Issue[] => {
    const sent = (indicators[at] ?? '').charAt(0)
    const value = sent === '' || sent === ' ' || sent === '\\' ? '#' : sent
    if (sent === '#' || !/^[#0-9a-z]$/.test(value)) return [error('indicator', place, INVALID_INDICATOR)]
    const allowed = definition.indicators[at]!
    if (allowed === null || allowed.includes(value)) return []
    const shown = value === '#' ? '\\' : value
    return [warning('indicator', place, `${name} Indicator '${shown}' is undefined.`)]
  })
}

function subfieldIssues({ tag, content }: SentField, place: string, { subfields }: FieldDefinition): Issue[] {
  if (subfields === null || !/^\s*\$/.test(content as string)) return []
  const codes = readSubfields(tag, content as string).map(({ code }) => code)
  const unknown = codes.filter((code) => !subfields.has(code))
  const repeated = codes.filter((code, at) => subfields.get(code) === false && codes.indexOf(code) < at)
  return [
    ...unknown.map((code) => warning('subfield', place, `Subfield '${code}' is undefined.`)),
    ...repeated.map((code) => error('subfield', place, `Subfield '${code}' is non-repeatable.`)),
  ]
}

function error(definitionType: Issue['definitionType'], tag: string, message: string): Issue {
  return { tag, severity: 'error', definitionType, message }
}

function warning(definitionType: Issue['definitionType'], tag: string, message: string): Issue {
  return { tag, severity: 'warn', definitionType, message }
}

function withHelp(issue: Issue, { helpUrl }: Specification): Issue {
  const url = helpUrl(issue.tag.slice(0, 3))
  return url === null ? issue : { ...issue, helpUrl: url }
}
