import type { CodeMask } from './code-mask.ts'
import type { RuleProblem } from './mapping-rules.ts'
import type { MappingRun, TextFunction } from './mapping-run.ts'
import type { MappedRecord } from './targets.ts'

/** Puts a value (never empty) into the document of the run. */
export type Writer = (value: string, run: MappingRun) => void

/** A rule on the leader or a control field: its value, then where it goes. */
export type ControlRule = { value: TextFunction; write: Writer }

/**
 * A rule on data fields, compiled. `groupOf[code]` is 0 for a code the rule does not read, else the number of its
 * delimiter group plus 1, or `ungrouped`.
 */
export type FieldRule = {
  anyCode: boolean
  codes: CodeMask
  groupOf: Uint8Array
  delimiters: string[]
  separator: string
  required: CodeMask | null
  excluded: CodeMask | null
  splitEvery: number
  firstOnly: boolean
  /** Made of each subfield before joining. */
  before: TextFunction | null
  /** Made of the joined text; `constant` when it does not depend on the text. */
  after: TextFunction | null
  constant: string | null
  write: Writer
  alternative: FieldRule | null
}

/** A rule alone (`isPlain`) or the rules of one entity. */
export type FieldEntry = {
  isPlain: boolean
  perSubfield: boolean
  onceOnly: boolean
  usesFirstOnly: boolean
  /** Runs only when the first $w holds this letter (extended authorities). */
  relation: string | null
  indicators: { ind1: string; ind2: string } | null
  rules: FieldRule[]
}

/** The rules of one data-field tag. */
export type TagRules = {
  entries: FieldEntry[]
  hasIndicators: boolean
  /** Which entries apply, by indicator pair; filled as pairs are met. */
  byIndicators: Map<number, FieldEntry[]>
  /** Codes whose first value names, by three characters, the tag to map the field as. */
  retagCodes: string[]
  retag: ReadonlyMap<string, string>
  /** Number of the record in which a rule with `ignoreSubsequentFields` last used this tag. */
  usedInRecord: number
}

/** Rules of one record type compiled for one set of reference records. Not for sharing between threads. */
export type CompiledMapping = {
  recordType: MappedRecord
  leader: ControlRule[]
  control: ReadonlyMap<string, ControlRule[]>
  fields: ReadonlyMap<string, TagRules>
  /** Authority source file id by code; empty for other records. */
  sourceFileOfCode: ReadonlyMap<string, string>
  /** Faults of the rules: each names a rule that is skipped or does less than it says. */
  problems: RuleProblem[]
  run: MappingRun
}

/** Group number of a code that is read but stands in no delimiter group. */
export const ungrouped = 255
