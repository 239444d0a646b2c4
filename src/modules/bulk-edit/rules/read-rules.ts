import { shownValue, textProblem } from '../../../kernel/http/problems.ts'
import type { EntityType, Rule, RuleAction } from '../contracts.ts'
import { compileAction } from './compile-rules.ts'
import { ActionFault } from './compiled-action.ts'
import { ACTION_TYPES, OPTIONS } from './vocabulary.ts'

/**
 * Reads the body of `content-update`. It is tolerant as FOLIO's server is: null or missing values and lists, a single
 * value in place of a list, unknown properties, and actions without a type, which a client's form leaves at the end.
 * Pairs of option and action that do not go together are taken: they are refused for each record.
 * @throws Problem 400 in plain text, with the place of what cannot be taken
 */
export function readRules(entity: EntityType, body: unknown): Rule[] {
  const collection = objectAt(body, 'body')
  const path = 'bulkOperationRules'
  if (collection[path] === undefined || collection[path] === null)
    throw fault(path, 'must be a list of rules')
  return listAt(collection[path]).map((rule, i) => readRule(entity, rule, `${path}[${i}]`))
}

function readRule(entity: EntityType, value: unknown, at: string): Rule {
  const path = `${at}.rule_details`
  const details = objectAt(objectAt(value, at).rule_details, path)
  const { option } = details
  if (!isOneOf(OPTIONS, option)) throw fault(`${path}.option`, oneOf(OPTIONS, option))
  const rule = { option, tenants: textsAt(details.tenants, `${path}.tenants`) }
  const actions: RuleAction[] = []
  listAt(details.actions).forEach((each, i) => {
    const place = `${path}.actions[${i}]`
    const action = readAction(each, place)
    if (action === null) return
    checkAction(entity, { ...rule, actions: [action] }, action, place)
    actions.push(action)
  })
  if (actions.length === 0) throw fault(`${path}.actions`, 'must hold an action')
  return { ...rule, actions }
}

function readAction(value: unknown, path: string): RuleAction | null {
  const action = objectAt(value, path)
  const type = action.type ?? action.name
  if (type === undefined || type === null || type === '') return null
  if (!isOneOf(ACTION_TYPES, type)) throw fault(`${path}.type`, oneOf(ACTION_TYPES, type))
  return {
    type,
    initial: textAt(action.initial, `${path}.initial`),
    updated: textAt(action.updated, `${path}.updated`),
    parameters: listAt(action.parameters).map((each, i) => readParameter(each, `${path}.parameters[${i}]`)),
    tenants: textsAt(action.tenants, `${path}.tenants`),
    updatedTenants: textsAt(action.updated_tenants, `${path}.updated_tenants`),
  }
}

function readParameter(value: unknown, path: string): { key: string; value: unknown } {
  const parameter = objectAt(value, path)
  const key = textAt(parameter.key, `${path}.key`)
  if (key === null) throw fault(`${path}.key`, 'must be a string')
  const given = parameter.value ?? null
  return { key, value: typeof given === 'string' ? textAt(given, `${path}.value`) : given }
}

function checkAction(entity: EntityType, rule: Rule, action: RuleAction, path: string): void {
  try {
    compileAction(entity, rule, action)
  } catch (error) {
    if (error instanceof ActionFault) throw fault(`${path}.${error.property}`, error.message)
    throw error
  }
}

function fault(path: string, reason: string): Error {
  return textProblem(400, `${path}: ${reason}`)
}

function oneOf(names: readonly string[], value: unknown): string {
  return `must be one of ${names.join(', ')}, not ${shownValue(value)}`
}

function isOneOf<T extends string>(names: readonly T[], value: unknown): value is T {
  return names.includes(value as T)
}

function objectAt(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw fault(path, 'must be an object')
  return value as Record<string, unknown>
}

function listAt(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

function textAt(value: unknown, path: string): string | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw fault(path, 'must be a string')
  // PostgreSQL has no room for it: stored records would get the text without it.
  if (value.includes('\0')) throw fault(path, 'must not hold the character U+0000')
  return value
}

function textsAt(value: unknown, path: string): string[] {
  return listAt(value).flatMap((each, i) => textAt(each, `${path}[${i}]`) ?? [])
}
