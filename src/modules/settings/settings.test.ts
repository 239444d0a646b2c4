import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp, TestReply } from '../../../test/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const UNKNOWN = 'b4f9f5d4-4c2c-4ae7-8b7e-1f4e4b1c7a99'

function firstMessage(reply: TestReply): string {
  expect(reply.status).toBe(422)
  return reply.json.errors[0].message
}

describe('configuration entries', () => {
  const path = '/configurations/entries'
  const entry = { module: 'ORG', configName: 'localeSettings', value: '{"locale":"en-US"}' }

  it('are enabled unless told otherwise, and found by CQL', async () => {
    const reply = await app.post(path, entry)
    expect(reply.status).toBe(201)
    expect(reply.headers.location).toBe(`${path}/${reply.json.id}`)
    expect(reply.json).toMatchObject({ ...entry, enabled: true })
    const list = await app.get(`${path}?query=(module==ORG and configName==localeSettings)`)
    expect(list.json.configs[0].id).toBe(reply.json.id)
    expect(list.json).toMatchObject({
      totalRecords: 1,
      resultInfo: { totalRecords: 1, facets: [], diagnostics: [] },
    })
  })

  it('may exist once for a module, name, code and user, as long as they are enabled', async () => {
    const key = { module: 'CHECKOUT', configName: 'other', value: '1' }
    expect((await app.post(path, key)).status).toBe(201)
    const again = await app.post(path, key)
    expect(firstMessage(again)).toBe(
      'Cannot have more than one tenant or user record with the same module, config name and code',
    )
    expect(again.json.errors[0]).toMatchObject({ module: 'CHECKOUT', configName: 'other' })
    for (const part of [
      { code: 'a' },
      { userId: UNKNOWN },
      { code: 'a', userId: UNKNOWN },
      { enabled: false },
    ]) {
      expect((await app.post(path, { ...key, ...part })).status).toBe(201)
    }
    expect((await app.post(path, { ...key, enabled: false })).status).toBe(201)
  })

  it('need a module and a name', async () => {
    const reply = await app.post(path, { value: '1' })
    expect(
      reply.json.errors.map(({ parameters }: { parameters: { key: string }[] }) => parameters[0]?.key),
    ).toEqual(['module', 'configName'])
  })
})

describe('tags', () => {
  it('start with "important" and "urgent", and a list shows up to a thousand', async () => {
    for (let index = 0; index < 12; index += 1) await app.post('/tags', { label: `tag ${index}` })
    const list = (await app.get('/tags?query=cql.allRecords=1 sortby label')).json
    expect(list.tags).toHaveLength(14)
    expect(list.tags[0].label).toBe('important')
  })

  it('are unique by label, letter by letter, with the errors of mod-tags', async () => {
    const reply = await app.post('/tags', { label: 'rush' })
    expect(reply.headers.location).toBe(`/tags/${reply.json.id}`)
    expect((await app.post('/tags', { label: 'Rush' })).status).toBe(201)
    const again = await app.post('/tags', { label: 'rush' })
    expect([again.status, again.json.errors]).toEqual([
      422,
      [{ message: 'Key (label)=(rush) already exists.', type: '-1', code: 'VALIDATION_ERROR' }],
    ])
    const missing = await app.get(`/tags/${UNKNOWN}`)
    expect([missing.status, missing.json.errors]).toEqual([
      404,
      [{ message: `Tag with id [${UNKNOWN}] was not found`, type: '-1', code: 'NOT_FOUND_ERROR' }],
    ])
  })
})

describe('file extensions', () => {
  const path = '/data-import/fileExtensions'

  it('start with FOLIO’s thirteen', async () => {
    const list = (await app.get(`${path}?limit=100`)).json
    const listed = list.fileExtensions.map(({ extension }: { extension: string }) => extension)
    expect(listed.sort()).toEqual([
      '.dat',
      '.edi',
      '.gif',
      '.inv',
      '.jpg',
      '.marc',
      '.mrc',
      '.mrk',
      '.ord',
      '.pdf',
      '.png',
      '.xml',
      '.zip',
    ])
    expect((await app.get(`${path}?query=extension==".mrc"`)).json.fileExtensions[0].dataTypes).toEqual([
      'MARC',
    ])
  })

  it('must look like an extension and be new, letter case aside', async () => {
    const bad = await app.post(path, { extension: 'ma rc', importBlocked: false })
    expect(firstMessage(bad)).toBe('File extension ma rc is not a valid format')
    expect(firstMessage(await app.post(path, { extension: '.MRC', importBlocked: false }))).toBe(
      'File extension .MRC already exists',
    )
  })

  it('get an id of the server, sorted types and the name of who changed them; a PUT answers with the record', async () => {
    const sent = { id: UNKNOWN, extension: '.txt', dataTypes: ['MARC', 'EDIFACT'], importBlocked: false }
    const reply = await app.post(path, sent)
    expect(reply.status).toBe(201)
    expect(reply.json.id).not.toBe(UNKNOWN)
    expect(reply.json.dataTypes).toEqual(['EDIFACT', 'MARC'])
    expect(reply.json.userInfo.userName).toBe('diku_admin')
    const changed = await app.put(`${path}/${reply.json.id}`, {
      ...reply.json,
      importBlocked: true,
      dataTypes: [],
    })
    expect([changed.status, changed.json.importBlocked, changed.json.dataTypes]).toEqual([200, true, []])
    const missing = await app.del(`${path}/${UNKNOWN}`)
    expect([missing.status, missing.text]).toEqual([404, `FileExtension with id '${UNKNOWN}' was not found`])
  })

  it('can all be set back to the defaults', async () => {
    await app.del(`${path}/f445092c-94b8-408a-a9f1-5edd8b5919c9`)
    await app.post(path, { extension: '.own', importBlocked: true })
    const reply = await app.post(`${path}/restore/default`)
    expect([reply.status, reply.json.totalRecords, reply.json.fileExtensions.length]).toEqual([200, 13, 13])
    expect((await app.get(`${path}/f445092c-94b8-408a-a9f1-5edd8b5919c9`)).json.extension).toBe('.mrc')
    expect((await app.get(`${path}?query=extension==".own"`)).json.totalRecords).toBe(0)
  })

  it('stand for these data types', async () => {
    expect((await app.get('/data-import/dataTypes')).json).toEqual({
      dataTypes: ['Delimited', 'EDIFACT', 'MARC'],
      totalRecords: 3,
    })
  })
})

describe('field protections', () => {
  const path = '/field-protection-settings/marc'
  const system = '82d0b904-f8b0-4cc2-b238-7d8cddef7b7e'

  it('of the system can’t be changed or deleted', async () => {
    const stored = (await app.get(`${path}/${system}`)).json
    expect(stored).toMatchObject({
      field: '999',
      indicator1: 'f',
      subfield: '*',
      source: 'SYSTEM',
      override: false,
    })
    const changed = await app.put(`${path}/${system}`, { ...stored, source: 'USER' })
    expect([changed.status, changed.text]).toEqual([
      400,
      'MARC field protection setting with source SYSTEM cannot be updated',
    ])
    const deleted = await app.del(`${path}/${system}`)
    expect([deleted.status, deleted.text]).toEqual([
      400,
      'MARC field protection setting with source SYSTEM cannot be deleted',
    ])
  })

  it('of the library can; a PUT answers with the record', async () => {
    const sent = { field: '590', indicator1: '*', indicator2: '*', subfield: 'a', data: 'x', source: 'USER' }
    const { id } = (await app.post(path, sent)).json
    const changed = await app.put(`${path}/${id}`, { ...sent, data: 'y' })
    expect([changed.status, changed.json]).toMatchObject([200, { id, data: 'y', override: false }])
    expect(
      (await app.get(`${path}?query=source=USER&limit=1000`)).json.marcFieldProtectionSettings,
    ).toHaveLength(1)
    expect((await app.del(`${path}/${id}`)).status).toBe(204)
  })
})

describe('addresses of the tenant', () => {
  it('have a name of their own', async () => {
    const sent = { name: 'Main', address: '1 Main St.' }
    const reply = await app.post('/tenant-addresses', sent)
    expect([reply.status, reply.json]).toMatchObject([201, sent])
    expect(reply.json.metadata.createdDate).toBeDefined()
    const again = await app.post('/tenant-addresses', sent)
    expect([again.status, again.text]).toEqual([422, 'name already exists'])
    const blank = await app.post('/tenant-addresses', { name: ' ', address: 'x' })
    expect([blank.status, blank.text]).toEqual([400, 'name missing'])
    const list = (await app.get('/tenant-addresses')).json
    expect(list).toMatchObject({ addresses: [sent], resultInfo: { totalRecords: 1, diagnostics: [] } })
    expect((await app.put(`/tenant-addresses/${reply.json.id}`, { ...sent, name: 'Branch' })).status).toBe(
      204,
    )
    expect((await app.del(`/tenant-addresses/${UNKNOWN}`)).status).toBe(404)
  })
})

describe('settings of which there is one', () => {
  it('are the locale, with its defaults', async () => {
    expect((await app.get('/locale')).json).toEqual({ locale: 'en-US', currency: 'USD', timezone: 'UTC' })
    const danish = {
      locale: 'da-DK',
      currency: 'DKK',
      timezone: 'Europe/Copenhagen',
      numberingSystem: 'latn',
    }
    expect((await app.put('/locale', danish)).status).toBe(201)
    expect((await app.get('/locale')).json).toEqual(danish)
    const { currency: _left, ...rest } = danish
    const refused = await app.put('/locale', rest)
    expect([refused.status, refused.text]).toEqual([400, 'currency missing'])
    expect((await app.put('/locale', { ...danish, numberingSystem: 'roman' })).status).toBe(400)
  })

  it('are the address of the web app, without a slash at its end', async () => {
    expect((await app.get('/base-url')).json).toEqual({ baseUrl: 'http://localhost:3000' })
    expect((await app.put('/base-url', { baseUrl: 'https://library.example.org' })).status).toBe(201)
    expect((await app.get('/base-url')).json).toEqual({ baseUrl: 'https://library.example.org' })
    expect((await app.put('/base-url', { baseUrl: 'https://library.example.org/' })).status).toBe(400)
  })
})
