import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { describe } from 'vitest'
import { chromiumPath } from '../support/chromium.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'

/** A group of tests in a real Chromium; skipped where there is none (`apt-get install chromium`, or OCTAVO_CHROMIUM). */
export const describeScreens = describe.skipIf(chromiumPath === null)

const DESKTOP = { size: 'desktop', width: 1280, height: 800 } as const
const TABLET = { size: 'tablet', width: 820, height: 1180 } as const

/** The sizes at which every walk is walked: `npm run screens` takes both, `npm test` the first, to stay short. */
export const SIZES = process.env.OCTAVO_SCREEN_SIZES === 'all' ? [DESKTOP, TABLET] : [DESKTOP]
export type Size = typeof DESKTOP | typeof TABLET

/** Somebody who signs in. */
export type Person = { tenant: string; username: string; password: string }

const ADMINISTRATOR: Person = { tenant: 'diku', username: 'diku_admin', password: 'admin' }

export type Screens = {
  app: TestApp
  /** The address of the server, without a slash at the end. */
  url: string
  browser: Browser
  /** A new window of its own (no cookies); errors of its console are kept in `consoleErrors`. */
  open(size?: Size): Promise<{ context: BrowserContext; page: Page }>
  /** A new window in which somebody is signed in, the administrator by default, at a path such as `/import`. */
  openSignedIn(at: string, size?: Size, as?: Person): Promise<{ context: BrowserContext; page: Page }>
  consoleErrors: string[]
  close(): Promise<void>
}

/** Starts a server that listens and works on jobs, and a browser; close both in `afterAll`. */
export async function startScreens(env: Record<string, string> = {}): Promise<Screens> {
  const app = await testApp({ env: { OCTAVO_PORT: '0', ...env }, work: true })
  const url = await app.octavo.listen()
  const browser = await chromium.launch({
    executablePath: chromiumPath!,
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const consoleErrors: string[] = []

  async function open(size: Size = DESKTOP) {
    const context = await browser.newContext({
      viewport: { width: size.width, height: size.height },
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      reducedMotion: 'reduce',
    })
    context.setDefaultTimeout(15_000)
    const page = await context.newPage()
    page.on('console', (message) => {
      // A refused request is told by the screen; the browser's own line about it is no fault of the page.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        consoleErrors.push(message.text())
      }
    })
    page.on('pageerror', (error) => consoleErrors.push(String(error)))
    return { context, page }
  }

  async function openSignedIn(at: string, size?: Size, { tenant, ...login }: Person = ADMINISTRATOR) {
    const { context, page } = await open(size)
    await context.addInitScript((name) => localStorage.setItem('octavo.tenant', name), tenant)
    await context.request.post(`${url}/bl-users/login-with-expiry`, {
      headers: { 'x-okapi-tenant': tenant },
      data: login,
    })
    await page.goto(`${url}/app${at}`)
    return { context, page }
  }

  return {
    app,
    url,
    browser,
    open,
    openSignedIn,
    consoleErrors,
    async close() {
      await browser.close()
      await app.close()
    },
  }
}

/** What axe finds wrong with the page as it stands: rule, help and the elements, for a readable failure. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // Without frames of other origins axe needs no page of its own to put results together; and what passes is not
  // wanted, but takes most of its time on a page with many rows.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  )
}

/** Keeps a picture of the page in the folder that OCTAVO_SCREENSHOTS names; does nothing without it. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.OCTAVO_SCREENSHOTS
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: path.join(folder, `${name}.png`) })
}
