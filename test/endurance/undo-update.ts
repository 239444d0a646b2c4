import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { signIn } from '../../bench/client.ts'
import type { Client } from '../../bench/client.ts'
import { createPtfProfile } from '../../bench/create-profile.ts'
import type { JobProfile } from '../../bench/load-file.ts'
import { createUpdateProfile } from '../../bench/update-profile.ts'
import { exportRecords } from '../../bench/update.ts'
import { varyRecords } from '../../bench/vary-records.ts'
import { BASE, Installation, endOfJob, startImport, uploadFile } from './installation.ts'
import type { Upload } from './installation.ts'

// A big update that is previewed, run and undone: `npm run endurance:undo`. The preview must write nothing and tell the
// outcome of every record as the run then has it; the undo, in whose middle server and PostgreSQL are killed, must give
// every document back but those that were edited since. Then the create is undone: nothing of it may be left.

const { values } = parseArgs({ options: { records: { type: 'string' } } })
const records = Number(values.records ?? 100_000)
const TENANT = 'undo'
const EDITED = 25
const TABLES = ['instance', 'holdings_record', 'item', 'source_record', 'record_change', 'journal']
const DOCUMENTS = ['instance', 'holdings_record', 'item']

const installation = new Installation()
let server = await installation.start('serve')
let isRight = true

function check(name: string, holds: boolean, detail = ''): void {
  process.stdout.write(`${holds ? 'ok    ' : 'WRONG '} ${name}${detail === '' ? '' : `: ${detail}`}\n`)
  if (!holds) isRight = false
}

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work()
  process.stdout.write(`       ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
  return result
}

/** Rows and a checksum of each table; `columns` are what counts of a row, `where` which rows count. */
async function checksums(
  tables: readonly string[],
  columns = 't::text',
  where = 'true',
): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for (const table of tables) {
    // Sums of hashes do not need the rows in an order.
    const [row] = await installation.rows<{ sum: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(${columns}, 0)::numeric), 0) as sum
       from t_${TENANT}.${table} t where ${where}`,
    )
    sums[table] = row!.sum
  }
  return sums
}

/** Documents without what every write changes: version and the time and user of the last change. */
const CONTENT = `(doc::jsonb - '_version' #- '{metadata,updatedDate}' #- '{metadata,updatedByUserId}')::text`

/** What a row of the journal or of a preview says was done: entity, action and error of each step, without new ids. */
const STEPS = (table: string) =>
  `(select string_agg(concat_ws(' ', step ->> 0, step ->> 1, step ->> 5), ', ' order by n)
    from json_array_elements(${table}.steps::json) with ordinality as each (step, n))`

/** Records of which the preview told something else than the run then did. */
async function wrongForecasts(previewId: string, jobId: string): Promise<number> {
  const [row] = await installation.rows<{ wrong: number }>(
    `select count(*)::int as wrong
     from (select p.* from t_${TENANT}.preview_record p where p.preview_id = '${previewId}') p
     full join (
       select j.* from t_${TENANT}.journal j join t_${TENANT}.job_execution e on e.hr_id = j.job_no where e.id = '${jobId}'
     ) j on j.seq = p.seq
     where p.seq is null or j.seq is null or ${STEPS('p')} is distinct from ${STEPS('j')}
       or p.title is distinct from j.title or p.error is distinct from j.error`,
  )
  return row!.wrong
}

async function previewOf(client: Client, upload: Upload, profile: JobProfile): Promise<string> {
  type Preview = { id: string; status: string }
  let preview = await client.post<Preview>('/octavo/imports/previews', {
    uploadDefinitionId: upload.id,
    jobProfileId: profile.id,
  })
  while (preview.status === 'RUNNING') {
    await delay(200)
    preview = await client.get<Preview>(`/octavo/imports/previews/${preview.id}`)
  }
  check('the preview ends well', preview.status === 'FINISHED', preview.status)
  return preview.id
}

type Undo = { status: string; left: number; progress: { current: number } }

const undoOf = (client: Client, jobId: string) => client.get<Undo>(`/octavo/imports/${jobId}/undo`)

async function endOfUndo(client: Client, jobId: string): Promise<Undo> {
  for (;;) {
    const undo = await undoOf(client, jobId).catch(() => null)
    if (undo !== null && undo.status !== 'RUNNING') return undo
    await delay(200)
  }
}

async function killInTheMiddle(client: Client, jobId: string): Promise<void> {
  while ((await undoOf(client, jobId)).progress.current < records * 0.2) await delay(50)
  const postgres = installation.postgresPid()
  server.kill('SIGKILL')
  while (server.signalCode === null) await delay(10)
  process.kill(postgres, 'SIGKILL')
  server = await installation.start('serve')
  const { status, progress } = await undoOf(client, jobId)
  check('the undo goes on after the kill', status === 'RUNNING', `${progress.current} records`)
}

/** Edits items as a librarian does who does not know of the job. */
async function editItems(client: Client, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const item = await client.get<object>(`/item-storage/items/${id}`)
    await client.put(`/item-storage/items/${id}`, { ...item, itemIdentifier: 'edited since' })
  }
}

try {
  const file = path.join(installation.folder, 'records.mrc')
  await varyRecords(BASE, file, records, 0)
  installation.makeTenant(TENANT)
  const client = await signIn(installation.address, TENANT)
  const empty = await checksums(['instance', 'holdings_record', 'item', 'source_record'])
  const create = await startImport(client, await uploadFile(client, file), await createPtfProfile(client))
  await timed('create', () => endOfJob(client, create))
  await exportRecords(installation.databaseUrl(), TENANT, file)
  const profile = await createUpdateProfile(client)
  const upload = await uploadFile(client, file)

  const edited = (
    await installation.rows<{ id: string }>(
      `select id from t_${TENANT}.item where hrid_key > 'it00000000100' order by id limit ${EDITED}`,
    )
  ).map(({ id }) => id)
  const unedited = `id not in (${edited.map((id) => `'${id}'`).join(', ')})`
  const before = await checksums(TABLES)
  const content = await checksums(DOCUMENTS, CONTENT, unedited)
  const preview = await timed('preview', () => previewOf(client, upload, profile))
  const afterPreview = await checksums(TABLES)
  check('the preview writes nothing', JSON.stringify(afterPreview) === JSON.stringify(before))

  const update = await startImport(client, upload, profile)
  const state = await timed('update', () => endOfJob(client, update))
  check('the update ends well', state.status === 'COMMITTED', `${state.records} records`)
  check('the forecast of every record was right', (await wrongForecasts(preview, update)) === 0)

  await editItems(client, edited)
  await client.post(`/octavo/imports/${update}/undo`)
  await timed('undo of the update', async () => {
    await killInTheMiddle(client, update)
    const undo = await endOfUndo(client, update)
    check('the undo leaves what was edited since', undo.left >= EDITED, `${undo.left} left`)
  })
  const { left } = await client.get<{ left: { id: string }[] }>(
    `/octavo/imports/${update}/undo/left?limit=1000`,
  )
  check(
    'the edited items are listed',
    edited.every((id) => left.some((each) => each.id === id)),
  )
  const undone = await checksums(DOCUMENTS, CONTENT, unedited)
  check('every other document is as it was', JSON.stringify(undone) === JSON.stringify(content))

  await client.post(`/octavo/imports/${create}/undo`)
  const last = await timed('undo of the create', () => endOfUndo(client, create))
  const rest = await checksums(['instance', 'holdings_record', 'item', 'source_record'])
  const rows = (sums: Record<string, string>) => Object.values(sums).map((sum) => Number(sum.split(' ')[0]))
  const added = rows(rest).map((count, index) => count - rows(empty)[index]!)
  check(
    'of the create only the edited items and what they stand below are left',
    last.status === 'COMMITTED' && added.slice(0, 3).every((count) => count === EDITED),
    `${added.join(', ')} instances, holdings, items, source records`,
  )
} finally {
  await installation.remove()
}
if (!isRight) process.exitCode = 1
