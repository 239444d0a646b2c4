import type { MarcField, Subfield } from '../../formats/marc/record.ts'

/**
 * State of the record being mapped. One object per compiled mapping is reused for every record, so that the hot path
 * allocates nothing but the document; it is never shared between threads and holds nothing between records.
 */
export type MappingRun = {
  document: Record<string, unknown>
  leader: string
  recordNumber: number
  field: MarcField
  /** The field's subfields as the rules see them, after `subFieldSplit`. */
  subfields: readonly Subfield[]
  /** Index of the subfield whose value is being transformed; -1 for joined text. */
  position: number
  /** Which subfield codes the field has, one bit each (see `code-mask.ts`). */
  digits: number
  upper: number
  lower: number
  /** Codes already taken by rules with `ignoreSubsequentSubfields`, same bits. */
  usedDigits: number
  usedUpper: number
  usedLower: number
  /** Identifies the object that list targets fill: a new stamp begins new objects; `slot` tells subfields apart. */
  stamp: number
  lastStamp: number
  slot: number
}

/** Makes a value from a text (a subfield, joined subfields, a control field or the leader). */
export type TextFunction = (text: string, run: MappingRun) => string

/** The `field` of a run outside data fields. */
export const noField: MarcField = { tag: '', ind1: ' ', ind2: ' ', value: '', subfields: null }

/** A run with an empty document, ready for its first record. */
export function createRun(): MappingRun {
  return {
    document: {},
    leader: '',
    recordNumber: 0,
    field: noField,
    subfields: [],
    position: -1,
    digits: 0,
    upper: 0,
    lower: 0,
    usedDigits: 0,
    usedUpper: 0,
    usedLower: 0,
    stamp: 0,
    lastStamp: 0,
    slot: 0,
  }
}
