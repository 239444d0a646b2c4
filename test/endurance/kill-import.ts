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

// An import that is killed again and again: `npm run endurance`. The server and PostgreSQL are ended with
// SIGKILL at random moments and started again; in the end every record must be there exactly once.

const { values } = parseArgs({ options: { records: { type: 'string' }, kills: { type: 'string' } } })
const records = Number(values.records ?? 20_000)
const kills = Number(values.kills ?? 10)

const installation = new Installation()
let server = await installation.start('serve')
try {
  const file = path.join(installation.folder, 'records.mrc')
  await varyRecords(BASE, file, records, 0)
  installation.makeTenant('kill')
  const client = await signIn(installation.address, 'kill')
  const profile = await createPtfProfile(client)
  const before = await countRows(installation, 'kill')
  const jobId = await startImport(client, await uploadFile(client, file), profile)
  for (let kill = 1; kill <= kills; kill += 1) {
    await delay(200 + Math.random() * 1200)
    const target = kill % 3 === 0 ? 'PostgreSQL' : kill % 3 === 1 ? 'server' : 'server and PostgreSQL'
    const postgres = installation.postgresPid()
    if (target !== 'PostgreSQL') {
      server.kill('SIGKILL')
      while (server.signalCode === null) await delay(10)
    }
    if (target !== 'server') process.kill(postgres, 'SIGKILL')
    if (target === 'PostgreSQL') await delay(300)
    else server = await installation.start('serve')
    let state = null
    for (let tries = 0; tries < 400 && state === null; tries += 1) {
      state = await stateOfJob(client, jobId).catch(() => null)
      if (state === null) await delay(50)
    }
    process.stdout.write(`kill ${kill}: ${target}; after the restart ${JSON.stringify(state)}\n`)
  }
  const state = await endOfJob(client, jobId)
  reportCounts(before, await countRows(installation, 'kill'), state, records)
} finally {
  await installation.remove()
}
