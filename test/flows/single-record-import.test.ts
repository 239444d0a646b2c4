import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleFile } from '../../src/sample-library/read-sample.ts'
import { RecordSplitter } from '../../src/formats/marc/index.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { rawRecord } from '../support/marc-bytes.ts'
import { startCatalogue } from '../support/catalogue-server.ts'
import type { Catalogue } from '../support/catalogue-server.ts'
import { sharedAvailable, sharedPath } from '../support/shared.ts'
import { answer } from './import-client.ts'
import { readJsonPath } from './json-path.ts'
import { parseWorkload } from './workload-steps.ts'
import type { Step } from './workload-steps.ts'

// The public performance workload of single-record import, request by request, against a catalogue of our own.

const WORLDCAT = 'f26df83c-aa25-40b6-876e-96852c3d4fd4'
const OCLC_NUMBER = '60001001'

/** What the script's screens ask besides, of areas that this version may not have. */
const OTHER_AREAS = /^\/(?:remote-storage|orders|search)\//

let app: TestApp
let catalogue: Catalogue

beforeAll(async () => {
  app = await testApp({ work: true })
  const bytes = readFileSync(sampleFile('books.mrc'))
  const [first] = new RecordSplitter().push(bytes)
  const record = bytes.subarray(first!.offset, first!.offset + first!.length)
  catalogue = await startCatalogue({ records: [{ term: OCLC_NUMBER, bytes: record }] })
  const profile = answer(await app.get(`/copycat/profiles/${WORLDCAT}`))
  answer(await app.put(`/copycat/profiles/${WORLDCAT}`, { ...profile, url: catalogue.z3950 }), 204)
})

afterAll(async () => {
  await catalogue.close()
  await app.close()
})

/** Sends a step with the values filled in, and takes from its answer what the script reads. */
async function send(step: Step, values: Record<string, string>) {
  const fill = (text: string) =>
    text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
      if (values[name] === undefined) throw new Error(`Nothing has been read as ${name}.`)
      return values[name]
    })
  const url = encodeURI(fill(step.url))
  const reply =
    step.method === 'GET' ? await app.get(url) : await app.post(url, JSON.parse(fill(step.body!)) as unknown)
  for (const [name, path] of step.reads) {
    const [found] = path.startsWith('$') && reply.status === 200 ? readJsonPath(reply.json, path) : []
    if (found !== undefined) values[name] = String(found)
  }
  return reply
}

describe.skipIf(!sharedAvailable)('inventory_oclcCreateSingleRecord.jmx', () => {
  it('imports a record by its OCLC number and shows the instance', async () => {
    const steps = parseWorkload(
      readFileSync(sharedPath('reference/workload/single-record-create.txt'), 'utf8'),
    )
    const user = answer(await app.get('/users?query=username==diku_admin')).users[0]
    const values: Record<string, string> = {
      externalIdentifier: OCLC_NUMBER,
      profileId: WORLDCAT,
      userId: user.id,
    }
    const shown: Record<string, unknown> = {}
    for (const step of steps.filter(({ url }) => url !== '/authn/login')) {
      const reply = await send(step, values)
      const isElsewhere = OTHER_AREAS.test(step.url) && reply.status === 404
      if (!isElsewhere) expect(reply.status, `${step.url} ${reply.text}`).toBe(200)
      if (!isElsewhere) shown[step.url] = reply.json
    }
    expect(values.newInstanceId).toEqual(expect.any(String))
    expect(shown['/inventory/instances/${newInstanceId}']).toMatchObject({
      id: values.newInstanceId,
      source: 'MARC',
      statusUpdatedDate: expect.any(String),
    })
    expect(shown['/source-storage/records/${newInstanceId}/formatted?idType=INSTANCE']).toMatchObject({
      externalIdsHolder: { instanceId: values.newInstanceId },
      state: 'ACTUAL',
    })
    expect(catalogue.searches).toEqual([`1211=${OCLC_NUMBER}`])
  })
})

describe.skipIf(!sharedAvailable)('inventory_oclcUpdateSingleRecord.jmx', () => {
  it('finds all that its screens ask before and after the import', async () => {
    const steps = parseWorkload(
      readFileSync(sharedPath('reference/workload/single-record-update.txt'), 'utf8'),
    )
    const self = answer(await app.get('/bl-users/_self')).user
    const [instance] = answer(
      await app.get('/instance-storage/instances?limit=1&query=source==MARC'),
    ).instances
    const values: Record<string, string> = {
      tenant: 'diku',
      current_userID: self.id,
      current_user_id: self.id,
      instances_id: instance.id,
      holdingsRecordId: instance.id,
      selectedJobProfileId: '91f9b8d6-d80e-4727-9783-73fb53e3c786',
    }
    for (const step of steps.filter(({ method }) => method === 'GET')) {
      const reply = await send(step, values)
      const isElsewhere = OTHER_AREAS.test(step.url) && reply.status === 404
      if (!isElsewhere) expect(reply.status, `${step.url} ${reply.text}`).toBe(200)
    }
  })
})

describe('an update of an instance from another catalogue', () => {
  const UPDATE = '91f9b8d6-d80e-4727-9783-73fb53e3c786'
  const version = (title: string) =>
    rawRecord([
      ['001', 'ocm77'],
      ['008', '260101s2001    xx            000 0 eng  '],
      ['245', `00$a${title}`],
    ]).toString('base64')

  it('keeps id and hrid, and replaces what MARC drives', async () => {
    const created = answer(
      await app.post('/copycat/imports', { profileId: WORLDCAT, record: { marc: version('Before') } }),
    )
    const id = created.internalIdentifier
    const before = answer(await app.get(`/inventory/instances/${id}`))
    const body = {
      profileId: WORLDCAT,
      internalIdentifier: id,
      selectedJobProfileId: UPDATE,
      record: { marc: version('After') },
    }
    expect(answer(await app.post('/copycat/imports', body))).toEqual(body)
    expect(answer(await app.get(`/inventory/instances/${id}`))).toMatchObject({
      title: 'After',
      hrid: before.hrid,
    })
    const formatted = answer(await app.get(`/source-storage/records/${id}/formatted?idType=INSTANCE`))
    expect(formatted).toMatchObject({ generation: 1, state: 'ACTUAL', externalIdsHolder: { instanceId: id } })
  })

  it('gives a MARC record to an instance that has none (source FOLIO)', async () => {
    const { instanceTypes } = answer(await app.get('/instance-types?limit=1'))
    const sent = { title: 'By hand', source: 'FOLIO', instanceTypeId: instanceTypes[0].id }
    const { id } = answer(await app.post('/instance-storage/instances', sent), 201)
    const body = { profileId: WORLDCAT, internalIdentifier: id, record: { marc: version('From MARC') } }
    answer(await app.post('/copycat/imports', body))
    expect(answer(await app.get(`/inventory/instances/${id}`))).toMatchObject({
      title: 'From MARC',
      source: 'MARC',
    })
  })

  it('of an instance that does not exist is refused in words', async () => {
    const internalIdentifier = 'b4f9f5d4-4c2c-4ae7-8b7e-1f4e4b1c7a99'
    const reply = await app.post('/copycat/imports', {
      profileId: WORLDCAT,
      internalIdentifier,
      record: { marc: version('x') },
    })
    expect(reply.status).toBe(400)
    expect(reply.json.errors[0].message).toBe(
      `Nothing was updated: no record was found for the instance ${internalIdentifier}.`,
    )
  })
})
