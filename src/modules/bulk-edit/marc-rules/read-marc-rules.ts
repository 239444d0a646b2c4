import { NUL, delimiterPattern } from '../../../formats/marc/index.ts'
import type { Subfield } from '../../../formats/marc/index.ts'
import { textProblem } from '../../../kernel/http/problems.ts'
import type { Problem } from '../../../kernel/http/problems.ts'
import type { MarcChange, MarcRule } from './marc-rule.ts'

/*
 * The rules of `marc-content-update` (folio-org/mod-bulk-operations: processor/marc/MarcRulesValidator and
 * MarcInstanceDataProcessor, schemas marc_rule_details and marc_action). What FOLIO finds out record by record, a tag
 * or an action that cannot be, is refused here, before anything is started.
 */

type Json = Record<string, unknown>

/** An action with its data by key, and where it stands in the body. */
type Action = { name: string; data: ReadonlyMap<string, string>; path: string }

/** What the actions of one rule are read with. */
type Rule = { sent: Json; path: string; actions: readonly Action[] }

/**
 * Reads the body of `marc-content-update`. Tolerates nulls for absent lists, parameters as text or boolean, trailing
 * actions without a name, and properties that it does not know.
 * @throws Problem 400 in FOLIO's words where it has some, else naming the property
 */
export function readMarcRules(body: unknown): MarcRule[] {
  const list = isObject(body) ? body.bulkOperationMarcRules : undefined
  if (!Array.isArray(list)) throw refusal('bulkOperationMarcRules must be a list of rules.')
  return list.map((sent, at) => readRule(sent, `bulkOperationMarcRules[${at}]`))
}

function readRule(sent: unknown, path: string): MarcRule {
  if (!isObject(sent)) throw refusal(`${path} must be an object.`)
  const rule: Rule = { sent, path, actions: readActions(sent.actions, `${path}.actions`) }
  if (sent.updateOption === 'SET_RECORDS_FOR_DELETE') return readDeletion(rule)
  const tag = readTag(sent.tag)
  const ind1 = readIndicator(rule, 'ind1')
  const ind2 = readIndicator(rule, 'ind2')
  // FOLIO's own ids stand in this field; without them the record would be lost to its instance.
  if (tag === '999' && ind1 === 'f' && ind2 === 'f') throw unsupportedField('999 ff')
  return { tag, ind1, ind2, change: readChange(rule), overridesProtection: readOverride(rule) }
}

function readDeletion({ actions }: Rule): MarcRule {
  const { name } = actions[0]!
  if (name === 'SET_TO_TRUE') return { leaderStatus: 'd' }
  if (name === 'SET_TO_FALSE') return { leaderStatus: 'c' }
  throw refusal(`Action ${name} is not supported for SET_RECORDS_FOR_DELETE option.`)
}

function readTag(sent: unknown): string {
  if (sent === undefined || sent === null || sent === '') throw missing('tag')
  const tag = typeof sent === 'string' ? sent : JSON.stringify(sent)
  if (!/^\d{3}$/.test(tag) || tag.startsWith('00')) throw unsupportedField(tag)
  return tag
}

/** A backslash is a blank, and so is `#`, the usual sign for one in MARC documentation. */
function readIndicator({ sent, path }: Rule, name: 'ind1' | 'ind2'): string {
  const indicator = sent[name]
  if (indicator === undefined || indicator === null || indicator === '') throw missing(name)
  if (typeof indicator !== 'string' || !/^[a-z0-9#\\]$/.test(indicator)) {
    throw refusal(`${path}.${name} must be a digit, a letter from a to z, or \\ for a blank.`)
  }
  return indicator === '\\' || indicator === '#' ? ' ' : indicator
}

function readChange(rule: Rule): MarcChange {
  const [first, second] = rule.actions
  switch (first!.name) {
    case 'FIND':
      return readFind(rule, first!, second)
    case 'ADD_TO_EXISTING':
      return { kind: 'add-field', subfields: readNewSubfields(rule, first!) }
    case 'REMOVE_ALL':
      return { kind: 'remove-field', code: readCode(rule), find: null }
    case 'REMOVE_FIELD':
      return { kind: 'remove-field', code: null, find: null }
    case 'REMOVE_SUBFIELD':
      return { kind: 'remove-subfield', code: readCode(rule), find: null }
    default:
      throw refusal(`Action ${first!.name} is not supported yet.`)
  }
}

function readFind(rule: Rule, action: Action, then: Action | undefined): MarcChange {
  if (then === undefined) throw refusal('Action FIND is not supported yet.')
  const code = readCode(rule)
  const find = readText(action)
  switch (then.name) {
    case 'APPEND': {
      const added = readCodeText(then.data.get('SUBFIELD'), 'SUBFIELD', then.path)
      return { kind: 'append', code, find, added: { code: added, value: readText(then) } }
    }
    case 'REPLACE_WITH':
      return { kind: 'replace', code, find, replacement: readText(then, true) }
    case 'REMOVE_FIELD':
      return { kind: 'remove-field', code, find }
    case 'REMOVE_SUBFIELD':
      return { kind: 'remove-subfield', code, find }
    default:
      throw refusal(`Action FIND + ${then.name} is not supported yet.`)
  }
}

/** The subfields of a new field: that of the rule, then those of `subfields`. */
function readNewSubfields(rule: Rule, action: Action): Subfield[] {
  const { sent, path } = rule
  const subfields = [{ code: readCode(rule), value: readText(action) }]
  for (const [at, more] of listOf(sent.subfields, `${path}.subfields`).entries()) {
    const place = `${path}.subfields[${at}]`
    if (!isObject(more)) throw refusal(`${place} must be an object.`)
    const [added] = readActions(more.actions, `${place}.actions`)
    if (added!.name !== 'ADD_TO_EXISTING') throw refusal(`Action ${added!.name} is not supported yet.`)
    subfields.push({ code: readCodeText(more.subfield, 'subfield', place), value: readText(added!) })
  }
  return subfields
}

function readCode({ sent, path }: Rule): string {
  return readCodeText(sent.subfield, 'subfield', path)
}

function readCodeText(code: unknown, name: string, path: string): string {
  if (code === undefined || code === null || code === '') {
    throw name === 'subfield' ? missing('subfield') : absentData(name)
  }
  if (typeof code === 'string' && /^[a-z0-9]$/.test(code)) return code
  throw refusal(`${path}.${name} must be one digit or one letter from a to z.`)
}

/** The actions with a name; there is at least one. */
function readActions(sent: unknown, path: string): Action[] {
  const actions = listOf(sent, path).map((action, at): Action => {
    if (!isObject(action)) throw refusal(`${path}[${at}] must be an object.`)
    const name = typeof action.name === 'string' ? action.name : ''
    return { name, data: readData(action.data, `${path}[${at}].data`), path: `${path}[${at}]` }
  })
  const named = actions.filter(({ name }) => name !== '')
  if (named.length === 0) throw refusal(`${path} must be a list with at least one action.`)
  return named
}

function readData(sent: unknown, path: string): Map<string, string> {
  const data = new Map<string, string>()
  for (const [at, entry] of listOf(sent, path).entries()) {
    if (!isObject(entry)) throw refusal(`${path}[${at}] must be an object.`)
    const { key, value } = entry
    if (value === undefined || value === null) continue
    if (typeof value !== 'string') throw refusal(`${path}[${at}].value must be text.`)
    if (!data.has(String(key))) data.set(String(key), value)
  }
  return data
}

function readText({ data, path }: Action, mayBeEmpty = false): string {
  const text = data.get('VALUE')
  if (text === undefined || (text === '' && !mayBeEmpty)) throw absentData('VALUE')
  if (delimiterPattern.test(text) || text.includes(NUL)) {
    throw refusal(`${path}.data: VALUE holds a character that ends fields in MARC.`)
  }
  return text
}

function readOverride({ sent, path }: Rule): boolean {
  return listOf(sent.parameters, `${path}.parameters`).some(
    (parameter) =>
      isObject(parameter) &&
      parameter.key === 'OVERRIDE_PROTECTED' &&
      (parameter.value === true || parameter.value === 'true'),
  )
}

function listOf(sent: unknown, path: string): unknown[] {
  if (sent === undefined || sent === null) return []
  if (!Array.isArray(sent)) throw refusal(`${path} must be a list.`)
  return sent
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refusal(text: string): Problem {
  return textProblem(400, text)
}

function missing(name: string): Problem {
  return refusal(`Missing required field ${name}.`)
}

function absentData(key: string): Problem {
  return refusal(`Action data ${key} is absent.`)
}

function unsupportedField(tag: string): Problem {
  return refusal(`Bulk edit of ${tag} field is not supported`)
}
