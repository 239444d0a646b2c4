import { rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { signIn } from './client.ts'
import type { Client } from './client.ts'
import { createPtfProfile } from './create-profile.ts'
import { defaultBase } from './import.ts'
import { loadFile } from './load-file.ts'
import { runOctavo, startServer } from './server.ts'
import { median, quantile } from './statistics.ts'
import { varyRecords } from './vary-records.ts'

const TENANT = 'benchsearch'
const CLIENTS = 8
/** Records that the searches take their words from. */
const SAMPLE = 200
const WARM_UP = 2

type Instance = {
  id: string
  hrid: string
  title: string
  contributors: { name: string }[]
  subjects: { value: string }[]
  identifiers: { value: string; identifierTypeId: string }[]
}

/** A kind of request: its address for a record and its item's barcode; null where the record has nothing for it. */
type Kind = { name: string; url: (instance: Instance, barcode: string) => string | null }

const ISBN = '8261054f-be78-422d-bd51-4ed9f33c3422'

function wordsOf(text: string | undefined, count: number): string | null {
  const found = (text ?? '').match(/[\p{L}\p{N}]{3,}/gu)?.slice(0, count) ?? []
  return found.length === 0 ? null : found.join(' ')
}

function instances(query: string | null, more = ''): string | null {
  return query === null ? null : `/search/instances?query=${encodeURIComponent(query)}&limit=100${more}`
}

function facets(query: string | null, names: string): string | null {
  return query === null
    ? null
    : `/search/instances/facets?query=${encodeURIComponent(query)}&facet=${encodeURIComponent(names)}`
}

function all(index: string, words: string | null): string | null {
  return words === null ? null : `${index} all "${words}"`
}

const keyword = (instance: Instance) => all('keyword', wordsOf(instance.title, 2))
const common = (instance: Instance) => all('keyword', wordsOf(instance.title, 1))
const isbnOf = (instance: Instance) =>
  instance.identifiers.find(({ identifierTypeId }) => identifierTypeId === ISBN)?.value.split(' ')[0]

const KINDS: readonly Kind[] = [
  { name: 'keyword', url: (one) => instances(keyword(one)) },
  { name: 'keyword, one word', url: (one) => instances(common(one)) },
  { name: 'title', url: (one) => instances(all('title', wordsOf(one.title, 4))) },
  {
    name: 'title, phrase',
    url: (one) => instances(all('title', wordsOf(one.title, 3))?.replace(' all ', ' == ') ?? null),
  },
  { name: 'title, beginning', url: (one) => instances(`title = "${wordsOf(one.title, 1) ?? 'a'}*"`) },
  {
    name: 'contributor',
    url: (one) => instances(all('contributors', wordsOf(one.contributors[0]?.name, 2))),
  },
  { name: 'subject', url: (one) => instances(all('subjects', wordsOf(one.subjects[0]?.value, 2))) },
  { name: 'ISBN', url: (one) => (isbnOf(one) ? instances(`isbn = "${isbnOf(one)}"`) : null) },
  { name: 'HRID', url: (one) => instances(`hrid == "${one.hrid}"`) },
  { name: 'barcode', url: (_one, barcode) => instances(`items.barcode == "${barcode}"`) },
  {
    name: 'keyword or ISBN or HRID',
    url: (one) => instances(`${keyword(one) ?? 'keyword=x'} or isbn="${one.hrid}" or hrid=="${one.hrid}"`),
  },
  {
    name: 'keyword and filters',
    url: (one) => instances(`${keyword(one)} and languages=="eng" and staffSuppress=="false"`),
  },
  {
    name: 'keyword and item status',
    url: (one) => instances(`${keyword(one)} and items.status.name=="Available"`),
  },
  { name: 'filter, by title', url: () => instances('languages=="eng" sortby title') },
  { name: 'everything, by title', url: () => instances('cql.allRecords=1 sortby title') },
  { name: 'keyword, by title', url: (one) => instances(`${keyword(one)} sortby title`) },
  { name: 'keyword, by contributor', url: (one) => instances(`${keyword(one)} sortby contributors`) },
  {
    name: 'keyword, by date',
    url: (one) => instances(`${keyword(one)} sortby normalizedDate1/sort.descending`),
  },
  { name: 'keyword, expanded', url: (one) => instances(keyword(one), '&expandAll=true') },
  { name: 'facets of a keyword', url: (one) => facets(keyword(one), 'languages,source,instanceTypeId') },
  {
    name: 'item facets of a keyword',
    url: (one) => facets(keyword(one), 'items.status.name,items.effectiveLocationId'),
  },
  { name: 'facets of everything', url: () => facets('cql.allRecords=1', 'languages,source,instanceTypeId') },
  { name: 'item facet of everything', url: () => facets('cql.allRecords=1', 'items.status.name') },
  {
    name: '/inventory/items by barcode',
    url: (_one, barcode) => `/inventory/items?query=${encodeURIComponent(`barcode=="${barcode}"`)}`,
  },
]

/** Records from all over the load, so that their words are rare and frequent ones. */
async function readSample(client: Client, records: number): Promise<Instance[]> {
  const sample: Instance[] = []
  for (let at = 0; at < SAMPLE; at += 20) {
    const offset = Math.floor((at / SAMPLE) * Math.max(0, records - 20))
    const page = await client.get<{ instances: Instance[] }>(
      `/instance-storage/instances?limit=20&offset=${offset}&totalRecords=none`,
    )
    sample.push(...page.instances)
  }
  return sample
}

/** Gives every item a barcode: the load's profile sets none. */
async function addBarcodes(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`set search_path to t_${TENANT}, octavo`)
  await client.query(
    `update item set barcode_key = 'b' || hrid_key,
       doc = (doc::jsonb || jsonb_build_object('barcode', 'B' || (doc ->> 'hrid')))::json
     where barcode_key is null`,
  )
  await client.query('vacuum analyze instance, holdings_record, item')
  await client.end()
}

async function measure(
  clients: readonly Client[],
  urls: readonly string[],
  requests: number,
): Promise<number[]> {
  const times: number[] = []
  let next = 0
  await Promise.all(
    clients.map(async (client) => {
      while (next < requests) {
        const url = urls[next % urls.length]!
        next += 1
        const started = performance.now()
        await client.get(url)
        times.push(performance.now() - started)
      }
    }),
  )
  return times
}

/** `npm run bench -- search` */
export async function runSearch(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      records: { type: 'string' },
      requests: { type: 'string' },
      base: { type: 'string' },
      keep: { type: 'boolean' },
    },
  })
  const records = Number(values.records ?? 1_000_000)
  const requests = Number(values.requests ?? 400)
  const server = await startServer()
  try {
    const file = path.join(server.folder, 'records.mrc')
    await varyRecords(values.base ?? defaultBase(), file, records, 0)
    runOctavo(server.folder, ['tenant', 'create', TENANT, '--sample'])
    const client = await signIn(server.address, TENANT)
    const loaded = await loadFile(client, file, await createPtfProfile(client), 100_000)
    rmSync(file)
    process.stdout.write(`${records} records loaded in ${loaded.seconds.toFixed(1)} s\n`)
    const sample = await readSample(client, records)
    const during = await measure([client], [instances(keyword(sample[0]!) ?? 'id=*')!], 3)
    process.stdout.write(
      `first searches after the load: ${during.map((ms) => ms.toFixed(0)).join(', ')} ms\n`,
    )
    await addBarcodes(server.databaseUrl)
    if (values.keep) {
      process.stdout.write(`database: ${server.databaseUrl}\n`)
    }
    const { items } = await client.get<{ items: { barcode: string }[] }>(
      `/item-storage/items?limit=${SAMPLE}&query=${encodeURIComponent('barcode=""')}&totalRecords=none`,
    )
    const clients = await Promise.all(Array.from({ length: CLIENTS }, () => signIn(server.address, TENANT)))
    for (const { name, url } of KINDS) {
      const urls = sample.flatMap((instance, i) => url(instance, items[i % items.length]!.barcode) ?? [])
      if (urls.length === 0) continue
      await measure(clients, urls, CLIENTS * WARM_UP)
      const times = await measure(clients, urls, requests)
      process.stdout.write(
        `${name}: median ${median(times).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms\n`,
      )
    }
    process.stdout.write(`server at most ${server.peakMemoryMiB()} MiB\n`)
    if (values.keep) await new Promise((resolve) => process.once('SIGINT', resolve))
  } finally {
    await server.stop()
  }
}
