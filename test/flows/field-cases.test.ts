import { readFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { inPieces } from '../support/marc-bytes.ts'
import { sharedAvailable, sharedPath } from '../support/shared.ts'
import {
  CREATE_INSTANCE,
  answer,
  defineUpload,
  endOf,
  importFile,
  instanceOf,
  logOf,
  marcOf,
  processFiles,
  valuesOf,
} from './import-client.ts'
import type { LogEntry } from './import-client.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp({ work: true })
})

afterAll(() => app.close())

const bytesOf = (name: string) => readFileSync(sharedPath(`samples/cases/${name}`))

async function importCase(name: string): Promise<LogEntry[]> {
  const job = await importFile(app, name, bytesOf(name))
  expect(job).toMatchObject({ status: 'COMMITTED' })
  return logOf(app, job.id)
}

/** Uploads bytes over a real connection in pieces of one size. */
async function importInPieces(bytes: Buffer, size: number): Promise<LogEntry[]> {
  const server = await app.octavo.http()
  const { port } = server.server.address() as AddressInfo
  const upload = await defineUpload(app, [`pieces-${size}.mrc`])
  const [file] = upload.fileDefinitions
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const request = http.request(
      {
        port,
        method: 'POST',
        path: `/data-import/uploadDefinitions/${upload.id}/files/${file.id}`,
        headers: {
          'x-okapi-tenant': 'diku',
          'x-okapi-token': app.token,
          'content-type': 'application/octet-stream',
        },
      },
      (reply) => reply.resume().once('end', () => resolve(reply.statusCode)),
    )
    request.once('error', reject)
    request.setNoDelay(true)
    for (const piece of inPieces(bytes, size)) request.write(piece)
    request.end()
  })
  expect(status).toBe(200)
  await processFiles(app, upload, CREATE_INSTANCE)
  expect((await endOf(app, file.jobExecutionId)).status).toBe('COMMITTED')
  return logOf(app, file.jobExecutionId)
}

// The cases are described in reference/field-cases.md of the shared material.
describe.skipIf(!sharedAvailable)('field cases, uploaded and imported', () => {
  it('1: gives the same five records however the upload is cut', async () => {
    const server = await app.octavo.http()
    await server.listen({ host: '127.0.0.1', port: 0 })
    const bytes = bytesOf('01-chunks.mrc')
    for (const size of [7, 24, 1000, 4096, 65_536]) {
      const entries = await importInPieces(bytes, size)
      const raw: string[] = []
      for (const { incomingRecordId } of entries) {
        raw.push(
          answer(await app.get(`/metadata-provider/incomingRecords/${incomingRecordId}`)).rawRecordContent,
        )
      }
      expect(raw.join(''), `pieces of ${size} bytes`).toBe(bytes.toString('utf8'))
      expect(raw.map((text) => text.split('\u001e')[1])).toEqual(
        [1, 2, 3, 4, 5].map((number) => `case1-${number}`),
      )
      expect(entries.map((entry) => entry.sourceRecordTitle)).toEqual([
        'Short one.',
        'Ærø, Ångström, Đorđe, 東京の地図, שלום',
        'A long contents list.',
        'After the long one.',
        'Last record, nothing follows the terminator.',
      ])
      const long = await marcOf(app, entries[2]!)
      expect(valuesOf(long, '505', 'a')).toHaveLength(180)
    }
  })

  it('2: reads a record whose lengths are one byte short, and the one behind it', async () => {
    const entries = await importCase('02-length-off-by-one.mrc')
    expect(entries.map((entry) => entry.error)).toEqual(['', ''])
    const marc = await marcOf(app, entries[0]!)
    expect(valuesOf(marc, '245')).toEqual(['A book whose heading was encoded twice.'])
    expect(valuesOf(marc, '650', 'a')).toEqual(['Economic forecasting.'])
    expect(JSON.stringify(marc)).not.toMatch(/\\u001[def]/)
    expect(await instanceOf(app, entries[0]!)).toMatchObject({
      title: 'A book whose heading was encoded twice.',
      subjects: [{ value: 'Economic forecasting' }],
    })
    expect(entries[1]!.sourceRecordTitle).toBe('The record after it is fine.')
  })

  it.each(['03a-leader-blank-body-utf8.mrc', '03b-leader-blank-body-marc8.mrc'])(
    '3: reads %s by its bytes',
    async (name) => {
      const [entry] = await importCase(name)
      const marc = await marcOf(app, entry!)
      expect(valuesOf(marc, '245', 'a')[0]!.normalize('NFC')).toBe('Kitāb al-ḥayawān.'.normalize('NFC'))
      expect(valuesOf(marc, '880', 'a')[0]!.normalize('NFC')).toBe('كتاب الحيوان'.normalize('NFC'))
      expect(marc.leader[9]).toBe('a')
      expect((await instanceOf(app, entry!)).title.normalize('NFC')).toBe(
        'Kitāb al-ḥayawān.'.normalize('NFC'),
      )
    },
  )

  it('4: resolves character references in MARC-8 only', async () => {
    const [marc8, utf8] = await importCase('04-ncr.mrc')
    expect(valuesOf(await marcOf(app, marc8!), '245', 'a')).toEqual([
      'Yul phyogs so soʼi gsar ’gyur &amp; &#38; AT&T.',
    ])
    expect(valuesOf(await marcOf(app, marc8!), '500', 'a')).toEqual(['Café crème costs 5€.'])
    expect(valuesOf(await marcOf(app, utf8!), '245', 'a')).toEqual(['Entities such as &#x02BC; in HTML.'])
  })

  it('5: takes control characters, and gives them back escaped in JSON and as bytes in ISO 2709', async () => {
    const [entry] = await importCase('05-control-chars.mrc')
    const reply = await app.get(`/source-storage/records/${entry!.sourceRecordId}`)
    expect(reply.text).toContain('\\u000b')
    for (const control of ['\u000b', '\u000c', '\u0014']) expect(reply.text).not.toContain(control)
    const text = 'Tab\there, vertical tab\u000bhere, DC4\u0014here, form feed\u000chere.'
    expect(valuesOf(reply.json.parsedRecord.content, '520', 'a')).toEqual([text])
    expect(valuesOf(reply.json.parsedRecord.content, '650', '\u0014')).toEqual(['Odd code.'])
    expect(reply.json.rawRecord.content).toContain(`\u001fa${text}\u001e`)
    expect((await instanceOf(app, entry!)).notes).toMatchObject([{ note: expect.stringContaining('DC4') }])
  })

  it('7: leaves exactly one 035 of a number that comes with a blank or twice', async () => {
    const entries = await importCase('07-001-trailing-space.mrc')
    for (const [index, number] of ['(OCoLC)12345', '(OCoLC)12346', '(OCoLC)12347'].entries()) {
      const marc = await marcOf(app, entries[index]!)
      expect(valuesOf(marc, '035')).toEqual([number])
      expect(valuesOf(marc, '003')).toEqual([])
      const instance = await instanceOf(app, entries[index]!)
      expect(valuesOf(marc, '001')).toEqual([instance.hrid])
      expect(instance.identifiers.map(({ value }: { value: string }) => value)).toEqual([number])
      expect(valuesOf(marc, '999', 'i')).toEqual([instance.id])
      expect(valuesOf(marc, '999', 's')).toEqual([entries[index]!.sourceRecordId])
    }
  })

  it('8: maps 880 fields by the tag in $6, linked or not', async () => {
    const [entry] = await importCase('08-880-unlinked.mrc')
    const instance = await instanceOf(app, entry!)
    expect(instance.title).toMatch(/^Zeh gadol/)
    expect(instance.publication).toMatchObject([
      { place: 'אור יהודה', publisher: 'כנרת', dateOfPublication: '2011' },
    ])
    const { instanceNoteTypes } = answer(await app.get('/instance-note-types?query=name=="General note"'))
    expect(instance.notes).toMatchObject([{ note: 'הערה', instanceNoteTypeId: instanceNoteTypes[0].id }])
    expect(instance.alternativeTitles).toMatchObject([
      { alternativeTitle: expect.stringMatching(/^זה גדול/) },
    ])
    expect(valuesOf(await marcOf(app, entry!), '880', '6')).toEqual(['245-01/(2/r', '260-00/(2/r', '500-00'])
  })
})
