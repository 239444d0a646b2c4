import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { bookRecord, field } from './test-records.ts'
import type { TestField } from './test-records.ts'

const UNKNOWN = '11111111-1111-4111-8111-111111111111'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const view = async (id: string) => (await app.get(`/records-editor/records?externalId=${id}`)).json

/** A book whose title was changed once, by the editor. */
async function editedBook(): Promise<string> {
  const made = await app.post(
    '/records-editor/records',
    bookRecord('First title', field('500', '\\\\', '$a Old note.')),
  )
  const record = made.json
  record.fields.find(({ tag }: TestField) => tag === '245').content = '$a Second title'
  record.fields = record.fields.filter(({ tag }: TestField) => tag !== '500')
  expect((await app.put(`/records-editor/records/${record.parsedRecordId}`, record)).status).toBe(202)
  return record.externalId
}

describe('the generations of a MARC record', () => {
  it('are listed, and each is shown as it was', async () => {
    const id = await editedBook()
    const { json } = await app.get(`/octavo/versions/marc/${id}`)
    expect(json).toMatchObject({
      totalRecords: 2,
      generations: [
        { generation: 1, state: 'ACTUAL', user: { username: 'diku_admin' } },
        { generation: 0, state: 'OLD' },
      ],
    })
    const first = (await app.get(`/octavo/versions/marc/${id}/0`)).json
    expect(first.fields).toContainEqual({ '500': { ind1: ' ', ind2: ' ', subfields: [{ a: 'Old note.' }] } })
    for (const [path, status] of [
      [`marc/${id}/7`, 404],
      [`marc/${id}/last`, 400],
      [`marc/${UNKNOWN}`, 404],
      [`marc/${UNKNOWN}/0`, 404],
    ] as const) {
      expect((await app.get(`/octavo/versions/${path}`)).status).toBe(status)
    }
  })

  it('belong to the versions of the instance, with what changed them', async () => {
    const id = await editedBook()
    const instance = (await app.get(`/inventory/instances/${id}`)).json
    expect((await app.put(`/inventory/instances/${id}`, { ...instance, staffSuppress: true })).status).toBe(
      204,
    )
    expect((await app.get(`/octavo/versions/instance/${id}`)).json.versions).toMatchObject([
      { version: 3, cause: { kind: 'record' }, marcGeneration: 1 },
      { version: 2, cause: { kind: 'marc' }, marcGeneration: 1 },
      { version: 1, cause: { kind: 'marc' }, marcGeneration: 0 },
    ])
  })

  it('are restored as the next one, with the instance that they make', async () => {
    const id = await editedBook()
    const path = `/octavo/versions/marc/${id}/0/restore`
    const refused = await app.post(path, { sourceVersion: 0 })
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('optimistic locking')])
    const reply = await app.post(path, { sourceVersion: 1 })
    expect([reply.status, reply.json.sourceVersion]).toEqual([200, 2])
    expect(reply.json).toEqual(await view(id))
    const contents = reply.json.fields.map(({ content }: TestField) => content)
    expect(contents).toEqual(expect.arrayContaining(['$a First title', '$a Old note.']))
    const instance = (await app.get(`/inventory/instances/${id}`)).json
    expect(instance).toMatchObject({ title: 'First title', notes: [{ note: 'Old note' }], _version: 3 })
    for (const [wrong, status] of [
      [`marc/${id}/9/restore`, 404],
      [`marc/${id}/x/restore`, 400],
      [`marc/${UNKNOWN}/0/restore`, 404],
    ] as const) {
      expect((await app.post(`/octavo/versions/${wrong}`)).status).toBe(status)
    }
    expect((await app.post(path, { sourceVersion: 'two' })).status).toBe(400)
  })

  it('come back with the links that their fields name', async () => {
    const authority = await app.post('/records-editor/records', {
      marcFormat: 'AUTHORITY',
      leader: '00000nz\\\\a2200000n\\\\4500',
      fields: [
        { tag: '001', content: 'n 2001' },
        { tag: '008', content: { 'Date Ent': '240131', 'Geo Subd': 'n', Roman: '|', 'Kind rec': 'a' } },
        field('010', '\\\\', '$a n 2001'),
        field('100', '1\\', '$a Smith, Jane'),
      ],
    })
    expect(authority.status, authority.text).toBe(201)
    const rules = (await app.get('/linking-rules/instance-authority')).json
    const rule = rules.find(({ bibField }: { bibField: string }) => bibField === '700')
    const authorityId = authority.json.externalId
    const made = await app.post(
      '/records-editor/records',
      bookRecord(
        'Linked',
        field('700', '1\\', `$a Smith, Jane $9 ${authorityId}`, {
          linkDetails: { authorityId, linkingRuleId: rule.id },
        }),
      ),
    )
    const record = made.json
    record.fields = record.fields.filter(({ tag }: TestField) => tag !== '700')
    expect((await app.put(`/records-editor/records/${record.parsedRecordId}`, record)).status).toBe(202)
    const id = record.externalId
    const links = async () => (await app.get(`/links/instances/${id}`)).json.links
    expect(await links()).toEqual([])
    expect((await app.post(`/octavo/versions/marc/${id}/0/restore`)).status).toBe(200)
    expect(await links()).toMatchObject([{ authorityId, linkingRuleId: rule.id }])
  })
})
