import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { SIZES, describeScreens, startScreens } from './screens.ts'
import { BARCODE, addTitle } from './one-title.ts'
import type { Screens } from './screens.ts'

/**
 * Presses keys as a scanner does, 10 ms apart. In the page itself, with times of their own: over the wire, or by timers of a
 * busy machine, they would come too slowly.
 */
async function scan(page: Page, keys: readonly string[]): Promise<void> {
  await page.evaluate((pressed) => {
    const begun = performance.now()
    for (const [at, key] of pressed.entries()) {
      const target = document.activeElement ?? document.body
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      Object.defineProperty(event, 'timeStamp', { value: begun + at * 10 })
      const isKept = target.dispatchEvent(event)
      if (
        isKept &&
        key.length === 1 &&
        (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
      ) {
        target.setRangeText(key, target.value.length, target.value.length, 'end')
        target.dispatchEvent(new Event('input', { bubbles: true }))
      }
    }
  }, keys)
}

// Walk 4.
describeScreens.each(SIZES)('scanning ($size)', (size) => {
  let screens: Screens
  beforeAll(async () => {
    screens = await startScreens()
    await addTitle(screens.app)
  })
  afterAll(() => screens.close())

  test('opens the item from any page, and is typed text in a field', async () => {
    const [item] = (await screens.app.get(`/octavo/find?value=${BARCODE}`)).json.hits
    const path = `/app/inventory/${item.instanceId}/items/${item.id}`
    const { page, context } = await screens.openSignedIn('/settings', size)
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await page.getByRole('button', { name: /account and display/ }).waitFor()

    await scan(page, [...BARCODE, 'Enter'])
    await page.waitForURL(`**${path}`)

    // Once more with what some scanners add, on a page with shortcuts of single letters.
    await page.goto(`${screens.url}/app/settings`)
    await page.getByRole('button', { name: /account and display/ }).waitFor()
    await scan(page, ['\u0002', ...BARCODE, 'Enter'])
    await page.waitForURL(`**${path}`)

    // In a field it is data: nothing opens.
    await page.goto(`${screens.url}${path}/edit`)
    const volume = page.getByLabel('Volume', { exact: true })
    await volume.fill('')
    await volume.focus()
    await scan(page, [...BARCODE, 'Enter'])
    await page.waitForTimeout(300)
    expect(await volume.inputValue()).toBe(BARCODE)
    expect(page.url()).toBe(`${screens.url}${path}/edit`)

    // A number that nothing has shows in the palette, and nothing else happens.
    await page.goto(`${screens.url}/app/settings`)
    await page.getByRole('button', { name: /account and display/ }).waitFor()
    await scan(page, [...'3199999999', 'Enter'])
    await page.getByText('Nothing has the number 3199999999.').first().waitFor()
    expect(await page.getByRole('combobox', { name: 'Find or do something' }).inputValue()).toBe('3199999999')
    expect(screens.consoleErrors).toEqual([])
    await context.close()
  })
})
