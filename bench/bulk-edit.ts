import { createWriteStream, openAsBlob } from 'node:fs'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { signIn } from './client.ts'
import type { Client } from './client.ts'
import { cpuWords } from './cpu-time.ts'
import { BOOK, CAN_CIRCULATE, FOLIO_SOURCE, TEXT, addLocations, loadRecords } from './library.ts'
import { runOctavo, startServer } from './server.ts'
import type { BenchServer } from './server.ts'
import { median } from './statistics.ts'
import { prepareUpdateLimit } from './update-limit.ts'

const READING_ROOM = '2e48e713-17f3-4c13-a9f8-23845bb210a4'
const NOTE = '8d0a5eca-25de-4391-81a9-236eeefdd20b'
const BATCH = 5000
const POLL_MS = 50
/** Items that are read again after a round. */
const CHECKED = 200

type Place = { main: string; annex: string }
type Options = { records: number; users: number; identifiers: number }

/** Seconds of each step of an operation, from its request to the status that ends it. */
type Steps = { upload: number; match: number; edit: number; commit: number }

type Operation = {
  id: string
  status: string
  errorMessage?: string
  matchedNumOfRecords: number
  committedNumOfRecords: number
  matchedNumOfErrors: number
}

function barcodeOf(item: number): string {
  return String(31_456_000_000_000 + item)
}

/** Makes items, each with holdings and an instance of its own. */
async function addItems(client: Client, count: number, { main, annex }: Place): Promise<void> {
  for (let start = 0; start < count; start += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, count - start) }, (_one, i) => start + i)
    const parents = numbers.map((no) => ({
      no,
      instanceId: crypto.randomUUID(),
      holdingsId: crypto.randomUUID(),
    }))
    const instances = parents.map(({ no, instanceId: id }) => ({
      id,
      source: 'FOLIO',
      title: `The history of the town number ${no} and of its library`,
      instanceTypeId: TEXT,
      publication: [
        { publisher: 'Town Press', place: 'London', dateOfPublication: String(1900 + (no % 120)) },
      ],
      contributors: [
        { name: `Author ${no % 997}, Ann`, contributorNameTypeId: PERSONAL_NAME, primary: true },
      ],
    }))
    const holdings = parents.map(({ no, instanceId, holdingsId: id }) => ({
      id,
      instanceId,
      sourceId: FOLIO_SOURCE,
      permanentLocationId: main,
      callNumber: `DA ${no % 900}.L6 T${no % 77}`,
    }))
    const items = parents.map(({ no, holdingsId: holdingsRecordId }) => ({
      holdingsRecordId,
      barcode: barcodeOf(no),
      materialTypeId: BOOK,
      permanentLoanTypeId: CAN_CIRCULATE,
      temporaryLoanTypeId: READING_ROOM,
      permanentLocationId: main,
      temporaryLocationId: annex,
      status: { name: 'Available' },
      copyNumber: '1',
      volume: `v.${no % 12}`,
      notes: [{ itemNoteTypeId: NOTE, note: 'Bought at the fair', staffOnly: false }],
      administrativeNotes: ['Recorded in the stocktaking'],
    }))
    await loadRecords(client, '/instance-storage', 'instances', instances)
    await loadRecords(client, '/holdings-storage', 'holdingsRecords', holdings)
    await loadRecords(client, '/item-storage', 'items', items)
  }
}

const PERSONAL_NAME = '2b94c631-fca9-4892-a730-03ee529ffe2a'

/** The rules of FOLIO's test of items (folio-org/perf-testing), three kinds of notes and suppression beside them. */
function rulesFor(operationId: string, { annex }: Place): object {
  const rule = (option: string, type: string, updated: string, parameters: object[] = []) => ({
    bulkOperationId: operationId,
    rule_details: { option, actions: [{ type, initial: null, updated, parameters }] },
  })
  const rules = [
    rule('TEMPORARY_LOCATION', 'CLEAR_FIELD', ''),
    rule('STATUS', 'REPLACE_WITH', 'Unknown'),
    rule('PERMANENT_LOCATION', 'REPLACE_WITH', annex),
    rule('TEMPORARY_LOAN_TYPE', 'CLEAR_FIELD', ''),
    rule('PERMANENT_LOAN_TYPE', 'REPLACE_WITH', READING_ROOM),
    rule('ADMINISTRATIVE_NOTE', 'ADD_TO_EXISTING', 'Moved to the annex'),
    rule('CHECK_IN_NOTE', 'ADD_TO_EXISTING', 'Send to the annex'),
    rule('ITEM_NOTE', 'ADD_TO_EXISTING', 'Moved in the summer', [
      { key: 'ITEM_NOTE_TYPE_ID_KEY', value: NOTE },
    ]),
    rule('SUPPRESS_FROM_DISCOVERY', 'SET_TO_TRUE', ''),
  ]
  return { bulkOperationRules: rules, totalRecords: rules.length }
}

/** Writes the barcodes of a user's items, and as many unknown ones as are wanted. */
async function writeIdentifiers(
  file: string,
  user: number,
  { records, identifiers }: Options,
): Promise<void> {
  const out = createWriteStream(file)
  for (let start = 0; start < identifiers; start += BATCH) {
    const length = Math.min(BATCH, identifiers - start)
    const lines = Array.from({ length }, (_one, i) => {
      const line = start + i
      return line < records ? barcodeOf(user * records + line) : `unknown-${line}`
    })
    if (!out.write(`${lines.join('\n')}\n`)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
}

async function waitFor(client: Client, id: string, running: readonly string[]): Promise<Operation> {
  for (;;) {
    const operation = await client.get<Operation>(`/bulk-operations/${id}`)
    if (operation.status === 'FAILED') throw new Error(`The operation failed: ${operation.errorMessage}`)
    if (!running.includes(operation.status)) return operation
    await delay(POLL_MS)
  }
}

/** Edits a user's items as FOLIO's screens do: upload, match, look, rules, look, commit. */
async function editItems(client: Client, file: string, place: Place, options: Options): Promise<Steps> {
  const bytes = await openAsBlob(file)
  const times = [performance.now()]
  const { id } = await client.postFile<Operation>(
    '/bulk-operations/upload?entityType=ITEM&identifierType=BARCODE&manual=false',
    path.basename(file),
    bytes,
  )
  times.push(performance.now())
  const start = (step: string) => client.post(`/bulk-operations/${id}/start`, { step, approach: 'IN_APP' })
  const look = (step: string) => client.get(`/bulk-operations/${id}/preview?limit=100&step=${step}`)
  await start('UPLOAD')
  const matched = await waitFor(client, id, ['RETRIEVING_RECORDS', 'SAVING_RECORDS_LOCALLY'])
  expectCount('matched', matched.matchedNumOfRecords, options.records)
  expectCount('unknown', matched.matchedNumOfErrors, options.identifiers - options.records)
  await look('UPLOAD')
  times.push(performance.now())
  await client.post(`/bulk-operations/${id}/content-update`, rulesFor(id, place))
  await start('EDIT')
  await waitFor(client, id, ['DATA_MODIFICATION_IN_PROGRESS'])
  await look('EDIT')
  times.push(performance.now())
  await start('COMMIT')
  const done = await waitFor(client, id, ['APPLY_CHANGES'])
  times.push(performance.now())
  expectCount('committed', done.committedNumOfRecords, options.records)
  const [upload, match, edit, commit] = times.slice(1).map((time, i) => (time - times[i]!) / 1000)
  return { upload: upload!, match: match!, edit: edit!, commit: commit! }
}

function expectCount(what: string, count: number, wanted: number): void {
  if (count !== wanted) throw new Error(`${count} records ${what} instead of ${wanted}`)
}

type Item = {
  status: { name: string }
  permanentLocationId: string
  temporaryLocationId?: string
  permanentLoanTypeId: string
  temporaryLoanTypeId?: string
  effectiveLocationId: string
  administrativeNotes: string[]
  circulationNotes: { note: string }[]
  notes: { note: string }[]
  discoverySuppress: boolean
}

/** Reads some of the items over the API and checks every field that the rules set. */
async function checkSample(client: Client, items: number, { annex }: Place): Promise<void> {
  const step = Math.max(1, Math.floor(items / CHECKED))
  for (let no = 0; no < items; no += step) {
    const query = encodeURIComponent(`barcode==${barcodeOf(no)}`)
    const found = await client.get<{ items: Item[] }>(`/item-storage/items?query=${query}`)
    const item = found.items[0]!
    const isRight =
      item.status.name === 'Unknown' &&
      item.permanentLocationId === annex &&
      item.effectiveLocationId === annex &&
      item.temporaryLocationId === undefined &&
      item.permanentLoanTypeId === READING_ROOM &&
      item.temporaryLoanTypeId === undefined &&
      item.administrativeNotes.length === 2 &&
      item.circulationNotes.length === 1 &&
      item.notes.length === 2 &&
      item.discoverySuppress
    if (!isRight) throw new Error(`Item ${barcodeOf(no)} is wrong: ${JSON.stringify(item)}`)
  }
}

async function runRound(
  server: BenchServer,
  options: Options,
  round: number,
): Promise<{ seconds: number; limit: number; steps: Steps }> {
  const tenant = `bulk${round}`
  const { records, users } = options
  runOctavo(server.folder, ['tenant', 'create', tenant])
  const client = await signIn(server.address, tenant)
  const [main, annex] = await addLocations(client, ['Main', 'Annex'])
  const place = { main: main!, annex: annex! }
  await addItems(client, records * users, place)
  const files = Array.from({ length: users }, (_one, user) =>
    path.join(server.folder, `${tenant}-${user}.csv`),
  )
  for (const [user, file] of files.entries()) await writeIdentifiers(file, user, options)
  const limit = await prepareUpdateLimit(server.databaseUrl, tenant)
  await server.settle()
  const before = server.cpuTime()
  const started = performance.now()
  const steps = await Promise.all(files.map((file) => editItems(client, file, place, options)))
  const seconds = (performance.now() - started) / 1000
  process.stderr.write(`${cpuWords(before, server.cpuTime())}\n`)
  await checkSample(client, records * users, place)
  const bare = await limit.measure()
  runOctavo(server.folder, ['tenant', 'delete', tenant, '--yes'])
  const slowest = steps.reduce((worst, next) => (next.commit > worst.commit ? next : worst))
  return { seconds, limit: bare, steps: slowest }
}

/** `npm run bench -- bulk-edit` */
export async function runBulkEdit(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      records: { type: 'string' },
      users: { type: 'string' },
      rounds: { type: 'string' },
      identifiers: { type: 'string' },
    },
  })
  const records = Number(values.records ?? 100_000)
  const users = Number(values.users ?? 1)
  const identifiers = Math.max(records, Number(values.identifiers ?? 0))
  const server = await startServer()
  try {
    const ratios: number[] = []
    for (let round = 1; round <= Number(values.rounds ?? 3); round += 1) {
      const { seconds, limit, steps } = await runRound(server, { records, users, identifiers }, round)
      ratios.push(seconds / limit)
      const { upload, match, edit, commit } = steps
      const parts = [upload, match, edit, commit].map((part) => part.toFixed(1))
      process.stdout.write(
        `round ${round}: ${users} x ${records} items in ${seconds.toFixed(1)} s ` +
          `(${Math.round((users * records) / seconds)}/s; upload ${parts[0]}, match ${parts[1]}, edit ${parts[2]}, ` +
          `commit ${parts[3]}), bare UPDATE ${limit.toFixed(1)} s, ratio ${(seconds / limit).toFixed(2)}, ` +
          `server at most ${server.peakMemoryMiB()} MiB\n`,
      )
    }
    process.stdout.write(`median: ${median(ratios).toFixed(2)} x the bare UPDATE\n`)
  } finally {
    await server.stop()
  }
}
