import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  authorityRecord,
  bookRecord,
  field,
  holdingsRecord,
} from '../../src/modules/quick-marc/test-records.ts'
import { testApp } from '../support/app.ts'
import type { TestApp, TestReply } from '../support/app.ts'
import { sharedAvailable, sharedPath } from '../support/shared.ts'
import { answer, insertLocation } from './import-client.ts'
import { readJsonPath } from './json-path.ts'
import { parseWorkload } from './workload-steps.ts'
import type { Step } from './workload-steps.ts'

// The public performance workloads of the screens that show and edit MARC, request by request.

const EDITOR = '/records-editor/records'

let app: TestApp
let book: { externalId: string; externalHrid: string }
let twain: { externalId: string }

beforeAll(async () => {
  app = await testApp()
  await insertLocation(app, 'MAIN')
  book = answer(await app.post(EDITOR, bookRecord('Water works', field('500', '\\\\', '$a A note'))), 201)
  answer(await app.post(EDITOR, holdingsRecord(book.externalHrid, field('852', '0\\', '$b MAIN'))), 201)
  twain = answer(await app.post(EDITOR, authorityRecord('n1', field('100', '1\\', '$a Twain'))), 201)
})

afterAll(() => app.close())

/** Plays the steps of a script one after the other. @returns what was answered, by the address in the script */
async function play(script: string, values: Record<string, string>): Promise<Map<string, TestReply[]>> {
  const steps = parseWorkload(readFileSync(sharedPath(`reference/workload/${script}.txt`), 'utf8'))
  const replies = new Map<string, TestReply[]>()
  for (const step of steps.filter(({ url }) => !/login/.test(url))) {
    if (step.url.startsWith('/records-editor/records/${')) await prepareEdit(values)
    const reply = await send(step, values)
    const expected = step.method === 'PUT' ? 202 : 200
    expect(reply.status, `${step.method} ${step.url} ${reply.text}`).toBe(expected)
    replies.set(step.url, [...(replies.get(step.url) ?? []), reply])
  }
  return replies
}

async function send(step: Step, values: Record<string, string>): Promise<TestReply> {
  const fill = (text: string) =>
    text.replaceAll(/\$\{(?:__P\()?(\w+)\)?\}/g, (_, name: string) => {
      if (values[name] === undefined) throw new Error(`Nothing has been read as ${name}.`)
      return values[name]
    })
  const url = encodeURI(fill(step.url))
  const reply = step.method === 'PUT' ? await app.put(url, JSON.parse(fill(step.body!))) : await app.get(url)
  for (const [names, paths] of step.reads) {
    if (reply.status !== 200) continue
    const found = paths.split(';').map((path) => readJsonPath(reply.json, path.trim())[0])
    names.split(';').forEach((name, at) => {
      if (found[at] !== undefined) values[name.trim()] = String(found[at])
    })
  }
  return reply
}

/** The script makes the body of the save in code of its own: the record as it was read, with one text changed. */
async function prepareEdit(values: Record<string, string>): Promise<void> {
  const shown = answer(await app.get(`${EDITOR}?externalId=${book.externalId}`))
  shown.fields.find(({ tag }: { tag: string }) => tag === '500').content = '$a Another note'
  values.tag_editData = JSON.stringify({
    ...shown,
    relatedRecordVersion: Number(values.related_recordVersion),
  })
}

describe.skipIf(!sharedAvailable)('the workloads of the MARC screens', () => {
  it('inventory_editBibRecordTagTable.jmx: opens a record, changes a field, saves it', async () => {
    const user = answer(await app.get('/users?query=username==diku_admin')).users[0]
    const replies = await play('inventory-edit-bib-source', {
      instance_name: 'Water works',
      instance_id: book.externalId,
      holdings_id: book.externalId,
      current_userID: user.id,
      updated_byUserId: user.id,
    })
    const [opened, saved] = replies.get(`${EDITOR}?limit=1000&externalId=\${instance_id}`)!
    expect([opened!.json.sourceVersion, saved!.json.sourceVersion]).toEqual([0, 1])
    const instances = replies.get('/inventory/instances/${instance_id}')!
    expect(instances.at(-1)!.json.notes).toMatchObject([{ note: 'Another note' }])
  })

  it('inventory_viewBibsSource.jmx: shows the source of an instance', async () => {
    const replies = await play('inventory-view-bib-source', {
      instance_name: 'Water works',
      instance_id: book.externalId,
      holdings_id: book.externalId,
    })
    const [formatted] = replies.get('/source-storage/records/${instance_id}/formatted?idType=INSTANCE')!
    expect(formatted!.json.parsedRecord.formattedContent).toContain('245 00$aWater works')
  })

  it('marc_viewAuthorityRecord.jmx: shows the source of an authority', async () => {
    const replies = await play('marc-authority-view', { keyword: 'Twain', marc_id: twain.externalId })
    const [formatted] = replies.get('/source-storage/records/${marc_id}/formatted?idType=AUTHORITY')!
    expect(formatted!.json.parsedRecord.formattedContent).toContain('$aTwain')
  })
})
