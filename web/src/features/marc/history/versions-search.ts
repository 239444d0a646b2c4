import type { RecordKind } from './wire.ts'

/** Whose versions are shown, which one is open (counted from the first), what it is compared with, which field alone. */
export type VersionsSearch = { kind?: RecordKind; id?: string; n?: number; with?: number; field?: string }

/** Reads the address of the page; what makes no sense is left out. */
export function readVersionsSearch(search: Record<string, unknown>): VersionsSearch {
  const { kind, id, n, with: other, field } = search
  return {
    ...(kind === 'holdings' || kind === 'item' ? { kind } : {}),
    ...(typeof id === 'string' ? { id } : {}),
    ...(typeof n === 'number' ? { n } : {}),
    ...(typeof other === 'number' ? { with: other } : {}),
    ...(typeof field === 'string' ? { field } : {}),
  }
}
