import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLibrary, minimal } from '../../src/modules/inventory/test-library.ts'
import { answer } from '../flows/import-client.ts'
import { choose, ruleOf, summaryOf } from './bulk-edit-page.ts'
import { SIZES, accessibilityFaults, describeScreens, picture, startScreens } from './screens.ts'
import type { Screens } from './screens.ts'

const BINDING = '87c450be-2033-41fb-80ba-dd2409883681'

describeScreens.each(SIZES)('a bulk edit of a list of barcodes ($size)', (size) => {
  let screens: Screens
  let barcodes: string[]

  // 46 items: 12 are checked out, 3 have a binding note with "red" twice, one of these is checked out.
  beforeAll(async () => {
    screens = await startScreens()
    const library = await addLibrary(screens.app)
    const instance = await library.addInstance({ title: 'Rivers of Ontario' })
    const holdings = await library.addHoldings(instance.id)
    barcodes = Array.from({ length: 46 }, (_, at) => `3001234${String(at).padStart(4, '0')}`)
    const items = barcodes.map((barcode, at) =>
      minimal.item(holdings.id, {
        barcode,
        status: { name: at < 12 ? 'Checked out' : 'Available' },
        ...(at >= 11 && at < 14
          ? { notes: [{ itemNoteTypeId: BINDING, note: 'red cloth, red edges', staffOnly: false }] }
          : {}),
      }),
    )
    for (const item of items) answer(await screens.app.post('/item-storage/items', item), 201)
  })
  afterAll(() => screens.close())

  const stored = async (barcode: string) =>
    answer(await screens.app.get(`/item-storage/items?query=barcode==${barcode}`)).items[0]

  test('is found, changed by rules, reviewed from and to, and ends as it was reviewed', async () => {
    const { page, context } = await screens.openSignedIn('/bulk-edit', size)
    const list = page.getByLabel('Paste, scan or type identifiers')
    await list.fill(`\uFEFF${barcodes.join('\r\n')}\r\n\r\n\r\n${barcodes[3]}\r\n99900001\r\n99900002\r\n`)
    await page.getByText('49 lines').waitFor()
    await page.getByText('2 blank lines left out').waitFor()
    await page.getByText('1 twice').waitFor()
    expect(await page.getByRole('combobox', { name: 'They look like' }).inputValue()).toBe('barcodes')
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `bulk-edit-start-${size.size}`)

    await list.press('Control+Enter')
    expect(await summaryOf(page, /^49 lines:/)).toBe('49 lines: 46 found, 2 not found, 1 twice.')
    await page.getByRole('table', { name: 'Records found' }).getByText(barcodes[0]!).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `bulk-edit-records-${size.size}`)
    await page.getByRole('link', { name: 'Not found 2' }).click()
    await page.getByRole('rowheader', { name: '99900001' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])

    await page.getByRole('link', { name: 'Say what to change' }).click()
    await choose(page, ruleOf(page, 1), 'Property', 'Temporary location')
    await choose(page, ruleOf(page, 1), 'Value', 'Annex')
    await ruleOf(page, 1).getByText('none 46 → changes 46').waitFor()
    await page.getByRole('button', { name: 'Add a rule', exact: true }).click()
    await choose(page, ruleOf(page, 2), 'Property', 'Item note')
    await choose(page, ruleOf(page, 2), 'Type of note', 'Binding')
    await choose(page, ruleOf(page, 2), 'What to do', 'find and replace')
    await ruleOf(page, 2).getByLabel('Find', { exact: true }).fill('red')
    await ruleOf(page, 2).getByLabel('Replace with').fill('blue')
    await ruleOf(page, 2).getByText('“Find” stands in 3 records, 6 places.').waitFor()
    await page.getByRole('button', { name: 'Add a rule', exact: true }).click()
    await choose(page, ruleOf(page, 3), 'Property', 'Status')
    await choose(page, ruleOf(page, 3), 'Value', 'Missing')
    await ruleOf(page, 3).getByText('Available 34 · Checked out 12 → changes 34').waitFor()
    await ruleOf(page, 3)
      .getByText('12 items are Checked out and can’t become Missing. They keep their status.')
      .waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `bulk-edit-rules-${size.size}`)

    await page.getByRole('button', { name: 'Review the changes' }).click()
    await page.getByText('46 will change, 0 already have these values, 0 can’t change.').waitFor()
    await page.getByText('12 records: The present status can’t become Missing.').waitFor()
    const changes = page.getByRole('table', { name: 'Changes' })
    await changes.getByRole('row', { name: /^30012340013/ }).waitFor()
    const row = changes.getByRole('row', { name: /^30012340013/ })
    expect((await row.textContent())!.replaceAll(/\s+/g, ' ')).toContain('from Available → to Missing')
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `bulk-edit-review-${size.size}`)
    await page.getByRole('link', { name: 'Refused 12' }).click()
    await changes.getByRole('row', { name: /^30012340000/ }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'One of each kind' }).click()
    const kinds = page.getByRole('table', { name: 'Kinds of change' })
    await kinds.getByRole('row', { name: 'Status Available Missing 34' }).waitFor()
    await kinds
      .getByRole('row', { name: 'Binding note red cloth, red edges blue cloth, blue edges 3' })
      .waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    expect((await stored(barcodes[13]!)).status.name).toBe('Available')

    await page.getByLabel('Note for the history').fill('Shelf move')
    await page.getByRole('button', { name: 'Change 46 items' }).click()
    await page.getByText('46 items changed.').waitFor()
    await page.getByText('12 records: The present status can’t become Missing.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `bulk-edit-result-${size.size}`)

    const annex = (await stored(barcodes[0]!)).temporaryLocationId
    expect(annex).toBeTruthy()
    for (const [at, barcode] of barcodes.entries()) {
      const item = await stored(barcode)
      expect(item.temporaryLocationId).toBe(annex)
      expect(item.status.name).toBe(at < 12 ? 'Checked out' : 'Missing')
      const notes = at >= 11 && at < 14 ? ['blue cloth, blue edges'] : []
      expect(item.notes.map(({ note }: { note: string }) => note)).toEqual(notes)
    }

    await page.getByRole('button', { name: 'Do again with these' }).click()
    await page.getByText('12 lines').waitFor()
    await page.getByRole('rowheader', { name: '1' }).waitFor()
    expect(screens.consoleErrors).toEqual([])
    await context.close()
  })
})
