import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { addLibrary } from '../../src/modules/inventory/test-library.ts'
import type { TestLibrary } from '../../src/modules/inventory/test-library.ts'
import { SIZES, accessibilityFaults, describeScreens, picture, startScreens } from './screens.ts'
import type { Screens, Size } from './screens.ts'

const ISBN = '8261054f-be78-422d-bd51-4ed9f33c3422'

/** How long a page may take on a busy machine. */
const SOON = { timeout: 10_000 }

describeScreens('searching inventory', () => {
  let screens: Screens
  let library: TestLibrary
  const ids: Record<string, string> = {}

  /** Ten titles on rivers; those with an even number have a copy in Main, the others in the Annex. */
  beforeAll(async () => {
    screens = await startScreens()
    library = await addLibrary(screens.app)
    for (let n = 0; n < 10; n++) {
      const title = await library.addInstance({
        title: `Rivers, volume ${n}`,
        dates: { date1: String(1990 + ((n * 7) % 10)) },
        publication: [{ dateOfPublication: String(1990 + ((n * 7) % 10)) }],
        languages: ['eng'],
        ...(n === 3 ? { identifiers: [{ value: '9780306406157', identifierTypeId: ISBN }] } : {}),
      })
      const holdings = await library.addHoldings(title.id, {
        callNumber: `GB1229 .S${60 + n} ${1990 + n}`,
        permanentLocationId: n % 2 === 0 ? library.mainLocation : library.annexLocation,
      })
      await library.addItem(holdings.id, { barcode: `3001234567${n}` })
      ids[n] = title.id
    }
  })
  afterAll(() => screens.close())

  async function search(page: Page, text: string): Promise<void> {
    const box = page.getByRole('textbox', { name: 'Find titles, copies, numbers' })
    await box.fill(text)
    await box.press('Enter')
  }

  const titles = (page: Page) => page.getByRole('table').getByRole('rowheader')

  async function narrow(page: Page, size: Size, name: string): Promise<void> {
    if (size.size === 'tablet') await page.getByRole('button', { name: 'Narrow' }).click()
    await page.getByRole('checkbox', { name, exact: true }).check()
    await page.getByRole('button', { name: `Remove Location: ${name}` }).waitFor()
    if (size.size === 'tablet') await page.keyboard.press('Escape')
  }

  describe.each(SIZES)('at $size', (size) => {
    test('a list narrowed and sorted is the same after a look at a record, a reload, in another window', async () => {
      const { page, context } = await screens.openSignedIn('/inventory', size)
      await page.getByRole('button', { name: /^Show all/ }).waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await picture(page, `search-start-${size.size}`)
      await search(page, 'rivers')
      await page.getByText('10 titles').first().waitFor()
      await narrow(page, size, 'Main')
      await page.getByText('5 titles').first().waitFor()
      await page.getByRole('button', { name: 'Date', exact: true }).click()
      // 1990 + n * 7 modulo 10 for n = 0, 8, 6, 4, 2: 1990, 1996, 1992, 1998, 1994; by date 0, 6, 2, 8, 4.
      const inOrder = ['0', '6', '2', '8', '4'].map((n) => `Rivers, volume ${n}`)
      await expect.poll(() => titles(page).allTextContents(), SOON).toEqual(inOrder)
      expect(await page.getByRole('columnheader', { name: 'Date' }).getAttribute('aria-sort')).toBe(
        'ascending',
      )
      expect(await accessibilityFaults(page)).toEqual([])
      await picture(page, `search-${size.size}`)

      await page.getByRole('link', { name: 'Rivers, volume 2' }).click()
      await page.getByRole('heading', { level: 1, name: /Rivers, volume 2/ }).waitFor()
      await page.goBack()
      await expect.poll(() => titles(page).allTextContents(), SOON).toEqual(inOrder)
      await page.reload()
      await expect.poll(() => titles(page).allTextContents(), SOON).toEqual(inOrder)
      await page.getByRole('button', { name: 'Remove Location: Main' }).waitFor()

      const other = await context.newPage()
      await other.goto(page.url())
      await expect.poll(() => titles(other).allTextContents(), SOON).toEqual(inOrder)
      await other.close()
      await page.getByRole('button', { name: 'Remove Location: Main' }).click()
      await page.getByText('10 titles').first().waitFor()
      await context.close()
    })

    test('one box finds a number, a barcode, a call number, a half word, and says what to do when there is nothing', async () => {
      const { page, context } = await screens.openSignedIn('/inventory', size)
      await search(page, '978-0-306-40615-7')
      await expect.poll(() => titles(page).allTextContents(), SOON).toEqual(['Rivers, volume 3'])
      await page.getByRole('radio', { name: 'Searched as ISBN' }).waitFor({ state: 'attached' })

      await search(page, 'GB1229 .S65')
      await expect.poll(() => titles(page).allTextContents(), SOON).toEqual(['Rivers, volume 5'])
      await search(page, 'riv* vol*')
      await page.getByText('10 titles').first().waitFor()

      await search(page, 'rivres xyzzy')
      await page.getByRole('heading', { name: 'Nothing found.' }).waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await picture(page, `search-nothing-${size.size}`)
      await page.getByRole('button', { name: 'Search everything in the records' }).waitFor()
      await page.getByRole('link', { name: 'Create a title' }).waitFor()

      await page.getByRole('combobox', { name: 'Search in' }).click()
      await page.getByRole('option', { name: 'Query (CQL)' }).click()
      await search(page, 'title all "rivers" and (')
      await page.getByRole('alert').getByText('The query can’t be read from character').waitFor()

      await page.goto(`${screens.url}/app/inventory`)
      await search(page, '30012345674')
      await page.getByRole('heading', { level: 1, name: /Rivers, volume 4/ }).waitFor()
      await context.close()
    })

    test('a title is looked at beside the list by keyboard', async () => {
      const { page, context } = await screens.openSignedIn('/inventory?q=rivers&sort=title', size)
      await page.getByText('10 titles').first().waitFor()
      await page.getByRole('textbox', { name: 'Find titles, copies, numbers' }).press('ArrowDown')
      await page.keyboard.press('Space')
      await page.getByRole('heading', { level: 2, name: 'Rivers, volume 0' }).waitFor()
      await page.getByText('30012345670').first().waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await picture(page, `search-peek-${size.size}`)
      await page.getByRole('button', { name: 'Close the preview' }).click()
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex')), SOON)
        .toBe('2')
      await context.close()
    })
  })

  test('searches are kept, rows compared and taken away as files', async () => {
    const { page, context } = await screens.openSignedIn('/inventory?q=rivers&sort=title')
    await page.getByText('10 titles').first().waitFor()
    await page.getByRole('button', { name: 'Save this search' }).click()
    await page.getByLabel('Name of the search').fill('All about rivers')
    await page.getByLabel('Name of the search').press('Enter')
    await page.getByRole('checkbox', { name: 'Select Rivers, volume 1' }).check()
    await page.getByRole('checkbox', { name: 'Select Rivers, volume 3' }).check()
    await page.getByRole('button', { name: 'Actions' }).click()
    const file = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Download UUIDs' }).click()
    const { readFile } = await import('node:fs/promises')
    expect(await readFile(await (await file).path(), 'utf8')).toBe(`${ids[1]}\n${ids[3]}\n`)
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Compare two' }).click()
    await page.getByRole('table', { name: 'Two titles compared' }).getByText('9780306406157').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, 'search-compare-desktop')
    await page.keyboard.press('Escape')
    await page.goto(`${screens.url}/app/inventory`)
    await page.getByRole('link', { name: 'All about rivers' }).click()
    await page.getByText('10 titles').first().waitFor()
    await context.close()
  })

  test('nothing in the console', () => expect(screens.consoleErrors).toEqual([]))
})
