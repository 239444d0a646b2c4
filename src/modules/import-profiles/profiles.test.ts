import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { BASE, link, makeAction, makeJob, makeMapping, makeMatch, postJob } from './fixtures/make-profiles.ts'

const DEFAULT_CREATE = 'e34d7b92-9b83-11eb-a8b3-0242ac130003'
const SINGLE_RECORD_CREATE = 'd0ebb7b0-2f0f-11eb-adc1-0242ac120002'
const QUICKMARC_UPDATE = 'cf6f2718-5aa5-482a-bba5-5bc9b75614da'
const AUTHORITY_CREATE = '6eefa4c6-bbf7-4845-ad82-de7fc5abd0e3'
const GOBI_MAPPING = '2ad182ee-75e8-4bdb-b859-530543a064dc'
const NOBODY = '00000000-0000-4000-8000-000000000000'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})

afterAll(() => app.close())

function names(list: { name: string }[]): string[] {
  return list.map(({ name }) => name)
}

describe('default profiles', () => {
  it('are there with their ids, the hidden ones only when asked for', async () => {
    const shown = await app.get(`${BASE}/jobProfiles?limit=1000`)
    const all = await app.get(`${BASE}/jobProfiles?limit=1000&showHidden=true`)
    const ids = (reply: typeof all) => reply.json.jobProfiles.map(({ id }: { id: string }) => id)
    expect(ids(shown)).toContain(DEFAULT_CREATE)
    expect(ids(shown)).not.toContain(QUICKMARC_UPDATE)
    expect(ids(all)).toContain(QUICKMARC_UPDATE)
    expect(shown.json.totalRecords).toBe(7)
    expect(all.json.totalRecords).toBe(13)
  })

  it('have the trees of the single-record update', async () => {
    const id = '91f9b8d6-d80e-4727-9783-73fb53e3c786'
    const { json } = await app.get(
      `${BASE}/profileSnapshots/${id}?profileType=JOB_PROFILE&jobProfileId=${id}`,
    )
    expect(json).toMatchObject({
      profileId: id,
      childSnapshotWrappers: [
        {
          profileId: 'd27d71ce-8a1e-44c6-acea-96961b5592c6',
          childSnapshotWrappers: [
            {
              reactTo: 'MATCH',
              profileId: '6aa8e98b-0d9f-41dd-b26f-15658d07eb52',
              childSnapshotWrappers: [{ profileId: 'f90864ef-8030-480f-a43f-8cdd21233252' }],
            },
            {
              reactTo: 'NON_MATCH',
              profileId: '31dbb554-0826-48ec-a0a4-3c55293d4dee',
              childSnapshotWrappers: [
                {
                  reactTo: 'MATCH',
                  profileId: 'cddff0e1-233c-47ba-8be5-553c632709d9',
                  childSnapshotWrappers: [{ profileId: '862000b9-84ea-4cae-a223-5fc0552f2b42' }],
                },
              ],
            },
          ],
        },
      ],
    })
  })

  it('cannot be deleted', async () => {
    const reply = await app.del(`${BASE}/jobProfiles/${DEFAULT_CREATE}`)
    expect([reply.status, reply.text]).toEqual([
      400,
      `Can\`t delete default JOB_PROFILE with id ${DEFAULT_CREATE}`,
    ])
    for (const [list, id] of [
      ['jobProfiles', AUTHORITY_CREATE],
      ['matchProfiles', 'd27d71ce-8a1e-44c6-acea-96961b5592c6'],
      ['actionProfiles', 'fabd9a3e-33c3-49b7-864d-c5af830d9990'],
      ['mappingProfiles', '13cf7adf-c7a7-4c2e-838f-14d0ac36ec0a'],
    ]) {
      expect((await app.del(`${BASE}/${list}/${id}`)).status).toBe(400)
    }
  })

  it('cannot be changed but for their tags', async () => {
    const { json: profile } = await app.get(`${BASE}/jobProfiles/${SINGLE_RECORD_CREATE}`)
    const url = `${BASE}/jobProfiles/${SINGLE_RECORD_CREATE}`
    const changed = await app.put(url, { profile: { ...profile, description: 'Ours' } })
    expect([changed.status, changed.text]).toEqual([
      400,
      `Can\`t update default JOB_PROFILE with id ${SINGLE_RECORD_CREATE}`,
    ])
    const tagged = await app.put(url, { profile: { ...profile, tags: { tagList: ['urgent'] } } })
    expect(tagged.status, tagged.text).toBe(200)
    expect(tagged.json.tags).toEqual({ tagList: ['urgent'] })
  })

  it('leave the authority profile and the invoice mappings to the library', async () => {
    const { json: profile } = await app.get(`${BASE}/jobProfiles/${AUTHORITY_CREATE}`)
    const renamed = await app.put(`${BASE}/jobProfiles/${AUTHORITY_CREATE}`, {
      profile: { ...profile, name: 'Our authorities' },
    })
    expect(renamed.status, renamed.text).toBe(200)
    expect((await app.del(`${BASE}/mappingProfiles/${GOBI_MAPPING}`)).status).toBe(204)
  })
})

describe('a profile', () => {
  it('is stored with the user who saved it, and answers with its links', async () => {
    const mappingId = await makeMapping(app, 'Stored mapping')
    const actionId = await makeAction(app, 'Stored action', {}, mappingId)
    const reply = await postJob(app, 'Stored job', [link('JOB_PROFILE', null, 'ACTION_PROFILE', actionId)], {
      description: 'From the vendor',
      tags: { tagList: ['vendor'] },
    })
    expect(reply.status).toBe(201)
    const { id, profile, addedRelations, deletedRelations } = reply.json
    expect(profile).toMatchObject({
      id,
      name: 'Stored job',
      description: 'From the vendor',
      dataType: 'MARC',
      tags: { tagList: ['vendor'] },
      hidden: false,
      userInfo: { userName: 'diku_admin' },
      parentProfiles: [],
      childProfiles: [],
    })
    expect(profile.metadata.createdByUserId).toBe(profile.metadata.updatedByUserId)
    expect(profile.metadata.createdDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
    expect(addedRelations).toMatchObject([
      {
        masterProfileId: id,
        masterProfileType: 'JOB_PROFILE',
        detailProfileId: actionId,
        detailProfileType: 'ACTION_PROFILE',
        order: 0,
        triggered: false,
      },
    ])
    expect(addedRelations[0].masterWrapperId).toEqual(expect.any(String))
    expect(deletedRelations).toEqual([])
    expect((await app.get(`${BASE}/jobProfiles/${id}`)).json).toEqual(profile)
  })

  it('keeps the id that a client gives it', async () => {
    const id = 'A1111111-1111-4111-8111-111111111111'
    expect(await makeMapping(app, 'With id', { id })).toBe(id.toLowerCase())
  })

  it('answers a change with the profile, keeps who created it, and 404 for an unknown id', async () => {
    const id = await makeMapping(app, 'Before')
    const before = (await app.get(`${BASE}/mappingProfiles/${id}`)).json
    const url = `${BASE}/mappingProfiles`
    const reply = await app.put(`${url}/${id}`, { id, profile: { ...before, name: 'After' } })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.json).toMatchObject({ id, name: 'After' })
    expect(reply.json.metadata.createdDate).toBe(before.metadata.createdDate)
    const unknown = await app.put(`${url}/${NOBODY}`, { profile: { ...before, name: 'Other' } })
    expect([unknown.status, unknown.text]).toEqual([404, `Mapping Profile with id '${NOBODY}' was not found`])
  })

  it.each([
    ['jobProfiles', 'Job Profile', 'JobProfile'],
    ['matchProfiles', 'Match Profile', 'MatchProfile'],
    ['actionProfiles', 'Action Profile', 'ActionProfile'],
    ['mappingProfiles', 'Mapping Profile', 'MappingProfile'],
  ])('of %s that is not there answers 404', async (list, title, className) => {
    const got = await app.get(`${BASE}/${list}/${NOBODY}`)
    expect([got.status, got.text]).toEqual([404, `${title} with id '${NOBODY}' was not found`])
    const deleted = await app.del(`${BASE}/${list}/${NOBODY}`)
    expect([deleted.status, deleted.text]).toEqual([404, `${className} with id '${NOBODY}' was not found`])
  })

  it('is not found under another kind', async () => {
    const id = await makeMatch(app, 'Kind of its own')
    expect((await app.get(`${BASE}/actionProfiles/${id}`)).status).toBe(404)
  })

  it('takes "enabled" as text and as a boolean', async () => {
    const mappingFields = [
      { name: 'a', enabled: true, path: 'instance.a', value: '' },
      { name: 'b', enabled: 'false', path: 'instance.b', value: null, booleanFieldAction: null },
    ]
    const details = { name: 'instance', recordType: 'INSTANCE', mappingFields }
    const id = await makeMapping(app, 'Enabled', { mappingDetails: details })
    const { json } = await app.get(`${BASE}/mappingProfiles/${id}`)
    expect(json.mappingDetails.mappingFields.map(({ enabled }: { enabled: unknown }) => enabled)).toEqual([
      true,
      'false',
    ])
  })

  it('can be deleted when no other links to it', async () => {
    const mappingId = await makeMapping(app, 'Linked mapping')
    const actionId = await makeAction(app, 'Linking action', {}, mappingId)
    const jobId = await makeJob(app, 'Linking job', [link('JOB_PROFILE', null, 'ACTION_PROFILE', actionId)])
    const refused = await app.del(`${BASE}/mappingProfiles/${mappingId}`)
    expect([refused.status, refused.text]).toEqual([
      409,
      `Can not delete profile by id '${mappingId}' cause profile associated with other profiles`,
    ])
    expect((await app.del(`${BASE}/actionProfiles/${actionId}`)).status).toBe(409)
    expect((await app.del(`${BASE}/jobProfiles/${jobId}`)).status).toBe(204)
    expect((await app.del(`${BASE}/actionProfiles/${actionId}`)).status).toBe(204)
    expect((await app.del(`${BASE}/mappingProfiles/${mappingId}`)).status).toBe(204)
    expect((await app.get(`${BASE}/jobProfiles/${jobId}`)).status).toBe(404)
  })
})

describe('lists of profiles', () => {
  it('answer the queries of the screens', async () => {
    await makeMatch(app, 'Zebra 001')
    await makeMatch(app, 'zebra 020')
    const search = async (query: string) => {
      const reply = await app.get(`${BASE}/matchProfiles?limit=100&query=${encodeURIComponent(query)}`)
      expect(reply.status, reply.text).toBe(200)
      return names(reply.json.matchProfiles)
    }
    const typed = '(name="zeb*" OR tags.tagList="zeb*" OR description="zeb*")'
    expect(await search(`cql.allRecords=1 AND ${typed} sortBy name`)).toEqual(['Zebra 001', 'zebra 020'])
    expect(await search('name=="zebra 020"')).toEqual(['zebra 020'])
    expect(await search('userInfo.userName==diku_admin and name=zebra sortBy name/sort.descending')).toEqual([
      'zebra 020',
      'Zebra 001',
    ])
  })

  it('filter by data type and leave ids out', async () => {
    const query = `dataType==("MARC") AND id<>(${DEFAULT_CREATE} AND ${SINGLE_RECORD_CREATE}) sortBy name`
    const { json } = await app.get(`${BASE}/jobProfiles?limit=100&query=${encodeURIComponent(query)}`)
    const ids = json.jobProfiles.map(({ id }: { id: string }) => id)
    expect(ids).not.toContain(DEFAULT_CREATE)
    expect(ids).not.toContain(SINGLE_RECORD_CREATE)
    expect(ids.length).toBe(json.totalRecords)
    expect(names(json.jobProfiles)).toEqual(
      names(json.jobProfiles).toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
    )
  })

  it('have ten entries unless more are asked for', async () => {
    const { json } = await app.get(`${BASE}/mappingProfiles`)
    expect(json.mappingProfiles).toHaveLength(10)
    expect(json.totalRecords).toBeGreaterThan(10)
  })

  it('are complete with a limit of thousands', async () => {
    for (const limit of [1000, 5000]) {
      const { json } = await app.get(`${BASE}/jobProfiles?limit=${limit}`)
      expect(json.jobProfiles).toHaveLength(json.totalRecords)
    }
  })

  it('refuse what they cannot read', async () => {
    expect((await app.get(`${BASE}/jobProfiles?limit=-1`)).status).toBe(400)
    expect((await app.get(`${BASE}/jobProfiles?showHidden=maybe`)).status).toBe(400)
    expect((await app.get(`${BASE}/jobProfiles?query=${encodeURIComponent('name==(')}`)).status).toBe(400)
  })

  it('show relations when asked to', async () => {
    const mappingId = await makeMapping(app, 'Related mapping')
    const actionId = await makeAction(app, 'Related action', {}, mappingId)
    const matchId = await makeMatch(app, 'Related match')
    const jobId = await makeJob(app, 'Related job', [
      link('JOB_PROFILE', null, 'MATCH_PROFILE', matchId),
      link('MATCH_PROFILE', matchId, 'ACTION_PROFILE', actionId, { reactTo: 'MATCH' }),
    ])
    const url = `${BASE}/actionProfiles?withRelations=true&query=${encodeURIComponent('name=="Related action"')}`
    const { json } = await app.get(url)
    const [action] = json.actionProfiles
    expect(json.totalRecords).toBe(1)
    expect(action.childProfiles).toMatchObject([
      {
        id: mappingId,
        contentType: 'MAPPING_PROFILE',
        content: { name: 'Related mapping' },
        childSnapshotWrappers: [],
      },
    ])
    expect(
      names(action.parentProfiles.map(({ content }: { content: { name: string } }) => content)).toSorted(),
    ).toEqual(['Related job', 'Related match'])
    const job = (await app.get(`${BASE}/jobProfiles/${jobId}?withRelations=true`)).json
    expect(job.childProfiles.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [actionId, matchId].toSorted(),
    )
    expect((await app.get(`${BASE}/jobProfiles/${jobId}`)).json.childProfiles).toEqual([])
  })
})

describe('the list of entity types', () => {
  it('has the nine of FOLIO', async () => {
    const { json } = await app.get(`${BASE}/entityTypes`)
    expect(json.entityTypes).toContain('INVENTORY_HOLDINGS')
    expect(json.totalRecords).toBe(9)
  })
})
