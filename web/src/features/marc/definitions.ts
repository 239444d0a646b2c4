import tables from '../../../../src/modules/quick-marc/marc-fields.json' with { type: 'json' }
import { authorityNames, bibliographicNames, holdingsNames } from '#text/marc-names.ts'
import type { MarcFormat } from './wire.ts'

/** What MARC 21 says of a field. */
export type FieldDefinition = {
  isRepeatable: boolean
  /** Characters of each indicator, `_` for a blank; null where any may stand. */
  indicators: readonly [string | null, string | null]
  /** True for a code that may repeat; null where any code may stand. */
  codes: ReadonlyMap<string, boolean> | null
}

type Row = [isRepeatable: 0 | 1, first?: string, second?: string, single?: string, repeatable?: string]

const ROWS = tables as unknown as Partial<Record<MarcFormat, Readonly<Record<string, Row>>>>

/** The definition of a field; null for one that MARC 21 does not know, and for holdings, whose fields are not checked. */
export function definitionOf(format: MarcFormat, tag: string): FieldDefinition | null {
  const row = ROWS[format]?.[tag]
  if (row === undefined) return null
  const [isRepeatable, first = '', second = '', single = '', repeatable = ''] = row
  const codes = new Map([
    ...Array.from(single, (code): [string, boolean] => [code, false]),
    ...Array.from(repeatable, (code): [string, boolean] => [code, true]),
  ])
  const shown = (values: string) => values.replaceAll('#', '_') || null
  return {
    isRepeatable: isRepeatable === 1,
    indicators: [shown(first), shown(second)],
    codes: codes.size <= 1 ? null : codes,
  }
}

/** True where MARC 21's list of fields is known for the format. */
export function isDefinedFormat(format: MarcFormat): boolean {
  return ROWS[format] !== undefined
}

/** What the helper says of a field. */
export type FieldFacts = {
  name: string | null
  first: string | null
  second: string | null
  subfields: readonly { code: string; name: string }[]
}

export function factsOf(format: MarcFormat, tag: string): FieldFacts {
  const own = format === 'AUTHORITY' ? authorityNames : format === 'HOLDINGS' ? holdingsNames : {}
  const found = own[tag] ?? bibliographicNames[tag]
  const named = new Map(
    (found?.subfields ?? '')
      .split('; ')
      .filter((part) => part !== '')
      .map((part) => [part.charAt(0), part.slice(2)]),
  )
  const codes = [...named.keys(), ...(definitionOf(format, tag)?.codes?.keys() ?? [])]
  return {
    name: found?.name ?? null,
    first: found?.first ?? null,
    second: found?.second ?? null,
    subfields: [...new Set(codes)].map((code) => ({ code, name: named.get(code) ?? '' })),
  }
}

/** The indicators that a new field begins with: the one that is defined, else a blank. */
export function firstIndicators(format: MarcFormat, tag: string): string {
  const values = definitionOf(format, tag)?.indicators ?? [null, null]
  return values
    .map((allowed) => (allowed === null || allowed.includes('_') ? '_' : allowed.charAt(0)))
    .join('')
}
