let offsetMs = 0

/** The current instant; tests may move it with `setClockOffset`. */
export function now(): Date {
  return new Date(Date.now() + offsetMs)
}

/** Moves this process's clock by `ms` (tests of expiry only). */
export function setClockOffset(ms: number): void {
  offsetMs = ms
}

let lastMs = Number.NaN
let lastText = ''

/** ISO text with a numeric offset, as FOLIO writes instants: `2026-01-31T10:15:30.123+00:00`. */
export function isoInstant(date: Date): string {
  const ms = date.getTime()
  // All records of a list have one instant: 5 microseconds each.
  if (ms !== lastMs) {
    lastText = date.toISOString().replace('Z', '+00:00')
    lastMs = ms
  }
  return lastText
}
