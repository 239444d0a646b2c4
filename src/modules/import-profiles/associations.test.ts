import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { BASE, link, makeAction, makeJob, makeMapping, makeMatch } from './fixtures/make-profiles.ts'
import type { ProfileAssociation } from './profile-types.ts'

const ASSOCIATIONS = `${BASE}/profileAssociations`
const NOBODY = '00000000-0000-4000-8000-000000000000'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})

afterAll(() => app.close())

/** The tree of a job as text: names, and below them in brackets their children with the branch. */
async function drawn(jobId: string): Promise<string> {
  const { json } = await app.get(
    `${BASE}/profileSnapshots/${jobId}?profileType=JOB_PROFILE&jobProfileId=${jobId}`,
  )
  return draw(json)
}

// oxlint-disable-next-line typescript/no-explicit-any -- a wire answer has no static type in a test
function draw({ content, reactTo, childSnapshotWrappers }: any): string {
  const below = childSnapshotWrappers.map(draw).join(', ')
  const branch = reactTo === undefined ? '' : `${reactTo === 'MATCH' ? '+' : '-'} `
  return branch + content.name + (below === '' ? '' : ` (${below})`)
}

async function putJob(id: string, name: string, added: ProfileAssociation[], deleted: ProfileAssociation[]) {
  const body = { id, profile: { name, dataType: 'MARC' }, addedRelations: added, deletedRelations: deleted }
  const reply = await app.put(`${BASE}/jobProfiles/${id}`, body)
  expect(reply.status, reply.text).toBe(200)
  return reply.json
}

describe('the tree of a job profile', () => {
  it('can hold the same match and action twice', async () => {
    const match = await makeMatch(app, 'Twice')
    const create = await makeAction(app, 'Create')
    const update = await makeAction(app, 'Update', { action: 'UPDATE' })
    const id = await makeJob(app, 'Twice in one', [
      link('JOB_PROFILE', null, 'MATCH_PROFILE', match, { order: 0 }),
      link('MATCH_PROFILE', match, 'ACTION_PROFILE', update, { reactTo: 'MATCH' }),
      link('MATCH_PROFILE', match, 'ACTION_PROFILE', create, { reactTo: 'NON_MATCH', order: 1 }),
      link('JOB_PROFILE', null, 'MATCH_PROFILE', match, { order: 1 }),
      link('MATCH_PROFILE', match, 'ACTION_PROFILE', create, { reactTo: 'NON_MATCH' }),
    ])
    expect(await drawn(id)).toBe('Twice in one (Twice (+ Update, - Create), Twice (- Create))')
  })

  it('follows the order of siblings, not of the links', async () => {
    const [one, two] = [await makeAction(app, 'One'), await makeAction(app, 'Two')]
    const id = await makeJob(app, 'Ordered', [
      link('JOB_PROFILE', null, 'ACTION_PROFILE', two, { order: 1 }),
      link('JOB_PROFILE', null, 'ACTION_PROFILE', one, { order: 0 }),
    ])
    expect(await drawn(id)).toBe('Ordered (One, Two)')
  })

  it('changes with added and deleted relations', async () => {
    const match = await makeMatch(app, 'Stays')
    const gone = await makeAction(app, 'Goes', { action: 'UPDATE' })
    const come = await makeAction(app, 'Comes', { action: 'UPDATE' })
    const id = await makeJob(app, 'Changing', [
      link('JOB_PROFILE', null, 'MATCH_PROFILE', match),
      link('MATCH_PROFILE', match, 'ACTION_PROFILE', gone, { reactTo: 'MATCH' }),
    ])
    const place = (await app.get(`${BASE}/profileSnapshots/${id}?profileType=JOB_PROFILE`)).json
      .childSnapshotWrappers[0]
    const profile = await putJob(
      id,
      'Changed',
      [link('MATCH_PROFILE', match, 'ACTION_PROFILE', come, { reactTo: 'MATCH', order: 2 })],
      [
        link('MATCH_PROFILE', match, 'ACTION_PROFILE', gone, {
          reactTo: 'MATCH',
          masterWrapperId: place.profileWrapperId,
          detailWrapperId: place.childSnapshotWrappers[0].profileWrapperId,
        }),
      ],
    )
    expect(profile).toMatchObject({ id, name: 'Changed', dataType: 'MARC' })
    expect(await drawn(id)).toBe('Changed (Stays (+ Comes))')
    expect((await app.del(`${BASE}/actionProfiles/${gone}`)).status).toBe(204)
  })

  it('loses what hung below a deleted link', async () => {
    const match = await makeMatch(app, 'Above')
    const below = await makeAction(app, 'Below', { action: 'UPDATE' })
    const root = await makeAction(app, 'Root')
    const toMatch = link('JOB_PROFILE', null, 'MATCH_PROFILE', match)
    const id = await makeJob(app, 'Pruned', [
      toMatch,
      link('MATCH_PROFILE', match, 'ACTION_PROFILE', below, { reactTo: 'MATCH' }),
      link('JOB_PROFILE', null, 'ACTION_PROFILE', root, { order: 1 }),
    ])
    await putJob(id, 'Pruned', [], [toMatch])
    expect(await drawn(id)).toBe('Pruned (Root)')
    expect((await app.del(`${BASE}/actionProfiles/${below}`)).status).toBe(204)
  })

  it('stays when a client sends back the relations that it was given', async () => {
    const action = await makeAction(app, 'Sent back')
    const reply = await app.post(`${BASE}/jobProfiles`, {
      profile: { name: 'Echo', dataType: 'MARC' },
      addedRelations: [link('JOB_PROFILE', null, 'ACTION_PROFILE', action)],
    })
    await putJob(reply.json.id, 'Echo', reply.json.addedRelations, [])
    expect(await drawn(reply.json.id)).toBe('Echo (Sent back)')
  })

  it('does not change with the tree of another job that has the same match', async () => {
    const match = await makeMatch(app, 'Common')
    const one = await makeAction(app, 'Of one', { action: 'UPDATE' })
    const two = await makeAction(app, 'Of two', { action: 'UPDATE' })
    const make = (name: string, action: string) =>
      makeJob(app, name, [
        link('JOB_PROFILE', null, 'MATCH_PROFILE', match),
        link('MATCH_PROFILE', match, 'ACTION_PROFILE', action, { reactTo: 'MATCH' }),
      ])
    const [first, second] = [await make('First', one), await make('Second', two)]
    expect(await drawn(first)).toBe('First (Common (+ Of one))')
    expect(await drawn(second)).toBe('Second (Common (+ Of two))')
  })
})

describe('the mapping of an action', () => {
  it('is replaced by the next one', async () => {
    const [before, after] = [
      await makeMapping(app, 'Mapping before'),
      await makeMapping(app, 'Mapping after'),
    ]
    const action = await makeAction(app, 'Remapped', {}, before)
    const profile = {
      name: 'Mapping after',
      incomingRecordType: 'MARC_BIBLIOGRAPHIC',
      existingRecordType: 'INSTANCE',
    }
    const addedRelations = [
      { ...link('ACTION_PROFILE', action, 'MAPPING_PROFILE', ''), detailProfileId: null },
    ]
    expect((await app.put(`${BASE}/mappingProfiles/${after}`, { profile, addedRelations })).status).toBe(200)
    const { json } = await app.get(`${BASE}/profileSnapshots/${action}?profileType=ACTION_PROFILE`)
    expect(draw(json)).toBe('Remapped (Mapping after)')
    expect((await app.del(`${BASE}/mappingProfiles/${before}`)).status).toBe(204)
  })

  it('can come with the links of a job', async () => {
    const mapping = await makeMapping(app, 'Of the job')
    const action = await makeAction(app, 'Unmapped')
    const job = await makeJob(app, 'Maps', [
      link('JOB_PROFILE', null, 'ACTION_PROFILE', action),
      link('ACTION_PROFILE', action, 'MAPPING_PROFILE', mapping),
    ])
    expect(await drawn(job)).toBe('Maps (Unmapped (Of the job))')
  })

  it('can be taken away', async () => {
    const mapping = await makeMapping(app, 'Taken away')
    const action = await makeAction(app, 'Left alone', {}, mapping)
    const body = {
      profile: { name: 'Left alone', action: 'CREATE', folioRecord: 'INSTANCE' },
      deletedRelations: [link('ACTION_PROFILE', action, 'MAPPING_PROFILE', mapping)],
    }
    expect((await app.put(`${BASE}/actionProfiles/${action}`, body)).status).toBe(200)
    expect((await app.del(`${BASE}/mappingProfiles/${mapping}`)).status).toBe(204)
  })
})

describe('single associations', () => {
  it('are made, read, changed, listed and deleted', async () => {
    const [one, two] = [await makeMapping(app, 'Mapping 1'), await makeMapping(app, 'Mapping 2')]
    const action = await makeAction(app, 'Associated')
    const sent = link('ACTION_PROFILE', action, 'MAPPING_PROFILE', one)
    const made = await app.post(`${ASSOCIATIONS}?master=ACTION_PROFILE&detail=MAPPING_PROFILE`, sent)
    expect(made.status, made.text).toBe(201)
    const { id } = made.json
    expect((await app.get(`${ASSOCIATIONS}/${id}`)).json).toEqual(made.json)
    const changed = await app.put(`${ASSOCIATIONS}/${id}`, { ...made.json, detailProfileId: two, order: 3 })
    expect(changed.status, changed.text).toBe(200)
    expect(changed.json).toMatchObject({ id, masterProfileId: action, detailProfileId: two, order: 3 })
    const list = await app.get(`${ASSOCIATIONS}?master=ACTION_PROFILE&detail=MAPPING_PROFILE`)
    expect(list.json.profileAssociations).toHaveLength(list.json.totalRecords)
    expect(list.json.profileAssociations).toContainEqual(changed.json)
    expect((await app.del(`${ASSOCIATIONS}/${id}`)).status).toBe(204)
    const gone = await app.get(`${ASSOCIATIONS}/${id}`)
    expect([gone.status, gone.text]).toEqual([404, `Profile association with id '${id}' was not found`])
    expect((await app.del(`${ASSOCIATIONS}/${id}`)).status).toBe(404)
    expect((await app.put(`${ASSOCIATIONS}/${id}`, sent)).status).toBe(404)
  })

  it('add to the tree of a job', async () => {
    const [one, two] = [await makeAction(app, 'First of job'), await makeAction(app, 'Added to job')]
    const job = await makeJob(app, 'Grows', [link('JOB_PROFILE', null, 'ACTION_PROFILE', one)])
    const sent = link('JOB_PROFILE', job, 'ACTION_PROFILE', two, { order: 1 })
    expect((await app.post(ASSOCIATIONS, sent)).status).toBe(201)
    expect(await drawn(job)).toBe('Grows (First of job, Added to job)')
  })

  it('are refused without ends, to nothing, and for unknown types', async () => {
    expect((await app.post(ASSOCIATIONS, { order: 0 })).status).toBe(422)
    const action = await makeAction(app, 'Points nowhere')
    const dangling = await app.post(ASSOCIATIONS, link('ACTION_PROFILE', action, 'MAPPING_PROFILE', NOBODY))
    expect(dangling.status).toBe(422)
    expect(dangling.json.errors[0].parameters).toEqual([{ key: 'detailProfileId', value: NOBODY }])
    const types = await app.get(`${ASSOCIATIONS}?master=ACTION_PROFILE&detail=SHOE`)
    expect([types.status, types.text]).toEqual([
      400,
      'The specified type: SHOE is wrong. It should be [ACTION_PROFILE, MAPPING_PROFILE, MATCH_PROFILE, JOB_PROFILE]',
    ])
  })
})

describe('associated profiles', () => {
  it('are listed below and above, filtered and paged', async () => {
    const mapping = await makeMapping(app, 'Detail mapping')
    const [a, b] = [await makeAction(app, 'Detail a', {}, mapping), await makeAction(app, 'Detail b')]
    const match = await makeMatch(app, 'Detail match')
    const job = await makeJob(app, 'Master', [
      link('JOB_PROFILE', null, 'MATCH_PROFILE', match),
      link('MATCH_PROFILE', match, 'ACTION_PROFILE', b, { reactTo: 'NON_MATCH' }),
      link('JOB_PROFILE', null, 'ACTION_PROFILE', a, { order: 1 }),
    ])
    const names = async (url: string) => {
      const { status, text, json } = await app.get(`${ASSOCIATIONS}/${url}`)
      expect(status, text).toBe(200)
      return json.childSnapshotWrappers.map(({ content }: { content: { name: string } }) => content.name)
    }
    const details = `${job}/details?masterType=JOB_PROFILE`
    expect((await names(details)).toSorted()).toEqual(['Detail a', 'Detail b', 'Detail match'])
    expect(await names(`${details}&detailType=MATCH_PROFILE`)).toEqual(['Detail match'])
    const query = encodeURIComponent('name=="Detail*" sortBy name/sort.descending')
    expect(await names(`${details}&detailType=ACTION_PROFILE&query=${query}`)).toEqual([
      'Detail b',
      'Detail a',
    ])
    expect(await names(`${details}&query=${query}&limit=1&offset=1`)).toEqual(['Detail b'])
    expect(await names(`${mapping}/masters?detailType=MAPPING_PROFILE`)).toEqual(['Detail a'])
    expect(await names(`${b}/masters?detailType=ACTION_PROFILE&masterType=JOB_PROFILE`)).toEqual(['Master'])
    const whole = (await app.get(`${ASSOCIATIONS}/${details}`)).json
    expect(whole).toMatchObject({ id: job, contentType: 'JOB_PROFILE', content: { name: 'Master' } })
  })

  it('need a profile of the named kind', async () => {
    const none = await app.get(`${ASSOCIATIONS}/${NOBODY}/details?masterType=JOB_PROFILE`)
    expect([none.status, none.text]).toEqual([404, `Master profile with id '${NOBODY}' was not found`])
    const above = await app.get(`${ASSOCIATIONS}/${NOBODY}/masters?detailType=ACTION_PROFILE`)
    expect([above.status, above.text]).toEqual([404, `Detail profile with id '${NOBODY}' was not found`])
    expect((await app.get(`${ASSOCIATIONS}/${NOBODY}/details`)).status).toBe(400)
  })
})
