import { readBeside } from '../../kernel/module.ts'
import { MARC_FORMATS } from './marc-format.ts'
import type { MarcFormat } from './marc-format.ts'

/*
 * MARC 21's lists of fields for bibliographic and authority records: what may repeat, which indicators and subfields
 * there are. In `marc-fields.json` a field is [1 when it may repeat, first indicators, second indicators, codes that
 * stand once, codes that may repeat]; `#` is a blank, and an empty text means that anything goes.
 */

type Row = [isRepeatable: 0 | 1, first?: string, second?: string, single?: string, repeatable?: string]

/** What MARC 21 says of a field. */
export type FieldDefinition = {
  isRepeatable: boolean
  /** Characters of each indicator; null where any is right. */
  indicators: readonly [string | null, string | null]
  /** True for a code that may repeat; null where any code is right. */
  subfields: ReadonlyMap<string, boolean> | null
}

/** What MARC 21 says of a kind of record. */
export type Specification = {
  fields: ReadonlyMap<string, FieldDefinition>
  /** Tags that every record must have (folio-org/mod-record-specifications: specification-metadata). */
  required: readonly string[]
  helpUrl(tag: string): string | null
}

const TABLES = JSON.parse(readBeside(import.meta.dirname, 'marc-fields.json')) as Partial<
  Record<MarcFormat, Record<string, Row>>
>

const REQUIRED: Partial<Record<MarcFormat, readonly string[]>> = {
  BIBLIOGRAPHIC: ['000', '001', '008', '245'],
  AUTHORITY: ['000', '001', '008'],
}

/** FOLIO's own field of ids, and its id of authorities in the fields that can be linked. */
const LOCAL: FieldDefinition = { isRepeatable: true, indicators: [null, null], subfields: null }
const LINKABLE = /^(?:[1678][013][01]|240|65[015])$/

const SPECIFICATIONS = new Map(MARC_FORMATS.map((format) => [format, specificationFrom(format)]))

/** The specification of a kind of record; null for holdings, for which FOLIO has none. */
export function specificationOf(format: MarcFormat): Specification | null {
  return SPECIFICATIONS.get(format) ?? null
}

function specificationFrom(format: MarcFormat): Specification | null {
  const table = TABLES[format]
  if (table === undefined) return null
  const fields = new Map<string, FieldDefinition>([
    ['000', { ...LOCAL, isRepeatable: false }],
    ['999', LOCAL],
  ])
  for (const [tag, row] of Object.entries(table)) fields.set(tag, definitionOf(tag, row, format))
  const folder = format === 'BIBLIOGRAPHIC' ? 'bibliographic/bd' : 'authority/ad'
  return {
    fields,
    required: REQUIRED[format]!,
    helpUrl(tag) {
      if (!fields.has(tag) || tag === '999') return null
      return `https://www.loc.gov/marc/${folder}${tag === '000' ? 'leader' : tag}.html`
    },
  }
}

function definitionOf(tag: string, row: Row, format: MarcFormat): FieldDefinition {
  const [isRepeatable, first = '', second = '', single = '', repeatable = ''] = row
  const subfields = new Map([
    ...Array.from(single, (code): [string, boolean] => [code, false]),
    ...Array.from(repeatable, (code): [string, boolean] => [code, true]),
  ])
  if (format === 'BIBLIOGRAPHIC' && LINKABLE.test(tag)) subfields.set('9', true)
  return {
    isRepeatable: isRepeatable === 1,
    indicators: [first || null, second || null],
    // Fields that are described elsewhere name one code at most, that of the linkage.
    subfields: subfields.size <= 1 ? null : subfields,
  }
}
