import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { compileRules, defaultRules } from '../mapping/index.ts'
import { authorityReference } from './index.ts'

const PATH = '/authority-source-files'
const LCNAF = 'af045f2f-e851-4613-984c-4bc13430454a'
const UNKNOWN = '11111111-1111-4111-8111-111111111111'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function add(part: object) {
  const reply = await app.post(PATH, part)
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.json
}

const faultOf = (reply: { status: number; json: { errors: { message: string }[] } }) => [
  reply.status,
  reply.json.errors[0]!.message,
]

describe('the source files of a new tenant', () => {
  it('are FOLIO’s, with their ids', async () => {
    const { json } = await app.get(`${PATH}?query=${encodeURIComponent('cql.allRecords=1 sortBy name')}`)
    expect(json.totalRecords).toBe(12)
    expect(json.authoritySourceFiles[7]).toMatchObject({
      id: LCNAF,
      name: 'LC Name Authority file (LCNAF)',
      codes: ['n', 'nb', 'nr', 'no', 'ns'],
      type: 'Names',
      baseUrl: 'http://id.loc.gov/authorities/names/',
      source: 'folio',
      selectable: false,
      hridManagement: {},
      _version: 0,
    })
  })

  it('keep name, codes and numbers, and cannot be deleted', async () => {
    const patched = await app.patch(`${PATH}/${LCNAF}`, {
      name: 'x',
      code: 'y',
      hridManagement: { startNumber: 1 },
      _version: 0,
    })
    expect(faultOf(patched)).toEqual([
      422,
      'Unable to patch. Authority source file source is FOLIO or it has authority references',
    ])
    expect(patched.json.errors[0].parameters).toEqual([
      { key: 'name', value: 'x' },
      { key: 'code', value: 'y' },
      { key: 'hridManagement.startNumber', value: '1' },
    ])
    expect((await app.patch(`${PATH}/${LCNAF}`, { selectable: true, _version: 0 })).status).toBe(204)
    expect((await app.get(`${PATH}/${LCNAF}`)).json).toMatchObject({ selectable: true, _version: 1 })
    expect(faultOf(await app.del(`${PATH}/${LCNAF}`))).toEqual([
      422,
      `Cannot delete Authority source file with source 'folio'`,
    ])
    expect(faultOf(await app.post(`${PATH}/${LCNAF}/hrid`))).toEqual([
      422,
      `Cannot get next HRID for source file [id: ${LCNAF}, cause: source file doesn't support HRID generation]`,
    ])
  })

  it('and its kinds of notes and identifiers are all that the default rules for authorities name', async () => {
    const reference = await app.octavo.app.db.tenant('diku', authorityReference)
    expect(reference.authoritySourceFiles).toContainEqual({ id: LCNAF, codes: ['n', 'nb', 'nr', 'no', 'ns'] })
    expect(reference.authorityNoteTypes).toEqual([
      { id: '76c74801-afec-45a0-aad7-3ff23591e147', name: 'Nonpublic general note' },
    ])
    const rules = JSON.stringify(defaultRules('marc-authority'))
    const codes = new Set([...rules.matchAll(/"code":"([^"]+)"/g)].map(([, code]) => code))
    expect(codes.size).toBeGreaterThan(0)
    expect(reference.authorityIdentifierTypes.map(({ code }) => code)).toEqual(
      expect.arrayContaining([...codes]),
    )
    expect(compileRules(defaultRules('marc-authority'), reference, 'marc-authority').problems).toEqual([])
  })
})

describe('a source file of the library', () => {
  it('is local, selectable and has one code and an address in one form', async () => {
    const file = await add({
      name: 'Ours',
      code: 'our',
      type: 'Names',
      baseUrl: 'https://www.example.org/a?b',
    })
    expect(file).toMatchObject({
      name: 'Ours',
      codes: ['our'],
      type: 'Names',
      baseUrl: 'https://example.org/a/',
      source: 'local',
      selectable: true,
      hridManagement: { startNumber: 1 },
      _version: 0,
    })
    expect((await app.get(`${PATH}/${file.id}`)).json).toEqual(file)
  })

  it('gives out numbers from its start number on, also after that was changed', async () => {
    const { id } = await add({ name: 'Numbers', code: 'num', hridManagement: { startNumber: 10 } })
    const next = async () => (await app.post(`${PATH}/${id}/hrid`)).json
    expect([await next(), await next()]).toEqual([
      { id, hrid: 'num10' },
      { id, hrid: 'num11' },
    ])
    await app.patch(`${PATH}/${id}`, { hridManagement: { startNumber: 5 }, _version: 0 })
    expect(await next()).toEqual({ id, hrid: 'num5' })
  })

  it('changes what is sent and no more', async () => {
    const { id } = await add({ name: 'Before', code: 'bef', baseUrl: 'http://before.example' })
    const change = { name: 'After', code: 'aft', selectable: false, baseUrl: '', _version: 0 }
    expect((await app.patch(`${PATH}/${id}`, change)).status).toBe(204)
    const { json } = await app.get(`${PATH}/${id}`)
    expect(json).toMatchObject({
      name: 'After',
      codes: ['aft'],
      selectable: false,
      source: 'local',
      _version: 1,
    })
    expect(json).not.toHaveProperty('baseUrl')
    const late = await app.patch(`${PATH}/${id}`, { name: 'Late', _version: 0 })
    expect([late.status, late.json.errors[0].code]).toEqual([409, 'optimistic locking'])
    const blind = await app.patch(`${PATH}/${id}`, { name: 'Blind' })
    expect([blind.status, blind.json.errors[0].parameters[0].key]).toEqual([422, '_version'])
  })

  it('shares its name, code, address and id with no other', async () => {
    const { id } = await add({ name: 'Taken', code: 'tak', baseUrl: 'http://taken.example/x' })
    const refused = async (part: object) => {
      const { json } = await app.post(PATH, { name: 'New', code: 'new', ...part })
      return [json.errors[0].message, json.errors[0].code]
    }
    expect(await refused({ name: 'Taken' })).toEqual([
      `Authority source file with the given 'name' already exists.`,
      '104',
    ])
    expect(await refused({ baseUrl: 'https://www.taken.example/x/' })).toEqual([
      `Authority source file with the given 'baseUrl' already exists.`,
      '105',
    ])
    expect(await refused({ code: 'nb' })).toEqual([
      `Authority source file with the given 'code' already exists.`,
      '106',
    ])
    expect(await refused({ id })).toEqual([
      `Authority Source File with the given 'id' already exists.`,
      '111',
    ])
  })

  it('needs a name, a code of letters and a usable address', async () => {
    const keys = async (part: object) => {
      const { status, json } = await app.post(PATH, part)
      return [status, json.errors.map((fault: { parameters: { key: string }[] }) => fault.parameters[0]!.key)]
    }
    expect(await keys({})).toEqual([422, ['name', 'code']])
    for (const code of ['', '12', 'a b', 'x'.repeat(26)]) {
      expect(await keys({ name: 'Code', code })).toEqual([422, ['code']])
    }
    for (const baseUrl of ['nowhere', 'javascript:alert(1)']) {
      expect(await keys({ name: 'Url', code: 'url', baseUrl })).toEqual([422, ['baseUrl']])
    }
  })

  it('stands fast while authorities come from it, deleted ones too', async () => {
    const { id } = await add({ name: 'Used', code: 'use' })
    const authority = { source: 'MARC', naturalId: 'use1', sourceFileId: id }
    const { json } = await app.post('/authority-storage/authorities', authority)
    await app.del(`/authority-storage/authorities/${json.id}`)
    expect((await app.patch(`${PATH}/${id}`, { code: 'oth', _version: 0 })).status).toBe(422)
    expect((await app.patch(`${PATH}/${id}`, { name: 'Still used', _version: 0 })).status).toBe(204)
    expect(faultOf(await app.del(`${PATH}/${id}`))).toEqual([
      422,
      'Unable to delete. Authority source file has referenced authorities',
    ])
  })

  it('can be deleted otherwise', async () => {
    const { id } = await add({ name: 'Unused', code: 'unu' })
    expect((await app.del(`${PATH}/${id}`)).status).toBe(204)
    expect(faultOf(await app.get(`${PATH}/${id}`))).toEqual([
      404,
      `Authority Source File with ID [${id}] was not found`,
    ])
    expect((await app.del(`${PATH}/${UNKNOWN}`)).status).toBe(404)
    expect((await app.patch(`${PATH}/${UNKNOWN}`, { _version: 0 })).status).toBe(404)
    expect((await app.post(`${PATH}/${UNKNOWN}/hrid`)).status).toBe(404)
  })

  it('is one where two are sent at once with one code', async () => {
    const replies = await Promise.all(
      ['One', 'Two', 'Three'].map((name) => app.post(PATH, { name, code: 'race' })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422])
  })
})

describe('kinds of notes, identifiers and headings', () => {
  it('of notes can be added, renamed and deleted', async () => {
    const path = '/authority-note-types'
    const { json } = await app.post(path, { name: 'Source note', source: 'local', unknown: 1 })
    expect(json).toEqual({
      id: expect.any(String),
      name: 'Source note',
      source: 'local',
      metadata: expect.anything(),
    })
    const again = await app.post(path, { name: 'Source note', source: 'local' })
    expect(faultOf(again)).toEqual([422, `Authority note type with the given 'name' already exists.`])
    expect(again.json.errors[0].code).toBe('107')
    expect((await app.put(`${path}/${json.id}`, { ...json, name: 'Other' })).status).toBe(204)
    expect(faultOf(await app.put(`${path}/${json.id}`, { ...json, id: UNKNOWN }))).toEqual([
      422,
      `Request should have id = ${json.id}`,
    ])
    expect((await app.get(`${path}?query=name==Other`)).json.totalRecords).toBe(1)
    expect((await app.del(`${path}/${json.id}`)).status).toBe(204)
    expect(faultOf(await app.get(`${path}/${json.id}`))).toEqual([
      404,
      `Authority Note Type with ID [${json.id}] was not found`,
    ])
  })

  it('of identifiers and headings are FOLIO’s', async () => {
    const identifiers = (await app.get('/authority-identifier-types?query=code==lccn')).json
    expect(identifiers).toMatchObject({
      identifierTypes: [{ id: 'c858e4f2-2b6b-4385-842b-60732ee14abb', name: 'LCCN', source: 'folio' }],
      totalRecords: 1,
    })
    const headings = (await app.get('/authority-heading-types?query=queryable==true')).json
    expect([headings.headingTypes.length, headings.totalRecords]).toEqual([17, 17])
  })
})
