import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeRecord, recordToJson, recordToMarcXml } from '../../src/formats/marc/index.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { answer, importFile, instanceOf, logOf, marcOf, valuesOf } from './import-client.ts'
import { book } from './marc-files.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp({ work: true, env: { OCTAVO_CHUNK_RECORDS: '2' } })
})

afterAll(() => app.close())

const titles = ['Erste Übung', 'Zweite', 'Dritte – Ende', 'Vierte & letzte', 'Fünfte']
const bytes = titles.map((title, index) => book(`f${index}`, title))
const marc = bytes.map((record) => decodeRecord(record, { mode: 'strict' }).record)

async function expectAll(name: string, file: Buffer | string, expected = titles): Promise<void> {
  const job = await importFile(app, name, file)
  expect(job, job.errorText).toMatchObject({
    status: 'COMMITTED',
    progress: { current: expected.length, total: expected.length },
  })
  const entries = await logOf(app, job.id)
  expect(entries.map((entry) => entry.sourceRecordTitle)).toEqual(expected)
  for (const entry of entries) {
    const stored = await marcOf(app, entry)
    expect(valuesOf(stored, '245', 'a')).toEqual([entry.sourceRecordTitle])
    expect((await instanceOf(app, entry)).title).toBe(entry.sourceRecordTitle)
  }
}

const xmlRecord = (index: number) =>
  recordToMarcXml(marc[index]!)
    .replace(/^<\?xml.*?\?>\s*/, '')
    .replaceAll(/ xmlns(:\w+)?="[^"]*"/g, '')

const collection = (records: string, declaration = '<?xml version="1.0" encoding="UTF-8"?>') =>
  `${declaration}\n<collection xmlns="http://www.loc.gov/MARC21/slim">\n${records}\n</collection>\n`

describe('a file of', () => {
  const whole = titles.map((_, index) => xmlRecord(index)).join('\n')

  it('ISO 2709 with line breaks between records, and none at the end', async () => {
    await expectAll('lines.mrc', Buffer.concat(bytes.flatMap((record) => [record, Buffer.from('\r\n')])))
    await expectAll('open.mrc', Buffer.concat(bytes).subarray(0, -1))
  })

  it('MARCXML', async () => {
    await expectAll('records.xml', collection(whole))
    await expectAll('mark.xml', `\ufeff${collection(whole)}`)
    await expectAll('one.xml', recordToMarcXml(marc[0]!), titles.slice(0, 1))
  })

  it('MARCXML under a prefix, each record wrapped in elements of a harvest', async () => {
    const prefixed = titles.map((_, index) => {
      const record = xmlRecord(index).replaceAll(/<(\/?)(?=[a-z])/g, '<$1m:')
      return `<record><header><identifier>x${index}</identifier></header><metadata>${record}</metadata></record>`
    })
    const harvest = `<?xml version="1.0"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/" xmlns:m="http://www.loc.gov/MARC21/slim"><ListRecords>${prefixed.join('\n')}</ListRecords></OAI-PMH>`
    await expectAll('harvest.xml', harvest)
  })

  it('MARCXML in Latin-1 and in UTF-16', async () => {
    const latin = titles.map((title) => title.replace('–', '-'))
    const text = whole.replace('–', '-')
    await expectAll(
      'latin1.xml',
      Buffer.from(collection(text, '<?xml version="1.0" encoding="ISO-8859-1"?>'), 'latin1'),
      latin,
    )
    const utf16 = collection(whole, '<?xml version="1.0" encoding="UTF-16"?>')
    await expectAll('utf16.xml', Buffer.from(`\ufeff${utf16}`, 'utf16le'))
  })

  it('MARC in JSON', async () => {
    const records = marc.map((record) => recordToJson(record))
    await expectAll('records.json', `[${records.join(',\n')}]`)
    await expectAll('lines.json', records.join('\n'))
  })

  it('any format gives its failed records as ISO 2709, which can be loaded again', async () => {
    const bad = decodeRecord(book('bad', null), { mode: 'strict' }).record
    const files = {
      'bad.xml': collection(`${xmlRecord(0)}${recordToMarcXml(bad).replace(/^<\?xml.*?\?>\s*/, '')}`),
      'bad.json': `[${recordToJson(marc[0]!)}, ${recordToJson(bad)}]`,
    }
    for (const [name, file] of Object.entries(files)) {
      const job = await importFile(app, name, file)
      expect(job).toMatchObject({ status: 'ERROR', progress: { current: 2, total: 2 } })
      const entries = await logOf(app, job.id)
      expect(entries.map((entry) => entry.error === '')).toEqual([true, false])
      expect(entries[1]!.error).toMatch(/^Record 2 at byte \d+, control number bad: /)
      const incoming = answer(
        await app.get(`/metadata-provider/incomingRecords/${entries[1]!.incomingRecordId}`),
      )
      expect(JSON.parse(incoming.parsedRecordContent)).toEqual(JSON.parse(recordToJson(bad)))
      const failed = await app.get(`/octavo/imports/${job.id}/failed-records`)
      expect(failed.text).toBe(book('bad', null).toString())
      const again = await importFile(app, 'again.mrc', failed.text)
      expect(await logOf(app, again.id)).toMatchObject([{ sourceRecordActionStatus: 'DISCARDED' }])
    }
  })
})
