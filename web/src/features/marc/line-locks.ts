import { marcText } from '#text/marc.ts'
import { LEADER, fieldOfLine } from '../../lib/marc-text.ts'
import { lineOfView } from './record-lines.ts'
import type { MarcFormat, SentRecord } from './wire.ts'

/** Why a line, or part of it, can't be typed in. */
export type Lock = {
  kind: 'system' | 'protected' | 'leader' | 'linked'
  /** The part that must stay as it is; equal texts mean that nothing of it was touched. */
  part: string
  reason: string
}

/** Which lines of a record are kept from typing, and why. */
export type LockRules = {
  format: MarcFormat
  isNew: boolean
  protectedLines: ReadonlySet<string>
  /** Subfields that an authority rules, by the tag of the field that is linked to it. */
  ruledCodes: ReadonlyMap<string, string>
}

/** Of the line `LDR …` positions 05 to 08 and 17 to 19 of the leader lie open. */
const LEADER_LOCKED: readonly (readonly [number, number])[] = [
  [0, 9],
  [13, 21],
  [24, 28],
]

export function lockRules(
  record: SentRecord,
  isNew: boolean,
  ruledCodes: ReadonlyMap<string, string>,
): LockRules {
  const { marcFormat: format, fields, leader } = record
  const kept = fields.filter(({ isProtected }) => isProtected === true)
  return {
    format,
    isNew,
    ruledCodes,
    protectedLines: new Set(kept.map((field) => lineOfView(field, format, leader))),
  }
}

/** What of a line is locked; null for a line that is free. */
export function lockOf(line: string, rules: LockRules): Lock | null {
  const tag = line.slice(0, 3)
  if (tag === LEADER) {
    const part = `${line.length} ${LEADER_LOCKED.map(([from, to]) => line.slice(from, to)).join('|')}`
    return { kind: 'leader', part, reason: marcText.locked.leader }
  }
  const system = systemReason(line, tag, rules)
  if (system !== null) return { kind: 'system', part: line, reason: system }
  if (rules.protectedLines.has(line)) {
    return { kind: 'protected', part: line, reason: marcText.locked.protected }
  }
  const ruled = linkedPart(line, tag, rules)
  return ruled === null ? null : { kind: 'linked', part: ruled, reason: marcText.locked.linked }
}

function systemReason(line: string, tag: string, { format, isNew }: LockRules): string | null {
  if (tag === '001') return isNew && format === 'AUTHORITY' ? null : marcText.locked.number
  if (tag === '005') return marcText.locked.time
  if (tag === '004' && !isNew) return marcText.locked.instance
  return tag === '999' && line.slice(4, 6) === 'ff' ? marcText.locked.ids : null
}

/** The part of a linked field that its authority rules: tag, first indicator where it says the kind of name, subfields. */
function linkedPart(line: string, tag: string, { ruledCodes }: LockRules): string | null {
  if (!line.includes('$9')) return null
  const codes = ruledCodes.get(tag)
  const { subfields } = fieldOfLine(line)
  if (codes === undefined || !subfields?.some(({ code }) => code === '9')) return null
  const ruled = subfields.filter(({ code }) => code === '0' || code === '9' || codes.includes(code))
  return `${tag} ${ruled.map(({ code, value }) => `$${code}${value}`).join(' ')}`
}

/**
 * The lock that a change of the text would break; null when it breaks none. System and protected lines stay, each as it
 * is and in the same order; linked lines may move or go, not change.
 */
export function brokenLock(
  before: readonly string[],
  after: readonly string[],
  rules: LockRules,
): Lock | null {
  const fixed = (lines: readonly string[]) =>
    lines.flatMap((line) => {
      const lock = lockOf(line, rules)
      return lock === null || lock.kind === 'linked' ? [] : [lock]
    })
  const old = fixed(before)
  const next = fixed(after)
  for (let at = 0; at < Math.max(old.length, next.length); at++) {
    if (old[at]?.part !== next[at]?.part) return old[at] ?? next[at]!
  }
  return brokenLink(before, after, rules)
}

function brokenLink(before: readonly string[], after: readonly string[], rules: LockRules): Lock | null {
  const old = before.filter((line) => linkedId(line) !== null)
  if (old.length === 0) return null
  const ids = new Set(after.map(linkedId))
  const parts = new Set(after.map((line) => lockOf(line, rules)?.part))
  // With as many lines as before no field was taken out, so a link that is gone was cut by typing.
  const isTyping = after.length === before.length
  const broken = old.find((line) => {
    const lock = lockOf(line, rules)
    if (lock?.kind !== 'linked') return false
    return ids.has(linkedId(line)) ? !parts.has(lock.part) : isTyping
  })
  return broken === undefined ? null : lockOf(broken, rules)
}

function linkedId(line: string): string | null {
  return /\$9 ?([0-9a-f-]{36})/i.exec(line)?.[1] ?? null
}
