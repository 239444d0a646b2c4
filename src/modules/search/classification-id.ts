/** Most characters of a number that count in the id of a classification (folio-org/mod-search: ClassificationIdsProcessor). */
export const LONGEST_CLASSIFICATION = 50

/**
 * The id under which browse shows a classification and `classificationId` finds its instances. FOLIO's is a digest;
 * this one can be read back, so that no record has to hold it.
 */
export function classificationId(number: string, typeId: string | null | undefined): string {
  const cut = Array.from(number.trim()).slice(0, LONGEST_CLASSIFICATION).join('')
  return Buffer.from(`${cut}|${typeId ?? ''}`).toString('base64url')
}

/** Number and type in an id of `classificationId`, a bar between; what nothing has for any other text. */
export function readClassificationId(id: string): string {
  const text = Buffer.from(id, 'base64url').toString('utf8')
  return text.includes('\0') ? '' : text
}
