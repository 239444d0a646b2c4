import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { LC, addLibrary } from '../../src/modules/inventory/test-library.ts'
import { SIZES, accessibilityFaults, describeScreens, picture, startScreens } from './screens.ts'
import type { Screens } from './screens.ts'

/** Call numbers QA100 to QA179, of a title each, without QA150. */
const NUMBERS = Array.from({ length: 80 }, (_, at) => 100 + at).filter((number) => number !== 150)

/** How long a page may take on a busy machine. */
const SOON = { timeout: 10_000 }

describeScreens('browsing', () => {
  let screens: Screens
  beforeAll(async () => {
    screens = await startScreens()
    const library = await addLibrary(screens.app)
    for (const number of NUMBERS) {
      const title = await library.addInstance({
        title: `Numbers ${number}`,
        contributors: [
          { name: `Author ${number}`, contributorNameTypeId: '2b94c631-fca9-4892-a730-03ee529ffe2a' },
        ],
        subjects: [{ value: `Sums ${number}` }],
      })
      const holdings = await library.addHoldings(title.id, {
        callNumber: `QA${number}`,
        callNumberTypeId: LC,
      })
      await library.addItem(holdings.id)
    }
  })
  afterAll(() => screens.close())

  const rowValues = async (page: Page) =>
    (await page.getByRole('rowheader').allTextContents()).map((text) => /^(?:QA)?\d*/.exec(text)![0])
  const focused = (page: Page) =>
    page.evaluate(() => document.activeElement?.querySelector('th')?.textContent ?? '')

  describe.each(SIZES)('at $size', (size) => {
    test('a missing call number has its place, and the pages beside it go on in order, by keyboard', async () => {
      const { page, context } = await screens.openSignedIn('/inventory/browse?list=callNumbersLc', size)
      const anchor = page.getByRole('textbox', { name: 'Begin at' })
      await anchor.fill('QA150')
      await anchor.press('Enter')
      const current = page.locator('tr[aria-current=true]')
      await current.getByText('would be here').waitFor()
      await page.getByRole('status').getByText('QA150 is not in the list; it would stand here.').waitFor({
        state: 'attached',
      })
      // Ten before the place, the place itself, nineteen behind it.
      const around = await rowValues(page)
      expect(around[0]).toBe('QA140')
      expect(around.slice(9, 12)).toEqual(['QA149', 'QA150', 'QA151'])
      expect(around.at(-1)).toBe('QA169')
      expect(await accessibilityFaults(page)).toEqual([])
      await picture(page, `browse-${size.size}`)

      await current.focus()
      await page.keyboard.press('PageDown')
      await expect.poll(() => focused(page), SOON).toBe('QA170')
      expect((await rowValues(page)).slice(0, 10)).toEqual(
        Array.from({ length: 10 }, (_, at) => `QA${170 + at}`),
      )
      await page.keyboard.press('PageUp')
      await expect.poll(() => focused(page), SOON).toBe('QA169')
      await page.keyboard.press('PageUp')
      await expect.poll(() => focused(page), SOON).toMatch(/^QA1[34]\d$/)
      const last = Number((await focused(page)).slice(2))
      const before = await rowValues(page)
      expect(before.at(-1)).toBe(`QA${last}`)
      expect(before).toEqual(before.toSorted())

      await page.keyboard.press('ArrowUp')
      await expect.poll(() => focused(page), SOON).toBe(`QA${last - 1}`)
      await page
        .getByRole('complementary', { name: `Titles of QA${last - 1}` })
        .getByText(`Numbers ${last - 1}`)
        .waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: `Numbers ${last - 1}` }).waitFor()
      await page.goBack()
      await expect.poll(() => rowValues(page), SOON).toEqual(before)
      await context.close()
    })
  })

  test('a letter typed in the list begins another value; other lists open titles too', async () => {
    const { page, context } = await screens.openSignedIn(
      '/inventory/browse?list=contributors&anchor=Author 120',
    )
    await page.locator('tr[aria-current=true]').getByText('Author 120').waitFor()
    await page.locator('tr[aria-current=true]').focus()
    await page.keyboard.press('s')
    expect(await page.getByRole('textbox', { name: 'Begin at' }).inputValue()).toBe('s')
    await page.getByRole('combobox', { name: 'List' }).click()
    await page.getByRole('option', { name: 'Subjects' }).click()
    await page.getByRole('textbox', { name: 'Begin at' }).fill('sums 105')
    await page.keyboard.press('Enter')
    await page.locator('tr[aria-current=true]').getByText('Sums 105').click()
    await page.getByRole('heading', { level: 1, name: 'Numbers 105' }).waitFor()
    await context.close()
  })

  test('nothing in the console', () => expect(screens.consoleErrors).toEqual([]))
})
