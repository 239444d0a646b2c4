import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answer, countOf, logOf, marcOf, valuesOf } from '../../../test/flows/import-client.ts'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp, TestReply } from '../../../test/support/app.ts'
import { startCatalogue } from '../../../test/support/catalogue-server.ts'
import type { Catalogue } from '../../../test/support/catalogue-server.ts'
import { rawRecord } from '../../../test/support/marc-bytes.ts'
import { RecordSplitter, decodeRecord, recordToJson } from '../../formats/marc/index.ts'
import { sampleFile } from '../../sample-library/read-sample.ts'

const CREATE = 'd0ebb7b0-2f0f-11eb-adc1-0242ac120002'
const UPDATE = '91f9b8d6-d80e-4727-9783-73fb53e3c786'
const PLAIN_CREATE = 'e34d7b92-9b83-11eb-a8b3-0242ac130003'
const UNKNOWN = 'b4f9f5d4-4c2c-4ae7-8b7e-1f4e4b1c7a99'
/** The whole 245 of the first sample book, as FOLIO's default rules take it over. */
const TITLE = 'Pride and prejudice : a novel : in three volumes / by the author of "Sense and sensibility".'
const LATIN_FIXED = '260101s2001    xx            000 0 fre  '

let app: TestApp
let pride: Buffer
let catalogue: Catalogue

/** In MARC-8 an acute accent is the byte E2 before its letter. */
const marc8 = rawRecord(
  [
    ['001', 'ocm00012345'],
    ['008', LATIN_FIXED],
    ['245', Buffer.from('00\u001faLes mis\u00e2erables', 'latin1')],
  ],
  { head: 'nam  ' },
)
const unimarc = rawRecord([
  ['001', 'fr1'],
  ['100', '  $a20260101d2001    m  y0frey50      ba'],
  ['200', '1 $aUn titre$fUn auteur'],
  ['210', '  $aParis$cGallimard$d2001'],
])
const untitled = rawRecord([
  ['001', 'ocm2'],
  ['008', LATIN_FIXED],
])
const twin = (title: string) =>
  rawRecord([
    ['001', 'ocm3'],
    ['008', LATIN_FIXED],
    ['245', `00$a${title}`],
  ])

beforeAll(async () => {
  app = await testApp({ work: true })
  const bytes = readFileSync(sampleFile('books.mrc'))
  const splitter = new RecordSplitter()
  const [first] = [...splitter.push(bytes), ...splitter.end()]
  pride = bytes.subarray(first!.offset, first!.offset + first!.length)
  catalogue = await startCatalogue({
    records: [
      { term: '1111', bytes: pride },
      { term: '2222', bytes: marc8 },
      { term: 'a "quoted" \\ term', bytes: twin('Quoted') },
      { term: '3333', bytes: twin('One') },
      { term: '3333', bytes: twin('Other') },
      { term: '4444', bytes: unimarc },
      { term: '5555', bytes: untitled },
    ],
    refusedUse: 99,
  })
})

afterAll(async () => {
  await catalogue.close()
  await app.close()
})

async function addProfile(more: object = {}): Promise<string> {
  const profile = {
    name: 'Test catalogue',
    url: catalogue.z3950,
    externalIdQueryMap: '@attr 1=1211 $identifier',
    internalIdEmbedPath: '999ff$i',
    createJobProfileId: CREATE,
    updateJobProfileId: UPDATE,
    enabled: true,
    ...more,
  }
  return answer(await app.post('/copycat/profiles', profile), 201).id
}

const importInto = (body: object) => app.post('/copycat/imports', body)

function refusal(reply: TestReply): string {
  expect(reply.status, reply.text).toBe(400)
  expect(reply.json.errors).toHaveLength(1)
  return reply.json.errors[0].message
}

async function refusalOf(profile: object, externalIdentifier = '1111'): Promise<string> {
  return refusal(await importInto({ profileId: await addProfile(profile), externalIdentifier }))
}

async function jobs(): Promise<{ id: string; status: string }[]> {
  const reply = await app.get(
    `/metadata-provider/jobExecutions?profileIdAny=${CREATE}&limit=100&sortBy=started_date,desc`,
  )
  return answer(reply).jobExecutions
}

describe('a record fetched by Z39.50', () => {
  it('becomes an instance with a source record, and is logged as a job of one record', async () => {
    const profileId = await addProfile()
    const body = { profileId, externalIdentifier: '1111' }
    const reply = answer(await importInto(body))
    expect(reply).toEqual({ ...body, internalIdentifier: expect.any(String) })
    expect(catalogue.searches.at(-1)).toBe('1211=1111')
    const instance = answer(await app.get(`/inventory/instances/${reply.internalIdentifier}`))
    expect(instance).toMatchObject({
      title: TITLE,
      source: 'MARC',
    })
    const [job] = await jobs()
    expect(job).toMatchObject({
      status: 'COMMITTED',
      fileName: 'No file name',
      progress: { current: 1, total: 1 },
    })
    const sources = answer(await app.get(`/source-storage/source-records?limit=1&snapshotId=${job!.id}`))
    expect(sources.sourceRecords[0].externalIdsHolder.instanceId).toBe(reply.internalIdentifier)
    const [entry] = await logOf(app, job!.id)
    const marc = await marcOf(app, entry!)
    expect(valuesOf(marc, '999', 'i')).toEqual([reply.internalIdentifier])
    expect(valuesOf(marc, '001')).toEqual([instance.hrid])
  })

  it('is read in the character set that it is in', async () => {
    const profileId = await addProfile({ targetOptions: { charset: 'utf-8', timeout: 5 } })
    const { internalIdentifier } = answer(await importInto({ profileId, externalIdentifier: '2222' }))
    const { title } = answer(await app.get(`/inventory/instances/${internalIdentifier}`))
    expect(title.normalize('NFC')).toBe('Les misérables')
  })

  it('may be asked for in XML', async () => {
    const profileId = await addProfile({ targetOptions: { preferredRecordSyntax: 'xml' } })
    const { internalIdentifier } = answer(await importInto({ profileId, externalIdentifier: '1111' }))
    expect(internalIdentifier).toEqual(expect.any(String))
  })

  it('is found by a term with blanks and quotes, which never becomes part of the query', async () => {
    const profileId = await addProfile({ externalIdQueryMap: '@attr 1=7 $identifier' })
    answer(await importInto({ profileId, externalIdentifier: 'a "quoted" \\ term' }))
    expect(catalogue.searches.at(-1)).toBe('7=a "quoted" \\ term')
  })

  it('needs the name and password that the target wants', async () => {
    const login = { user: 'lib', password: 'secret' }
    const guarded = await startCatalogue({ records: [{ term: '1', bytes: pride }], login })
    const right = await addProfile({ url: guarded.z3950, authentication: ' lib  secret ' })
    answer(await importInto({ profileId: right, externalIdentifier: '1' }))
    expect(await refusalOf({ url: guarded.z3950, authentication: 'lib guess' }, '1')).toBe(
      `Z39.50 error: server ${guarded.z3950} rejected init. This may be due to missing or incorrect authentication for the copycat profile`,
    )
    await guarded.close()
  })

  it('is refused with the reason when there is none, or not one alone', async () => {
    const before = await countOf(app, '/instance-storage/instances')
    const url = catalogue.z3950
    expect(await refusalOf({}, '9999')).toBe(`No record found when searching ${url} for identifier 9999`)
    expect(await refusalOf({}, '3333')).toBe(
      `2 records found when searching ${url} for identifier 3333; it must be one. Use an identifier that only one record has.`,
    )
    expect(await refusalOf({}, '4444')).toContain(`The record of ${url} is UNIMARC, not MARC 21.`)
    expect(await refusalOf({ externalIdQueryMap: '@attr 1=99 $identifier' })).toBe(
      `Z39.50 error: server ${url} returned diagnostic: Error Code = 114 (unsupported use attribute): 99. Perhaps the copycat profile is incorrectly configured for this server`,
    )
    expect(await countOf(app, '/instance-storage/instances')).toBe(before)
  })

  it('is refused in the words of the log when no instance can be made of it', async () => {
    const message = await refusalOf({}, '5555')
    expect(message).toContain('title')
    const [job] = await jobs()
    expect(job).toMatchObject({ status: 'ERROR' })
    expect((await logOf(app, job!.id))[0]!.error).toBe(message)
  })
})

describe('a record fetched by SRU', () => {
  it.each(['rec.id=$identifier', '@attr 1=12 $identifier'])(
    'is found with %s',
    async (externalIdQueryMap) => {
      const profileId = await addProfile({ url: catalogue.sru, externalIdQueryMap })
      const { internalIdentifier } = answer(await importInto({ profileId, externalIdentifier: '1111' }))
      expect(catalogue.searches.at(-1)).toBe(externalIdQueryMap.replace('$identifier', '"1111"'))
      const instance = answer(await app.get(`/inventory/instances/${internalIdentifier}`))
      expect(instance.title).toBe(TITLE)
    },
  )

  it('needs the name and password that the server wants', async () => {
    const login = { user: 'lib', password: 'secret' }
    const guarded = await startCatalogue({ records: [{ term: '1', bytes: pride }], login })
    const profile = { url: guarded.sru, externalIdQueryMap: '$identifier' }
    const right = await addProfile({ ...profile, authentication: 'lib secret' })
    answer(await importInto({ profileId: right, externalIdentifier: '1' }))
    expect(await refusalOf(profile, '1')).toContain('HTTP status 401')
    await guarded.close()
  })

  it('is refused when there are several or none', async () => {
    const profile = { url: catalogue.sru, externalIdQueryMap: 'rec.id=$identifier' }
    expect(await refusalOf(profile, '3333')).toContain('2 records found')
    expect(await refusalOf(profile, '9999')).toBe(
      `No record found when searching ${catalogue.sru} for identifier 9999`,
    )
  })
})

describe('a record that comes with the request', () => {
  it.each(['json', 'marc'])('becomes an instance (%s)', async (form) => {
    const { record } = decodeRecord(pride, { mode: 'permissive' })
    const given = { json: recordToJson(record), marc: pride.toString('base64') }[form]
    const profileId = await addProfile({ url: undefined, externalIdQueryMap: undefined })
    const reply = answer(await importInto({ profileId, record: { [form]: given } }))
    const instance = answer(await app.get(`/inventory/instances/${reply.internalIdentifier}`))
    expect(instance.title).toBe(TITLE)
  })

  it.each([
    [{ json: 'x' }, 'record.json is not JSON'],
    [{ json: '{}' }, 'record.json cannot be read: The record has no "leader" text.'],
    [{ marc: '' }, 'Incomplete/missing MARC record'],
    [{ marc: '%' }, 'record.marc is not base64.'],
    [{ marc: 'abcd' }, 'record.marc cannot be read'],
    [{ badType: 'x' }, "One of 'json' or 'marc' must be given in record"],
  ])('%j is refused', async (record, message) => {
    const reply = await importInto({ profileId: await addProfile(), record })
    expect(refusal(reply)).toContain(message)
  })

  it('must be one', async () => {
    const marc = Buffer.concat([pride, pride]).toString('base64')
    expect(refusal(await importInto({ profileId: await addProfile(), record: { marc } }))).toContain(
      'record.marc holds 2 records',
    )
  })

  it('with the ids of a record in the system makes no second one', async () => {
    const withIds = rawRecord([
      ['008', LATIN_FIXED],
      ['245', '00$aTwice'],
      ['999', `ff$i${UNKNOWN}`],
    ])
    const record = { marc: withIds.toString('base64') }
    const message = refusal(await importInto({ profileId: await addProfile(), record }))
    expect(message).toContain('999')
  })
})

describe('job profiles', () => {
  it('may be chosen among those that the copycat profile allows', async () => {
    const profileId = await addProfile({ allowedCreateJobProfileIds: [CREATE, PLAIN_CREATE] })
    const body = { profileId, externalIdentifier: '1111', selectedJobProfileId: PLAIN_CREATE }
    answer(await importInto(body))
    const used = answer(
      await app.get(`/metadata-provider/jobExecutions?profileIdAny=${PLAIN_CREATE}&limit=1`),
    )
    expect(used.totalRecords).toBe(1)
  })

  it('that are not allowed are refused, before the target is asked', async () => {
    const asked = catalogue.searches.length
    const profileId = await addProfile()
    for (const more of [
      { selectedJobProfileId: PLAIN_CREATE },
      // Allowed for updates, but this is none.
      { selectedJobProfileId: UPDATE },
      { selectedJobProfileId: CREATE, internalIdentifier: UNKNOWN },
    ]) {
      const reply = await importInto({ profileId, externalIdentifier: '1111', ...more })
      expect(refusal(reply)).toBe('Invalid job profile id')
    }
    expect(catalogue.searches.length).toBe(asked)
  })

  it('that do not exist are refused, and no job is left', async () => {
    const before = (await jobs()).length
    expect(await refusalOf({ createJobProfileId: UNKNOWN })).toBe(
      `JobProfile with id '${UNKNOWN}' was not found`,
    )
    expect((await jobs()).length).toBe(before)
  })
})

describe('a request', () => {
  it.each([
    [{}, 'profileId'],
    [{ profileId: UNKNOWN, selectedJobProfileId: 'x' }, 'selectedJobProfileId'],
    [{ profileId: UNKNOWN, internalIdentifier: 'x' }, 'internalIdentifier'],
    [{ profileId: UNKNOWN, externalIdentifier: 1 }, 'externalIdentifier'],
    [{ profileId: UNKNOWN, record: { json: {} } }, 'record.json'],
  ])('%j is malformed in its %s', async (body, key) => {
    const reply = await importInto(body)
    expect(reply.status).toBe(422)
    expect(reply.json.errors[0].parameters[0].key).toBe(key)
  })

  it('needs a copycat profile that exists and an identifier', async () => {
    expect(refusal(await importInto({ profileId: UNKNOWN, externalIdentifier: '1' }))).toBe(
      `No such profileId ${UNKNOWN}`,
    )
    expect(refusal(await importInto({ profileId: 'x', externalIdentifier: '1' }))).toBe('No such profileId x')
    for (const externalIdentifier of ['', ' ', undefined]) {
      const reply = await importInto({ profileId: await addProfile(), externalIdentifier })
      expect(refusal(reply)).toBe('externalIdentifier or record must be given')
    }
  })

  it('for an update needs the place where the instance’s id is written', async () => {
    const body = { externalIdentifier: '1111', internalIdentifier: UNKNOWN }
    const without = await addProfile({ internalIdEmbedPath: undefined })
    expect(refusal(await importInto({ profileId: without, ...body }))).toBe(
      'Missing internalIdEmbedPath in target profile',
    )
    const wrong = await addProfile({ internalIdEmbedPath: '999ffi' })
    expect(refusal(await importInto({ profileId: wrong, ...body }))).toContain(
      'pattern must be exactly 7 characters',
    )
  })

  it('needs a token', async () => {
    const reply = await app.raw('POST', '/copycat/imports', { 'x-okapi-tenant': 'diku' }, '{}')
    expect(reply.status).toBe(400)
    expect(reply.text).toBe('Token missing, access requires permission: copycat.imports.post')
  })
})
