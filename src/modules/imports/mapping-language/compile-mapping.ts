import type { MappingProfile, MappingRule, RepeatableFieldAction } from '../../import-profiles/index.ts'
import { compileValue } from './compile-value.ts'
import type { MappingProblem } from './compile-value.ts'
import type { CompiledValue } from './evaluate-value.ts'
import { dayIn } from './iso-date.ts'
import { labelsOfRule } from './reference-labels.ts'
import type { Labels, ReferenceSnapshot } from './reference-labels.ts'
import { memberName, targetPath } from './storage-paths.ts'
import type { TargetRecordType } from './storage-paths.ts'

/** A member of a repeatable object. `list` members are arrays of text. */
export type CompiledMember = {
  name: string
  list: boolean
  required: boolean
  value: CompiledValue | boolean | null
}

/** What one `subfields` entry of a repeatable rule makes. */
export type CompiledEntry = { members: CompiledMember[] }

type ArrayAction = Exclude<RepeatableFieldAction, 'DELETE_EXISTING'>

/** One thing that a mapping does to the document, in the order of the profile. */
export type CompiledRule =
  | { kind: 'text'; path: readonly string[]; value: CompiledValue }
  | { kind: 'boolean'; path: readonly string[]; value: boolean }
  | { kind: 'clear'; path: readonly string[] }
  | { kind: 'texts'; path: readonly string[]; action: ArrayAction; values: CompiledValue[] }
  | { kind: 'objects'; path: readonly string[]; action: ArrayAction; entries: CompiledEntry[] }

/**
 * A mapping profile ready to be applied to records: plain values and maps, so that it can be handed to worker
 * threads. `multipleTag` is the field of which each occurrence makes holdings of its own, or null; `problems`
 * are what the profile says in vain.
 */
export type CompiledMapping = {
  recordType: TargetRecordType
  rules: CompiledRule[]
  multipleTag: string | null
  problems: MappingProblem[]
}

export type CompileOptions = {
  recordType: TargetRecordType
  /** IANA name of the time zone in which `###TODAY###` is read, such as `America/Chicago`. */
  tenantTimeZone: string
  /** The instant of the import. */
  today: Date
}

type Context = {
  reference: ReferenceSnapshot
  recordType: TargetRecordType
  today: string
  problems: MappingProblem[]
}

/**
 * Compiles the field rules of a mapping profile against the reference data of the moment. A rule that cannot be
 * read does nothing, as in FOLIO, and is named in `problems`, together with texts that no list knows.
 * Source: folio-org/data-import-processing-core: mapper/reader/record/marc/MarcRecordReader.java.
 */
export function compileMappingProfile(
  profile: Pick<MappingProfile, 'mappingDetails'>,
  reference: ReferenceSnapshot,
  options: CompileOptions,
): CompiledMapping {
  const problems: MappingProblem[] = []
  const { recordType } = options
  const context: Context = { reference, recordType, today: todayOf(options, problems), problems }
  const fields = (profile.mappingDetails?.mappingFields ?? []).filter((rule) => isEnabled(rule))
  const rules: CompiledRule[] = []
  for (const field of fields) {
    const rule = compileRule(field, context)
    if (rule !== null) rules.push(rule)
  }
  return { recordType, rules, multipleTag: multipleTag(rules, recordType), problems }
}

function todayOf({ tenantTimeZone, today }: CompileOptions, problems: MappingProblem[]): string {
  try {
    return dayIn(tenantTimeZone, today)
  } catch {
    const message = `The time zone "${tenantTimeZone}" is not known; the current date is taken in UTC.`
    problems.push({ field: '###TODAY###', path: '', position: null, message })
    return dayIn('UTC', today)
  }
}

/** Clients send `enabled` as a boolean or as text. */
function isEnabled({ enabled }: MappingRule): boolean {
  return String(enabled).toLowerCase() === 'true'
}

function compileRule(rule: MappingRule, context: Context): CompiledRule | null {
  const target = targetPath(rule.path ?? '', context.recordType)
  if (target === null) return null
  const { path, list } = target
  if (rule.booleanFieldAction) return compileBoolean(rule.booleanFieldAction, path)
  const entries = rule.subfields ?? []
  if (rule.repeatableFieldAction === 'DELETE_EXISTING') return { kind: 'clear', path }
  if (entries.length > 0) return compileRepeatable(rule, path, context)
  const value = valueOf(rule, context, labelsOfRule(rule.name, context.reference))
  if (value === null) return null
  if (!list || clears(value)) return { kind: 'text', path, value }
  return { kind: 'texts', path, action: 'EXTEND_EXISTING', values: [value] }
}

function compileBoolean(action: string, path: readonly string[]): CompiledRule | null {
  if (action === 'ALL_TRUE') return { kind: 'boolean', path, value: true }
  if (action === 'ALL_FALSE') return { kind: 'boolean', path, value: false }
  return null
}

function clears(value: CompiledValue): boolean {
  return value.kind === 'constant' && value.text === null
}

function compileRepeatable(
  rule: MappingRule,
  path: readonly string[],
  context: Context,
): CompiledRule | null {
  const action = rule.repeatableFieldAction
  if (!action || action === 'DELETE_EXISTING') {
    const message = 'the rule has values but says not what to do with existing ones, so it does nothing'
    context.problems.push({ field: rule.name, path: rule.path ?? '', position: null, message })
    return null
  }
  const values: CompiledValue[] = []
  const entries: CompiledEntry[] = []
  for (const entry of rule.subfields ?? []) {
    const members: CompiledMember[] = []
    for (const field of entry.fields ?? []) {
      // A field with the path of its entry is a plain text of the array, not a member of an object.
      if (field.path === entry.path) {
        const value = valueOf(field, context, labelsOfRule(field.name, context.reference))
        if (value !== null && !clears(value)) values.push(value)
      } else {
        members.push(compileMember(field, path, context))
      }
    }
    if (members.length > 0) entries.push({ members })
  }
  if (entries.length > 0) return { kind: 'objects', path, action, entries }
  return values.length > 0 ? { kind: 'texts', path, action, values } : null
}

function compileMember(field: MappingRule, path: readonly string[], context: Context): CompiledMember {
  const fieldPath = field.path ?? ''
  const member = {
    name: memberName(fieldPath),
    list: fieldPath.endsWith('[]'),
    required: field.required === true,
  }
  if (field.booleanFieldAction) {
    const { booleanFieldAction: action } = field
    return {
      ...member,
      value: action === 'ALL_TRUE' ? true : action === 'ALL_FALSE' ? false : null,
      required: false,
    }
  }
  const labels =
    member.name === 'noteType' && path[0] === 'circulationNotes'
      ? circulationNoteTypes
      : labelsOfRule(field.name, context.reference)
  const value = valueOf(field, context, labels)
  return { ...member, value: value !== null && clears(value) ? null : value }
}

// Profiles carry the names that the screen shows (folio-org/mod-inventory: CreateItemEventHandler.java, validNotes).
const circulationNoteTypes: Labels = {
  list: 'circulation note types',
  exact: new Map(
    ['Check in', 'Check out'].flatMap(
      (type) =>
        [
          [type, type],
          [`${type} note`, type],
        ] as const,
    ),
  ),
  lower: new Map(),
  dropUnknown: false,
}

function valueOf(rule: MappingRule, context: Context, labels: Labels | null): CompiledValue | null {
  if (rule.value === undefined || rule.value === null || rule.value === '') return null
  const { name, path = '', value } = rule
  return compileValue({ name, path, value }, labels, context.today, context.problems)
}

/**
 * Holdings multiply when their permanent location begins with one subfield alone
 * (folio-org/data-import-processing-core: mapper/mappers/HoldingsMapper.java).
 */
function multipleTag(rules: readonly CompiledRule[], recordType: TargetRecordType): string | null {
  if (recordType !== 'HOLDINGS') return null
  const location = rules.find((rule) => rule.path.length === 1 && rule.path[0] === 'permanentLocationId')
  if (location?.kind !== 'text' || location.value.kind !== 'read') return null
  const first = location.value.alternatives[0]?.parts
  return first?.length === 1 && first[0]!.kind === 'subfield' ? first[0]!.tag : null
}
