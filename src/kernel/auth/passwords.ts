import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

// 32 MiB a hash: strong against guessing, and bounded so that a wave of log-ins can't exhaust memory.
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const KEY_BYTES = 32

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, KEY_BYTES, COST, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

/** A memory-hard hash of `password`: `scrypt$<salt>$<key>` in hexadecimal. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return `scrypt$${salt.toString('hex')}$${(await derive(password, salt)).toString('hex')}`
}

const neverMatching = `scrypt$${'00'.repeat(16)}$${'00'.repeat(KEY_BYTES)}`

/**
 * True when `password` made `stored`. With `null` it takes the same time and answers false, so that the
 * time of an answer doesn't tell whether a user exists.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, salt, key] = (stored ?? neverMatching).split('$')
  const derived = await derive(password, Buffer.from(salt!, 'hex'))
  return timingSafeEqual(derived, Buffer.from(key!, 'hex')) && stored !== null
}
