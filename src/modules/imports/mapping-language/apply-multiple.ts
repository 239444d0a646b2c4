import type { MarcField, MarcRecord } from '../../../formats/marc/record.ts'
import { applyMapping, applyToOccurrence } from './apply-mapping.ts'
import type { MappedDocument } from './apply-mapping.ts'
import type { CompiledMapping } from './compile-mapping.ts'

/** An item and the place of its holdings in the list of holdings. */
export type MappedItem = { doc: MappedDocument; holdingsIndex: number; error?: string }

export type MappedHoldingsAndItems = { holdings: MappedDocument[]; items: MappedItem[] }

/**
 * Makes the holdings and items of one bibliographic record. When the permanent location of the holdings begins
 * with a subfield (`945$h`), each occurrence of that field gives one item and a candidate for holdings; one
 * holdings stays for each location, the first. Otherwise there is exactly one of each. Without `item`, `items`
 * is empty. An item whose occurrence names no location carries an `error`.
 * Source: folio-org/data-import-processing-core: mapper/mappers/{HoldingsMapper,ItemMapper}.java and
 * folio-org/mod-inventory: CreateItemEventHandler.java.
 */
export function applyMultiple(
  holdings: CompiledMapping,
  item: CompiledMapping | null,
  record: MarcRecord,
): MappedHoldingsAndItems {
  const tag = holdings.multipleTag
  const occurrences = tag === null ? [] : record.fields.filter((field) => field.tag === tag)
  if (tag === null || occurrences.length === 0) {
    return {
      holdings: [applyMapping(holdings, record)],
      items: item === null ? [] : [{ doc: applyMapping(item, record), holdingsIndex: 0 }],
    }
  }
  return applyToOccurrences(holdings, item, record, tag, occurrences)
}

function applyToOccurrences(
  holdings: CompiledMapping,
  item: CompiledMapping | null,
  record: MarcRecord,
  tag: string,
  occurrences: readonly MarcField[],
): MappedHoldingsAndItems {
  const result: MappedHoldingsAndItems = { holdings: [], items: [] }
  const indexOfLocation = new Map<unknown, number>()
  for (const occurrence of occurrences) {
    const candidate = applyToOccurrence(holdings, record, occurrence)
    const location = candidate.permanentLocationId
    let index = indexOfLocation.get(location)
    if (index === undefined) {
      index = result.holdings.push(candidate) - 1
      indexOfLocation.set(location, index)
    }
    if (item === null) continue
    const mapped: MappedItem = { doc: applyToOccurrence(item, record, occurrence), holdingsIndex: index }
    if (location === undefined)
      mapped.error = `Field ${tag} gives no permanent location for the holdings of this item.`
    result.items.push(mapped)
  }
  return result
}
