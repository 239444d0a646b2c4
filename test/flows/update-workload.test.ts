import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleFile } from '../../src/sample-library/read-sample.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { sharedAvailable, sharedPath } from '../support/shared.ts'
import { exportedRecord, madeIds } from './export-shape.ts'
import type { MadeIds } from './export-shape.ts'
import { answer, importFile, insertLocation, logOf } from './import-client.ts'
import type { LogEntry, Profile } from './import-client.ts'
import { makeProfileBySteps, makeWorkloadProfile } from './virtual-user.ts'
import { parseWorkload } from './workload-steps.ts'

// The update test of the public performance workload: profiles by its script, then a file as the export makes it.

let app: TestApp

beforeAll(async () => {
  app = await testApp({ work: true, env: { OCTAVO_CHUNK_RECORDS: '20' } })
  await insertLocation(app)
})

afterAll(() => app.close())

const steps = () =>
  parseWorkload(
    readFileSync(sharedPath('reference/workload/data-import-update-profiles.txt'), 'utf8'),
  ).filter(({ url }) => url !== '/authn/login' && url !== '/bl-users/_self')

async function profileNamed(name: string): Promise<Profile> {
  const found = answer(await app.get(`/data-import-profiles/jobProfiles?limit=5000`)).jobProfiles
  return found.find((profile: Profile) => profile.name === name)
}

/** The names of the values in the script's requests, from its answers. */
let read: Record<string, string>
let made: MadeIds[]
let create: LogEntry[]

const storedBefore: Record<string, unknown>[] = []

async function currentSource(id: string) {
  return answer(await app.get(`/source-storage/source-records/${id}?idType=INSTANCE`))
}

describe.skipIf(!sharedAvailable)('the update test of the public performance workload', () => {
  it('makes its profiles request by request, MODIFY right below a match among them', async () => {
    read = await makeProfileBySteps(app, steps())
    const profile = await profileNamed('PTF - Updates Success - 1(test)')
    const tree = answer(await app.post(`/data-import-profiles/jobProfileSnapshots/${profile.id}`), 201)
    const places = tree.childSnapshotWrappers.map(
      (place: { contentType: string; childSnapshotWrappers: { reactTo: string }[] }) => [
        place.contentType,
        place.childSnapshotWrappers.map(({ reactTo }) => reactTo),
      ],
    )
    expect(places).toEqual([1, 2, 3].map(() => ['MATCH_PROFILE', ['MATCH']]))
  })

  it('updates what a create import made, from a file as the export makes it', async () => {
    await makeWorkloadProfile(app)
    const books = readFileSync(sampleFile('books.mrc'))
    const created = await importFile(app, 'create.mrc', books, await profileNamed('PTF - Create 3'))
    create = await logOf(app, created.id)
    made = create.map(madeIds)
    for (const { instance } of made) storedBefore.push(await currentSource(instance))
    const file = Buffer.concat(await Promise.all(made.map((ids) => exportedRecord(app, ids))))
    const profile = await profileNamed('PTF - Updates Success - 1(test)')
    const job = await importFile(app, 'update.mrc', file, profile)
    expect(job, JSON.stringify(await logOf(app, job.id, 'limit=2&errorsOnly=true'))).toMatchObject({
      status: 'COMMITTED',
      progress: { current: 73, total: 73 },
    })
    const whole = {
      totalCreatedEntities: 0,
      totalUpdatedEntities: 73,
      totalDiscardedEntities: 0,
      totalErrors: 0,
    }
    expect(answer(await app.get(`/metadata-provider/jobSummary/${job.id}`))).toEqual({
      jobExecutionId: job.id,
      totalErrors: 0,
      sourceRecordSummary: whole,
      instanceSummary: whole,
      holdingSummary: whole,
      itemSummary: whole,
    })
    const entries = await logOf(app, job.id)
    for (const [index, entry] of entries.entries()) {
      const ids = made[index]!
      expect(entry).toMatchObject({
        sourceRecordOrder: String(index),
        sourceRecordActionStatus: 'UPDATED',
        error: '',
        relatedInstanceInfo: {
          actionStatus: 'UPDATED',
          idList: [ids.instance],
          hridList: [ids.instanceHrid],
        },
        relatedHoldingsInfo: [{ actionStatus: 'UPDATED', id: ids.holdings, hrid: ids.holdingsHrid }],
        relatedItemInfo: [{ actionStatus: 'UPDATED', id: ids.item, hrid: ids.itemHrid }],
      })
    }
  })

  it('leaves the instance with its HRID, status and date, mapped anew from the MARC', async () => {
    for (const { instance, instanceHrid } of made) {
      const now = answer(await app.get(`/instance-storage/instances/${instance}`))
      expect(now).toMatchObject({
        _version: 2,
        hrid: instanceHrid,
        source: 'MARC',
        catalogedDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        statusId: expect.any(String),
        statisticalCodeIds: [expect.any(String)],
      })
    }
  })

  it('sets in the holdings every field of the profile', async () => {
    for (const [index, { holdings, holdingsHrid, item }] of made.entries()) {
      const { fields } = (storedBefore[index] as Stored).parsedRecord.content
      const now = answer(await app.get(`/holdings-storage/holdings/${holdings}`))
      expect(now).toMatchObject({
        _version: 2,
        hrid: holdingsHrid,
        formerIds: [holdingsHrid],
        statisticalCodeIds: [read.statisticalCodes_id],
        temporaryLocationId: read.locations_id,
        shelvingTitle: 'TEST',
        callNumberPrefix: 'PREF',
        callNumberSuffix: 'SUF',
        illPolicyId: read.illPolicies_id,
        notes: [{ holdingsNoteTypeId: read.NoteTypes_id, note: 'Did this get added?', staffOnly: true }],
      })
      expect(now.digitizationPolicy).toBe(first(fields, '300', 'a'))
      const { effectiveLocationId, effectiveCallNumberComponents } = answer(
        await app.get(`/item-storage/items/${item}`),
      )
      expect(effectiveLocationId).toBe(read.locations_id)
      expect(effectiveCallNumberComponents).toMatchObject({ prefix: 'PREF', suffix: 'SUF' })
    }
  })

  it('sets in the item every field of the profile', async () => {
    for (const [index, { item, itemHrid }] of made.entries()) {
      const { fields } = (storedBefore[index] as Stored).parsedRecord.content
      const now = answer(await app.get(`/item-storage/items/${item}`))
      expect(now).toMatchObject({
        _version: 2,
        hrid: itemHrid,
        accessionNumber: itemHrid,
        temporaryLoanTypeId: read.loantypes_id,
        status: { name: 'Available' },
      })
      expect(now.copyNumber).toBe(first(fields, '300', 'c'))
      const notes = now.notes.map(({ note, staffOnly }: { note: string; staffOnly: boolean }) => [
        note,
        staffOnly,
      ])
      expect(notes).toEqual([
        ['Smith Family Foundation', true],
        ["Here's an update note (note 1)", true],
      ])
    }
  })

  it('gives the source record a generation more, 947, and no second number in 035', async () => {
    for (const [index, { instance, instanceHrid }] of made.entries()) {
      const before = storedBefore[index] as Stored
      const now = (await currentSource(instance)) as Stored
      expect(now).toMatchObject({ recordId: before.recordId, generation: 1, recordType: 'MARC_BIB' })
      const was = before.parsedRecord.content.fields
      const is = now.parsedRecord.content.fields
      const tagOf = (field: object) => Object.keys(field)[0]!
      expect(is.filter((field) => tagOf(field) === '947')).toEqual([
        { 947: { ind1: ' ', ind2: ' ', subfields: [{ a: 'Test' }, { b: 'Addition' }] } },
      ])
      expect(is.filter((field) => tagOf(field) === '001')).toEqual([{ '001': instanceHrid }])
      expect(is.filter((field) => tagOf(field) === '003')).toEqual([])
      for (const tag of ['035', '245', '999'])
        expect(is.filter((field) => tagOf(field) === tag)).toEqual(
          was.filter((field) => tagOf(field) === tag),
        )
      expect(timeOf(is) >= timeOf(was)).toBe(true)
      const { records } = answer(
        await app.get(`/source-storage/records?externalId=${instance}&orderBy=generation,ASC`),
      )
      expect(
        records.map((row: { generation: number; state: string; matchedId: string }) => [
          row.generation,
          row.state,
          row.matchedId,
        ]),
      ).toEqual([
        [0, 'OLD', before.recordId],
        [1, 'ACTUAL', before.recordId],
      ])
    }
  })
})

type Field = Record<string, string | { subfields: Record<string, string>[] }>
type Stored = { recordId: string; generation: number; parsedRecord: { content: { fields: Field[] } } }

function first(fields: Field[], tag: string, code: string): string | undefined {
  for (const field of fields) {
    const data = field[tag]
    if (data === undefined || typeof data === 'string') continue
    const found = data.subfields.find((subfield) => subfield[code] !== undefined)
    if (found) return found[code]
  }
  return undefined
}

const timeOf = (fields: Field[]) => fields.find((field) => field['005'])!['005'] as string
