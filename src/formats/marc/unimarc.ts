import { type MarcRecord, subfieldText } from './record.ts'

/**
 * Says why a record is UNIMARC (or RUSMARC, its Russian form) and not MARC 21, or returns null. UNIMARC puts general
 * processing data into 100 $a (date entered, date type, dates at fixed positions), the title into 200 and has no 245.
 * A record without any of these tells nothing and is taken for MARC 21.
 */
export function unimarcReason(record: MarcRecord): string | null {
  let title200 = false
  let processing100 = false
  for (const field of record.fields) {
    if (field.subfields === null) {
      // A fixed-length 008 is MARC 21; UNIMARC has none.
      if (field.tag === '008') return null
      continue
    }
    if (field.tag === '245') return null
    if (field.tag === '200') title200 ||= subfieldText(field, 'a') !== null
    if (field.tag === '100')
      processing100 ||= /^\d{8}[a-z][\d| -]{8}.{10,}/su.test(subfieldText(field, 'a') ?? '')
  }
  if (processing100) return 'Field 100 $a holds UNIMARC processing data and there is no MARC 21 title (245).'
  if (title200) return 'The title is in UNIMARC field 200 and there is no MARC 21 title (245).'
  return null
}
