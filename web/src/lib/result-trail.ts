/** The results among which a record was opened, so that one can step through them from the record's page. */
export type ResultTrail = {
  /** Ids of records in the order of the list, as far as it was loaded. */
  ids: readonly string[]
  /** The list's own address, below `/app`. */
  address: string
}

const KEY = 'octavo.trail'

/** Keeps the trail for this window; a search page calls it when a result is opened. */
export function keepTrail(trail: ResultTrail): void {
  sessionStorage.setItem(KEY, JSON.stringify(trail))
}

/** The neighbours of a record on the trail; null when it is not on one. */
export function neighboursOnTrail(
  id: string,
): { previous: string | null; next: string | null; address: string } | null {
  const text = sessionStorage.getItem(KEY)
  if (text === null) return null
  const { ids, address } = JSON.parse(text) as ResultTrail
  const at = ids.indexOf(id)
  return at === -1 ? null : { previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null, address }
}
