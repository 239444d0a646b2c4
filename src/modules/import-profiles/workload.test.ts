import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'

/** One request of the workload; `reads` takes values out of the answer by name. */
type Step = {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
  reads: Record<string, (string | number | { id: string })[]>
}

let app: TestApp

beforeAll(async () => {
  app = await testApp()
  await insertLocation()
})

afterAll(() => app.close())

/** The workload takes the first location, and a new library has none. */
async function insertLocation(): Promise<void> {
  const post = async (url: string, body: object): Promise<string> => {
    const reply = await app.post(url, body)
    expect(reply.status, reply.text).toBe(201)
    return reply.json.id as string
  }
  const institutionId = await post('/location-units/institutions', { name: 'Univ', code: 'U' })
  const campusId = await post('/location-units/campuses', { name: 'City', code: 'C', institutionId })
  const libraryId = await post('/location-units/libraries', { name: 'Main', code: 'M', campusId })
  const points = await app.get('/service-points?limit=1')
  const primaryServicePoint =
    (points.json.servicepoints[0]?.id as string | undefined) ??
    (await post('/service-points', { name: 'Desk', code: 'desk', discoveryDisplayName: 'Desk' }))
  await post('/locations', {
    name: 'Annex (north)',
    code: 'U/C/M/A',
    institutionId,
    campusId,
    libraryId,
    primaryServicePoint,
    servicePointIds: [primaryServicePoint],
  })
}

function fill(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    if (values[name] === undefined) throw new Error(`Nothing has been read as ${name}.`)
    return JSON.stringify(values[name]).slice(1, -1)
  })
}

/** Sends the requests in order, as the script does. @returns the values it has read. */
async function run(file: string): Promise<Record<string, string>> {
  const text = readFileSync(path.join(import.meta.dirname, 'fixtures', file), 'utf8')
  const values: Record<string, string> = {}
  for (const { method, path: url, body, reads } of JSON.parse(text) as Step[]) {
    const sent = body === undefined ? undefined : (JSON.parse(fill(JSON.stringify(body), values)) as unknown)
    const reply = method === 'GET' ? await app.get(url) : await app.post(url, sent)
    expect(reply.status, `${url} ${reply.text}`).toBe(method === 'GET' ? 200 : 201)
    for (const [name, steps] of Object.entries(reads)) {
      values[name] = steps.reduce((node: unknown, step) => {
        if (typeof step !== 'object') return (node as Record<string, unknown>)[step]
        const id = fill(step.id, values)
        return (node as { id: string }[]).find((entry) => entry.id === id)
      }, reply.json) as string
      expect(values[name], name).toEqual(expect.any(String))
    }
  }
  return values
}

async function tree(name: string) {
  const list = await app.get('/data-import-profiles/jobProfiles?limit=5000')
  const { id } = list.json.jobProfiles.find((profile: { name: string }) => profile.name === name)
  const reply = await app.get(
    `/data-import-profiles/profileSnapshots/${id}?profileType=JOB_PROFILE&jobProfileId=${id}`,
  )
  expect(reply.status).toBe(200)
  return reply.json
}

describe('the scripts that make the profiles of the public performance workload', () => {
  it('make "PTF - Create 3" request by request', async () => {
    await run('ptf-create-profiles.json')
    const job = await tree('PTF - Create 3')
    expect(job.childSnapshotWrappers).toMatchObject([
      {
        order: 0,
        contentType: 'ACTION_PROFILE',
        content: { action: 'CREATE', folioRecord: 'INSTANCE', remove9Subfields: true },
        childSnapshotWrappers: [
          { contentType: 'MAPPING_PROFILE', content: { name: 'PTF - Create instance 2(test)' } },
        ],
      },
      {
        order: 1,
        content: { folioRecord: 'HOLDINGS', remove9Subfields: false },
        childSnapshotWrappers: [{ content: { name: 'PTF - Create holdings 2(test)' } }],
      },
      {
        order: 2,
        content: { folioRecord: 'ITEM' },
        childSnapshotWrappers: [{ content: { name: 'PTF - Create item 2(test)' } }],
      },
    ])
  })

  it('make "PTF - Updates Success - 1", with MODIFY right below a match, request by request', async () => {
    await run('ptf-update-profiles.json')
    const job = await tree('PTF - Updates Success - 1(test)')
    const actionOf = (order: number) => job.childSnapshotWrappers[order].childSnapshotWrappers
    expect(job.childSnapshotWrappers.map((child: { contentType: string }) => child.contentType)).toEqual(
      Array(3).fill('MATCH_PROFILE'),
    )
    expect(actionOf(0)).toMatchObject([
      { reactTo: 'MATCH', content: { action: 'MODIFY', folioRecord: 'MARC_BIBLIOGRAPHIC' } },
    ])
    expect(actionOf(1)).toMatchObject([
      { reactTo: 'MATCH', content: { action: 'UPDATE', folioRecord: 'HOLDINGS' } },
    ])
    expect(actionOf(2)).toMatchObject([
      { reactTo: 'MATCH', content: { action: 'UPDATE', folioRecord: 'ITEM' } },
    ])
    expect(actionOf(0)[0].childSnapshotWrappers[0].content.mappingDetails.marcMappingDetails).toEqual([
      {
        order: 0,
        action: 'ADD',
        field: {
          field: '947',
          subfields: [
            { subfield: 'a', subaction: 'ADD_SUBFIELD', data: { text: 'Test' } },
            { subfield: 'b', data: { text: 'Addition' } },
          ],
        },
      },
    ])
  })

  it('are refused a second time because the names are taken', async () => {
    await expect(run('ptf-create-profiles.json')).rejects.toThrow(
      `The field mapping profile 'PTF - Create instance 2(test)' already exists`,
    )
  })
})
