import { createHash, randomBytes } from 'node:crypto'

/** What an API key says: for whom it is, and a secret that nobody can guess. */
export type KeyParts = { secret: string; tenant: string; username: string }

// FOLIO's keys of the shortest usual kind have ten letters and digits, 60 bits.
const MIN_SECRET = 10
// 24 bytes are 32 characters: 192 bits.
const SECRET_BYTES = 24

/** A new secret of letters, digits, `-` and `_`. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** The key in FOLIO's form: base64 of a JSON object, safe in addresses (folio-org/edge-common: ApiKeyUtils). */
export function keyText({ secret, tenant, username }: KeyParts): string {
  const json = JSON.stringify({ s: secret, t: tenant, u: username })
  return Buffer.from(json).toString('base64url')
}

/** Reads a key; null for anything that is none. Both alphabets of base64 are read, with padding or without. */
export function readKey(text: string): KeyParts | null {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(text, 'base64').toString('utf8'))
  } catch {
    return null
  }
  if (typeof parts !== 'object' || parts === null) return null
  const { s: secret, t: tenant, u: username } = parts as Record<string, unknown>
  if (typeof secret !== 'string' || typeof tenant !== 'string' || typeof username !== 'string') return null
  return secret.length < MIN_SECRET || tenant === '' || username === '' ? null : { secret, tenant, username }
}

/**
 * What is kept of a key. A fast digest is enough: a secret of 60 random bits and more cannot be tried out, as a password
 * can.
 */
export function keyDigest({ secret, tenant, username }: KeyParts): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([secret, tenant, username]))
    .digest()
}
