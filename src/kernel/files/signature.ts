import { createHmac, timingSafeEqual } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** What a signed address lets its holder do, field by field; the list as a whole is signed. */
export type SignedFields = readonly (string | number)[]

/** The signature of fields, as it stands in an address. */
export function sign(key: KeyObject, fields: SignedFields): string {
  return digest(key, fields).toString('base64url')
}

/** True when `signature` is that of these fields; takes as long for a wrong one as for the right one. */
export function isSignature(key: KeyObject, fields: SignedFields, signature: string): boolean {
  const expected = digest(key, fields)
  const given = Buffer.from(signature, 'base64url')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

// JSON keeps the fields apart: ['ab', 'c'] and ['a', 'bc'] are signed differently.
function digest(key: KeyObject, fields: SignedFields): Buffer {
  return createHmac('sha256', key).update(JSON.stringify(fields)).digest()
}
