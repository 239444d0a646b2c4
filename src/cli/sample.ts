import path from 'node:path'
import type { App } from '../kernel/module.ts'
import { findAdministrator } from '../modules/permissions/index.ts'
import { sampleFile } from '../sample-library/read-sample.ts'
import { connectWithToken } from './connection.ts'
import { findProfile, importFile } from './import-file.ts'
import { formatResult } from './import-report.ts'

/** The sample tenant that the first start has made, and how to sign in to it. */
export type Sample = { tenant: string; username: string; password: string }

const SAMPLE_PROFILE = 'Sample - Create instance, holdings and items'
const HOUR = 3600

/** Loads the sample's MARC file through the API, as a librarian would, and says what to try next. */
export async function loadSample(app: App, address: string, sample: Sample): Promise<void> {
  const { tenant } = sample
  const user = await app.db.tenant(tenant, (tx) => findAdministrator(tx, sample.username))
  const token = await app.tokens.sign(
    { username: user!.username, userId: user!.id, tenant, type: 'access', tokenId: null },
    HOUR,
  )
  const connection = connectWithToken(address, tenant, token)
  const profile = await findProfile(connection, SAMPLE_PROFILE)
  const file = sampleFile('books.mrc')
  const result = await importFile(connection, file, profile!, () => undefined)
  process.stdout.write(formatResult(path.basename(file), result, process.stdout.isTTY))
  process.stdout.write(nextSteps(address, sample))
}

function nextSteps(address: string, { tenant, username, password }: Sample): string {
  return `
The sample library is ready: tenant ${tenant}, user ${username}, password ${password} (on this machine only).

Open ${address} in a browser and log in with these. Or, in another terminal:
  npm run octavo -- import FILE.mrc --tenant ${tenant} --profile "Default - Create instance and SRS MARC Bib"
  curl -si ${address}/authn/login -H 'x-okapi-tenant: ${tenant}' -H 'content-type: application/json' \\
    -d '{"username":"${username}","password":"${password}"}' | grep -i x-okapi-token
  curl -s '${address}/inventory/instances?query=title%20all%20%22pride%20prejudice%22' -H 'x-okapi-token: TOKEN'
`
}
