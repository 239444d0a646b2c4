/** Digits of the formats of code list 2379 that begin with a date: 101, 102, 203 and 204. */
const lengths: Record<string, number> = { '101': 6, '102': 8, '203': 12, '204': 14 }

/**
 * The date of a DTM value as yyyy-MM-dd, or null when there is none. `format` is the third component (code list
 * 2379); without it a value of 8, 12 or 14 digits begins with the date. Years of two digits are of this century.
 */
export function isoDate(value: string, format = ''): string | null {
  if (!/^\d+$/u.test(value)) return null
  const isKnown = format === '' ? [8, 12, 14].includes(value.length) : lengths[format] === value.length
  if (!isKnown) return null
  const digits = value.length === 6 ? `20${value}` : value
  const date = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`
  const time = Date.parse(`${date}T00:00:00Z`)
  // Date.parse takes 30 February for 2 March.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? null : date
}
