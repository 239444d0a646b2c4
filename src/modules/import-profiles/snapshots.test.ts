import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { createJobProfileSnapshot, findJobProfile } from './index.ts'
import {
  BASE,
  link,
  makeAction,
  makeJob,
  makeMapping,
  makeMatch,
  messages,
} from './fixtures/make-profiles.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})

afterAll(() => app.close())

async function exported(jobId: string) {
  const reply = await app.get(
    `${BASE}/profileSnapshots/${jobId}?profileType=JOB_PROFILE&jobProfileId=${jobId}`,
  )
  expect(reply.status, reply.text).toBe(200)
  return reply.json
}

describe('the snapshot of a job profile', () => {
  it('stays as it was when its profiles change', async () => {
    const mapping = await makeMapping(app, 'Frozen mapping')
    const action = await makeAction(app, 'Frozen action', {}, mapping)
    const job = await makeJob(app, 'Frozen', [link('JOB_PROFILE', null, 'ACTION_PROFILE', action)])
    const made = await app.post(`${BASE}/jobProfileSnapshots/${job}`)
    expect(made.status, made.text).toBe(201)
    expect(made.json).toMatchObject({
      profileId: job,
      contentType: 'JOB_PROFILE',
      order: 0,
      content: { id: job, name: 'Frozen' },
      childSnapshotWrappers: [
        {
          profileId: action,
          contentType: 'ACTION_PROFILE',
          childSnapshotWrappers: [
            { profileId: mapping, contentType: 'MAPPING_PROFILE', childSnapshotWrappers: [] },
          ],
        },
      ],
    })
    const profile = {
      name: 'Thawed mapping',
      incomingRecordType: 'MARC_BIBLIOGRAPHIC',
      existingRecordType: 'INSTANCE',
    }
    await app.put(`${BASE}/mappingProfiles/${mapping}`, { profile })
    const read = await app.get(`${BASE}/jobProfileSnapshots/${made.json.id}`)
    expect(read.json).toEqual(made.json)
    const now = await exported(job)
    expect(now.childSnapshotWrappers[0].childSnapshotWrappers[0].content.name).toBe('Thawed mapping')
  })

  it('has an id of its own each time', async () => {
    const id = 'e34d7b92-9b83-11eb-a8b3-0242ac130003'
    const [one, two] = [
      await app.post(`${BASE}/jobProfileSnapshots/${id}`),
      await app.post(`${BASE}/jobProfileSnapshots/${id}`),
    ]
    expect(one.json.id).not.toBe(two.json.id)
  })

  it('is not made of what is not there', async () => {
    const made = await app.post(`${BASE}/jobProfileSnapshots/${NOBODY}`)
    expect([made.status, made.text]).toEqual([404, `Job Profile with id '${NOBODY}' was not found`])
    const read = await app.get(`${BASE}/jobProfileSnapshots/${NOBODY}`)
    expect([read.status, read.text]).toEqual([404, `Profile snapshot with id '${NOBODY}' was not found`])
    expect((await app.get(`${BASE}/profileSnapshots/${NOBODY}?profileType=JOB_PROFILE`)).status).toBe(404)
    expect((await app.get(`${BASE}/profileSnapshots/${NOBODY}`)).status).toBe(400)
  })

  it('can be taken by other modules', async () => {
    const id = 'e34d7b92-9b83-11eb-a8b3-0242ac130003'
    await app.octavo.app.db.tenant('diku', async (tx) => {
      expect(await findJobProfile(tx, id.toUpperCase())).toMatchObject({
        id,
        dataType: 'MARC',
        hidden: false,
      })
      expect(await findJobProfile(tx, 'fa45f3ec-9b83-11eb-a8b3-0242ac130003')).toBeNull()
      expect(await findJobProfile(tx, 'nothing')).toBeNull()
      const snapshot = await createJobProfileSnapshot(tx, id)
      expect(snapshot.childSnapshotWrappers[0]?.profileId).toBe('fa45f3ec-9b83-11eb-a8b3-0242ac130003')
      await expect(createJobProfileSnapshot(tx, NOBODY)).rejects.toThrow('was not found')
    })
  })
})

describe('the tree of another profile', () => {
  it('is its mapping for an action, what is below it in the job for a match', async () => {
    const mapping = await makeMapping(app, 'Leaf')
    const action = await makeAction(app, 'Twig', { action: 'UPDATE' }, mapping)
    const match = await makeMatch(app, 'Branch')
    const job = await makeJob(app, 'Stem', [
      link('JOB_PROFILE', null, 'MATCH_PROFILE', match),
      link('MATCH_PROFILE', match, 'ACTION_PROFILE', action, { reactTo: 'MATCH' }),
    ])
    const leaf = { profileId: mapping, childSnapshotWrappers: [] }
    const twig = { profileId: action, childSnapshotWrappers: [leaf] }
    const tree = async (url: string) => (await app.get(`${BASE}/profileSnapshots/${url}`)).json
    expect(await tree(`${action}?profileType=ACTION_PROFILE`)).toMatchObject(twig)
    expect(await tree(`${match}?profileType=MATCH_PROFILE&jobProfileId=${job}`)).toMatchObject({
      profileId: match,
      childSnapshotWrappers: [twig],
    })
    expect(await tree(`${match}?profileType=MATCH_PROFILE`)).toMatchObject({ childSnapshotWrappers: [] })
    expect(await tree(`${mapping}?profileType=MAPPING_PROFILE`)).toMatchObject(leaf)
  })
})

describe('an exported tree', () => {
  it('is imported where its profiles are gone', async () => {
    const mapping = await makeMapping(app, 'Travels')
    const action = await makeAction(app, 'Carries', { action: 'UPDATE' }, mapping)
    const match = await makeMatch(app, 'Leads')
    const job = await makeJob(app, 'Goes abroad', [
      link('JOB_PROFILE', null, 'MATCH_PROFILE', match),
      link('MATCH_PROFILE', match, 'ACTION_PROFILE', action, { reactTo: 'MATCH' }),
      link('JOB_PROFILE', null, 'MATCH_PROFILE', match, { order: 1 }),
      link('MATCH_PROFILE', match, 'ACTION_PROFILE', action, { reactTo: 'NON_MATCH' }),
    ])
    const tree = await exported(job)
    for (const [list, id] of [
      ['jobProfiles', job],
      ['matchProfiles', match],
      ['actionProfiles', action],
      ['mappingProfiles', mapping],
    ]) {
      expect((await app.del(`${BASE}/${list}/${id}`)).status).toBe(204)
    }
    const reply = await app.post(`${BASE}/profileSnapshots`, tree)
    expect(reply.status, reply.text).toBe(201)
    expect(shape(reply.json)).toEqual(shape(tree))
  })

  it('overwrites profiles that are there, links included', async () => {
    const [one, two] = [await makeAction(app, 'Kept out'), await makeAction(app, 'Let in')]
    const job = await makeJob(app, 'Overwritten', [link('JOB_PROFILE', null, 'ACTION_PROFILE', two)])
    const tree = await exported(job)
    const swapped = await app.put(`${BASE}/jobProfiles/${job}`, {
      profile: { name: 'Changed here', dataType: 'MARC' },
      addedRelations: [link('JOB_PROFILE', null, 'ACTION_PROFILE', one)],
      deletedRelations: [link('JOB_PROFILE', null, 'ACTION_PROFILE', two)],
    })
    expect(swapped.status).toBe(200)
    const reply = await app.post(`${BASE}/profileSnapshots`, tree)
    expect(reply.status, reply.text).toBe(201)
    expect(shape(reply.json)).toEqual(shape(tree))
  })

  it('of default profiles changes nothing', async () => {
    const tree = await exported('91f9b8d6-d80e-4727-9783-73fb53e3c786')
    const reply = await app.post(`${BASE}/profileSnapshots`, tree)
    expect(reply.status, reply.text).toBe(201)
    expect(shape(reply.json)).toEqual(shape(tree))
  })

  it('is refused when it is not that of a job, holds no profiles, or breaks a rule', async () => {
    const action = await makeAction(app, 'Refused')
    const job = await makeJob(app, 'Refused job', [link('JOB_PROFILE', null, 'ACTION_PROFILE', action)])
    const tree = await exported(job)
    const other = await app.post(`${BASE}/profileSnapshots`, tree.childSnapshotWrappers[0])
    expect([other.status, other.text]).toEqual([
      400,
      'Cannot import profile snapshot of ACTION_PROFILE required type is JOB_PROFILE',
    ])
    const odd = await app.post(`${BASE}/profileSnapshots`, {
      ...tree,
      content: { ...tree.content, colour: 'red' },
    })
    expect(odd.status).toBe(400)
    expect(odd.text).toMatch(/^Cannot map profile content, error: /)
    const empty = await app.post(`${BASE}/profileSnapshots`, { ...tree, childSnapshotWrappers: [] })
    expect(messages(empty)[0]).toBe('Job profile does not contain any associations')
    const taken = structuredClone(tree)
    taken.profileId = taken.content.id = '22222222-2222-4222-8222-222222222222'
    expect(messages(await app.post(`${BASE}/profileSnapshots`, taken))).toEqual([
      `Job profile 'Refused job' already exists`,
    ])
  })
})

/** What of a tree does not change from one reading to the next. */
// oxlint-disable-next-line typescript/no-explicit-any -- a wire answer has no static type in a test
function shape({ profileId, contentType, reactTo, order, content, childSnapshotWrappers }: any): unknown {
  const { metadata: _metadata, ...profile } = content
  return { profileId, contentType, reactTo, order, profile, children: childSnapshotWrappers.map(shape) }
}
