import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { signIn } from '../../bench/client.ts'
import { createPtfProfile } from '../../bench/create-profile.ts'
import { varyRecords } from '../../bench/vary-records.ts'
import {
  BASE,
  Installation,
  countRows,
  endOfJob,
  reportCounts,
  startImport,
  stateOfJob,
  uploadFile,
} from './installation.ts'

// Three processes work on one import: `npm run endurance:share`. One is killed in its middle; another is frozen until its
// lease is over and the others have its chunk, then wakes and must not commit. In the end every record must be there
// exactly once.

const { values } = parseArgs({ options: { records: { type: 'string' } } })
const records = Number(values.records ?? 100_000)
const LEASE_SECONDS = 5

const installation = new Installation({
  OCTAVO_LEASE_SECONDS: String(LEASE_SECONDS),
  OCTAVO_LOG_LEVEL: 'info',
})
await installation.start('serve', '--no-work')
try {
  const file = path.join(installation.folder, 'records.mrc')
  await varyRecords(BASE, file, records, 0)
  installation.makeTenant('share')
  const client = await signIn(installation.address, 'share')
  const profile = await createPtfProfile(client)
  const before = await countRows(installation, 'share')
  const workers = [
    await installation.start('work'),
    await installation.start('work'),
    await installation.start('work'),
  ] as const
  const lost: string[] = []
  const note = (bytes: Buffer) => {
    for (const line of bytes.toString().split('\n')) if (line.includes('"chunk":')) lost.push(line)
  }
  workers[1].stdout!.on('data', note)
  workers[1].stderr!.on('data', note)
  const jobId = await startImport(client, await uploadFile(client, file), profile)
  const reached = async (count: number) => {
    while ((await stateOfJob(client, jobId)).records < count) await delay(50)
  }
  await reached(records * 0.1)
  workers[0].kill('SIGKILL')
  process.stdout.write(`killed one process at ${(await stateOfJob(client, jobId)).records} records\n`)
  await reached(records * 0.2)
  workers[1].kill('SIGSTOP')
  process.stdout.write(`froze another at ${(await stateOfJob(client, jobId)).records} records\n`)
  await delay(LEASE_SECONDS * 2500)
  workers[1].kill('SIGCONT')
  process.stdout.write(`woke it at ${(await stateOfJob(client, jobId)).records} records\n`)
  await delay(1000)
  process.stdout.write(`chunks that it held and could not commit: ${lost.length}\n`)
  if (lost.length === 0) {
    process.stdout.write('IT HELD NO CHUNK: run it again.\n')
    process.exitCode = 1
  }
  const state = await endOfJob(client, jobId)
  reportCounts(before, await countRows(installation, 'share'), state, records)
} finally {
  await installation.remove()
}
