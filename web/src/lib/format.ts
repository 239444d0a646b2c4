const locale = navigator.language
const numbers = new Intl.NumberFormat(locale)
const dateTimes = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const plurals = new Intl.PluralRules(locale)

/** A number with the thousands separators of the person's language. */
export function formatNumber(value: number): string {
  return numbers.format(value)
}

/** Date and time in the person's language and zone; an empty text for no time. */
export function formatDateTime(value: string | number | Date | null | undefined): string {
  return value === null || value === undefined || value === '' ? '' : dateTimes.format(new Date(value))
}

/** The date alone. */
export function formatDate(value: string | number | Date | null | undefined): string {
  return value === null || value === undefined || value === '' ? '' : dates.format(new Date(value))
}

/** "1 record", "2,114 records": the count with the right form of the noun. */
export function count(value: number, one: string, other: string): string {
  return `${formatNumber(value)} ${plurals.select(value) === 'one' ? one : other}`
}

/** A stretch of time in words: "4 s", "2 min 5 s", "1 h 12 min". */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Bytes in the unit that suits: "812 B", "1.4 MB". */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${unit === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`
}
