import { afterAll, beforeAll, expect, test } from 'vitest'
import { SIZES, describeScreens, picture, startScreens } from './screens.ts'
import type { Screens } from './screens.ts'

const TITLES = 12_000
const ROW_PX = 40

/** How long a page may take on a busy machine. */
const SOON = { timeout: 10_000 }

describeScreens('a result longer than FOLIO shows', () => {
  let screens: Screens
  beforeAll(async () => {
    screens = await startScreens()
    for (let first = 0; first < TITLES; first += 2_000) {
      const instances = Array.from({ length: 2_000 }, (_, at) => ({
        source: 'FOLIO',
        title: `Endless ${String(first + at + 1).padStart(6, '0')}`,
        instanceTypeId: '6312d172-f0cf-40f6-b27d-9fa8feaf332f',
      }))
      const reply = await screens.app.post('/instance-storage/batch/synchronous', { instances })
      expect(reply.status).toBe(201)
    }
  }, 120_000)
  afterAll(() => screens.close())

  test.each(SIZES)(
    'scrolls to row 9,000 and to the end, and is handed to a bulk edit as a query ($size)',
    async (size) => {
      const { page, context } = await screens.openSignedIn('/inventory?q=endless&as=title&sort=title', size)
      await page.getByText('12,000 titles').first().waitFor()
      const table = page.getByRole('table', { name: 'Titles' })
      expect(await table.getAttribute('aria-rowcount')).toBe('12001')
      const box = page.getByRole('region', { name: 'Titles' })
      await box.evaluate((element, top) => (element.scrollTop = top), 8_999 * ROW_PX)
      const row = page.locator('tr[aria-rowindex="9001"]')
      await row.getByText('Endless 009000').waitFor()
      expect(await page.locator('tbody tr').count()).toBeLessThan(100)
      await box.evaluate((element) => (element.scrollTop = element.scrollHeight))
      await page.getByText('Endless 012000').waitFor()
      await picture(page, `search-scroll-${size.size}`)
      // The place is in the address: a reload comes back to the end of the list.
      await expect.poll(() => new URL(page.url()).searchParams.get('at'), SOON).toMatch(/^119\d\d$/)
      await page.reload()
      await page.getByText('Endless 012000').waitFor()

      await page.getByRole('checkbox', { name: 'Select Endless 012000' }).check()
      await page.getByRole('button', { name: 'Select all 12,000 titles' }).click()
      await page.getByText('All 12,000 titles selected').waitFor()
      await page.getByRole('button', { name: 'Actions' }).click()
      await page.getByRole('menuitem', { name: 'Bulk edit 12,000 titles' }).click()
      await page.getByRole('heading', { level: 1, name: /bulk edit/i }).waitFor()
      const { searchParams } = new URL(page.url())
      expect(searchParams.get('total')).toBe('12000')
      const { json } = await screens.app.get(
        `/search/instances?limit=0&query=${encodeURIComponent(searchParams.get('query')!)}`,
      )
      expect(json.totalRecords).toBe(12_000)
      await page
        .getByText(/12,000/)
        .first()
        .waitFor()
      await context.close()
      expect(screens.consoleErrors).toEqual([])
    },
  )
})
