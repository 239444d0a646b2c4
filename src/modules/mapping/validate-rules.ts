import { isControlTag as isControlFieldTag } from '../../formats/marc/record.ts'
import type { RuleProblem } from './mapping-rules.ts'

type Report = (path: string, message: string) => void
type Check = (value: unknown, path: string, report: Report) => void
type Shape = Readonly<Record<string, Check>>

/** True for the leader (`LDR`) and 00X, whose rules read the whole text instead of subfields. */
export function isControlTag(tag: string): boolean {
  return tag === 'LDR' || isControlFieldTag(tag)
}

/** True for a key that rules can stand under: the leader (`LDR`) or three letters or digits. */
export function isRuleTag(key: string): boolean {
  return /^[0-9A-Za-z]{3}$/.test(key)
}

/**
 * Checks the shape of a rules document (body of PUT `/mapping-rules/{type}`). Returns one problem per fault, with the
 * path of the value at fault (`245[0].entity[1].subfield`), and an empty list for a document that can be compiled.
 * Whether targets, functions and reference names exist is reported by `compileRules`.
 */
export function validateRules(body: unknown): RuleProblem[] {
  const problems: RuleProblem[] = []
  const report: Report = (path, message) => problems.push({ path, message })
  if (!isObject(body)) {
    report('', 'must be an object of tags')
    return problems
  }
  for (const [tag, rules] of Object.entries(body)) {
    if (!isRuleTag(tag)) report(tag, 'is no MARC tag')
    listOf((rule, path) => checkRule(rule, path, report, isControlTag(tag)))(rules, tag, report)
  }
  return problems
}

function checkRule(rule: unknown, path: string, report: Report, onControlField: boolean): void {
  if (!isObject(rule)) {
    report(path, 'must be an object')
    return
  }
  checkObject(rule, ruleShape, path, report)
  if (rule.entity !== undefined) {
    if (onControlField) report(`${path}.entity`, 'is not possible on a control field')
    listOf((member, at) => checkMember(member, at, report))(rule.entity, `${path}.entity`, report)
    return
  }
  if (rule.target === undefined) report(`${path}.target`, 'is missing')
  if (rule.subfield === undefined && !onControlField) report(`${path}.subfield`, 'is missing')
}

function checkMember(member: unknown, path: string, report: Report): void {
  if (isObject(member) && member.entity !== undefined) report(`${path}.entity`, 'must not stand in an entity')
  else checkRule(member, path, report, false)
}

const text: Check = (value, path, report) => {
  if (typeof value !== 'string') report(path, 'must be a text')
}

const flag: Check = (value, path, report) => {
  if (typeof value !== 'boolean') report(path, 'must be true or false')
}

const oneCharacter: Check = (value, path, report) => {
  if (typeof value !== 'string' || value.length !== 1) report(path, 'must be one character')
}

const anyObject: Check = (value, path, report) => {
  if (!isObject(value)) report(path, 'must be an object')
}

function listOf(check: Check): Check {
  return (value, path, report) => {
    if (Array.isArray(value)) value.forEach((item, i) => check(item, `${path}[${i}]`, report))
    else report(path, 'must be a list')
  }
}

/** An object whose `required` keys are present and whose known keys have the right shape; other keys are ignored. */
function objectOf(shape: Shape, required: readonly string[]): Check {
  return (value, path, report) => {
    if (!isObject(value)) {
      report(path, 'must be an object')
      return
    }
    for (const key of required) if (value[key] === undefined) report(`${path}.${key}`, 'is missing')
    checkObject(value, shape, path, report)
  }
}

function checkObject(value: Record<string, unknown>, shape: Shape, path: string, report: Report): void {
  for (const [key, check] of Object.entries(shape)) {
    if (value[key] !== undefined) check(value[key], `${path}.${key}`, report)
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const condition = objectOf({ type: text, parameter: anyObject, value: text, LDR: flag }, ['type'])

const split: Check = (value, path, report) => {
  objectOf({ type: text }, ['type', 'value'])(value, path, report)
  if (!isObject(value)) return
  if (value.type !== 'split_every') report(`${path}.type`, 'must be "split_every"')
  if (!/^[1-9]\d{0,3}$/.test(String(value.value))) report(`${path}.value`, 'must be a whole number above 0')
}

const ruleShape: Shape = {
  target: text,
  description: text,
  subfield: listOf(oneCharacter),
  requiredSubfield: listOf(oneCharacter),
  exclusiveSubfield: listOf(oneCharacter),
  rules: listOf(objectOf({ conditions: listOf(condition), value: text }, ['conditions'])),
  applyRulesOnConcatenatedData: flag,
  entityPerRepeatedSubfield: flag,
  ignoreSubsequentFields: flag,
  ignoreSubsequentSubfields: flag,
  createSingleObject: flag,
  keepTrailingBackslash: flag,
  fieldReplacementBy3Digits: flag,
  subFieldDelimiter: listOf(
    objectOf({ value: text, subfields: listOf(oneCharacter) }, ['value', 'subfields']),
  ),
  indicators: objectOf({ ind1: oneCharacter, ind2: oneCharacter }, ['ind1', 'ind2']),
  subFieldSplit: split,
  alternativeMapping: (value, path, report) => checkMember(value, path, report),
  fieldReplacementRule: listOf(
    objectOf({ sourceDigits: text, targetField: text }, ['sourceDigits', 'targetField']),
  ),
}
