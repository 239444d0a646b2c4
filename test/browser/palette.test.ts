import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { SIZES, accessibilityFaults, describeScreens, picture, startScreens } from './screens.ts'
import { BARCODE, addTitle } from './one-title.ts'
import type { Screens } from './screens.ts'

const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  )

// Walk 3, by keyboard alone.
describeScreens.each(SIZES)('the command palette ($size)', (size) => {
  let screens: Screens
  beforeAll(async () => {
    screens = await startScreens()
    await addTitle(screens.app)
  })
  afterAll(() => screens.close())

  test('opens a record by its HRID, a page by its name, and gives the focus back', async () => {
    const { hits } = (await screens.app.get(`/octavo/find?value=${BARCODE}`)).json
    const [item] = hits
    const instance = (await screens.app.get(`/instance-storage/instances/${item.instanceId}`)).json
    const { page, context } = await screens.openSignedIn('/settings', size)
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()

    // An HRID that is typed and entered at once, before the server can have answered.
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Find or do something' })
    await field.waitFor()
    await page.keyboard.type(instance.hrid)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/app/inventory/${instance.id}`)
    await page.getByRole('heading', { level: 1, name: instance.title }).waitFor()

    // The page's own actions are there, under the frame's places.
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Import history' }).waitFor()
    await page.getByRole('group', { name: 'Actions on this page' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `palette-${size.size}`)
    await page.keyboard.type('import history')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/app/import/history')

    // Escape leaves everything as it was.
    await page.goto(`${screens.url}/app/settings`)
    const jobs = page.getByRole('button', { name: /^Jobs:/ })
    await jobs.focus()
    const before = await focused(page)
    await page.keyboard.press('Control+k')
    await field.waitFor()
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe(before)
    expect(screens.consoleErrors).toEqual([])
    await context.close()
  })

  test('says what it found, looks in one kind only, and opens a new tab', async () => {
    const { page, context } = await screens.openSignedIn('/', size)
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Find or do something' })
    await field.fill('999999999999')
    await page.getByText('Nothing has the number 999999999999.').first().waitFor()
    await page.getByRole('option', { name: 'Search inventory for “999999999999”' }).waitFor()

    await field.fill('ite')
    await page.keyboard.press('Tab')
    expect(await field.inputValue()).toBe('item:')
    await page.keyboard.type(BARCODE)
    const option = page.getByRole('option', { name: new RegExp(BARCODE) })
    await option.waitFor()
    expect(await option.getAttribute('aria-selected')).toBe('true')
    const opened = context.waitForEvent('page')
    await page.keyboard.press('Control+Enter')
    await (await opened).waitForURL('**/items/**')
    expect(new URL(page.url()).pathname).toBe('/app/')
    await context.close()
  })

  test('the list of shortcuts and the keys that it names', async () => {
    const { page, context } = await screens.openSignedIn('/', size)
    const heading = page.getByRole('heading', { level: 1 })
    await heading.waitFor()
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Shortcuts' })
    await list.waitFor()
    await list.getByRole('row', { name: /Inventory/ }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `shortcuts-${size.size}`)
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.waitForTimeout(80)
    await page.keyboard.press('s')
    await page.waitForURL('**/app/settings')
    await context.close()
  })
})
