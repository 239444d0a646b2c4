import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCatalogue } from '../../../test/support/catalogue-server.ts'
import type { Catalogue, CatalogueOptions } from '../../../test/support/catalogue-server.ts'
import { rawRecord } from '../../../test/support/marc-bytes.ts'
import { titleOf } from '../../formats/marc/index.ts'
import { fetchRecord } from './fetch-record.ts'
import { TargetError } from './target-error.ts'

const record = rawRecord([
  ['001', 'ocm1'],
  ['245', '00$aA title'],
])
const latin1 = rawRecord([['245', Buffer.from('00\u001faÉté à la mer', 'latin1')]])

const start = (options: Partial<CatalogueOptions> = {}) =>
  startCatalogue({ records: [{ term: '1', bytes: record }], ...options })

let catalogue: Catalogue
beforeAll(async () => {
  catalogue = await start({
    records: [
      { term: '1', bytes: record },
      { term: '2', bytes: latin1 },
    ],
  })
})
afterAll(() => catalogue.close())

function fetchFrom(profile: object, identifier = '1') {
  return fetchRecord(
    {
      id: '',
      name: 'x',
      createJobProfileId: '',
      updateJobProfileId: '',
      url: catalogue.z3950,
      externalIdQueryMap: '$identifier',
      ...profile,
    },
    identifier,
  )
}

/** The message of what must be refused. */
async function refusalOf(profile: object): Promise<string> {
  const error = await fetchFrom(profile).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(TargetError)
  return (error as TargetError).message
}

describe('a target that fails', () => {
  it('by refusing connections, or with a name that does not exist', async () => {
    const gone = await start()
    await gone.close()
    expect(await refusalOf({ url: gone.z3950 })).toBe(`Z39.50 error: ${gone.z3950}: Connection refused`)
    expect(await refusalOf({ url: gone.sru })).toBe(`SRU error: ${gone.sru}: Connection refused`)
    for (const [url, protocol] of [
      ['no-such-host.invalid/x', 'Z39.50'],
      ['http://no-such-host.invalid/x', 'SRU'],
    ]) {
      expect(await refusalOf({ url })).toBe(`${protocol} error: ${url}: the server name is not known.`)
    }
  })

  it('by not answering costs the time-out and no more', async () => {
    const silent = await start({ fault: 'silent' })
    const targetOptions = { timeout: 1 }
    const started = Date.now()
    for (const url of [silent.z3950, silent.sru]) {
      expect(await refusalOf({ url, targetOptions })).toContain('no answer within 1 seconds.')
    }
    expect(Date.now() - started).toBeLessThan(10_000)
    await silent.close()
  })

  it.each([
    ['hang-up', 'the server closed the connection.'],
    ['garbage', ''],
    ['flood', 'the answer is larger than 4194304 bytes.'],
  ] as const)('by %s on the Z39.50 side is told in words', async (fault, reason) => {
    const target = await start({ fault })
    const message = await refusalOf({ url: target.z3950, targetOptions: { timeout: 2 } })
    expect(message).toContain(`Z39.50 error: ${target.z3950}: ${reason}`)
    await target.close()
  })

  it.each([
    ['garbage', 'The answer is XML with the root "html", not an answer of SRU.'],
    ['flood', 'the answer is larger than 4194304 bytes.'],
    ['redirect', 'the server answered with HTTP status 302.'],
  ] as const)('by %s on the SRU side is told in words', async (fault, reason) => {
    const target = await start({ fault })
    expect(await refusalOf({ url: target.sru })).toBe(`SRU error: ${target.sru}: ${reason}`)
    await target.close()
  })

  it('by sending something else than MARC 21', async () => {
    const target = await start({ syntax: '1.2.840.10003.5.101' })
    expect(await refusalOf({ url: target.z3950 })).toContain('sent the record as SUTRS (plain text)')
    await target.close()
  })
})

describe('a profile', () => {
  it.each([
    [{ url: undefined }, 'url missing in target profile'],
    [{ externalIdQueryMap: undefined }, 'externalIdQueryMap missing in target profile'],
    [{ url: 'file:///etc/passwd' }, 'The url "file:///etc/passwd" in the target profile is neither'],
    [{ externalIdQueryMap: '@attr 4 $identifier' }, 'cannot be used: "4" is no known attribute set.'],
    [{ targetOptions: { structure: true } }, 'Illegal options type for key structure: boolean'],
    [{ targetOptions: { preferredRecordSyntax: 'sutrs' } }, 'preferredRecordSyntax is "sutrs"'],
    [{ targetOptions: { timeout: '0' } }, 'timeout is "0"'],
    [{ targetOptions: { marcencoding: '865' } }, 'marcencoding is "865"'],
  ])('with %j tells what is wrong with it', async (profile, message) => {
    expect(await refusalOf(profile)).toContain(message)
  })

  it('says in which character set records come', async () => {
    const fetched = await fetchFrom({ targetOptions: { marcencoding: 'iso-8859-1' } }, '2')
    expect(titleOf(fetched)).toBe('Été à la mer')
  })

  it('has credentials as one user, with a password, or with a group between them', async () => {
    const guarded = await start({ login: { user: 'lib', password: 'secret' } })
    for (const authentication of ['lib secret', ' lib  staff secret ']) {
      expect(titleOf(await fetchFrom({ url: guarded.z3950, authentication }))).toBe('A title')
    }
    expect(await refusalOf({ url: guarded.z3950, authentication: 'lib' })).toContain('rejected init')
    await guarded.close()
  })
})
