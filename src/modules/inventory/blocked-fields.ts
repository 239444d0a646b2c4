import { holdingsDocument } from './holdings-row.ts'
import { instanceDocument } from './instance-row.ts'
import { MARC_HOLDINGS_SOURCE } from './records.ts'
import type { Holdings, Instance } from './records.ts'
import { newStamp } from './stamp.ts'

/** Fields of an instance that its MARC record rules (folio-org/mod-inventory: InventoryConfigurationImpl.java). */
export const BLOCKED_INSTANCE_FIELDS = [
  'hrid',
  'source',
  'alternativeTitles',
  'series',
  'identifiers',
  'contributors',
  'editions',
  'physicalDescriptions',
  'instanceFormatIds',
  'languages',
  'publication',
  'publicationFrequency',
  'publicationRange',
  'notes',
  'electronicAccess',
  'subjects',
  'classifications',
  'title',
  'indexTitle',
  'instanceTypeId',
  'modeOfIssuanceId',
  'precedingTitles',
  'succeedingTitles',
  'dates',
] as const

/** Fields of a holdings record that its MARC record rules (the same file). */
export const BLOCKED_HOLDINGS_FIELDS = [
  'formerIds',
  'holdingsTypeId',
  'permanentLocationId',
  'shelvingTitle',
  'copyNumber',
  'callNumberTypeId',
  'callNumberPrefix',
  'callNumber',
  'callNumberSuffix',
  'holdingsStatements',
  'holdingsStatementsForIndexes',
  'holdingsStatementsForSupplements',
  'notes',
  'electronicAccess',
] as const

const stamp = newStamp(new Date(0), null)

/** Titles before and after, as far as they count in a comparison. */
export type RelatedTitles = { precedingTitles: readonly object[]; succeedingTitles: readonly object[] }

/** The blocked fields in which two forms of an instance differ; none for one that MARC does not rule. */
export function changedBlockedInstanceFields(
  stored: Instance & RelatedTitles,
  sent: Instance & RelatedTitles,
): string[] {
  if (stored.source !== 'MARC') return []
  const before = { ...instanceDocument(stored, stamp), ...titlesOf(stored) }
  const after = { ...instanceDocument(sent, stamp), ...titlesOf(sent) }
  return differing(BLOCKED_INSTANCE_FIELDS, before, after)
}

/** True for a holdings record that a MARC record rules. */
export function isMarcHoldings({ sourceId }: Holdings): boolean {
  return sourceId?.toLowerCase() === MARC_HOLDINGS_SOURCE
}

/** The blocked fields in which two forms of a holdings record differ; none for one that MARC does not rule. */
export function changedBlockedHoldingsFields(stored: Holdings, sent: Holdings): string[] {
  if (!isMarcHoldings(stored)) return []
  return differing(BLOCKED_HOLDINGS_FIELDS, holdingsDocument(stored, stamp), holdingsDocument(sent, stamp))
}

function titlesOf({ precedingTitles, succeedingTitles }: RelatedTitles): RelatedTitles {
  return { precedingTitles, succeedingTitles }
}

function differing(fields: readonly string[], before: object, after: object): string[] {
  const one = before as Record<string, unknown>
  const other = after as Record<string, unknown>
  return fields.filter((field) => canonical(one[field]) !== canonical(other[field]))
}

/** Text that equal values share whatever the order of their properties; null and absent are equal. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member
    const entries = Object.entries(member).filter(([, inner]) => inner !== null && inner !== undefined)
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
