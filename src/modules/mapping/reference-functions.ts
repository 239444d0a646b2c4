import { textListParameter, textParameter } from './function-scope.ts'
import type { FunctionCompiler } from './function-scope.ts'
import type { MappingRun } from './mapping-run.ts'
import { referenceKey, stubId } from './reference-set.ts'
import type { ReferenceEntry, ReferenceIndex, ReferenceList } from './reference-set.ts'
import { lastPart, trim } from './text-functions.ts'

const electronicAccessNames = ['resource', 'version of resource', 'related resource']
const callNumberTypeNames = [
  'library of congress classification',
  'dewey decimal classification',
  'national library of medicine classification',
  'superintendent of documents classification',
  'shelving control number',
  'title',
  'shelved separately',
  'source specified in subfield $2',
  'other scheme',
]
const holdingsTypeNames: Readonly<Record<string, string>> = {
  v: 'multi-part monograph',
  x: 'monograph',
  y: 'serial',
}
const issuanceModeNames: Readonly<Record<string, string>> = {
  a: 'single unit',
  c: 'single unit',
  d: 'single unit',
  m: 'single unit',
  b: 'serial',
  s: 'serial',
  i: 'integrating resource',
}

/** The id named by parameter `name`, the same for every record; `missing` when there is none. */
function idByName(list: ReferenceList, missing: string): FunctionCompiler {
  return (parameter, scope) => {
    const name = textParameter(parameter, 'name', scope)
    return (name !== undefined && scope.references.byName(list).get(referenceKey(name))) || missing
  }
}

/**
 * Functions that give ids of the tenant's reference records, by FOLIO name. Ids found by a parameter are resolved when
 * the rules are compiled. Which fall back to the stub id and which to nothing:
 * folio-org/data-import-processing-core: NormalizationFunction.java.
 */
export const referenceFunctions: Readonly<Record<string, FunctionCompiler>> = {
  set_identifier_type_id_by_name: idByName('identifierTypes', stubId),
  set_classification_type_id: idByName('classificationTypes', stubId),
  set_contributor_name_type_id: idByName('contributorNameTypes', stubId),
  set_alternative_title_type_id: idByName('alternativeTitleTypes', stubId),
  set_authority_note_type_id: idByName('authorityNoteTypes', stubId),
  set_holdings_note_type_id: idByName('holdingsNoteTypes', ''),
  set_subject_type_id: idByName('subjectTypes', ''),
  set_subject_source_id: idByName('subjectSources', ''),
  set_note_type_id: (parameter, scope) => {
    const names = scope.references.byName('instanceNoteTypes')
    const name = textParameter(parameter, 'name', scope)
    if (name === undefined) return stubId
    return names.get(referenceKey(name)) ?? names.get('general note') ?? stubId
  },
  set_authority_identifier_type_id_by_code: (parameter, scope) => {
    const code = textParameter(parameter, 'code', scope)
    if (code === undefined || !scope.references.has('authorityIdentifierTypes')) return stubId
    return scope.references.byCode('authorityIdentifierTypes').get(referenceKey(code)) ?? ''
  },
  set_identifier_type_id_by_value: (parameter, scope) => {
    const names = textListParameter(parameter, 'names')
    if (!names) {
      scope.report('parameter "names" is missing')
      return stubId
    }
    const [plain, matching] = [names[0] ?? '', names[1] ?? ''].map(
      (name) => scope.references.byName('identifierTypes').get(referenceKey(name)) ?? stubId,
    ) as [string, string]
    const pattern = wholeTextPattern(parameter?.oclc_regex, scope.report)
    return pattern ? (text) => (pattern.test(text) ? matching : plain) : plain
  },
  set_instance_type_id: (parameter, scope) => {
    const types = instanceTypes(scope.references)
    const unspecified =
      types.get(referenceKey(String(parameter?.unspecifiedInstanceTypeCode ?? ''))) ?? stubId
    return scope.inDataField ? (text) => types.get(lastPart(text).toLowerCase()) ?? unspecified : unspecified
  },
  set_instance_format_id: (_, scope) => {
    const formats = scope.references.byCode('instanceFormats')
    return (text) => formats.get(lastPart(text).toLowerCase()) ?? ''
  },
  set_date_type_id: (_, scope) => {
    const types = scope.references.byCode('instanceDateTypes')
    const uncoded = scope.references.byName('instanceDateTypes').get('no attempt to code') ?? ''
    return (text) => (text.length < 7 ? '' : (types.get(text[6]!.toLowerCase()) ?? uncoded))
  },
  set_issuance_mode_id: (_, scope) => {
    const modes = scope.references.byName('issuanceModes')
    const unspecified = modes.get('unspecified') ?? ''
    return (text) => modes.get(issuanceModeNames[text[7] ?? ''] ?? '') ?? unspecified
  },
  set_holdings_type_id: (_, scope) => {
    const types = scope.references.byName('holdingsTypes')
    return (text) => types.get(holdingsTypeNames[text[6] ?? ''] ?? 'unknown') ?? ''
  },
  set_contributor_type_id: (_, scope) => {
    const types = scope.references.byCode('contributorTypes')
    return (text) => types.get(text.toLowerCase()) ?? ''
  },
  set_contributor_type_text: (_, scope) => {
    const names = new Map<string, string>()
    for (const { code, name } of scope.references.entries('contributorTypes')) {
      if (code && !names.has(referenceKey(code))) names.set(referenceKey(code), name)
    }
    return (text) => names.get(text.toLowerCase()) ?? text
  },
  set_contributor_type_id_by_code_or_name: (parameter, scope) => {
    const codeSubfield = textParameter(parameter, 'contributorCodeSubfield', scope)
    const nameSubfield = textParameter(parameter, 'contributorNameSubfield', scope)
    if (!codeSubfield || !nameSubfield || !scope.inDataField) return ''
    return contributorTypeFinder(scope.references.entries('contributorTypes'), codeSubfield, nameSubfield)
  },
  set_subject_source_id_by_code: (_, scope) => {
    const sources = scope.references.byCode('subjectSources')
    return (text) => sources.get(text.toLowerCase()) ?? ''
  },
  set_electronic_access_relations_id: (_, scope) => {
    const names = scope.references.byName('electronicAccessRelationships')
    const known = electronicAccessNames.map((name) => names.get(name) ?? stubId)
    const none = names.get('no information provided') ?? stubId
    return scope.inDataField ? (_text, run) => known[run.field.ind2.charCodeAt(0) - 0x30] ?? none : stubId
  },
  set_call_number_type_id: (_, scope) => {
    const names = scope.references.byName('callNumberTypes')
    const ids = callNumberTypeNames.map((name) => names.get(name) ?? '')
    return scope.inDataField ? (_text, run) => ids[run.field.ind1.charCodeAt(0) - 0x30] ?? '' : ''
  },
  set_permanent_location_id: (_, scope) => {
    const ids = new Map<string, string>()
    for (const { code, id } of scope.references.entries('locations'))
      if (code && !ids.has(code)) ids.set(code, id)
    return scope.inDataField ? (text) => ids.get(text) ?? stubId : stubId
  },
}

/** Instance types by name and by code in one map, of records that have both; earlier records win. */
function instanceTypes(references: ReferenceIndex): Map<string, string> {
  const ids = new Map<string, string>()
  for (const { id, name, code } of references.entries('instanceTypes')) {
    if (!name?.trim() || !code?.trim()) continue
    for (const key of [referenceKey(name), referenceKey(code)]) if (!ids.has(key)) ids.set(key, id)
  }
  return ids
}

function wholeTextPattern(source: unknown, report: (message: string) => void): RegExp | null {
  if (typeof source !== 'string') return null
  try {
    return new RegExp(`^(?:${source})$`)
  } catch {
    report(`"oclc_regex" is not a regular expression: ${source}`)
    return null
  }
}

/**
 * Finds a relator: the first code subfield that equals a type's code (case counts), else the first name subfield that
 * equals a type's name, one `.`, `,` or `;` at its end ignored (but kept where the type's own name ends in a period).
 */
function contributorTypeFinder(
  types: readonly ReferenceEntry[],
  codeSubfield: string,
  nameSubfield: string,
): (text: string, run: MappingRun) => string {
  const byCode = new Map<string, string>()
  const byName = new Map<string, string>()
  for (const { id, name, code } of types) {
    if (code && !byCode.has(code)) byCode.set(code, id)
    const key = name.toLowerCase()
    if (!byName.has(key)) byName.set(key, id)
  }
  return (_text, run) => {
    for (const { code, value } of run.subfields) {
      const id = code === codeSubfield && byCode.get(value)
      if (id) return id
    }
    for (const { code, value } of run.subfields) {
      const id = code === nameSubfield && idOfTerm(byName, value)
      if (id) return id
    }
    return ''
  }
}

function idOfTerm(byName: ReadonlyMap<string, string>, value: string): string | undefined {
  const term = trim(value).toLowerCase()
  const last = term[term.length - 1]
  if (last === '.') return byName.get(term) ?? byName.get(term.slice(0, -1))
  const bare = last === ',' || last === ';' ? term.slice(0, -1) : term
  return byName.get(bare) ?? byName.get(`${bare}.`)
}
