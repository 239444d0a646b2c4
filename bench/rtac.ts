import { parseArgs } from 'node:util'
import { signIn } from './client.ts'
import type { Client } from './client.ts'
import { cpuWords } from './cpu-time.ts'
import { BOOK, CAN_CIRCULATE, FOLIO_SOURCE, TEXT, addLocations, loadRecords } from './library.ts'
import { runOctavo, startServer } from './server.ts'

const TENANT = 'benchrtac'
const INSTANCES = 50
const SERIAL = '068b5344-e2a6-40df-9186-1829e13cd344'

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
  await loadRecords(client, '/instance-storage', 'instances', instances)
  await loadRecords(client, '/holdings-storage', 'holdingsRecords', below)
  await loadRecords(client, '/item-storage', 'items', copies)
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
    const [locationId] = await addLocations(client, ['Main'])
    const ids = await fill(client, { holdings, items, isSerial }, locationId!)
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
