import path from 'node:path'
import { readBeside } from '../../kernel/module.ts'
import type { Document } from '../../kernel/collections/index.ts'

type ReferenceList =
  | 'authority-heading-types'
  | 'authority-identifier-types'
  | 'authority-note-types'
  | 'authority-source-files'
  | 'linking-rules'

/**
 * Rows that a new tenant starts with, with FOLIO's ids
 * (folio-org/mod-entities-links: reference-data, db/changelog).
 */
export function readReferenceData(name: ReferenceList): Document[] {
  return JSON.parse(
    readBeside(path.join(import.meta.dirname, 'reference-data'), `${name}.json`),
  ) as Document[]
}
