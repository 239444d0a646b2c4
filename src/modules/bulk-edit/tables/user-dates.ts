const DAY = /^\d{4}-\d{2}-\d{2}$/
const formats = new Map<string, Intl.DateTimeFormat>()

/** Writes a day as `2026-03-02`. Making a format takes longer than a thousand uses of it. */
function dayFormat(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    formats.set(timeZone, format)
  }
  return format
}

/**
 * The day of a stored instant in a time zone, `yyyy-MM-dd`; what is no instant as it stands. Birth and enrolment are days
 * in UTC wherever the tenant is; a user expires on a day of the tenant's zone.
 */
export function dayOf(value: string, timeZone: string): string {
  if (DAY.test(value)) return value
  const instant = Date.parse(value)
  if (Number.isNaN(instant)) return value
  return timeZone === 'UTC'
    ? new Date(instant).toISOString().slice(0, 10)
    : dayFormat(timeZone).format(instant)
}

/** Whether a text is a day of the calendar in the form `yyyy-MM-dd`. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** The last second of a day in a time zone as users have it, `2026-03-02T22:59:59.000+00:00`: that day still counts. */
export function endOfDay(day: string, timeZone: string): string {
  const wanted = Date.parse(`${day}T23:59:59Z`)
  // Twice: the first guess may lie on the other side of a change of clocks.
  let instant = wanted - offsetAt(wanted, timeZone)
  instant = wanted - offsetAt(instant, timeZone)
  return new Date(instant).toISOString().replace('Z', '+00:00')
}

/** By how many milliseconds the clocks of a zone are ahead of UTC at an instant. */
function offsetAt(instant: number, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return Date.parse(`${clock.format(instant).replace(' ', 'T')}Z`) - instant
}
