import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { chromiumPath } from './chromium.ts'

/** Builds the web app as it is served, once before all tests, where a browser can look at it. */
export default async function setup(): Promise<void> {
  if (chromiumPath === null) {
    process.stdout.write(
      'No Chromium here: the tests of the screens are skipped (apt-get install chromium).\n',
    )
    return
  }
  const build = path.join(import.meta.dirname, '../../web/build.ts')
  await promisify(execFile)(process.execPath, [build], { env: { ...process.env, NODE_ENV: 'production' } })
}
