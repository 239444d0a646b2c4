import { readBeside } from '../../../kernel/module.ts'

/** One row of a reference list, with FOLIO's id and keys. */
export type ReferenceRecord = { id: string; name: string } & Record<string, unknown>

/**
 * Paths of the lists a new tenant starts with, in load order: a list comes after those it refers to.
 * Rows and ids: folio-org/mod-inventory-storage: reference-data.
 */
export const referenceListPaths = [
  'alternative-title-types',
  'call-number-types',
  'classification-types',
  'contributor-name-types',
  'contributor-types',
  'electronic-access-relationships',
  'holdings-note-types',
  'holdings-sources',
  'holdings-types',
  'identifier-types',
  'ill-policies',
  'instance-date-types',
  'instance-formats',
  'instance-note-types',
  'instance-relationship-types',
  'instance-statuses',
  'instance-types',
  'item-damaged-statuses',
  'item-note-types',
  'loan-types',
  'material-types',
  'modes-of-issuance',
  'nature-of-content-terms',
  'service-points',
  'statistical-code-types',
  'statistical-codes',
  'subject-sources',
  'subject-types',
] as const

export type ReferenceListPath = (typeof referenceListPaths)[number]

/** True for the name of a list that ships with rows. */
export function isReferenceList(name: string): name is ReferenceListPath {
  return (referenceListPaths as readonly string[]).includes(name)
}

/** The shipped rows of one reference list. */
export function readReferenceList(listPath: ReferenceListPath): ReferenceRecord[] {
  return JSON.parse(readBeside(import.meta.dirname, `${listPath}.json`))
}
