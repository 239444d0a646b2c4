import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const CREATE = 'd0ebb7b0-2f0f-11eb-adc1-0242ac120002'
const UPDATE = '91f9b8d6-d80e-4727-9783-73fb53e3c786'
const OTHER = 'e34d7b92-9b83-11eb-a8b3-0242ac130003'
const path = '/copycat/profiles'
const defaults = { createJobProfileId: CREATE, updateJobProfileId: UPDATE }

describe('copycat profiles', () => {
  it('ship with WorldCat, enabled, and the Library of Congress', async () => {
    const reply = await app.get(`${path}?query=cql.allRecords=1 sortby name`)
    expect(reply.json.totalRecords).toBe(2)
    expect(reply.json.profiles).toMatchObject([
      {
        id: '8594713d-4525-4cc7-b138-a07db4692c37',
        name: 'Library of Congress',
        url: 'lx2.loc.gov:210/LCDB',
        externalIdQueryMap: '@attr 1=9 $identifier',
        internalIdEmbedPath: '999ff$i',
        targetOptions: { preferredRecordSyntax: 'usmarc' },
        externalIdentifierType: 'c858e4f2-2b6b-4385-842b-60732ee14abb',
        enabled: false,
        ...defaults,
      },
      {
        id: 'f26df83c-aa25-40b6-876e-96852c3d4fd4',
        name: 'OCLC WorldCat',
        url: 'zcat.oclc.org/OLUCWorldCat',
        externalIdQueryMap: '@attr 1=1211 $identifier',
        allowedCreateJobProfileIds: [CREATE],
        allowedUpdateJobProfileIds: [UPDATE],
        externalIdentifierType: '439bfbae-75bc-4f74-9fc7-b2a2d47ce3ef',
        enabled: true,
      },
    ])
    const enabled = await app.get(`${path}?query=enabled=true sortby name&limit=1000`)
    expect(enabled.json.profiles.map(({ name }: { name: string }) => name)).toEqual(['OCLC WorldCat'])
  })

  it('name identifier types and job profiles that exist', async () => {
    const { profiles } = (await app.get(path)).json
    for (const { externalIdentifierType, createJobProfileId, updateJobProfileId } of profiles) {
      for (const url of [
        `/identifier-types/${externalIdentifierType}`,
        `/data-import-profiles/jobProfiles/${createJobProfileId}`,
        `/data-import-profiles/jobProfiles/${updateJobProfileId}`,
      ]) {
        expect((await app.get(url)).status, url).toBe(200)
      }
    }
  })

  it('are added, changed and deleted', async () => {
    const sent = {
      name: 'Union catalogue',
      url: 'https://sru.example.org/catalogue',
      targetOptions: { timeout: 5, schema: 'MARC21-xml' },
      ...defaults,
    }
    const added = await app.post(path, sent)
    expect(added.status).toBe(201)
    expect(added.json).toMatchObject({
      ...sent,
      allowedCreateJobProfileIds: [CREATE],
      allowedUpdateJobProfileIds: [UPDATE],
    })
    const { id } = added.json
    const changed = { ...added.json, allowedCreateJobProfileIds: [OTHER], enabled: true }
    expect((await app.put(`${path}/${id}`, changed)).status).toBe(204)
    expect((await app.get(`${path}/${id}`)).json).toMatchObject({
      allowedCreateJobProfileIds: [OTHER],
      enabled: true,
    })
    expect((await app.del(`${path}/${id}`)).status).toBe(204)
    expect((await app.get(`${path}/${id}`)).status).toBe(404)
  })

  it.each([
    [{ ...defaults }, 'name'],
    [{ name: 'x', updateJobProfileId: UPDATE }, 'createJobProfileId'],
    [{ name: 'x', ...defaults, updateJobProfileId: 'y' }, 'updateJobProfileId'],
    [{ name: 'x', ...defaults, allowedCreateJobProfileIds: ['y'] }, 'allowedCreateJobProfileIds[0]'],
    [{ name: 'x', ...defaults, targetOptions: [] }, 'targetOptions'],
    [{ name: 'x', ...defaults, enabled: 'yes' }, 'enabled'],
  ])('%j is refused for its %s', async (sent, key) => {
    const reply = await app.post(path, sent)
    expect(reply.status).toBe(422)
    expect(reply.json.errors[0].parameters[0].key).toBe(key)
  })

  it('are what the gateway offers copycat-profiles and copycat-imports for', async () => {
    const { json } = await app.raw('GET', '/_/proxy/tenants/diku/interfaces', {})
    expect(json).toContainEqual({ id: 'copycat-profiles', version: '1.2' })
    expect(json).toContainEqual({ id: 'copycat-imports', version: '1.1' })
  })

  it('need their own permissions', async () => {
    const set = (await app.get('/perms/permissions?query=permissionName==copycat.all')).json.permissions[0]
    expect(set.subPermissions.toSorted()).toEqual([
      'copycat.imports.post',
      'copycat.profiles.collection.get',
      'copycat.profiles.item.delete',
      'copycat.profiles.item.get',
      'copycat.profiles.item.post',
      'copycat.profiles.item.put',
    ])
  })
})
