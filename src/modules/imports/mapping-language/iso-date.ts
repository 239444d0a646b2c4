const yearFirst = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const monthFirst = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/
const dayFirst = /^(\d{1,2})([-.])(\d{1,2})\2(\d{4})$/

/**
 * A date written as yyyy-MM-dd, MM/dd/yyyy, dd-MM-yyyy or dd.MM.yyyy in the form yyyy-MM-dd; any other text
 * as it is. FOLIO's reader does this to every subfield value, whatever field it goes to
 * (folio-org/data-import-processing-core: MarcRecordReader.java); unlike it, a year here has four digits, so
 * that a call number such as `10-12-2` keeps its form.
 */
export function toIsoDate(text: string): string {
  const first = text.charCodeAt(0)
  if (text.length < 8 || text.length > 10 || first < 48 || first > 57) return text
  let match = yearFirst.exec(text)
  if (match) return written(match[1]!, match[2]!, match[3]!) ?? text
  match = monthFirst.exec(text)
  if (match) return written(match[3]!, match[1]!, match[2]!) ?? text
  match = dayFirst.exec(text)
  if (match) return written(match[4]!, match[3]!, match[1]!) ?? text
  return text
}

function written(year: string, month: string, day: string): string | null {
  const monthNumber = Number(month)
  const dayNumber = Number(day)
  const date = new Date(Date.UTC(2000, 0, 1))
  date.setUTCFullYear(Number(year), monthNumber - 1, dayNumber)
  if (date.getUTCMonth() !== monthNumber - 1 || date.getUTCDate() !== dayNumber) return null
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** The day on which an instant falls in a time zone, yyyy-MM-dd. @throws RangeError when the zone is unknown. */
export function dayIn(timeZone: string, instant: Date): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(instant)
}
