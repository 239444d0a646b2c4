import type { Subfield } from '../../formats/marc/record.ts'
import type { MappingRun } from './mapping-run.ts'

/**
 * A set of subfield codes as bits: `digits` for U+0020–003F, `upper` for U+0040–005F, `lower` for U+0060–007F.
 * MARC 21 codes are lower-case letters and digits; the middle range is for local use. Other codes belong to no set.
 */
export type CodeMask = { digits: number; upper: number; lower: number }

/** The set of one-character codes of a list; entries that are no such code are left out. */
export function codeMask(codes: readonly string[]): CodeMask {
  const mask: CodeMask = { digits: 0, upper: 0, lower: 0 }
  for (const text of codes) {
    const code = text.length === 1 ? text.charCodeAt(0) : 0
    const bit = 1 << (code & 31)
    if (code >= 0x80 || code < 0x20) continue
    if (code >= 0x60) mask.lower |= bit
    else if (code >= 0x40) mask.upper |= bit
    else mask.digits |= bit
  }
  return mask
}

/** Notes in `run` which codes a field's subfields have. */
export function markCodes(run: MappingRun, subfields: readonly Subfield[]): void {
  let digits = 0
  let upper = 0
  let lower = 0
  for (let i = 0; i < subfields.length; i++) {
    const code = subfields[i]!.code.charCodeAt(0)
    if (code >= 0x60 && code < 0x80) lower |= 1 << (code & 31)
    else if (code >= 0x20 && code < 0x40) digits |= 1 << (code & 31)
    else if (code >= 0x40 && code < 0x60) upper |= 1 << (code & 31)
  }
  run.digits = digits
  run.upper = upper
  run.lower = lower
}

/** True when the field has at least one of the codes. */
export function hasAnyCode(run: MappingRun, mask: CodeMask): boolean {
  return ((run.lower & mask.lower) | (run.digits & mask.digits) | (run.upper & mask.upper)) !== 0
}

/** True when the field has all of the codes. */
export function hasAllCodes(run: MappingRun, mask: CodeMask): boolean {
  return (
    (run.lower & mask.lower) === mask.lower &&
    (run.digits & mask.digits) === mask.digits &&
    (run.upper & mask.upper) === mask.upper
  )
}

/** Forgets the codes that rules with `ignoreSubsequentSubfields` have taken. */
export function clearUsedCodes(run: MappingRun): void {
  run.usedDigits = 0
  run.usedUpper = 0
  run.usedLower = 0
}

/** Takes a code; false when it was taken before in this entity. */
export function takeCode(run: MappingRun, code: number): boolean {
  const bit = 1 << (code & 31)
  if (code >= 0x60) {
    if ((run.usedLower & bit) !== 0) return false
    run.usedLower |= bit
  } else if (code >= 0x40) {
    if ((run.usedUpper & bit) !== 0) return false
    run.usedUpper |= bit
  } else {
    if ((run.usedDigits & bit) !== 0) return false
    run.usedDigits |= bit
  }
  return true
}
