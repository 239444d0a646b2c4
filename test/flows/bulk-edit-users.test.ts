import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import {
  commit,
  download,
  edit,
  errorLines,
  errorsOf,
  match,
  operationOf,
  postFile,
  previewRows,
  runStep,
} from './bulk-edit-client.ts'
import { answer } from './import-client.ts'

let app: TestApp
let groupId: string

beforeAll(async () => {
  app = await testApp({ work: true })
  groupId = answer(await app.post('/groups', { group: 'Readers' }), 201).id
})
afterAll(() => app.close())

async function addUser(barcode: string, part: object = {}): Promise<string> {
  const id = randomUUID()
  const personal = { lastName: 'Mária', firstName: 'A', email: `${barcode}@old.example`, pronouns: 'they' }
  answer(
    await app.post('/users', { id, username: `u${barcode}`, barcode, active: true, personal, ...part }),
    201,
  )
  return id
}

const user = async (id: string) => answer(await app.get(`/users/${id}`))

test('rules change what they name and leave the rest of a user alone', async () => {
  const id = await addUser('r1', { departments: [], customFields: {} })
  const operation = await match(app, 'USER', 'BARCODE', 'r1')
  await edit(app, operation.id, [
    ['PATRON_GROUP', { type: 'REPLACE_WITH', updated: groupId }],
    ['EMAIL_ADDRESS', { type: 'FIND_AND_REPLACE', initial: 'old', updated: 'new' }],
  ])
  const [proposed] = await previewRows(app, operation.id, 'EDIT')
  expect([proposed!['Patron group'], proposed!.Email]).toEqual(['Readers', 'r1@new.example'])
  expect(await commit(app, operation.id)).toMatchObject({ status: 'COMPLETED', committedNumOfRecords: 1 })
  expect(await user(id)).toMatchObject({
    patronGroup: groupId,
    personal: { lastName: 'Mária', email: 'r1@new.example', pronouns: 'they' },
  })
  const [committed] = await previewRows(app, operation.id, 'COMMIT')
  expect(committed!.Email).toBe('r1@new.example')
})

test('a user that others changed after the match is reported with a link', async () => {
  const id = await addUser('k1')
  const operation = await match(app, 'USER', 'BARCODE', 'k1')
  await edit(app, operation.id, [['PATRON_GROUP', { type: 'REPLACE_WITH', updated: groupId }]])
  await app.put(`/users/${id}`, { ...(await user(id)), externalSystemId: 'x-k1' })
  await commit(app, operation.id)
  expect(await errorsOf(app, operation.id)).toEqual([
    {
      message: 'The record cannot be saved because it is not the most recent version.',
      type: 'ERROR',
      parameters: [
        { key: 'IDENTIFIER', value: 'k1' },
        { key: 'LINK', value: `/users/${id}` },
      ],
    },
  ])
  expect((await user(id)).patronGroup).toBeUndefined()
})

test('the matched file, edited by hand and loaded back, changes the users', async () => {
  const [first, second, third] = [await addUser('m1'), await addUser('m2'), await addUser('m3')]
  const { id } = await match(app, 'USER', 'BARCODE', 'm1\nm2\nm3')
  const { text } = await download(app, id, 'MATCHED_RECORDS_FILE')
  const lines = text.split('\n')
  const edited = [lines[0]!, lines[1]!.replace('m1@old.example', 'hand@new.example'), lines[2]!, ''].join(
    '\r\n',
  )
  const uploaded = answer(await postFile(app, `manual=true&operationId=${id}`, edited, 'edited.csv'))
  expect(uploaded).toMatchObject({ approach: 'MANUAL', processedNumOfRecords: 2, matchedNumOfRecords: 2 })
  expect(uploaded.linkToModifiedRecordsCsvFile).toMatch(/-Updates-Preview-CSV-ids\.csv$/)
  expect(await runStep(app, id, 'EDIT', 'MANUAL')).toMatchObject({
    status: 'REVIEW_CHANGES',
    processedNumOfRecords: 2,
  })
  expect((await previewRows(app, id, 'EDIT')).map(({ Email }) => Email)).toEqual([
    'hand@new.example',
    'm2@old.example',
  ])
  expect(await runStep(app, id, 'COMMIT', 'MANUAL')).toMatchObject({
    status: 'COMPLETED_WITH_ERRORS',
    committedNumOfRecords: 1,
    committedNumOfWarnings: 1,
  })
  expect(await errorLines(app, id)).toEqual(['WARNING m2: No change in value required'])
  expect((await user(first!)).personal.email).toBe('hand@new.example')
  expect((await user(second!)).personal.email).toBe('m2@old.example')
  expect((await user(third!)).personal.email).toBe('m3@old.example')
})

test('an edited file that cannot be read says why, and another may follow', async () => {
  await addUser('w1')
  const { id } = await match(app, 'USER', 'BARCODE', 'w1')
  answer(await postFile(app, `manual=true&operationId=${id}`, 'Name,Email\na,b\n'))
  const failed = await runStep(app, id, 'EDIT', 'MANUAL')
  expect(failed.status).toBe('DATA_MODIFICATION')
  expect(failed.errorMessage).toBe(
    'Error applying changes: The first line of the file has no column "User id".',
  )
  answer(await app.post(`/bulk-operations/${id}/cancel`))
  const open = await operationOf(app, id)
  expect([open.status, open.approach, open.linkToModifiedRecordsCsvFile]).toEqual([
    'DATA_MODIFICATION',
    'IN_APP',
    undefined,
  ])
  expect((await app.post(`/bulk-operations/${id}/start`, { step: 'EDIT', approach: 'MANUAL' })).status).toBe(
    400,
  )
})

test('users are deleted, those with open business stay', async () => {
  const [gone, sponsor, proxy] = [await addUser('d1'), await addUser('d2'), await addUser('d3')]
  answer(await app.post('/perms/users', { userId: gone, permissions: [] }), 201)
  answer(await app.post('/proxiesfor', { userId: sponsor, proxyUserId: proxy, status: 'Active' }), 201)
  const { id } = await match(app, 'USER', 'BARCODE', 'd1\nd2\nd3')
  const started = answer(await app.post(`/bulk-operations/${id}/start`, { step: 'DELETE' }))
  expect([started.operationType, started.status]).toEqual(['DELETE', 'DELETING_RECORDS'])
  const done = await runStepEnd(id)
  expect(done).toMatchObject({
    status: 'COMPLETED_WITH_ERRORS',
    committedNumOfRecords: 1,
    committedNumOfErrors: 2,
  })
  expect(await errorLines(app, id)).toEqual(['ERROR d2: Open proxies', 'ERROR d3: Open proxies'])
  expect((await app.get(`/users/${gone}`)).status).toBe(404)
  expect((await app.get(`/perms/users/${gone}?indexField=userId`)).status).toBe(404)
  expect((await app.get(`/users/${sponsor}`)).status).toBe(200)
  expect((await previewRows(app, id, 'COMMIT')).map(({ Barcode }) => Barcode)).toEqual(['d1'])
})

async function runStepEnd(id: string) {
  for (;;) {
    const operation = await operationOf(app, id)
    if (operation.status !== 'DELETING_RECORDS') return operation
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
