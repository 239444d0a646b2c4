import type { MarcRecordType } from '../../formats/marc/index.ts'

/** The kinds of records that the editor knows, as it calls them. */
export const MARC_FORMATS = ['BIBLIOGRAPHIC', 'HOLDINGS', 'AUTHORITY'] as const

export type MarcFormat = (typeof MARC_FORMATS)[number]

/** What source record storage calls them; the order is that of its numbers too. */
export const SOURCE_TYPES: Readonly<Record<MarcFormat, MarcRecordType>> = {
  BIBLIOGRAPHIC: 'MARC_BIB',
  HOLDINGS: 'MARC_HOLDING',
  AUTHORITY: 'MARC_AUTHORITY',
}

/** In the editor a backslash stands for a blank wherever a blank counts: leader, indicators, fixed fields. */
export function maskBlanks(text: string): string {
  return text.replaceAll(' ', '\\')
}

/** The text with blanks again. */
export function restoreBlanks(text: string): string {
  return text.replaceAll('\\', ' ')
}
