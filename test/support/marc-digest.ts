import { createHash } from 'node:crypto'

/** A field as both our reader and yaz-marcdump's JSON can be brought to it. */
export type DigestField = {
  tag: string
  ind1: string
  ind2: string
  value: string
  subfields: { code: string; value: string }[] | null
}

/** Characters of the digest of one record. */
export const DIGEST_LENGTH = 6

/** Stands for a record that yaz-marcdump does not read cleanly. */
export const NO_DIGEST = '-'.repeat(DIGEST_LENGTH)

/** Short hash of the fields of a record, without the leader, in Unicode normal form C. */
export function fieldsDigest(fields: DigestField[]): string {
  return createHash('sha256').update(fieldsText(fields)).digest('base64url').slice(0, DIGEST_LENGTH)
}

/** The text that is hashed, one line a field. */
export function fieldsText(fields: DigestField[]): string {
  return fields
    .map(({ tag, ind1, ind2, value, subfields }) =>
      subfields === null
        ? `${tag} ${value}`
        : `${tag} ${ind1}${ind2}${subfields.map((subfield) => `\u001f${subfield.code}${subfield.value}`).join('')}`,
    )
    .join('\n')
    .normalize('NFC')
}
