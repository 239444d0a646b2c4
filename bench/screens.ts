import { openAsBlob, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import type { Page } from 'playwright-core'
import { signIn } from './client.ts'
import type { Client } from './client.ts'
import { createPtfProfile } from './create-profile.ts'
import { defaultBase } from './import.ts'
import { runOctavo, startServer } from './server.ts'
import type { BenchServer } from './server.ts'
import { median } from './statistics.ts'
import { varyRecords } from './vary-records.ts'

const TENANT = 'screens'
const SIZE = { width: 1280, height: 800 }

type Upload = { id: string; fileDefinitions: { id: string; jobExecutionId: string }[] }

/** A page in which the tenant's administrator is signed in; it counts the frames that came late. */
async function openBrowser(server: BenchServer): Promise<{ page: Page; close: () => Promise<void> }> {
  const browser = await chromium.launch({
    executablePath: process.env.OCTAVO_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  const context = await browser.newContext({ viewport: SIZE })
  await context.addInitScript(`
    localStorage.setItem('octavo.tenant', '${TENANT}')
    window.gaps = []
    let last = performance.now()
    const frame = (now) => { window.gaps.push(now - last); last = now; requestAnimationFrame(frame) }
    requestAnimationFrame(frame)`)
  await context.request.post(`${server.address}/bl-users/login-with-expiry`, {
    headers: { 'x-okapi-tenant': TENANT },
    data: { username: `${TENANT}_admin`, password: 'bench-password' },
  })
  return { page: await context.newPage(), close: () => browser.close() }
}

/** Uploads a file and starts its import, which goes on by itself. @returns the job's id */
async function startImport(client: Client, file: Blob, name: string): Promise<string> {
  const profile = await createPtfProfile(client)
  const upload = await client.post<Upload>('/data-import/uploadDefinitions', { fileDefinitions: [{ name }] })
  const { id, jobExecutionId } = upload.fileDefinitions[0]!
  await client.postBytes(`/data-import/uploadDefinitions/${upload.id}/files/${id}`, file)
  await client.post(`/data-import/uploadDefinitions/${upload.id}/processFiles?defaultMapping=false`, {
    uploadDefinition: upload,
    jobProfileInfo: profile,
  })
  return jobExecutionId
}

async function waitForJob(client: Client, jobId: string): Promise<void> {
  for (;;) {
    const { status } = await client.get<{ status: string }>(`/change-manager/jobExecutions/${jobId}`)
    if (status === 'COMMITTED') return
    if (status === 'ERROR') throw new Error('The job ended with errors.')
    await delay(500)
  }
}

/** Watches a job's page while the job runs. @returns the gaps between frames in ms, the longest first */
async function watchJob(page: Page, server: BenchServer, client: Client, jobId: string): Promise<number[]> {
  await page.goto(`${server.address}/app/import/job/${jobId}`)
  await page.getByRole('progressbar').first().waitFor()
  await page.evaluate('window.gaps.length = 0')
  await waitForJob(client, jobId)
  await delay(2000)
  const gaps = (await page.evaluate('window.gaps')) as number[]
  return gaps.toSorted((one, other) => other - one)
}

/** Milliseconds from an act to what it leads to, several times. */
async function times(rounds: number, act: (round: number) => Promise<number>): Promise<string> {
  const all: number[] = []
  for (let round = 0; round < rounds; round += 1) all.push(await act(round))
  const sorted = all.toSorted((one, other) => one - other)
  return `median ${median(all).toFixed(0)} ms, worst ${sorted.at(-1)!.toFixed(0)} ms`
}

/** Presses Enter in the search box. @returns milliseconds until the rows of the new search are painted */
async function search(page: Page, words: string): Promise<number> {
  const box = page.getByRole('search').getByRole('textbox').first()
  await box.fill(words)
  const painted = page.evaluate(`new Promise((resolve) => {
    const began = performance.now()
    const look = () => {
      const rows = [...document.querySelectorAll('tbody tr[data-index]')]
      const isNew = window.seen !== rows[0]?.textContent
      const isEmpty = document.querySelector('table[aria-rowcount="1"]') !== null
      if ((isEmpty || (rows.length > 0 && isNew)) && !document.querySelector('[data-stale=true], [aria-busy=true]')) {
        window.seen = rows[0]?.textContent
        requestAnimationFrame(() => resolve(performance.now() - began))
      } else if (performance.now() - began > 10000) resolve(performance.now() - began)
      else requestAnimationFrame(look)
    }
    document.addEventListener('keydown', () => requestAnimationFrame(look), { once: true, capture: true })
  })`)
  await box.press('Enter')
  return (await painted) as number
}

/** `npm run bench -- screens` */
export async function runScreens(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { records: { type: 'string' }, rounds: { type: 'string' } } })
  const records = Number(values.records ?? 100_000)
  const rounds = Number(values.rounds ?? 15)
  const server = await startServer()
  try {
    runOctavo(server.folder, ['tenant', 'create', TENANT, '--sample'])
    const client = await signIn(server.address, TENANT)
    const file = path.join(server.folder, 'screens.mrc')
    await varyRecords(defaultBase(), file, records, 0)
    const { page, close } = await openBrowser(server)
    const jobId = await startImport(client, await openAsBlob(file), 'screens.mrc')
    const gaps = await watchJob(page, server, client, jobId)
    rmSync(file)
    const late = gaps.filter((gap) => gap > 100).length
    process.stdout.write(
      `page of a running import of ${records}: ${gaps.length} frames, longest gaps ${gaps
        .slice(0, 3)
        .map((gap) => gap.toFixed(0))
        .join(', ')} ms, ${late} over 100 ms\n`,
    )
    await server.settle()
    await page.goto(`${server.address}/app/inventory`)
    await page.getByRole('search').waitFor()
    const words = ['history', 'water', 'music', 'law', 'art', 'science', 'life', 'world', 'city', 'language']
    process.stdout.write(
      `search from key press to painted: ${await times(rounds, (round) => search(page, words[round % words.length]!))}\n`,
    )
    // Everything, so that there are titles to open.
    await page.goto(`${server.address}/app/inventory?q=*`)
    const open = await times(rounds, async () => {
      const link = page.locator('tbody tr[data-index] a').first()
      await link.waitFor()
      const began = performance.now()
      await link.click()
      // The heading of the copies is on the title's page alone; the rows after it are its items.
      await page.locator('#copies').waitFor()
      await page.locator('tbody tr[data-index]').first().waitFor()
      const took = performance.now() - began
      await page.goBack()
      await link.waitFor()
      return took
    })
    process.stdout.write(`a title opened from the results, with its copies: ${open}\n`)
    await close()
  } finally {
    await server.stop()
  }
}
