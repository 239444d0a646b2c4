import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { sharedAvailable, sharedPath } from '../../../test/support/shared.ts'
import {
  decodeCompact,
  decodeRecord,
  recordFromJson,
  recordFromMarcXml,
  recordToJson,
  recordToMarcXml,
} from '../../formats/marc/index.ts'
import { bib, data, marc, startSnapshot } from './test-source-records.ts'

type Content = ReturnType<typeof marc>

let app: TestApp
let snapshotId: string
beforeAll(async () => {
  app = await testApp()
  snapshotId = await startSnapshot(app)
})
afterAll(() => app.close())

async function stored(content: Content): Promise<{ id: string; content: Content; raw: string }> {
  const record = bib(snapshotId, { parsedRecord: { content } })
  const made = await app.post('/source-storage/records', record)
  expect(made.status).toBe(201)
  const shown = (await app.get(`/source-storage/records/${record.id}`)).json
  return { id: record.id, content: shown.parsedRecord.content, raw: shown.rawRecord.content }
}

/** The fields without the 999 ff that storing adds. */
function sentFields(content: Content): Content['fields'] {
  return content.fields.slice(0, -1)
}

describe('control characters', () => {
  const content = marc(
    { '001': 'in001' },
    data('520', ' ', ' ', [
      'a',
      'Tab\there, vertical tab\u000bhere, DC4\u0014here, form feed\u000chere, NUL\u0000.',
    ]),
    data('650', ' ', '0', ['a', 'Mining.'], ['\u0014', 'Odd code.']),
  )

  test('come back unchanged as escaped JSON and as bytes of ISO 2709', async () => {
    const record = await stored(content)
    expect(sentFields(record.content)).toEqual(content.fields)
    expect(record.raw).toContain('Tab\there, vertical tab\u000bhere, DC4\u0014here')
    const text = (await app.get(`/source-storage/records/${record.id}`)).text
    expect(text).toContain('vertical tab\\u000bhere, DC4\\u0014here')
  })

  test('never reach MARCXML', async () => {
    const { id } = await stored(content)
    const xml = recordToMarcXml(await decodeStored(id))
    // oxlint-disable-next-line no-control-regex
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]|&#x?14;/)
  })
})

async function decodeStored(id: string) {
  const [row] = await app.octavo.app.db.tenant('diku', (tx) =>
    tx.query<{ marc: Buffer }>('select marc from source_record where id = $1', [id]),
  )
  return decodeCompact(row!.marc)
}

describe('a record that ISO 2709 cannot express', () => {
  const long = 'x'.repeat(300 * 1024)
  const content = marc(
    { '001': 'in001' },
    data('520', ' ', ' ', ['a', long]),
    data('590', ' ', ' ', ['a', 'last']),
  )

  test('loses nothing when stored, read and listed, and is its own raw record as JSON', async () => {
    const record = await stored(content)
    expect(sentFields(record.content)).toEqual(content.fields)
    expect(JSON.parse(record.raw)).toEqual(record.content)
    const stream = await app.get('/source-storage/stream/source-records?limit=1000')
    const line = stream.text.split('\n').find((text) => text.includes(record.id))
    expect(
      sentFields((JSON.parse(line!) as { parsedRecord: { content: Content } }).parsedRecord.content),
    ).toEqual(content.fields)
  })

  test('can be edited and deleted', async () => {
    const { id, content: before } = await stored(content)
    const fields = [...before.fields, data('591', ' ', ' ', ['a', 'added'])]
    const put = await app.put('/source-storage/batch/parsed-records', {
      records: [bib(snapshotId, { id, parsedRecord: { id, content: { ...before, fields } } })],
      totalRecords: 1,
    })
    expect(put.status).toBe(200)
    expect((await app.del(`/source-storage/records/${id}`)).status).toBe(204)
    const after = (await app.get(`/source-storage/source-records/${id}`)).json.parsedRecord.content as Content
    expect(after.fields.filter((field) => !('005' in field))).toEqual(fields)
  })

  test('is whole in MARCXML', async () => {
    const { id } = await stored(content)
    const record = await decodeStored(id)
    const back = recordFromMarcXml(recordToMarcXml(record))
    expect(JSON.parse(recordToJson(back)).fields).toEqual(JSON.parse(recordToJson(record)).fields)
  })
})

describe.skipIf(!sharedAvailable)('samples of field cases', () => {
  test('case 5: a file with control characters is stored as it is', async () => {
    const bytes = readFileSync(sharedPath('samples/cases/05-control-chars.mrc'))
    const { record } = decodeRecord(bytes, { mode: 'permissive' })
    const content = JSON.parse(recordToJson(record)) as Content
    const kept = await stored(content)
    expect(sentFields(kept.content)).toEqual(content.fields)
    expect(kept.raw).toContain('vertical tab\u000bhere, DC4\u0014here, form feed\u000chere.')
  })

  test('case 6: a record of 121 kB is stored, read and matched whole', async () => {
    const content = JSON.parse(readFileSync(sharedPath('samples/cases/06-too-long.json'), 'utf8')) as Content
    expect(content.fields).toHaveLength(1403)
    const record = await stored(content)
    expect(sentFields(record.content)).toEqual(content.fields)
    expect(recordFromJson(JSON.parse(record.raw)).fields).toHaveLength(1404)
    const matched = await app.post('/source-storage/records/matching', {
      recordType: 'MARC_BIB',
      filters: [{ field: '876', subfield: 'p', values: ['39000000000001'] }],
    })
    expect(matched.json.identifiers.map((pair: { recordId: string }) => pair.recordId)).toEqual([record.id])
  })
})
