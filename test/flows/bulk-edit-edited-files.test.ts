import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import {
  commit,
  download,
  edit,
  errorLines,
  fileBody,
  fileHeaders,
  match,
  operationOf,
  postFile,
  previewRows,
  runStep,
} from './bulk-edit-client.ts'
import { answer, until } from './import-client.ts'

let app: TestApp
let groupId: string

beforeAll(async () => {
  app = await testApp({ work: true })
  groupId = answer(await app.post('/groups', { group: 'Readers' }), 201).id
})
afterAll(() => app.close())

const mailOf = (barcode: string) => `${barcode}@old.example`

/** Makes a user and matches it alone. @returns the operation with the file of the match */
async function matchedUser(barcode: string): Promise<{ id: string; userId: string; text: string }> {
  const userId = randomUUID()
  const personal = { lastName: 'Mária', email: mailOf(barcode) }
  answer(await app.post('/users', { id: userId, username: barcode, barcode, active: true, personal }), 201)
  const { id } = await match(app, 'USER', 'BARCODE', barcode)
  return { id, userId, text: (await download(app, id, 'MATCHED_RECORDS_FILE')).text }
}

const postEdited = (id: string, text: string) => postFile(app, `manual=true&operationId=${id}`, text)

/** The names of the stored files of an operation. */
async function storedFiles(id: string): Promise<string[]> {
  const folder = path.join(app.octavo.app.config.dataDir, 'files', 'diku', 'bulk-edit', id)
  return (await readdir(folder)).sort()
}

test('an edited file has rows, not lines, and they count as matched until it goes', async () => {
  const { id, text } = await matchedUser('c1')
  const [header, first] = text.split('\n')
  const edited = `${header}\r\n${first!.replace('Mária', '"Mária\r\nEva\r\nRosa"')}\r\n\r\n${first}\r\n`
  expect(answer(await postEdited(id, edited))).toMatchObject({
    processedNumOfRecords: 2,
    matchedNumOfRecords: 2,
    totalNumOfRecords: 1,
  })
  const query = encodeURIComponent(`matchedNumOfRecords==2 and id==${id}`)
  expect(answer(await app.get(`/bulk-operations?query=${query}`)).totalRecords).toBe(1)
  answer(await app.post(`/bulk-operations/${id}/cancel`))
  expect(await operationOf(app, id)).toMatchObject({ approach: 'IN_APP', matchedNumOfRecords: 1 })
})

test('an edited file that is taken away takes along all that was said of it', async () => {
  const { id, text } = await matchedUser('t1')
  const [header, first] = text.split('\n')
  const changed = first!.replace(mailOf('t1'), 'hand@new.example')
  answer(await postEdited(id, [header, changed, first, ''].join('\n')))
  // The second row of the user is a duplicate.
  expect(await runStep(app, id, 'EDIT', 'MANUAL')).toMatchObject({
    status: 'REVIEW_CHANGES',
    committedNumOfWarnings: 1,
  })
  answer(await app.post(`/bulk-operations/${id}/cancel`))
  expect(await operationOf(app, id)).toMatchObject({
    status: 'DATA_MODIFICATION',
    processedNumOfRecords: 0,
    committedNumOfErrors: 0,
    committedNumOfWarnings: 0,
  })
  await until(async () => ((await storedFiles(id)).length === 1 ? true : null))
  await edit(app, id, [['EMAIL_ADDRESS', { type: 'FIND_AND_REPLACE', initial: 'old', updated: 'new' }]])
  await commit(app, id)
  expect((await previewRows(app, id, 'COMMIT')).map(({ Email }) => Email)).toEqual(['t1@new.example'])
  expect(await errorLines(app, id)).toEqual([])
})

test('rules in place of an edited file, and the next file, leave nothing of it', async () => {
  const { id, text } = await matchedUser('p1')
  const withMail = (mail: string) => text.replace(mailOf('p1'), mail)
  answer(await postEdited(id, withMail('first@new.example')))
  await runStep(app, id, 'EDIT', 'MANUAL')
  await edit(app, id, [['PATRON_GROUP', { type: 'REPLACE_WITH', updated: groupId }]])
  answer(await postEdited(id, withMail('second@new.example')))
  expect(await previewRows(app, id, 'EDIT')).toEqual([])
  answer(await postEdited(id, withMail('third@new.example')))
  await runStep(app, id, 'EDIT', 'MANUAL')
  expect((await previewRows(app, id, 'EDIT')).map((row) => [row.Email, row['Patron group']])).toEqual([
    ['third@new.example', ''],
  ])
  await until(async () => ((await storedFiles(id)).length === 2 ? true : null))
})

test('an edited file that comes slowly changes nothing of an operation that was committed meanwhile', async () => {
  const { id, userId, text } = await matchedUser('s1')
  const first = text.replace(mailOf('s1'), 'first@new.example')
  answer(await postEdited(id, first))
  await runStep(app, id, 'EDIT', 'MANUAL')
  const stored = await storedFiles(id)
  const late = fileBody('late.csv', text.replace(mailOf('s1'), 'late@new.example'))
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  async function* slowly() {
    yield late.subarray(0, 400)
    await held
    yield late.subarray(400)
  }
  const server = await app.octavo.http()
  const upload = server.inject({
    method: 'POST',
    url: `/bulk-operations/upload?manual=true&operationId=${id}`,
    headers: { 'x-okapi-tenant': 'diku', 'x-okapi-token': app.token, ...fileHeaders },
    payload: Readable.from(slowly()),
  })
  await until(async () => ((await storedFiles(id)).some((name) => name.endsWith('.part')) ? true : null))
  expect(await runStep(app, id, 'COMMIT', 'MANUAL')).toMatchObject({ status: 'COMPLETED' })
  goOn()
  const { statusCode, body } = await upload
  expect([statusCode, body]).toEqual([
    400,
    'An edited file is not applicable for bulk operation status COMPLETED',
  ])
  expect(await operationOf(app, id)).toMatchObject({ status: 'COMPLETED', processedNumOfRecords: 1 })
  expect((await download(app, id, 'PROPOSED_CHANGES_FILE')).text).toBe(first)
  expect(await storedFiles(id)).toEqual(stored)
  expect(answer(await app.get(`/users/${userId}`)).personal.email).toBe('first@new.example')
})

test('an edited file that was committed can be taken away, the operation stays as it ended', async () => {
  const { id, text } = await matchedUser('g1')
  answer(await postEdited(id, text.replace(mailOf('g1'), 'kept@new.example')))
  await runStep(app, id, 'EDIT', 'MANUAL')
  const done = await runStep(app, id, 'COMMIT', 'MANUAL')
  const name = done.linkToModifiedRecordsCsvFile!.split('/').pop()!
  answer(await app.del(`/bulk-operations/${id}/files/${name}`), 204)
  const { linkToModifiedRecordsCsvFile: _gone, ...rest } = done
  expect(await operationOf(app, id)).toEqual(rest)
  expect((await download(app, id, 'PROPOSED_CHANGES_FILE')).text).toBe('')
  expect((await previewRows(app, id, 'COMMIT')).map(({ Email }) => Email)).toEqual(['kept@new.example'])
})

test('a body that breaks off behind its file leaves nothing in the store', async () => {
  const folder = path.join(app.octavo.app.config.dataDir, 'files', 'diku', 'bulk-edit')
  await matchedUser('b1')
  const before = (await readdir(folder)).sort()
  const whole = fileBody('ids.csv', 'b1').toString()
  const boundary = whole.slice(0, whole.indexOf('\r\n'))
  const broken = `${whole.slice(0, whole.lastIndexOf(boundary))}${boundary}\r\nContent-Disposition: form-data; name="x"\r\n\r\nab`
  const { status } = await app.post(
    '/bulk-operations/upload?entityType=USER&identifierType=BARCODE',
    Buffer.from(broken),
    fileHeaders,
  )
  expect(status).toBe(400)
  expect((await readdir(folder)).sort()).toEqual(before)
})

test('a long file name keeps its end, cut between characters', async () => {
  for (const [kept, sent] of [
    [100, 100],
    [195, 300],
  ] as const) {
    const query = 'entityType=USER&identifierType=BARCODE'
    const made = answer(await postFile(app, query, 'x', `${'😀'.repeat(sent)}x.csv`))
    expect(made.linkToTriggeringCsvFile).toBe(`${made.id}/${'😀'.repeat(kept)}x.csv`)
  }
})
