import { readFileSync } from 'node:fs'
import type { Client } from './client.ts'
import { readRecords } from './iso2709.ts'
import { writeVaried } from './vary-records.ts'

/**
 * Writes `count` MARC holdings made from those of `base` to `target`, each with its own 001; the instances `hrids` stand
 * in 004, each for as many records in a row.
 */
export async function writeHoldings(
  base: string,
  target: string,
  count: number,
  hrids: readonly string[],
  first: number,
): Promise<void> {
  const records = readRecords(readFileSync(base))
  const each = Math.ceil(count / hrids.length)
  await writeVaried(target, records, count, (record, index) => ({
    leader: record.leader,
    fields: record.fields.map(({ tag, body }) => {
      if (tag === '001') return { tag, body: `bench${first + index}` }
      if (tag === '004') return { tag, body: hrids[Math.floor(index / each)]! }
      return { tag, body }
    }),
  }))
}

type Location = { id?: string; name: string; code: string }

/** Makes locations with these codes beside one of the sample's. */
export async function addLocations(client: Client, codes: readonly string[]): Promise<void> {
  const { locations } = await client.get<{ locations: Location[] }>('/locations?limit=1')
  const { id: _, ...like } = locations[0]!
  for (const code of codes) await client.post('/locations', { ...like, name: `Bench ${code}`, code })
}

type Entry = { relatedInstanceInfo: { idList: string[]; hridList: string[] } }

/** The instances that a job has made. */
export async function instancesOf(client: Client, jobId: string): Promise<{ id: string; hrid: string }[]> {
  const { entries } = await client.get<{ entries: Entry[] }>(
    `/metadata-provider/jobLogEntries/${jobId}?limit=10000`,
  )
  return entries.map(({ relatedInstanceInfo: { idList, hridList } }) => ({
    id: idList[0]!,
    hrid: hridList[0]!,
  }))
}
