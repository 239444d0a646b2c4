import type { Subfield } from '../../../formats/marc/index.ts'

/** What a rule does to the fields that it chooses. `find` is a text that a subfield holds, letter case included. */
export type MarcChange =
  | { kind: 'append'; code: string; find: string; added: Subfield }
  | { kind: 'replace'; code: string; find: string; replacement: string }
  /** Fields with such a subfield: `code` null is any field, `find` null any text. */
  | { kind: 'remove-field'; code: string | null; find: string | null }
  | { kind: 'remove-subfield'; code: string; find: string | null }
  | { kind: 'add-field'; subfields: readonly Subfield[] }

/** A rule on the data fields with a tag and indicators, a blank as a space. Plain JSON. */
export type FieldRule = {
  tag: string
  ind1: string
  ind2: string
  change: MarcChange
  /** Whether fields change that the tenant protects from updates. */
  overridesProtection: boolean
}

/** A rule of `marc-content-update`, or the one that marks records as deleted, or takes that back, in leader/05. */
export type MarcRule = FieldRule | { leaderStatus: 'd' | 'c' }
