/** The list with the entry at a place one place up or down; the same list where there is no such place. */
export function moved<T>(list: readonly T[], at: number, by: -1 | 1): readonly T[] {
  const to = at + by
  if (to < 0 || to >= list.length) return list
  const next = [...list]
  next.splice(to, 0, ...next.splice(at, 1))
  return next
}
