import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLibrary } from '../../src/modules/inventory/test-library.ts'
import { addTitle } from './copies.ts'
import { SIZES, describeScreens, startScreens } from './screens.ts'
import type { Screens } from './screens.ts'

describeScreens('the keys of a title', () => {
  let screens: Screens
  beforeAll(async () => {
    screens = await startScreens()
  })
  afterAll(() => screens.close())

  test('y copies the HRID, i adds items, e edits, Escape comes back, h adds holdings', async () => {
    const library = await addLibrary(screens.app)
    const title = await addTitle(screens.app, library, 'Keys of the kingdom', [
      { location: 'Annex', callNumber: 'PS3505', items: [{ barcode: '60001' }] },
    ])
    const { page, context } = await screens.openSignedIn(`/inventory/${title.id}`, SIZES[0])
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('link', { name: '60001' }).waitFor()
    await page.keyboard.press('y')
    await page.getByText(`${title.hrid} is on the clipboard.`).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(title.hrid)
    await page.keyboard.press('i')
    const barcode = page.getByRole('textbox', { name: 'New item 1: Barcode' })
    await barcode.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await barcode.waitFor({ state: 'detached' })
    await page.keyboard.press('e')
    await page.getByRole('heading', { level: 1, name: 'Edit Keys of the kingdom' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1, name: 'Keys of the kingdom', exact: true }).waitFor()
    await page.keyboard.press('h')
    await page.getByRole('heading', { level: 1, name: 'New holdings of Keys of the kingdom' }).waitFor()
    expect(screens.consoleErrors).toEqual([])
    await context.close()
  })
})
