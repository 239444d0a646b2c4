import { parseArgs } from 'node:util'
import { signIn } from './client.ts'
import type { Client } from './client.ts'
import { cpuWords } from './cpu-time.ts'
import { runOctavo, startServer } from './server.ts'

const TENANT = 'benchrtac'
const INSTANCES = 50
const BATCH = 5000

const TEXT = '6312d172-f0cf-40f6-b27d-9fa8feaf332f'
const SERIAL = '068b5344-e2a6-40df-9186-1829e13cd344'
const FOLIO_SOURCE = 'f32d531e-df79-46b3-8932-cdd35f7a2264'
const BOOK = '1a54b431-2e4f-452d-9cae-9cee66c9a892'
const CAN_CIRCULATE = '2b94c631-fca9-4892-a730-03ee529ffe27'
const SERVICE_POINT = '3a40852d-49fd-4df2-a1f9-6e2641a6e91f'

/** A location, with the library that it needs. */
async function addLocation(client: Client): Promise<string> {
  const add = (path: string, body: object) => client.post<{ id: string }>(path, body)
  const institution = await add('/location-units/institutions', { name: 'University', code: 'U' })
  const campus = await add('/location-units/campuses', {
    name: 'City',
    code: 'C',
    institutionId: institution.id,
  })
  const library = await add('/location-units/libraries', { name: 'Central', code: 'L', campusId: campus.id })
  const location = await add('/locations', {
    name: 'Main',
    code: 'M',
    institutionId: institution.id,
    campusId: campus.id,
    libraryId: library.id,
    primaryServicePoint: SERVICE_POINT,
    servicePointIds: [SERVICE_POINT],
  })
  return location.id
}

/** Adds records by the batch endpoint; ids are given, so that children can name them. */
async function load(
  client: Client,
  path: string,
  listKey: string,
  records: readonly object[],
): Promise<void> {
  for (let start = 0; start < records.length; start += BATCH) {
    await client.post(`${path}/batch/synchronous`, { [listKey]: records.slice(start, start + BATCH) })
  }
}

/** What hangs below each instance, and whether the instances are serials. */
type Shape = { holdings: number; items: number; isSerial: boolean }

/** The ids of the instances, each with `holdings` holdings records of `items` items. */
async function fill(
  client: Client,
  { holdings, items, isSerial }: Shape,
  locationId: string,
): Promise<string[]> {
  const instances = Array.from({ length: INSTANCES }, (_, i) => ({
    id: crypto.randomUUID(),
    source: 'FOLIO',
    title: `Instance ${i}`,
    instanceTypeId: TEXT,
    ...(isSerial ? { modeOfIssuanceId: SERIAL } : {}),
  }))
  const below = instances.flatMap(({ id: instanceId }) =>
    Array.from({ length: holdings }, (_, i) => ({
      id: crypto.randomUUID(),
      instanceId,
      sourceId: FOLIO_SOURCE,
      permanentLocationId: locationId,
      callNumber: `PN ${i} .A6`,
      callNumberPrefix: 'Ref',
      holdingsStatements: [{ statement: `v.1(1990)-v.${i}(2020)`, note: 'some issues are missing' }],
      notes: [{ note: 'Kept in the reading room', staffOnly: false }],
    })),
  )
  const copies = below.flatMap(({ id: holdingsRecordId }, place) =>
    Array.from({ length: items }, (_, i) => ({
      holdingsRecordId,
      barcode: `${place}-${i}`,
      materialTypeId: BOOK,
      permanentLoanTypeId: CAN_CIRCULATE,
      status: { name: 'Available' },
      enumeration: `v.${i}`,
      chronology: '1999',
      copyNumber: '1',
    })),
  )
  await load(client, '/instance-storage', 'instances', instances)
  await load(client, '/holdings-storage', 'holdingsRecords', below)
  await load(client, '/item-storage', 'items', copies)
  return instances.map(({ id }) => id)
}

async function medianMs(rounds: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return times.sort((one, other) => one - other)[Math.floor(rounds / 2)]!
}

/** `npm run bench -- rtac` */
export async function runRtac(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      holdings: { type: 'string' },
      items: { type: 'string' },
      rounds: { type: 'string' },
      serials: { type: 'boolean' },
    },
  })
  const holdings = Number(values.holdings ?? 300)
  const items = Number(values.items ?? 1)
  const isSerial = values.serials === true
  const rounds = Number(values.rounds ?? 15)
  const server = await startServer()
  try {
    runOctavo(server.folder, ['tenant', 'create', TENANT])
    const client = await signIn(server.address, TENANT)
    const ids = await fill(client, { holdings, items, isSerial }, await addLocation(client))
    for (const count of [1, 10, INSTANCES]) {
      const address = `/rtac?instanceIds=${ids.slice(0, count).join(',')}`
      const before = server.cpuTime()
      const ms = await medianMs(rounds, () => client.drain(address))
      process.stdout.write(
        `${count} instances, ${count * holdings} holdings, ${count * holdings * items} items: ${ms.toFixed(0)} ms` +
          ` to the last byte; ${rounds} requests took ${cpuWords(before, server.cpuTime())}\n`,
      )
    }
    process.stdout.write(`server at most ${server.peakMemoryMiB()} MiB\n`)
  } finally {
    await server.stop()
  }
}
