import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { authorityRecord, field } from './test-records.ts'
import type { TestField } from './test-records.ts'

const PATH = '/records-editor/records'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function create(record: object) {
  const reply = await app.post(PATH, record)
  expect(reply.status, reply.text).toBe(201)
  return reply.json
}

const view = async (id: string) => (await app.get(`${PATH}?externalId=${id}`)).json
const authority = async (id: string) => (await app.get(`/authority-storage/authorities/${id}`)).json

describe('a MARC authority record', () => {
  it('makes an authority, and keeps its own number', async () => {
    const made = await create(
      authorityRecord('n79021164', field('100', '1\\', '$a Twain, Mark, $d 1835-1910')),
    )
    expect(made).toMatchObject({ marcFormat: 'AUTHORITY', externalHrid: 'n79021164', sourceVersion: 0 })
    expect(made.fields.map(({ tag }: TestField) => tag)).toEqual(['001', '005', '008', '100', '999'])
    expect(await authority(made.externalId)).toMatchObject({
      personalName: 'Twain, Mark, 1835-1910',
      naturalId: 'n79021164',
      source: 'MARC',
      _version: 0,
    })
    expect(await view(made.externalId)).toEqual(made)
  })

  it('changes its authority when it is saved, and the second of two editors is refused', async () => {
    const made = await create(authorityRecord('n1', field('110', '2\\', '$a Old name')))
    const shown = await view(made.externalId)
    shown.fields.find(({ tag }: TestField) => tag === '110').content = '$a New name'
    shown.fields.splice(4, 0, field('410', '2\\', '$a Old name'))
    const reply = await app.put(`${PATH}/${shown.parsedRecordId}`, shown)
    expect(reply.status, reply.text).toBe(202)
    expect(await authority(made.externalId)).toMatchObject({
      corporateName: 'New name',
      sftCorporateName: ['Old name'],
      _version: 1,
    })
    expect((await app.put(`${PATH}/${shown.parsedRecordId}`, shown)).status).toBe(409)
  })

  it('is refused without a heading, and with two', async () => {
    const refusal = async (...fields: TestField[]) => {
      const { status, json } = await app.post(PATH, authorityRecord('n2', ...fields))
      return [status, ...json.issues.map(({ tag, message }: Record<string, string>) => `${tag} ${message}`)]
    }
    const heading = 'Field 1XX is non-repeatable and required.'
    expect(await refusal()).toEqual([422, `1XX[0] ${heading}`])
    expect(await refusal(field('100', '1\\', '$a A'), field('150', '\\\\', '$a B'))).toEqual([
      422,
      `100[0] ${heading}`,
      `150[0] ${heading}`,
    ])
    const twice = [field('010', '\\\\', '$a n1'), field('010', '\\\\', '$a n2')]
    expect(await refusal(field('100', '1\\', '$a A'), ...twice)).toEqual([
      422,
      '010[1] Field is non-repeatable.',
    ])
  })

  it('gets the characters of the leader that can be nothing else', async () => {
    const record = authorityRecord('n3', field('150', '\\\\', '$a Cats'))
    const made = await create({ ...record, leader: '00000nxxxx3300000nxx9999' })
    expect(made.leader).toMatch(/^\d{5}nz\\\\\\22\d{5}n\\\\4500$/)
  })
})
