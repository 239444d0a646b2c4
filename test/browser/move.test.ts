import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLibrary } from '../../src/modules/inventory/test-library.ts'
import type { TestLibrary } from '../../src/modules/inventory/test-library.ts'
import { addTitle, itemsOf } from './copies.ts'
import { SIZES, accessibilityFaults, describeScreens, picture, startScreens } from './screens.ts'
import type { Screens } from './screens.ts'

describeScreens.each(SIZES)('moving copies ($size)', (size) => {
  let screens: Screens
  let library: TestLibrary
  beforeAll(async () => {
    screens = await startScreens()
    library = await addLibrary(screens.app)
  })
  afterAll(() => screens.close())

  test('items are moved to the holdings of a scanned item, by a plan, and back', async () => {
    const { app } = screens
    const own = { permanentLocationId: library.mainLocation }
    const from = await addTitle(app, library, 'Here', [
      {
        location: 'Main',
        callNumber: 'A1',
        items: [{ barcode: '80001' }, { barcode: '80002', ...own }, { barcode: '80003' }],
      },
    ])
    const to = await addTitle(app, library, 'There', [
      { location: 'Annex', callNumber: 'B2', items: [{ barcode: '80009' }] },
    ])
    const barcodes = async (holdingsId: string) =>
      (await itemsOf(app, holdingsId)).map(({ barcode }) => barcode)
    const { page, context } = await screens.openSignedIn(`/inventory/${from.id}`, size)
    await page.getByRole('checkbox', { name: 'Select 80001' }).check()
    await page.getByRole('checkbox', { name: 'Select 80002' }).check()
    await page.getByRole('button', { name: 'Move to…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move 2 items' })
    await dialog.getByRole('textbox', { name: 'To which holdings' }).fill('80009')
    await page.keyboard.press('Enter')
    await dialog
      .getByText('2 items go to Annex · B2. The location changes for 1; one keeps its own.')
      .waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `move-items-${size.size}`)
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByText('2 items moved to Annex · B2.').waitFor()
    await page.getByRole('heading', { name: 'Copies 1 (1 available)' }).waitFor()
    expect(await barcodes(to.holdings[0]!.id)).toEqual(['80009', '80001', '80002'])
    const moved = await itemsOf(app, to.holdings[0]!.id)
    expect(moved.map(({ effectiveLocation }) => effectiveLocation?.name)).toEqual(['Annex', 'Annex', 'Main'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { name: 'Copies 3 (3 available)' }).waitFor()
    expect(await barcodes(from.holdings[0]!.id)).toEqual(['80003', '80001', '80002'])
    expect(screens.consoleErrors).toEqual([])
    await context.close()
  })

  test('holdings are moved to the title of an HRID; a number that nothing has is told', async () => {
    const { app } = screens
    const from = await addTitle(app, library, 'Old title', [
      { location: 'Main', callNumber: 'C3', items: [{ barcode: '81001' }] },
    ])
    const to = await addTitle(app, library, 'New title', [])
    const { page, context } = await screens.openSignedIn(`/inventory/${from.id}`, size)
    await page.getByRole('button', { name: 'More actions: Main · C3' }).click()
    await page.getByRole('menuitem', { name: 'Move to another title' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move holdings Main · C3' })
    const target = dialog.getByRole('textbox', { name: 'To which title' })
    await target.fill('nonsense')
    await page.keyboard.press('Enter')
    await dialog.getByText('Nothing has the number “nonsense”.').waitFor()
    await target.fill(to.hrid)
    await page.keyboard.press('Enter')
    await dialog.getByText('Holdings Main · C3 with 1 item go to “New title”.').waitFor()
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByText('This title has no holdings.').waitFor()
    const { json } = await app.get(`/holdings-storage/holdings/${from.holdings[0]!.id}`)
    expect(json.instanceId).toBe(to.id)
    expect(screens.consoleErrors).toEqual([])
    await context.close()
  })
})
