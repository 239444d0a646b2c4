import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SIZES, accessibilityFaults, describeScreens, picture, startScreens } from './screens.ts'
import { BARCODE, addTitle } from './one-title.ts'
import type { Screens } from './screens.ts'

describeScreens.each(SIZES)('a log-in that ends ($size)', (size) => {
  let screens: Screens
  beforeAll(async () => {
    screens = await startScreens()
    await addTitle(screens.app)
  })
  afterAll(() => screens.close())

  // Walk 2.
  test('is renewed over the page, which goes on with what was typed and saves once', async () => {
    const [item] = (await screens.app.get(`/octavo/find?value=${BARCODE}`)).json.hits
    const read = async () => (await screens.app.get(`/item-storage/items/${item.id}`)).json
    const { _version: version } = await read()
    const at = `/inventory/${item.instanceId}/items/${item.id}/edit`
    const { page, context } = await screens.openSignedIn(at, size)
    const volume = page.getByLabel('Volume', { exact: true })
    const typed = `v.${size.size}`
    await volume.fill(typed)
    await page.getByRole('button', { name: /account and display/ }).waitFor()

    // Both times are over: access and refresh.
    await context.clearCookies()
    const writes: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().includes(`/items/${item.id}`))
        writes.push(request.url())
    })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const window = page.getByRole('dialog', { name: 'Log in again' })
    await window.getByText('Your log-in has run out.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `log-in-again-${size.size}`)
    expect(await volume.inputValue()).toBe(typed)
    expect(await window.getByLabel('User name').inputValue()).toBe('diku_admin')
    await window.getByRole('textbox', { name: 'Password' }).fill('admin')
    await page.keyboard.press('Enter')
    await window.waitFor({ state: 'detached' })
    await expect.poll(async () => (await read()).volume).toBe(typed)
    // The refused call and its one repetition.
    expect(writes.length).toBe(2)
    expect(await read()).toMatchObject({ _version: version + 1 })
    await context.close()
  })

  test('asks in the other tabs too, which follow the first that logs in; somebody else gets a fresh page', async () => {
    const id = randomUUID()
    await screens.app.post('/users', { id, username: `desk-${size.size}`, active: true })
    await screens.app.post('/authn/credentials', { userId: id, password: 'secret' })
    await screens.app.post('/perms/users', { userId: id, permissions: ['ui-users.view'] })
    const { page, context } = await screens.openSignedIn('/settings', size)
    const other = await context.newPage()
    await other.goto(`${screens.url}/app/inventory`)
    await other.getByRole('button', { name: /account and display/ }).waitFor()
    await page.getByRole('button', { name: /account and display/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.waitForURL('**/app/login')
    const window = other.getByRole('dialog', { name: 'Log in again' })
    await window.waitFor()

    await page.getByLabel('User name').fill('diku_admin')
    await page.getByRole('textbox', { name: 'Password' }).fill('admin')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await window.waitFor({ state: 'detached' })
    expect(new URL(other.url()).pathname).toBe('/app/inventory')

    await page.getByRole('button', { name: /account and display/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.waitForURL('**/app/login')
    await window.waitFor()
    await window.getByLabel('User name').fill(`desk-${size.size}`)
    await window.getByRole('textbox', { name: 'Password' }).fill('secret')
    await other.keyboard.press('Enter')
    await other.getByRole('button', { name: `desk-${size.size}: account and display` }).waitFor()
    expect(new URL(other.url()).pathname).toBe('/app/')
    expect(screens.consoleErrors).toEqual([])
    await context.close()
  })

  test('a server that does not answer is told, asked again, and nothing is lost', async () => {
    const { page, context } = await screens.openSignedIn('/settings', size)
    await page.getByRole('button', { name: /account and display/ }).waitFor()
    await context.setOffline(true)
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Find or do something' })
    await field.fill('3001')
    await page.getByText(/No answer from the server\. Trying again in \d s/).waitFor()
    await context.setOffline(false)
    await page.getByText(/No answer from the server/).waitFor({ state: 'detached' })
    expect(await field.inputValue()).toBe('3001')
    await context.close()
  })
})
