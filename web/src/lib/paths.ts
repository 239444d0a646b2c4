/** The value at a dotted path such as `dates.date1`; undefined where a step is missing. */
export function valueAt(record: object, path: string): unknown {
  let value: unknown = record
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<string, unknown>)[step]
  }
  return value
}

/** A copy of the record with another value at the path; objects on the way are made when missing. */
export function withValueAt<T extends object>(record: T, path: string, value: unknown): T {
  const [step, ...rest] = path.split('.') as [string, ...string[]]
  if (rest.length === 0) return { ...record, [step]: value }
  const inner = (record as Record<string, unknown>)[step]
  return { ...record, [step]: withValueAt((inner ?? {}) as object, rest.join('.'), value) }
}
