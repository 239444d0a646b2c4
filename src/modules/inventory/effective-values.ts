import { shelvingOrder } from '../../formats/callnumber/index.ts'
import { filledOrAbsent } from './clean-record.ts'
import type { CallNumberComponents, Holdings, Item, Maybe } from './records.ts'

/** What items inherit from their holdings record. */
export type InheritedValues = Pick<
  Holdings,
  | 'permanentLocationId'
  | 'temporaryLocationId'
  | 'callNumber'
  | 'callNumberPrefix'
  | 'callNumberSuffix'
  | 'callNumberTypeId'
>

const INHERITED = [
  'permanentLocationId',
  'temporaryLocationId',
  'callNumber',
  'callNumberPrefix',
  'callNumberSuffix',
  'callNumberTypeId',
] as const

/** True when items of a holdings record must be computed anew after its change from `before` to `after`. */
export function changesItems(before: InheritedValues, after: InheritedValues): boolean {
  return INHERITED.some(
    (name) => (filledOrAbsent(before[name]) ?? null) !== (filledOrAbsent(after[name]) ?? null),
  )
}

/** The temporary location of a holdings record, else the permanent one. */
export function effectiveHoldingsLocation(holdings: InheritedValues): string | undefined {
  return filledOrAbsent(holdings.temporaryLocationId) ?? filledOrAbsent(holdings.permanentLocationId)
}

/**
 * Writes an item's effective location, call number components and shelving order into it. Locations: the
 * item's temporary, its permanent, then the holdings'. Each call number part is the item's own when it is not
 * blank, else the holdings' (folio-org/mod-inventory-storage: ItemEffectiveValuesService,
 * EffectiveCallNumberComponentsUtil).
 */
export function setEffectiveValues(item: Item, holdings: InheritedValues): void {
  const parts: CallNumberComponents = {}
  const callNumber = firstFilled(item.itemLevelCallNumber, holdings.callNumber)
  const prefix = firstFilled(item.itemLevelCallNumberPrefix, holdings.callNumberPrefix)
  const suffix = firstFilled(item.itemLevelCallNumberSuffix, holdings.callNumberSuffix)
  const typeId = firstFilled(item.itemLevelCallNumberTypeId, holdings.callNumberTypeId)
  if (callNumber !== undefined) parts.callNumber = callNumber
  if (prefix !== undefined) parts.prefix = prefix
  if (suffix !== undefined) parts.suffix = suffix
  if (typeId !== undefined) parts.typeId = typeId
  item.effectiveCallNumberComponents = parts
  item.effectiveShelvingOrder = shelvingOrder({
    callNumber,
    volume: item.volume,
    enumeration: item.enumeration,
    chronology: item.chronology,
    copyNumber: item.copyNumber,
    suffix,
    typeId,
  })
  item.effectiveLocationId =
    firstFilled(item.temporaryLocationId, item.permanentLocationId) ?? effectiveHoldingsLocation(holdings)
}

function firstFilled(own: Maybe<string>, inherited: Maybe<string>): string | undefined {
  return filledOrAbsent(own) ?? filledOrAbsent(inherited)
}
