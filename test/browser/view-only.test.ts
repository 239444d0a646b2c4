import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BrowserContext } from 'playwright-core'
import { createTenant } from '../../src/modules/tenants/index.ts'
import { SIZES, accessibilityFaults, describeScreens, picture, startScreens } from './screens.ts'
import { BARCODE, addTitle } from './one-title.ts'
import type { Screens, Size } from './screens.ts'

const SECRET_TITLE = 'A title of the other library'

// Walk 25.
describeScreens.each(SIZES)('somebody who may only look ($size)', (size) => {
  let screens: Screens
  beforeAll(async () => {
    screens = await startScreens()
    await addTitle(screens.app)
    await addUser('viewer', viewRights())
    await addUser('nobody', [])
    await createTenant(screens.app.octavo.app, {
      id: 'other',
      name: SECRET_TITLE,
      reference: false,
      sample: false,
      admin: { username: 'other_admin', password: 'other-secret' },
    })
  })
  afterAll(() => screens.close())

  /** All permissions of routes that only read. */
  function viewRights(): string[] {
    const { app } = screens.app.octavo
    const names = app.modules.flatMap((module) =>
      (module.routes?.(app) ?? []).flatMap(({ method, permissions }) =>
        method === 'GET' && permissions !== 'public' ? [...permissions] : [],
      ),
    )
    return [...new Set(names)]
  }

  async function addUser(username: string, permissions: string[]): Promise<void> {
    const id = randomUUID()
    await screens.app.post('/users', { id, username, active: true })
    await screens.app.post('/authn/credentials', { userId: id, password: 'secret' })
    await screens.app.post('/perms/users', { userId: id, permissions })
  }

  async function signIn(context: BrowserContext, username: string): Promise<void> {
    await context.addInitScript(() => localStorage.setItem('octavo.tenant', 'diku'))
    await context.request.post(`${screens.url}/bl-users/login-with-expiry`, {
      headers: { 'x-okapi-tenant': 'diku' },
      data: { username, password: 'secret' },
    })
  }

  async function addresses(): Promise<string[]> {
    const [item] = (await screens.app.get(`/octavo/find?value=${BARCODE}`)).json.hits
    const title = `/inventory/${item.instanceId}`
    return [
      '/',
      '/import',
      '/import/history',
      '/inventory',
      '/inventory/browse',
      title,
      `${title}/edit`,
      `${title}/source`,
      `${title}/marc`,
      `${title}/versions`,
      `${title}/holdings/${item.holdingsRecordId}`,
      `${title}/items/${item.id}`,
      `${title}/items/${item.id}/edit`,
      '/bulk-edit',
      '/bulk-edit/history',
      '/settings',
      '/settings/import/profiles',
      '/no/such/page',
    ]
  }

  test('opens every page by its address, changes nothing, and sees nothing of another library', async () => {
    const { page, context } = await screens.open(size as Size)
    await signIn(context, 'viewer')
    const refusedWrites: string[] = []
    const doneWrites: string[] = []
    page.on('response', (response) => {
      const request = response.request()
      const own = /\/(?:octavo\/preferences|authn|bl-users)\b/
      if (request.method() === 'GET' || own.test(request.url())) return
      ;(response.status() === 403 ? refusedWrites : doneWrites).push(`${request.method()} ${request.url()}`)
    })
    for (const address of await addresses()) {
      await page.goto(`${screens.url}/app${address}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      // The stream of jobs never ends, so the page is never quiet: its first calls have this long.
      await page.waitForTimeout(300)
      expect([address, await page.locator('h1').count()]).toEqual([address, 1])
      expect([address, (await page.locator('h1').innerText()).length > 0]).toEqual([address, true])
      expect([address, await page.title()]).toEqual([address, expect.stringMatching(/ · Octavo$/)])
      expect(await page.locator('body').innerText()).not.toContain(SECRET_TITLE)
    }
    expect(doneWrites).toEqual([])
    expect(screens.consoleErrors).toEqual([])
    await context.close()
  }, 180_000)

  test('who may nothing at all is told whom to ask; a page without its permission says which', async () => {
    const { page, context } = await screens.open(size as Size)
    await signIn(context, 'nobody')
    await page.goto(`${screens.url}/app/inventory`)
    await page
      .getByRole('heading', { level: 1, name: 'You are logged in, but may not do anything yet' })
      .waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `no-permissions-${size.size}`)
    await context.close()

    await addUser('reader', ['inventory.instances.collection.get'])
    const other = await screens.open(size as Size)
    await signIn(other.context, 'reader')
    await other.page.goto(`${screens.url}/app/import`)
    await other.page.getByRole('heading', { level: 1, name: 'You may not open this page' }).waitFor()
    await other.page.getByText('This page needs “Import log: job executions, view”.').waitFor()
    // What they may not see at all is not in the side bar.
    const side = other.page.getByRole('navigation', { name: 'Parts of Octavo' })
    await side.getByRole('link', { name: 'Inventory' }).waitFor()
    expect(await side.getByRole('link', { name: 'Import' }).count()).toBe(0)
    expect(await accessibilityFaults(other.page)).toEqual([])
    await picture(other.page, `forbidden-${size.size}`)
    await other.context.close()
  })
})
