import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLE_PROFILE, answer, countOf, logOf, startFiles, until } from '../flows/import-client.ts'
import { manyBooks } from '../flows/marc-files.ts'
import { ServerProcess } from '../flows/server-process.ts'
import { chromiumPath } from '../support/chromium.ts'
import { ADMIN, countOn } from './import-steps.ts'
import { SIZES, accessibilityFaults, describeScreens, picture } from './screens.ts'

const RECORDS = 3000

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

describeScreens('a server that is killed while a job runs', () => {
  let server: ServerProcess
  let browser: Browser
  let url: string
  beforeAll(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    server = await ServerProcess.create({
      OCTAVO_PORT: String(port),
      OCTAVO_CHUNK_RECORDS: '50',
      OCTAVO_JOB_CONCURRENCY: '1',
    })
    await server.start()
    await server.run('tenant', 'create', ADMIN.tenant, '--sample')
    await server.signIn(ADMIN.tenant, ADMIN.username)
    browser = await chromium.launch({ executablePath: chromiumPath!, args: ['--no-sandbox'] })
  })
  afterAll(async () => {
    await browser.close()
    await server.remove()
  })

  // Walk 13.
  test.each(SIZES)('the page says that the job went on, and the totals are exact ($size)', async (size) => {
    const { api } = server
    const before = await countOf(api, '/instance-storage/instances')
    const bytes = manyBooks(RECORDS, size.size)
    const [jobId] = await startFiles(api, [{ name: 'crash.mrc', bytes }], SAMPLE_PROFILE)
    const context = await browser.newContext({ viewport: size, locale: 'en-GB' })
    context.setDefaultTimeout(30_000)
    await context.addInitScript((tenant) => localStorage.setItem('octavo.tenant', tenant), ADMIN.tenant)
    await context.request.post(`${url}/bl-users/login-with-expiry`, {
      headers: { 'x-okapi-tenant': ADMIN.tenant },
      data: { username: ADMIN.username, password: ADMIN.password },
    })
    const page = await context.newPage()
    await page.goto(`${url}/app/import/job/${jobId}`)
    await page.getByText('Running', { exact: true }).waitFor()
    await until(async () => (await countOn(page, 'Created')) >= 300)
    expect(await server.end('SIGKILL')).toBeNull()
    await server.start()
    await page.getByText(/^Went on after a restart at .* Nothing was done twice\.$/).waitFor()
    await picture(page, `import-went-on-${size.size}`)
    await page.getByText(/^3,000 records in .*No errors\.$/).waitFor({ timeout: 60_000 })
    expect(await countOn(page, 'Created')).toBe(RECORDS)
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await countOf(api, '/instance-storage/instances')).toBe(before + RECORDS)
    const entries = await logOf(api, jobId!)
    expect(new Set(entries.map(({ sourceRecordOrder }) => sourceRecordOrder)).size).toBe(RECORDS)
    expect(answer(await api.get(`/octavo/jobs/${jobId}`))).toMatchObject({
      done: RECORDS,
      created: RECORDS,
      errors: 0,
    })
    await context.close()
  })
})
