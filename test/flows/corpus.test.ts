import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { sampleFiles } from '../support/marc-samples.ts'
import { sharedAvailable, sharedPath } from '../support/shared.ts'
import {
  CREATE_INSTANCE,
  answer,
  countOf,
  defineUpload,
  logOf,
  processFiles,
  sendFile,
  until,
} from './import-client.ts'
import type { Job } from './import-client.ts'

let app: TestApp
const files = sharedAvailable ? sampleFiles() : []

/** Files of another format, which a job refuses as a whole; the word says why. */
const refusedFiles: Record<string, RegExp> = {
  'bib-utf8/marcjs_bib.mrc': /UNIMARC/,
  'malformed/catmandu_dollar_subfields.mrc': /UNIMARC/,
  'malformed/pear_bad_example2.mrc': /UNIMARC/,
  'malformed/libsys_202003131720.mrc': /separators/,
  'other-formats/pymarc_testunimarc.dat': /UNIMARC/,
  'other-formats/qa2_serial.bnr.1993.mrc': /UNIMARC/,
  'other-formats/qa2_short.bnr.1993.mrc': /UNIMARC/,
  'other-formats/zebra_simple-rusmarc': /UNIMARC/,
}

/** XML records without a leader, which the manifest does not count. */
const withoutLeader: Record<string, number> = {
  'marcxml/temple-app_marc_fixture_4_marc.xml': 10,
  'marcxml/temple_marc_fixture.xml': 10,
}

/** Folders of small sound files, which are joined into one upload; the others go file by file. */
const joined = new Set([
  'bib-marc8',
  'bib-utf8',
  'holdings',
  'authority',
  'items',
  'folio-di',
  'folio-mapping',
])

/** One upload: some files, one behind the other. */
type Bundle = { files: { name: string; records: number; end: number }[]; bytes: Buffer }

beforeAll(async () => {
  app = await testApp({ work: true })
})

afterAll(() => app.close())

function bundlesOf(folder: string): Bundle[] {
  const bundles: Bundle[] = []
  let open: Bundle | null = null
  for (const { name, records, format } of files) {
    // A name that ends in .mrk is not even taken.
    if (!name.startsWith(`${folder}/`) || format === 'mnemonic') continue
    const bytes = readFileSync(sharedPath(`samples/${name}`))
    const isPlain = refusedFiles[name] === undefined && bytes.at(-1) === 0x1d
    if (!joined.has(folder) || !isPlain) {
      bundles.push({ files: [{ name, records, end: bytes.length }], bytes })
      continue
    }
    if (open === null) bundles.push((open = { files: [], bytes: Buffer.alloc(0) }))
    open.bytes = Buffer.concat([open.bytes, bytes])
    open.files.push({ name, records, end: open.bytes.length })
  }
  return bundles
}

const AT_ONCE = 8

/** Imports bundles, each as a job of its own, and waits until all have ended. */
async function importAll(bundles: readonly Bundle[]): Promise<Job[]> {
  const upload = await defineUpload(
    app,
    bundles.map(({ files: [first] }) => path.basename(first!.name)),
  )
  const defined = upload.fileDefinitions as { id: string; jobExecutionId: string }[]
  for (let first = 0; first < bundles.length; first += AT_ONCE) {
    const send = ({ bytes }: Bundle, index: number) => sendFile(app, upload, defined[first + index]!, bytes)
    await Promise.all(bundles.slice(first, first + AT_ONCE).map(send))
  }
  await processFiles(app, upload, CREATE_INSTANCE)
  const list = '/metadata-provider/jobExecutions?limit=1000&sortBy=hrid,desc'
  return until(async () => {
    const { jobExecutions } = answer(await app.get(list)) as { jobExecutions: Job[] }
    const jobs = new Map(jobExecutions.map((job) => [job.id, job]))
    const mine = defined.map((file) => jobs.get(file.jobExecutionId)!)
    return mine.every((job) => ['COMMITTED', 'ERROR'].includes(job.status)) ? mine : null
  })
}

/** How many records the log has of each file of a bundle, by where they begin. */
async function countByFile(job: Job, { files: members }: Bundle): Promise<Record<string, number>> {
  const rows = await app.octavo.app.db.tenant('diku', (tx) =>
    tx.query<{ byte_offset: number }>('select byte_offset from journal where job_no = $1', [job.hrId]),
  )
  const counts = Object.fromEntries(members.map(({ name }) => [name, 0]))
  for (const { byte_offset: at } of rows) counts[members.find(({ end }) => at < end)!.name]! += 1
  for (const { name } of members) counts[name]! -= withoutLeader[name] ?? 0
  return counts
}

/** Checks that each failure says where and why. @returns how many records were made and how many failed. */
async function outcomeOf(job: Job): Promise<{ created: number; errors: number }> {
  const summary = answer(await app.get(`/metadata-provider/jobSummary/${job.id}`))
  const errors = await logOf(app, job.id, 'errorsOnly=true&limit=100000')
  for (const entry of errors) {
    const number = Number(entry.sourceRecordOrder) + 1
    expect(entry.error).toMatch(
      new RegExp(`^Record ${number} at byte \\d+(, control number [^:]+)?: .{15,}`, 's'),
    )
    expect(entry.sourceRecordActionStatus === 'CREATED').toBe(entry.sourceRecordId !== undefined)
  }
  return { created: summary.instanceSummary?.totalCreatedEntities ?? 0, errors: errors.length }
}

describe.skipIf(!sharedAvailable)('the sample files, uploaded and imported', () => {
  const folders = [...new Set(files.map((file) => file.name.split('/')[0]!))]
  let created = 0

  it.each(folders)('%s: every record is made an instance or refused with the reason', async (folder) => {
    const bundles = bundlesOf(folder)
    const jobs = await importAll(bundles)
    const found: Record<string, number> = {}
    const expected: Record<string, number> = {}
    for (const [index, job] of jobs.entries()) {
      const bundle = bundles[index]!
      const { name } = bundle.files[0]!
      const reason = refusedFiles[name]
      if (reason !== undefined) {
        expect([name, job.errorText]).toEqual([name, expect.stringMatching(reason)])
        continue
      }
      expect([name, job.errorText]).toEqual([name, undefined])
      const outcome = await outcomeOf(job)
      const total = outcome.created + outcome.errors
      expect([name, job.progress]).toEqual([name, { jobExecutionId: job.id, current: total, total }])
      expect([name, job.status]).toEqual([name, outcome.errors === 0 ? 'COMMITTED' : 'ERROR'])
      Object.assign(found, await countByFile(job, bundle))
      for (const file of bundle.files) expected[file.name] = file.records
      created += outcome.created
    }
    expect(found).toEqual(expected)
  })

  it('make as many instances and source records as the logs say', async () => {
    expect(created).toBeGreaterThan(13_000)
    expect(await countOf(app, '/instance-storage/instances')).toBe(created)
    expect(answer(await app.get('/source-storage/source-records?limit=0')).totalRecords).toBe(created)
  })
})
