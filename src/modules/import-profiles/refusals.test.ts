import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp, TestReply } from '../../../test/support/app.ts'
import {
  BASE,
  link,
  makeAction,
  makeJob,
  makeMapping,
  makeMatch,
  messages,
  postJob,
} from './fixtures/make-profiles.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})

afterAll(() => app.close())

function mapping(name: string, more: object = {}): { profile: object } {
  return {
    profile: { name, incomingRecordType: 'MARC_BIBLIOGRAPHIC', existingRecordType: 'INSTANCE', ...more },
  }
}

/** Posts a mapping with a rule for a repeatable field that has an action and no entries. */
function postRepeating(repeatableFieldAction: string): Promise<TestReply> {
  const mappingFields = [{ name: 'notes', path: 'instance.notes[]', repeatableFieldAction, subfields: [] }]
  const mappingDetails = { name: 'instance', recordType: 'INSTANCE', mappingFields }
  return app.post(`${BASE}/mappingProfiles`, mapping(`Repeats ${repeatableFieldAction}`, { mappingDetails }))
}

describe('a name', () => {
  it.each([
    ['jobProfiles', 'Job profile', { dataType: 'MARC' }],
    [
      'matchProfiles',
      'Match profile',
      { incomingRecordType: 'MARC_BIBLIOGRAPHIC', existingRecordType: 'ITEM' },
    ],
    ['actionProfiles', 'Action profile', { action: 'CREATE', folioRecord: 'ITEM' }],
    ['mappingProfiles', 'The field mapping profile', { incomingRecordType: 'MARC_BIBLIOGRAPHIC' }],
  ])('can be taken once in %s, letter case and blanks around it aside', async (list, label, more) => {
    const actionId = list === 'jobProfiles' ? await makeAction(app, 'For names') : ''
    const addedRelations = actionId === '' ? [] : [link('JOB_PROFILE', null, 'ACTION_PROFILE', actionId)]
    const post = (name: string) => app.post(`${BASE}/${list}`, { profile: { name, ...more }, addedRelations })
    expect((await post(`It's taken É`)).status).toBe(201)
    expect(messages(await post(` IT'S taken é `))).toEqual([`${label} ' IT'S taken é ' already exists`])
    expect((await post(`It's taken E`)).status).toBe(201)
  })

  it('may be the same in two kinds, and stays free for the profile that has it', async () => {
    await makeMatch(app, 'Shared name')
    const id = await makeMapping(app, 'Shared name')
    expect((await app.put(`${BASE}/mappingProfiles/${id}`, mapping('shared NAME'))).status).toBe(200)
    const other = await makeMapping(app, 'Another name')
    expect(messages(await app.put(`${BASE}/mappingProfiles/${other}`, mapping('Shared name')))).toEqual([
      `The field mapping profile 'Shared name' already exists`,
    ])
  })
})

describe('a profile is refused', () => {
  it('when its id is taken', async () => {
    const id = await makeMapping(app, 'First of the id')
    expect(messages(await app.post(`${BASE}/mappingProfiles`, mapping('Second of the id', { id })))).toEqual([
      `The field mapping profile with id 'Second of the id' already exists`,
    ])
  })

  it('when it carries relations inside', async () => {
    const related = [{ id: NOBODY, contentType: 'ACTION_PROFILE', content: {} }]
    const body = mapping('Carries relations', { childProfiles: related, parentProfiles: related })
    expect(messages(await app.post(`${BASE}/mappingProfiles`, body))).toEqual([
      `The field mapping profile read-only 'child' field should be empty`,
      `The field mapping profile read-only 'parent' field should be empty`,
    ])
  })

  it('when a required property is missing or an unknown one is there', async () => {
    const missing = await app.post(`${BASE}/jobProfiles`, { profile: { name: 'No type' } })
    expect(missing.status).toBe(422)
    expect(missing.json.errors[0]).toMatchObject({
      message: 'must not be null',
      parameters: [{ key: 'profile.dataType', value: 'null' }],
    })
    expect(messages(await app.post(`${BASE}/jobProfiles`, {}))).toEqual(['must not be null'])
    expect(messages(await app.post(`${BASE}/jobProfiles`, { name: 'Bare', dataType: 'MARC' }))[0]).toMatch(
      /^Unrecognized field "/,
    )
    expect(messages(await app.post(`${BASE}/mappingProfiles`, mapping('Odd', { colour: 'red' })))[0]).toMatch(
      /^Unrecognized field "colour"/,
    )
    expect(
      (
        await app.post(`${BASE}/actionProfiles`, {
          profile: { name: 'x', action: 'FLY', folioRecord: 'ITEM' },
        })
      ).status,
    ).toBe(422)
    expect((await app.post(`${BASE}/jobProfiles`, 'text')).status).toBe(400)
  })

  it('when the path has no uuid', async () => {
    expect((await app.get(`${BASE}/jobProfiles/first`)).status).toBe(400)
  })
})

describe('a job profile is refused', () => {
  it('without associations', async () => {
    expect(messages(await postJob(app, 'Nothing to do', []))).toEqual([
      'Job profile does not contain any associations',
      'Linked ActionProfile was not found after MatchProfile',
    ])
  })

  it('with a match under which there is nothing', async () => {
    const matchId = await makeMatch(app, 'Nothing below')
    expect(
      messages(await postJob(app, 'Match alone', [link('JOB_PROFILE', null, 'MATCH_PROFILE', matchId)])),
    ).toEqual(['Linked ActionProfile was not found after MatchProfile'])
  })

  it('with an update that no match precedes', async () => {
    const actionId = await makeAction(app, 'Root update', { action: 'UPDATE' })
    const reply = await postJob(app, 'Update at root', [
      link('JOB_PROFILE', null, 'ACTION_PROFILE', actionId),
    ])
    expect(messages(reply)).toEqual([
      `ActionProfile with id '${actionId}' and action UPDATE requires linked MatchProfile`,
    ])
  })

  it('with modifications alone', async () => {
    const modify = { action: 'MODIFY', folioRecord: 'MARC_BIBLIOGRAPHIC' }
    const actionId = await makeAction(app, 'Root modify', modify)
    const root = link('JOB_PROFILE', null, 'ACTION_PROFILE', actionId)
    expect(messages(await postJob(app, 'Modify at root', [root]))).toEqual([
      'Modify action cannot be used as a standalone action',
    ])
    const createId = await makeAction(app, 'Create after modify')
    const both = [root, link('JOB_PROFILE', null, 'ACTION_PROFILE', createId, { order: 1 })]
    expect((await postJob(app, 'Modify, then create', both)).status).toBe(201)
  })

  it('with links to profiles that are not there', async () => {
    const actionLink = await postJob(app, 'Missing action', [
      link('JOB_PROFILE', null, 'ACTION_PROFILE', NOBODY),
    ])
    expect([actionLink.status, actionLink.text]).toEqual([
      404,
      `Linked ActionProfiles with ids '${NOBODY}' were not found`,
    ])
    const matchLink = await postJob(app, 'Missing match', [
      link('JOB_PROFILE', null, 'MATCH_PROFILE', NOBODY),
    ])
    expect([matchLink.status, matchLink.text]).toEqual([
      404,
      `Linked MatchProfiles with ids '${NOBODY}' were not found`,
    ])
  })

  it('with a link below a match that it does not have', async () => {
    const [matchId, actionId] = [await makeMatch(app, 'Elsewhere'), await makeAction(app, 'Somewhere')]
    const reply = await postJob(app, 'Hangs in the air', [
      link('JOB_PROFILE', null, 'ACTION_PROFILE', actionId),
      link('MATCH_PROFILE', matchId, 'ACTION_PROFILE', actionId, { reactTo: 'MATCH' }),
    ])
    expect(messages(reply)).toEqual([
      `The match profile with id '${matchId}' is not part of this job profile`,
    ])
    expect(reply.json.errors[0].parameters[0].key).toBe('addedRelations[1].masterProfileId')
  })

  it('when a change would leave it without actions, and then nothing changes', async () => {
    const actionId = await makeAction(app, 'Only action')
    const root = link('JOB_PROFILE', null, 'ACTION_PROFILE', actionId)
    const id = await makeJob(app, 'Stays whole', [root])
    const body = {
      profile: { name: 'Emptied', dataType: 'MARC' },
      deletedRelations: [{ ...root, masterProfileId: id }],
    }
    expect(messages(await app.put(`${BASE}/jobProfiles/${id}`, body))).toContain(
      'Job profile does not contain any associations',
    )
    expect((await app.get(`${BASE}/jobProfiles/${id}?withRelations=true`)).json).toMatchObject({
      name: 'Stays whole',
      childProfiles: [{ id: actionId }],
    })
  })
})

describe('a mapping profile is refused', () => {
  it('when a repeatable field has an action and nothing for it', async () => {
    for (const action of ['EXTEND_EXISTING', 'EXCHANGE_EXISTING', 'DELETE_INCOMING']) {
      expect(messages(await postRepeating(action))).toEqual([
        `Invalid repeatableFieldAction for empty subfields: ${action}`,
      ])
    }
    expect((await postRepeating('DELETE_EXISTING')).status).toBe(201)
  })

  it('when it is for another record than the action that it is linked to', async () => {
    const actionId = await makeAction(app, 'Makes holdings', { folioRecord: 'HOLDINGS' })
    const reply = await app.post(`${BASE}/mappingProfiles`, {
      ...mapping('For instances'),
      addedRelations: [link('ACTION_PROFILE', actionId, 'MAPPING_PROFILE', '')].map((one) => ({
        ...one,
        detailProfileId: null,
      })),
    })
    expect(messages(reply)).toEqual([
      `Action profile 'Makes holdings' can not be linked to this Mapping profile. FolioRecord and ExistingRecordType types are different`,
    ])
  })

  it('when a change makes it differ from its action', async () => {
    const mappingId = await makeMapping(app, 'Well matched')
    await makeAction(app, 'Its action', {}, mappingId)
    const reply = await app.put(
      `${BASE}/mappingProfiles/${mappingId}`,
      mapping('Well matched', { existingRecordType: 'ITEM' }),
    )
    expect(messages(reply)).toEqual([
      'Can not update MappingProfile recordType and linked ActionProfile recordType are different',
    ])
  })
})

describe('an action profile is refused', () => {
  it('when it would create a MARC bibliographic record', async () => {
    const profile = { name: 'Create bib', action: 'CREATE', folioRecord: 'MARC_BIBLIOGRAPHIC' }
    expect(messages(await app.post(`${BASE}/actionProfiles`, { profile }))).toEqual([
      `Can't create ActionProfile for MARC Bib record type with Create action`,
    ])
  })

  it('when its mapping is for another record or another kind of MARC change', async () => {
    const post = (profile: object, mappingId: string) =>
      app.post(`${BASE}/actionProfiles`, {
        profile,
        addedRelations: [link('ACTION_PROFILE', null, 'MAPPING_PROFILE', mappingId)],
      })
    const instance = await makeMapping(app, 'Of instances')
    expect(messages(await post({ name: 'Item', action: 'CREATE', folioRecord: 'ITEM' }, instance))).toEqual([
      `Mapping profile 'Of instances' can not be linked to this Action profile. ExistingRecordType and FolioRecord types are different`,
    ])
    const marc = await makeMapping(app, 'Of MARC updates', {
      existingRecordType: 'MARC_BIBLIOGRAPHIC',
      mappingDetails: { name: 'marcBib', recordType: 'MARC_BIBLIOGRAPHIC', marcMappingOption: 'UPDATE' },
    })
    const modify = { name: 'Modify', action: 'MODIFY', folioRecord: 'MARC_BIBLIOGRAPHIC' }
    expect(messages(await post(modify, marc))[0]).toMatch(
      /^Unable to complete requested change\. MARC Update Action profiles can only be linked with MARC Update Mapping profiles/,
    )
    expect((await post({ ...modify, name: 'Update', action: 'UPDATE' }, marc)).status).toBe(201)
  })

  it('when a change makes it differ from its mapping', async () => {
    const mappingId = await makeMapping(app, 'Stays')
    const actionId = await makeAction(app, 'Changes', {}, mappingId)
    const profile = { name: 'Changes', action: 'CREATE', folioRecord: 'ITEM' }
    expect(messages(await app.put(`${BASE}/actionProfiles/${actionId}`, { profile }))).toEqual([
      'Can not update ActionProfile recordType and linked MappingProfile recordType are different',
    ])
  })

  it('when its mapping is not there', async () => {
    const reply = await app.post(`${BASE}/actionProfiles`, {
      profile: { name: 'Without mapping', action: 'CREATE', folioRecord: 'ITEM' },
      addedRelations: [link('ACTION_PROFILE', null, 'MAPPING_PROFILE', NOBODY)],
    })
    expect(reply.status).toBe(422)
    expect(reply.json.errors[0].parameters).toEqual([
      { key: 'addedRelations[0].detailProfileId', value: NOBODY },
    ])
  })
})
