import { keepEntriesWith } from './instance-after-rules.ts'

/** The holdings source `MARC` that every tenant has (folio-org/mod-inventory-storage: reference-data/holdings-sources). */
export const marcHoldingsSourceId = '036ee84a-6afd-4c3c-9ad3-4a12ab875f59'

/** What follows the rules for holdings, in place: the source, and links without uri dropped. */
export function holdingsAfterRules(document: Record<string, unknown>): Record<string, unknown> {
  document.sourceId = marcHoldingsSourceId
  keepEntriesWith(document, 'electronicAccess', 'uri')
  return document
}
