import { importProfilesText } from '#text/import-profiles.ts'
import { profileText } from '#text/import-steps.ts'
import { parseExpression } from '../../lib/value-expression.ts'
import { isMarcRecord, readField } from './match-fields.ts'
import { allSteps, isMatch, mappingOf, stepsAt } from './tree.ts'
import type { MappingRule, ProfileNode } from './types.ts'

/** Something that keeps a profile from running; `nodeId` is the step, or the profile itself. */
export type Problem = { nodeId: string; text: string }

const { problems } = importProfilesText

/** Records whose actions need a mapping. */
const MAPPED = new Set(['INSTANCE', 'HOLDINGS', 'ITEM', 'MARC_BIBLIOGRAPHIC'])

export const needsMapping = ({ content }: ProfileNode) => MAPPED.has(content.folioRecord ?? '')

/**
 * What FOLIO's rules and the import say against a tree, before it is saved: the same things that a save or the start of an
 * import would refuse, each with its step.
 */
export function checkTree(tree: ProfileNode): Problem[] {
  const found: Problem[] = []
  const note = (nodeId: string, text: string) => found.push({ nodeId, text })
  if (tree.content.name.trim() === '') note(tree.id, problems.noName)
  const steps = allSteps(tree)
  if (steps.length === 0) note(tree.id, problems.noSteps)
  else if (steps.every(isMatch)) note(tree.id, problems.noAction)
  const actions = steps.filter((step) => !isMatch(step))
  const isAlone = actions.length > 0 && actions.every(({ content }) => content.action === 'MODIFY')
  if (isAlone) note(actions[0]!.id, problems.modifyAlone)
  for (const step of steps) {
    if (step.content.name.trim() === '') note(step.id, problems.stepName)
    for (const text of isMatch(step) ? checkMatch(step) : checkAction(step)) note(step.id, text)
  }
  for (const { id, text } of checkNames(steps)) note(id, text)
  checkBranch(stepsAt(tree, { parentId: tree.id, branch: null }), NOTHING_THERE, note)
  return found
}

type Note = (nodeId: string, text: string) => void

/** What is there for a step: records that matches above it have found, and those that steps before it have made. */
type There = { isFound: boolean; hasInstance: boolean; hasHoldings: boolean }
const NOTHING_THERE: There = { isFound: false, hasInstance: false, hasHoldings: false }

/** What depends on where a step stands. */
function checkBranch(steps: readonly ProfileNode[], before: There, note: Note): void {
  const made = new Set<string>()
  let there = before
  for (const step of steps) {
    if (isMatch(step)) {
      const at = (branch: 'MATCH' | 'NON_MATCH') => stepsAt(step, { parentId: step.id, branch })
      if (at('MATCH').length + at('NON_MATCH').length === 0) note(step.id, problems.emptyMatch)
      checkBranch(at('MATCH'), foundBy(step, there), note)
      checkBranch(at('NON_MATCH'), there, note)
      continue
    }
    const { action, folioRecord = '' } = step.content
    if ((action === 'UPDATE' || action === 'DELETE') && !there.isFound) note(step.id, problems.updateAlone)
    if (action !== 'CREATE') continue
    if (folioRecord === 'HOLDINGS' && !there.hasInstance && !isOfMarcHoldings(step))
      note(step.id, problems.noInstance)
    if (folioRecord === 'ITEM' && !there.hasHoldings) note(step.id, problems.noHoldings)
    if (made.has(folioRecord)) note(step.id, problems.twice(profileText.records[folioRecord] ?? folioRecord))
    made.add(folioRecord)
    if (folioRecord === 'INSTANCE') there = { ...there, hasInstance: true }
    if (folioRecord === 'HOLDINGS') there = { ...there, hasHoldings: true }
  }
}

/** Holdings that are made of a MARC holdings record name their instance in its 004. */
const isOfMarcHoldings = (step: ProfileNode) =>
  mappingOf(step)?.content.incomingRecordType === 'MARC_HOLDINGS'

/** A match that has found a record has what that one hangs on, too. An instance's only holdings come with it. */
function foundBy({ content }: ProfileNode, { hasHoldings }: There): There {
  const isInventory = content.existingRecordType !== 'MARC_AUTHORITY'
  return { isFound: true, hasInstance: isInventory, hasHoldings: hasHoldings || isInventory }
}

/** Different profiles of one kind can't have one name. */
function checkNames(steps: readonly ProfileNode[]): { id: string; text: string }[] {
  const owners = new Map<string, string>()
  return steps.flatMap(({ id, profileId, contentType, content }) => {
    const key = `${contentType} ${content.name.trim().toLowerCase()}`
    const owner = owners.get(key)
    owners.set(key, owner ?? profileId)
    const isTaken = owner !== undefined && owner !== profileId && content.name.trim() !== ''
    return isTaken ? [{ id, text: problems.sameName(content.name) }] : []
  })
}

function checkMatch({ content }: ProfileNode): string[] {
  const [detail] = content.matchDetails ?? []
  const found: string[] = []
  const incoming = detail?.incomingMatchExpression
  if (incoming?.dataValueType === 'STATIC_VALUE') {
    if ((incoming.staticValueDetails?.text ?? '').trim() === '' && !incoming.staticValueDetails?.number)
      found.push(problems.noText)
  } else if (!isMarcField(readField(incoming))) found.push(problems.noIncoming)
  const existing = readField(detail?.existingMatchExpression)
  const isNamed = isMarcRecord(content.existingRecordType ?? '') ? isMarcField(existing) : existing.tag !== ''
  if (!isNamed) found.push(problems.noExisting)
  return found
}

function isMarcField({ tag, code }: { tag: string; code: string }): boolean {
  return /^00\d$/.test(tag) || (/^\w{3}$/.test(tag) && code.length === 1)
}

function checkAction(step: ProfileNode): string[] {
  const mapping = mappingOf(step)
  if (mapping === null) return needsMapping(step) ? [problems.noMapping] : []
  const { existingRecordType, mappingDetails } = mapping.content
  const found: string[] = []
  if (existingRecordType !== step.content.folioRecord) found.push(problems.mappingType)
  for (const rule of mappingDetails?.mappingFields ?? []) found.push(...checkRule(rule))
  const lines = mappingDetails?.marcMappingDetails ?? []
  if (lines.some(({ field }) => !/^\w{3}$/.test(field.field.trim()))) found.push(problems.marcField)
  return found
}

function checkRule({ name, path, value }: MappingRule): string[] {
  const fault = expressionFault(value ?? '')
  return fault === null ? [] : [problems.value(profileText.property(path ?? name), fault)]
}

/** What is wrong with a value rule, in words; null when it can be read. */
export function expressionFault(value: string): string | null {
  if (value.trim() === '') return null
  return parseExpression(value).faults[0]?.message ?? null
}
