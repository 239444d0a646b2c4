import type { InstanceTree, ReferenceNames } from '../inventory-views/index.ts'
import type { RtacLine } from './rtac-rows.ts'

/** A line in the form of mod-rtac-cache (folio-org/mod-rtac-cache: swagger.api/schemas/rtacHolding.json). */
export type CacheLine = {
  id: string
  type: RtacLine['type']
  instanceId: string
  holdingsId: string
  status?: string | null | undefined
  volume?: string | undefined
  callNumber: string
  effectiveShelvingOrder?: string | null | undefined
  location: { id?: string | null | undefined; code?: string | null | undefined; name?: string | undefined }
  library: { id?: string | undefined; code?: string | null | undefined; name?: string | null | undefined }
}

/** The lines of an instance with what pages are sorted and searched by. */
export function cacheLines(
  { instance }: InstanceTree,
  { locations }: ReferenceNames,
  lines: readonly RtacLine[],
): CacheLine[] {
  return lines.map(({ type, row, holdings, item }) => {
    const { location, locationCode, locationId, library, itemDisplayOrder: _order, ...same } = row
    return {
      ...same,
      type,
      instanceId: instance.id!,
      holdingsId: holdings.id!,
      instanceFormatIds: instance.instanceFormatIds ?? [],
      location: { id: locationId, code: locationCode, name: location },
      library: { id: locations.get(locationId ?? '')?.libraryId, ...library },
      effectiveShelvingOrder: item?.effectiveShelvingOrder,
      isBoundWith: item !== undefined && item.holdingsRecordId !== holdings.id,
    }
  })
}

const SORTS: Readonly<Record<string, (line: CacheLine) => string | null | undefined>> = {
  effectiveShelvingOrder: (line) => line.effectiveShelvingOrder,
  libraryName: (line) => line.library.name,
  locationName: (line) => line.location.name,
  status: (line) => line.status,
}

export type LineOrder = { property: string; isDescending: boolean }

/** What lines are sorted by when nothing is asked for: the newest volumes first. */
export const USUAL_ORDER: readonly LineOrder[] = [
  { property: 'effectiveShelvingOrder', isDescending: true },
  { property: 'status', isDescending: false },
  { property: 'libraryName', isDescending: false },
  { property: 'locationName', isDescending: false },
]

/** True for what lines can be sorted by. */
export function isSortProperty(name: string): boolean {
  return Object.hasOwn(SORTS, name)
}

/** The lines in an order; those without a value come last, or first when it descends. */
export function sortLines(lines: readonly CacheLine[], orders: readonly LineOrder[]): CacheLine[] {
  return [...lines].sort((one, other) => {
    for (const { property, isDescending } of orders) {
      const valueOf = SORTS[property]!
      const difference = compareValues(valueOf(one) ?? null, valueOf(other) ?? null)
      if (difference !== 0) return isDescending ? -difference : difference
    }
    return 0
  })
}

function compareValues(one: string | null, other: string | null): number {
  if (one === other) return 0
  if (one === null) return 1
  if (other === null) return -1
  return one < other ? -1 : 1
}

/** True when a line has each word somewhere in volume, call number, location or library. */
export function hasWords(
  { volume, callNumber, location, library }: CacheLine,
  words: readonly string[],
): boolean {
  const text = [volume, callNumber, location.name, library.name].filter(Boolean).join(' ').toLowerCase()
  return words.every((word) => text.includes(word.toLowerCase()))
}

/** How many lines have which status, place by place. */
export function statusSummaries(lines: readonly CacheLine[]): object[] {
  const counts = new Map<string, { statusCount: number }>()
  for (const { library, location, type, status } of lines) {
    const place = {
      libraryId: library.id,
      locationId: location.id,
      locationCode: location.code,
      status,
      type,
    }
    const key = JSON.stringify(place)
    const known = counts.get(key)
    if (known) known.statusCount += 1
    else counts.set(key, { ...place, statusCount: 1 })
  }
  return [...counts.values()]
}
