import type { MatchCriterion } from '../../import-profiles/index.ts'

/** Kinds of records that a match can look for. */
export type MatchTarget =
  | 'INSTANCE'
  | 'HOLDINGS'
  | 'ITEM'
  | 'AUTHORITY'
  | 'MARC_BIBLIOGRAPHIC'
  | 'MARC_HOLDINGS'
  | 'MARC_AUTHORITY'

export type ComparisonPart = 'NUMERICS_ONLY' | 'ALPHANUMERICS_ONLY'

export type QualifierType = 'BEGINS_WITH' | 'ENDS_WITH' | 'CONTAINS'

/** Only texts that begin with, end with or contain the value are compared at all. */
export type Qualifier = { type: QualifierType; value: string }

/**
 * How texts are compared: without case and accents, without case, as they are, or by their words, of which the
 * incoming ones must stand in the existing text side by side.
 */
export type CompareForm = 'fold' | 'lower' | 'plain' | 'words'

/**
 * A column that answers a question from a b-tree. `isWhole`: it holds the compared form itself, and not only its first
 * 600 characters. `isOrdered`: it sorts by code point, so that beginnings and ranges can be looked up.
 */
export type KeyColumn = { name: string; type: 'uuid' | 'text'; isWhole: boolean; isOrdered: boolean }

/** Where the existing value stands. */
export type StoredField =
  /** Nowhere: the question never has a hit. */
  | { kind: 'none' }
  /**
   * At a path of names in the document; arrays on the way are walked through. `only`: in objects of an array alone that
   * have this member with this text.
   */
  | {
      kind: 'document'
      path: string[]
      isList: boolean
      only: { member: string; value: string } | null
      column: KeyColumn | null
    }
  /** In MARC; `*` is any indicator, a blank a blank one. The subfield is '' for control fields. */
  | {
      kind: 'marc'
      tag: string
      ind1: string
      ind2: string
      subfield: string
      column: KeyColumn | null
    }

/**
 * What is asked of stored records: plain data, for another thread or a table. With `range` the values asked for play
 * no role: the stored text must be `from` or above and below `below`.
 */
export type MatchQuestion = {
  target: MatchTarget
  field: StoredField
  form: CompareForm
  criterion: MatchCriterion
  qualifier: Qualifier | null
  part: ComparisonPart | null
  range: { from: string; below: string } | null
}
