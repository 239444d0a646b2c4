import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

describe('the settings', () => {
  it('have defaults for a server on this machine that trusts nobody', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 9130,
      databaseUrl: null,
      corsOrigins: 'any',
      trustedProxies: [],
      unsafeWritesUntil: null,
    })
  })

  it('take an empty variable as one that is not set', () => {
    const empty = { OCTAVO_PORT: '', OCTAVO_TRUST_PROXY: '', DB_ALLOW_SUPPRESS_OPTIMISTIC_LOCKING: '' }
    expect(readConfig(empty)).toEqual(readConfig({}))
  })

  it.each([
    ['off', []],
    ['loopback', ['loopback']],
    ['10.0.0.2, loopback', ['10.0.0.2', 'loopback']],
    ['10.0.0.0/24,2001:db8::/32', ['10.0.0.0/24', '2001:db8::/32']],
  ])('read the trusted proxies of "%s"', (text, proxies) => {
    expect(readConfig({ OCTAVO_TRUST_PROXY: text }).trustedProxies).toEqual(proxies)
  })

  it('take a mail server together with the address of the sender', () => {
    const env = {
      OCTAVO_SMTP_URL: 'smtps://me:secret@mail.example.org',
      OCTAVO_MAIL_FROM: 'desk@example.org',
    }
    expect(readConfig(env).mail).toEqual({
      url: 'smtps://me:secret@mail.example.org',
      from: 'desk@example.org',
    })
    expect(() => readConfig({ ...env, OCTAVO_MAIL_FROM: '' })).toThrow(ConfigError)
  })

  it('read the end of unsafe writes in any time zone', () => {
    const until = readConfig({ DB_ALLOW_SUPPRESS_OPTIMISTIC_LOCKING: '2026-12-31T23:30:00+01:00' })
    expect(until.unsafeWritesUntil).toEqual(new Date('2026-12-31T22:30:00Z'))
  })

  it.each([
    ['OCTAVO_PORT', '80.5'],
    ['OCTAVO_PORT', '65536'],
    ['OCTAVO_SAMPLE', 'yes'],
    ['DATABASE_URL', 'mysql://localhost/octavo'],
    ['OCTAVO_SMTP_URL', 'http://mail.example.org'],
    ['OCTAVO_TRUST_PROXY', 'on'],
    ['OCTAVO_TRUST_PROXY', 'proxy.example.org'],
    ['OCTAVO_TRUST_PROXY', '10.0.0.2,'],
    ['OCTAVO_TRUST_PROXY', '10.0.0.0/33'],
    ['OCTAVO_TRUST_PROXY', '10.0.0.0/24/8'],
    ['DB_ALLOW_SUPPRESS_OPTIMISTIC_LOCKING', 'true'],
    ['DB_ALLOW_SUPPRESS_OPTIMISTIC_LOCKING', '2026-12-31'],
    ['DB_ALLOW_SUPPRESS_OPTIMISTIC_LOCKING', '2026-13-31T00:00:00Z'],
  ])('refuse %s=%s with a sentence that names the variable', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(name)
  })
})
