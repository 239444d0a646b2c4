import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { recordFromJson } from '../../formats/marc/index.ts'
import { newId } from '../../kernel/ids.ts'
import { replaceGenerations } from './replace-generations.ts'
import { bib, data, marc, setStatus, startSnapshot } from './test-source-records.ts'

const PATH = '/source-storage/records'
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Body = ReturnType<typeof bib>

/** The body of the next generation of a record: its 999 ff $s says of which. */
function next(first: Body, snapshotId: string, matchedId = first.id): Body {
  return {
    ...first,
    snapshotId,
    parsedRecord: {
      content: marc(
        { '001': 'in001' },
        data('245', '1', '0', ['a', 'Newer']),
        data('999', 'f', 'f', ['s', matchedId]),
      ),
    },
  }
}

async function posted(): Promise<Body> {
  const record = bib(await startSnapshot(app))
  await app.post(PATH, record)
  return record
}

test('a new generation has a new id and the next number, and the one before becomes old', async () => {
  const first = await posted()
  const snapshotId = await startSnapshot(app)
  const put = await app.put(`${PATH}/${first.id}/generation`, next(first, snapshotId))
  expect(put.status).toBe(200)
  expect(put.json).toMatchObject({ matchedId: first.id, generation: 1, state: 'ACTUAL', snapshotId })
  expect(put.json.id).not.toBe(first.id)
  expect((await app.get(`${PATH}/${first.id}`)).json.state).toBe('OLD')
  const current = await app.get(`/source-storage/source-records/${first.id}`)
  expect(current.json.parsedRecord.content.fields[1]['245'].subfields).toEqual([{ a: 'Newer' }])
})

test('a generation whose 999 ff $s names another record or none is refused', async () => {
  const first = await posted()
  const path = `${PATH}/${first.id}/generation`
  expect(await app.put(path, first)).toMatchObject({
    status: 400,
    text: `Matched id (${first.id}) not equal to 999ff$s (null) field`,
  })
  const other = newId()
  expect(await app.put(path, next(first, first.snapshotId, other))).toMatchObject({
    status: 400,
    text: `Matched id (${first.id}) not equal to 999ff$s (${other}) field`,
  })
})

test('a generation of a record that is not there is refused', async () => {
  const snapshotId = await startSnapshot(app)
  const record = bib(snapshotId)
  expect(await app.put(`${PATH}/${record.id}/generation`, next(record, snapshotId))).toMatchObject({
    status: 404,
    text: `Record with given matched id (${record.id}) not found`,
  })
})

test('a generation that is there already is refused as a duplicate', async () => {
  const first = await posted()
  const same = await app.put(`${PATH}/${first.id}/generation`, next(first, first.snapshotId))
  expect(same.status).toBe(400)
  expect(same.text).toMatch(
    /^Incoming record could be a duplicate, incoming record generation should not be the same/,
  )
  expect((await app.get(`${PATH}/${first.id}`)).json.state).toBe('ACTUAL')
})

test('of two generations written at once one is stored and one refused', async () => {
  const first = await posted()
  const snapshotId = await startSnapshot(app)
  const path = `${PATH}/${first.id}/generation`
  const replies = await Promise.all([
    app.put(path, next(first, snapshotId)),
    app.put(path, next(first, snapshotId)),
  ])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400])
  const all = await app.get(`${PATH}?snapshotId=${snapshotId}`)
  expect(all.json.totalRecords).toBe(1)
})

test('the list function stores many generations at once and keeps what it is not given', async () => {
  const [one, two] = [await posted(), await posted()]
  const snapshotId = await startSnapshot(app)
  const missing = newId()
  const content = (title: string) =>
    recordFromJson(marc({ '001': 'in001' }, data('245', '1', '0', ['a', title])))
  const outcomes = await app.octavo.app.db.tenant('diku', (tx) =>
    replaceGenerations(tx, null, [
      { matchedId: one!.id, snapshotId, marc: content('First') },
      { matchedId: missing, snapshotId, marc: content('Nobody') },
      { matchedId: two!.id, snapshotId, marc: content('Second'), isSuppressed: true },
      { matchedId: one!.id, snapshotId, marc: content('Again') },
    ]),
  )
  expect(
    outcomes.map((outcome) => (outcome.ok ? outcome.record.generation : outcome.problem.message)),
  ).toEqual([
    1,
    `Record with given matched id (${missing}) not found`,
    1,
    'Incoming file may contain duplicates',
  ])
  const source = (await app.get(`/source-storage/source-records/${two!.id}`)).json
  const { instanceId } = two!.externalIdsHolder as { instanceId: string }
  expect(source).toMatchObject({
    generation: 1,
    externalIdsHolder: { instanceId, instanceHrid: 'in001' },
    additionalInfo: { suppressDiscovery: true },
  })
  expect(source.parsedRecord.content.fields.at(-1)).toEqual({
    '999': { ind1: 'f', ind2: 'f', subfields: [{ s: two!.id }, { i: instanceId }] },
  })
  const firsts = await app.get(`${PATH}?state=OLD&snapshotId=${one!.snapshotId}`)
  expect(firsts.json.totalRecords).toBe(1)
})

test('a batch follows generations of finished jobs only', async () => {
  const first = await posted()
  const snapshotId = await startSnapshot(app)
  const batch = (record: Body) =>
    app.post('/source-storage/batch/records', { records: [record], totalRecords: 1 })
  const early = await batch({ ...next(first, snapshotId), id: newId() })
  expect(early.status).toBe(500)
  expect(early.json.errorMessages[0]).toContain('Incoming file may contain duplicates')
  await setStatus(app, first.snapshotId, 'COMMITTED')
  const late = await batch({ ...next(first, snapshotId), id: newId() })
  expect(late.status).toBe(201)
  expect(late.json.records[0]).toMatchObject({ matchedId: first.id, generation: 1 })
  expect((await app.get(`${PATH}/${first.id}`)).json.state).toBe('OLD')
})
