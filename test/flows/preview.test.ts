import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import {
  CREATE_INSTANCE,
  SAMPLE_PROFILE,
  answer,
  defineUpload,
  importFile,
  makeUnusableProfile,
  newTenant,
  rule,
  sendFile,
} from './import-client.ts'
import type { Api, Profile } from './import-client.ts'
import { book, copy, manyBooks } from './marc-files.ts'
import {
  PREVIEWS,
  hridsOf,
  importUpload,
  makeMatchingProfile,
  previewOf,
  previewRecords,
  startPreview,
  endOfPreview,
  summaryOf,
  toldByJob,
  toldByPreview,
  uploadOnly,
} from './preview-client.ts'
import { tableChecksums } from './undo-client.ts'

let app: TestApp
let api: Api

beforeAll(async () => {
  // One worker more than a preview takes; chunks of an import in file order, as a preview goes through them.
  app = await testApp({ work: true, env: { OCTAVO_JOB_CONCURRENCY: '1' } })
  api = await newTenant(app, 'lib', true)
})

afterAll(() => app.close())

/** All tables that an import writes, and the numbers of its sequences. */
async function everything(): Promise<Record<string, string>> {
  const tables = await tableChecksums(app, 'lib', [
    'instance',
    'holdings_record',
    'item',
    'source_record',
    'authority',
    'deleted_authority',
    'instance_authority_link',
    'journal',
    'record_change',
    'snapshot',
    'job_execution',
    'upload_definition',
    'file_definition',
    'import_context',
  ])
  const numbers = await app.octavo.app.db.tenant('lib', (tx) =>
    tx.query<{ name: string; last: string }>(
      `select sequencename as name, last_value::text as last from pg_sequences
       where schemaname = current_schema()::text`,
    ),
  )
  return { ...tables, ...Object.fromEntries(numbers.map(({ name, last }) => [name, last])) }
}

describe('the preview of an import that creates', () => {
  it('writes nothing, and says of each record what the import then does', async () => {
    const bytes = Buffer.concat([
      book('a1', 'First', [copy('dup-1')]),
      book('a2', null, [copy('x-2')]),
      book('a3', 'Same barcode', [copy('dup-1')]),
      book('a4', 'Unknown type', [copy('x-4', 'no such type')]),
      Buffer.from('00026nam a2200025 a 4500\u001d'),
      manyBooks(1200, 'm'),
      book('a5', 'Same barcode in another chunk', [copy('dup-1'), copy('x-5')]),
    ])
    const upload = await uploadOnly(api, 'create.mrc', bytes)
    const before = await everything()
    const preview = await previewOf(api, upload, SAMPLE_PROFILE)
    expect(await everything()).toEqual(before)
    expect(preview).toMatchObject({ status: 'FINISHED', fileName: 'create.mrc' })
    expect(preview.progress).toEqual({ current: 1206, total: 1206 })
    const told = await toldByPreview(api, preview.id)
    const job = await importUpload(api, upload, SAMPLE_PROFILE)
    expect(told).toEqual(await toldByJob(api, job.id))
    expect(preview.summary).toEqual(await summaryOf(api, job.id))
    const { errors } = answer(await api.get(`/octavo/imports/${job.id}/errors`))
    expect(preview.errors).toEqual(errors)
    expect(preview.errors.map(({ kind, count }) => [kind, count])).toContainEqual(['duplicate-barcode', 2])
  })
})
