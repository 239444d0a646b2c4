import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLibrary, minimal } from '../../src/modules/inventory/test-library.ts'
import { answer } from '../flows/import-client.ts'
import { choose, ruleOf } from './bulk-edit-page.ts'
import { SIZES, accessibilityFaults, describeScreens, picture, startScreens } from './screens.ts'
import type { Screens } from './screens.ts'

/** How many items are edited: OCTAVO_BULK_ITEMS=100000 walks it at full length. */
const ITEMS = Number(process.env.OCTAVO_BULK_ITEMS ?? 1001)
const SECONDS = 60 + ITEMS / 200
const barcodeAt = (at: number): string => String(310_000_000 + at)
const count = new Intl.NumberFormat('en-GB').format

describeScreens.each(SIZES)('a bulk edit of many items that is changed back ($size)', (size) => {
  let screens: Screens

  beforeAll(async () => {
    screens = await startScreens()
    const library = await addLibrary(screens.app)
    const instance = await library.addInstance({ title: 'Rivers of Ontario' })
    const holdings = await library.addHoldings(instance.id)
    for (let from = 0; from < ITEMS; from += 5000) {
      const items = Array.from({ length: Math.min(5000, ITEMS - from) }, (_, at) =>
        minimal.item(holdings.id, { barcode: barcodeAt(from + at) }),
      )
      answer(await screens.app.post('/item-storage/batch/synchronous?upsert=true', { items }), 201)
    }
  }, SECONDS * 1000)
  afterAll(() => screens.close())

  const stored = async (barcode: string) =>
    answer(await screens.app.get(`/item-storage/items?query=barcode==${barcode}`)).items[0]
  const suppressed = async (): Promise<number> =>
    answer(await screens.app.get('/item-storage/items?query=discoverySuppress==true&limit=0')).totalRecords

  test(
    'leaves the one that was changed in between, and gives back all but those changed since',
    async () => {
      const { page, context } = await screens.openSignedIn('/bulk-edit', size)
      page.setDefaultTimeout(ITEMS > 10_000 ? SECONDS * 1000 : 15_000)
      const list = Array.from({ length: ITEMS }, (_, at) => `${barcodeAt(at)}\n`).join('')
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'shelf.csv', mimeType: 'text/csv', buffer: Buffer.from(`Barcode\n${list}`) })
      await page.getByText(`${count(ITEMS)} lines`, { exact: true }).waitFor()
      await page.getByText('Header line “Barcode” is left out.').waitFor()
      await page.getByRole('button', { name: 'Find records' }).click()
      await page.getByText(`${count(ITEMS)} found, 0 not found`).waitFor()
      await page.getByRole('link', { name: 'Say what to change' }).click()
      await choose(page, ruleOf(page, 1), 'Property', 'Suppressed from discovery')
      await choose(page, ruleOf(page, 1), 'What to do', 'set to yes')
      await ruleOf(page, 1)
        .getByText(`no ${count(ITEMS)} → changes ${count(ITEMS)}`)
        .waitFor()
      await page.getByRole('button', { name: 'Review the changes' }).click()
      await page.getByText(`${count(ITEMS)} will change`).waitFor()

      const early = await stored('310000007')
      answer(await screens.app.put(`/item-storage/items/${early.id}`, { ...early, copyNumber: '2' }), 204)
      await page.getByRole('button', { name: `Change ${count(ITEMS)} items` }).click()
      await page.getByLabel('Number of records').fill('12')
      await page.getByRole('button', { name: 'Change them' }).click()
      await page.getByText('This is not the number.').waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await page.getByLabel('Number of records').fill(String(ITEMS))
      await page.getByRole('button', { name: 'Change them' }).click()
      await page.getByText(`${count(ITEMS - 1)} items changed.`).waitFor()
      await page.getByText('1 record: Somebody changed it after it was found').waitFor()
      expect(await suppressed()).toBe(ITEMS - 1)
      await page.getByRole('link', { name: 'Left as they are 1' }).click()
      const link = page.getByRole('rowheader').getByRole('link', { name: '310000007' })
      expect(await link.getAttribute('href')).toContain(`/items/${early.id}`)
      expect(await accessibilityFaults(page)).toEqual([])

      const late = await stored('310000009')
      answer(await screens.app.put(`/item-storage/items/${late.id}`, { ...late, copyNumber: '3' }), 204)
      await page.reload()
      await page.getByRole('button', { name: 'Change back' }).click()
      const plan = page.getByRole('dialog')
      await plan.getByText(`${count(ITEMS - 2)} items go back`).waitFor()
      await plan.getByText('1 was changed since').waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await plan.getByRole('button', { name: 'Change back' }).click()
      await page.getByText(`Changed back: ${count(ITEMS - 2)} records are as before.`).waitFor()
      await page
        .getByRole('table', { name: 'Records left when changing back' })
        .getByText('310000009')
        .waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await picture(page, `bulk-edit-undone-${size.size}`)
      expect(await suppressed()).toBe(1)
      expect(await stored('310000009')).toMatchObject({ discoverySuppress: true, copyNumber: '3' })
      expect(await stored('310000007')).toMatchObject({ copyNumber: '2' })
      expect(screens.consoleErrors).toEqual([])
      await context.close()
    },
    SECONDS * 1000,
  )
})
