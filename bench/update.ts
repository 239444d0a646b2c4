import { createWriteStream, existsSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { cpuWords } from './cpu-time.ts'
import { signIn } from './client.ts'
import type { Client } from './client.ts'
import { createPtfProfile } from './create-profile.ts'
import { defaultBase } from './import.ts'
import { writeRecord } from './iso2709.ts'
import type { RawRecord } from './iso2709.ts'
import { loadFile } from './load-file.ts'
import { runOctavo, startServer } from './server.ts'
import type { BenchServer } from './server.ts'
import { median } from './statistics.ts'
import { createUpdateProfile } from './update-profile.ts'
import { varyRecords } from './vary-records.ts'

const PAGE = 2000

type ExportedRow = { marc: Buffer; holdings_hrid: string; item_hrid: string }

/** A record as it is stored: the leader, then tag and body of each field with its terminator. */
function storedRecord(marc: Buffer): RawRecord {
  const text = marc.toString('utf8')
  const fields = text
    .slice(24)
    .split('\u001e')
    .filter((field) => field !== '')
  return {
    leader: text.slice(0, 24),
    fields: fields.map((field) => ({ tag: field.slice(0, 3), body: field.slice(3) })),
  }
}

/**
 * Writes what a data export of the tenant's records gives with the holdings' HRID in 901 $a and the item's in 902 $a:
 * MARC with the instance's HRID in 001 and FOLIO's ids in 999 ff.
 */
export async function exportRecords(databaseUrl: string, tenant: string, target: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const out = createWriteStream(target)
  await client.query(`set search_path to ${pg.escapeIdentifier(`t_${tenant}`)}`)
  await client.query(`begin; declare exported cursor for
    select s.marc, h.doc ->> 'hrid' as holdings_hrid, i.doc ->> 'hrid' as item_hrid
    from source_record s
      join holdings_record h on h.instance_id = s.external_id
      join item i on i.holdings_record_id = h.id
    where s.snapshot_id in (select id from job_execution) and s.state = 0
    order by s.record_order`)
  for (;;) {
    const { rows } = await client.query<ExportedRow>(`fetch ${PAGE} from exported`)
    if (rows.length === 0) break
    const pieces = rows.map(({ marc, holdings_hrid: holdings, item_hrid: item }) => {
      const record = storedRecord(marc)
      record.fields.push(
        { tag: '901', body: `  \u001fa${holdings}` },
        { tag: '902', body: `  \u001fa${item}` },
      )
      return writeRecord(record)
    })
    if (!out.write(Buffer.concat(pieces))) await once(out, 'drain')
  }
  await client.query('commit')
  await client.end()
  out.end()
  await once(out, 'finish')
}

type Entry = {
  sourceRecordActionStatus: string
  relatedInstanceInfo: { actionStatus: string; idList: string[] }
  relatedHoldingsInfo: { actionStatus: string; id: string; hrid: string }[]
  relatedItemInfo: { actionStatus: string; id: string; hrid: string }[]
}

const SAMPLE = 1000

/** Reads a thousand of the updated records over the API and checks every field that the profile sets. */
async function checkSample(client: Client, jobId: string, records: number): Promise<void> {
  const step = Math.max(1, Math.floor(records / SAMPLE))
  for (let offset = 0; offset < records; offset += step) {
    const { entries } = await client.get<{ entries: Entry[] }>(
      `/metadata-provider/jobLogEntries/${jobId}?limit=1&offset=${offset}`,
    )
    const [entry] = entries
    const holdingsInfo = entry!.relatedHoldingsInfo[0]!
    const itemInfo = entry!.relatedItemInfo[0]!
    const instanceId = entry!.relatedInstanceInfo.idList[0]!
    const holdings = await client.get<Record<string, unknown>>(
      `/holdings-storage/holdings/${holdingsInfo.id}`,
    )
    const item = await client.get<Record<string, unknown>>(`/item-storage/items/${itemInfo.id}`)
    const source = await client.get<{ generation: number; parsedRecord: { content: unknown } }>(
      `/source-storage/records/${instanceId}/formatted?idType=INSTANCE`,
    )
    const notes = (document: Record<string, unknown>) =>
      (document.notes as { note: string }[]).map(({ note }) => note)
    const problems = [
      entry!.sourceRecordActionStatus !== 'UPDATED' && 'log',
      source.generation !== 1 && 'generation',
      !JSON.stringify(source.parsedRecord.content).includes('Addition') && '947',
      holdings.callNumberPrefix !== 'PREF' && 'callNumberPrefix',
      holdings.shelvingTitle !== 'TEST' && 'shelvingTitle',
      !(holdings.formerIds as string[]).includes(holdingsInfo.hrid) && 'formerIds',
      !notes(holdings).includes('Did this get added?') && 'holdings note',
      item.accessionNumber !== itemInfo.hrid && 'accessionNumber',
      notes(item).length !== 2 && 'item notes',
      !JSON.stringify(item.effectiveCallNumberComponents).includes('PREF') && 'effective call number',
      typeof item.temporaryLoanTypeId !== 'string' && 'temporaryLoanTypeId',
    ].filter((problem) => problem !== false)
    if (problems.length > 0) throw new Error(`Record ${offset + 1} is wrong: ${problems.join(', ')}`)
  }
}

async function runRound(
  server: BenchServer,
  base: string,
  records: number,
  round: number,
): Promise<{ create: number; update: number }> {
  const tenant = `update${round}`
  const file = path.join(server.folder, `${tenant}.mrc`)
  await varyRecords(base, file, records, round * records)
  runOctavo(server.folder, ['tenant', 'create', tenant, '--sample'])
  const client = await signIn(server.address, tenant)
  const profiles = [await createPtfProfile(client), await createUpdateProfile(client)] as const
  const start = server.cpuTime()
  const created = await loadFile(client, file, profiles[0], 100_000)
  const middle = server.cpuTime()
  await exportRecords(server.databaseUrl, tenant, file)
  await server.settle()
  const again = server.cpuTime()
  const updated = await loadFile(client, file, profiles[1], 100_000)
  process.stderr.write(`create: ${cpuWords(start, middle)}; update: ${cpuWords(again, server.cpuTime())}\n`)
  await checkSample(client, updated.jobId, records)
  runOctavo(server.folder, ['tenant', 'delete', tenant, '--yes'])
  rmSync(file)
  return { create: created.seconds, update: updated.seconds }
}

/** `npm run bench -- update` */
export async function runUpdate(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { records: { type: 'string' }, rounds: { type: 'string' }, base: { type: 'string' } },
  })
  const records = Number(values.records ?? 100_000)
  const rounds = Number(values.rounds ?? 3)
  const base = values.base ?? defaultBase()
  if (!existsSync(base)) throw new Error(`There is no file ${base}.`)
  const server = await startServer()
  try {
    const ratios: number[] = []
    for (let round = 1; round <= rounds; round += 1) {
      const { create, update } = await runRound(server, base, records, round)
      ratios.push(update / create)
      process.stdout.write(
        `round ${round}: ${records} records created in ${create.toFixed(1)} s, updated in ${update.toFixed(1)} s ` +
          `(${Math.round(records / update)}/s), ratio ${(update / create).toFixed(2)}, ` +
          `server at most ${server.peakMemoryMiB()} MiB\n`,
      )
    }
    process.stdout.write(`median: ${median(ratios).toFixed(2)} x the create time\n`)
  } finally {
    await server.stop()
  }
}
