import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'

const RULES = '/linking-rules/instance-authority'
const INSTANCE = '22222222-2222-4222-8222-222222222222'
const UNKNOWN = '11111111-1111-4111-8111-111111111111'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function addAuthority(naturalId: string): Promise<string> {
  const { json } = await app.post('/authority-storage/authorities', { source: 'MARC', naturalId })
  return json.id as string
}

describe('links of an instance', () => {
  const path = `/links/instances/${INSTANCE}`
  const link = (authorityId: string, linkingRuleId: number, part: object = {}) => ({
    authorityId,
    authorityNaturalId: 'as sent',
    instanceId: INSTANCE,
    linkingRuleId,
    ...part,
  })
  const read = async () => (await app.get(path)).json

  it('are none at first', async () => {
    expect(await read()).toEqual({ links: [], totalRecords: 0 })
  })

  it('are replaced as a whole, and those that stay keep their ids', async () => {
    const [one, two] = [await addAuthority('n1'), await addAuthority('n2')]
    const put = await app.put(path, {
      links: [link(one, 1), link(two, 15, { status: 'ERROR', errorCause: 'x' })],
    })
    expect([put.status, put.text]).toEqual([204, ''])
    const first = await read()
    expect(first).toEqual({
      links: [
        {
          id: expect.any(Number),
          authorityId: one,
          authorityNaturalId: 'n1',
          instanceId: INSTANCE,
          linkingRuleId: 1,
          status: 'ACTUAL',
        },
        expect.objectContaining({ authorityId: two, linkingRuleId: 15, status: 'ACTUAL' }),
      ],
      totalRecords: 2,
    })
    await app.put(path, { links: [link(two, 15), link(two, 8)] })
    const second = await read()
    expect(second.links[0]).toEqual(first.links[1])
    expect(second.links.map(({ linkingRuleId }: { linkingRuleId: number }) => linkingRuleId)).toEqual([15, 8])
    await app.del(`/authority-storage/authorities/${two}`)
    expect((await read()).links[0].authorityNaturalId).toBe('n2')
    expect((await app.put(path, { links: [null] })).status).toBe(204)
    expect((await read()).totalRecords).toBe(0)
  })

  it('are refused with unknown authorities, unknown rules and other instances', async () => {
    const id = await addAuthority('n3')
    const missing = await app.put(path, { links: [link(UNKNOWN, 1)] })
    expect([missing.status, missing.json.errors[0].message]).toEqual([
      404,
      `Authority with ID [[${UNKNOWN}]] was not found`,
    ])
    const rule = await app.put(path, { links: [link(id, 99)] })
    expect([rule.status, rule.json.errors[0].parameters]).toEqual([
      422,
      [{ key: 'linkingRuleId', value: '99' }],
    ])
    const stranger = await app.put(path, { links: [link(id, 1, { instanceId: UNKNOWN })] })
    expect([stranger.status, stranger.json.errors[0]]).toEqual([
      422,
      {
        message: `Link should have instanceId = ${INSTANCE}`,
        type: 'RequestBodyValidationException',
        code: 'validation',
        parameters: [{ key: 'instanceId', value: UNKNOWN }],
      },
    ])
    const incomplete = await app.put(path, { links: [link(id, 1, { authorityNaturalId: undefined })] })
    expect(incomplete.json.errors[0].parameters).toEqual([
      { key: 'links[0].authorityNaturalId', value: 'null' },
    ])
    expect((await app.put(path)).status).toBe(400)
    expect((await app.get('/links/instances/no-uuid')).status).toBe(400)
  })
})

describe('linking rules', () => {
  it('are FOLIO’s', async () => {
    const { json } = await app.get(RULES)
    expect(json).toHaveLength(22)
    expect(json[4]).toEqual({
      id: 5,
      bibField: '240',
      authorityField: '100',
      authoritySubfields: ['f', 'g', 'h', 'k', 'l', 'm', 'n', 'o', 'p', 'r', 's', 't'],
      subfieldModifications: [{ source: 't', target: 'a' }],
      validation: { existence: [{ t: true }] },
      autoLinkingEnabled: true,
    })
    expect((await app.get(`${RULES}/12`)).json).toEqual({
      id: 12,
      bibField: '650',
      authorityField: '150',
      authoritySubfields: ['a', 'b', 'g'],
      autoLinkingEnabled: true,
    })
  })

  it('can be told not to link by themselves, and which subfields of 6xx they take', async () => {
    expect((await app.patch(`${RULES}/12`, { id: 12, autoLinkingEnabled: false })).status).toBe(202)
    await app.patch(`${RULES}/12`, { id: 12, authoritySubfields: ['3', 'x', 'a'], bibField: '999' })
    expect((await app.get(`${RULES}/12`)).json).toEqual({
      id: 12,
      bibField: '650',
      authorityField: '150',
      authoritySubfields: ['a', 'x', '3'],
      autoLinkingEnabled: false,
    })
  })

  it('refuse other changes', async () => {
    const patch = async (id: number, body: object) => {
      const { status, json } = await app.patch(`${RULES}/${id}`, body)
      return [status, json.errors[0].message]
    }
    expect(await patch(99, { id: 99 })).toEqual([404, 'Linking rule with ID [99] was not found'])
    expect(await patch(12, { autoLinkingEnabled: true })).toEqual([422, 'Request should have id = 12'])
    expect(await patch(1, { id: 1, authoritySubfields: ['a'] })).toEqual([
      422,
      'Subfields could be updated only for 6XX fields.',
    ])
    expect(await patch(12, { id: 12, authoritySubfields: ['b'] })).toEqual([422, `Subfield 'a' is required.`])
    expect(await patch(12, { id: 12, authoritySubfields: ['a', '9'] })).toEqual([
      422,
      'Invalid subfield value.',
    ])
    expect((await app.get(`${RULES}/x`)).status).toBe(400)
  })
})
