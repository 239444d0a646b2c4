import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLibrary } from '../../src/modules/inventory/test-library.ts'
import type { TestLibrary } from '../../src/modules/inventory/test-library.ts'
import { addTitle, itemsOf, scan, volumes } from './copies.ts'
import { SIZES, accessibilityFaults, describeScreens, picture, startScreens } from './screens.ts'
import type { Screens } from './screens.ts'

describeScreens.each(SIZES)('the page of a title ($size)', (size) => {
  let screens: Screens
  let library: TestLibrary
  beforeAll(async () => {
    screens = await startScreens()
    library = await addLibrary(screens.app)
  })
  afterAll(() => screens.close())

  test('with 300 items in 3 holdings a volume is changed in place and three barcodes are scanned into new rows', async () => {
    const { app } = screens
    const title = await addTitle(app, library, 'Rivers of Ontario', [
      { location: 'Main', callNumber: 'GB1229 .S65 1999', items: volumes(100, 40_001_000) },
      { location: 'Annex', callNumber: 'GB1229 .S65 1999', items: volumes(100, 40_002_000) },
      { location: 'Annex', callNumber: 'GB1229 .S65', items: volumes(100, 40_003_000) },
    ])
    const { page, context } = await screens.openSignedIn(`/inventory/${title.id}`, size)
    await page.getByRole('heading', { level: 1, name: 'Rivers of Ontario' }).waitFor()
    await page.getByRole('heading', { name: 'Copies 300 (300 available)' }).waitFor()
    const main = page.getByRole('region', { name: 'Main · GB1229 .S65 1999' })
    const table = main.getByRole('table', { name: /^Items of/ })
    await table.getByRole('link', { name: '40001000' }).waitFor()
    expect(await table.getAttribute('aria-rowcount')).toBe('101')
    await picture(page, `instance-${size.size}`)

    // A volume, by keyboard once the cell has the focus: Enter opens, Enter saves, Escape leaves it.
    await main.getByRole('textbox', { name: /^Find a volume/ }).fill('v.42')
    const volume = main.getByRole('button', { name: /^Volume of 40001041: v.42/ })
    await volume.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('v.42 suppl.')
    await page.keyboard.press('Enter')
    await main.getByRole('button', { name: /^Volume of 40001041: v.42 suppl./ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('never saved')
    await page.keyboard.press('Escape')
    await main.getByRole('button', { name: /^Volume of 40001041: v.42 suppl./ }).waitFor()
    const before = await itemsOf(app, title.holdings[0]!.id)
    expect(before.find(({ barcode }) => barcode === '40001041')).toMatchObject({
      volume: 'v.42 suppl.',
      _version: 2,
    })

    // Three new items by scanner; a barcode that is taken is refused at the cell.
    await main.getByRole('button', { name: 'Add items' }).click()
    const adding = main.getByRole('group', { name: /^Add items to Main/ })
    const first = adding.getByRole('textbox', { name: 'New item 1: Barcode' })
    await first.and(page.locator(':focus')).waitFor()
    await scan(page, '40002005')
    await adding.getByText('This barcode belongs to “Rivers of Ontario”.').waitFor()
    await picture(page, `instance-add-items-${size.size}`)
    await first.fill('50000001')
    await first.press('Enter')
    await scan(page, '50000002')
    await scan(page, '50000003')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Copies 303 (303 available)' }).waitFor()
    const items = await itemsOf(app, title.holdings[0]!.id)
    expect(items.slice(100).map(({ barcode, order }) => [barcode, order])).toEqual([
      ['50000001', 101],
      ['50000002', 102],
      ['50000003', 103],
    ])
    expect(items.at(-1)).toMatchObject({
      effectiveShelvingOrder: 'GB 41229 S65 41999',
      effectiveLocation: { name: 'Main' },
      materialType: { name: 'book' },
      status: { name: 'Available' },
    })
    // A copy that was looked for is in view, though it is one of many.
    await page.goto(`${screens.url}/app/inventory/${title.id}?item=${before[77]!.id}`)
    await main.getByRole('link', { name: '40001077' }).waitFor()
    expect(await main.getByRole('textbox', { name: /^Find a volume/ }).inputValue()).toBe('40001077')
    expect(screens.consoleErrors).toEqual([])
    await context.close()
  })

  test('no rule of accessibility is broken with a cell in edit and a row for a new item', async () => {
    const title = await addTitle(screens.app, library, 'Small things', [
      { location: 'Annex', callNumber: 'PS3505', items: [{ barcode: '60000' }, {}] },
    ])
    const { page, context } = await screens.openSignedIn(`/inventory/${title.id}`, size)
    await page.getByRole('link', { name: '60000', exact: true }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: /^Barcode of it\d+: empty/ }).click()
    await page.keyboard.type('60000')
    await page.getByRole('alert').getByText('This barcode belongs to “Small things”.').waitFor()
    await page.getByRole('button', { name: 'Add items' }).click()
    await page.getByRole('textbox', { name: 'New item 1: Barcode' }).fill('60000')
    await page.getByRole('group').getByText('This barcode belongs to').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(screens.consoleErrors).toEqual([])
    await context.close()
  })

  test('an address without a title says so, a title without holdings offers the first', async () => {
    const { page, context } = await screens.openSignedIn(
      '/inventory/9cfd9cb1-9a7c-4c5a-9a0b-0d4f4a1f9d11',
      size,
    )
    await page.getByRole('heading', { level: 1, name: 'There is no title at this address' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    const title = await addTitle(screens.app, library, 'Nothing held', [])
    await page.goto(`${screens.url}/app/inventory/${title.id}`)
    await page.getByText('This title has no holdings.').waitFor()
    await page.getByRole('link', { name: 'Add the first' }).click()
    await page.getByRole('heading', { level: 1, name: 'New holdings of Nothing held' }).waitFor()
    expect(screens.consoleErrors).toEqual([])
    await context.close()
  })
})
