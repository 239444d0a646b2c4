import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLibrary, LC } from '../../src/modules/inventory/test-library.ts'
import type { TestLibrary } from '../../src/modules/inventory/test-library.ts'
import { addTitle, choose, itemsOf } from './copies.ts'
import { SIZES, accessibilityFaults, describeScreens, picture, startScreens } from './screens.ts'
import type { Screens } from './screens.ts'

describeScreens.each(SIZES)('forms of records ($size)', (size) => {
  let screens: Screens
  let library: TestLibrary
  beforeAll(async () => {
    screens = await startScreens()
    library = await addLibrary(screens.app)
  })
  afterAll(() => screens.close())

  test('a new title, its holdings and an item are typed from the first page to the last', async () => {
    const { app } = screens
    const { page, context } = await screens.openSignedIn('/inventory/new', size)
    await page.getByRole('heading', { level: 1, name: 'New title' }).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').getByText('2 fields need another look.').waitFor()
    const title = page.getByRole('textbox', { name: 'Title', exact: true })
    await title.and(page.locator(':focus')).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.type('Rivers typed by hand')
    await choose(page, 'Resource type', 'txt')
    await picture(page, `instance-form-${size.size}`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Rivers typed by hand', exact: true }).waitFor()

    await page.getByRole('link', { name: 'Add the first' }).click()
    await choose(page, 'Permanent location', 'Ann')
    await page.getByRole('textbox', { name: 'Call number', exact: true }).fill('GB1229')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name: /Annex · GB1229/ }).waitFor()

    await page.getByRole('button', { name: 'More actions: Annex · GB1229' }).click()
    await page.getByRole('menuitem', { name: 'Add an item by the full form' }).click()
    await page.getByRole('heading', { level: 1, name: 'New item in Annex · GB1229' }).waitFor()
    const barcode = page.getByRole('textbox', { name: 'Barcode' })
    await barcode.and(page.locator(':focus')).waitFor()
    await page.keyboard.type(`90001-${size.size}`)
    await choose(page, 'Material', 'book')
    await choose(page, 'Loan type', 'can circ')
    await page.getByRole('button', { name: 'Notes' }).last().click()
    await page.getByRole('button', { name: 'Add: Notes', exact: true }).click()
    await page.getByRole('textbox', { name: 'Notes 1: Note' }).fill('Gift')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: `Item 90001-${size.size}` }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `item-${size.size}`)
    const found = await app.get(`/inventory/items?query=barcode==90001-${size.size}`)
    expect(found.json.items).toMatchObject([
      { materialType: { name: 'book' }, notes: [{ note: 'Gift' }], effectiveLocation: { name: 'Annex' } },
    ])
    expect(screens.consoleErrors).toEqual([])
    await context.close()
  })

  test('what was typed and not saved is back after a reload, and what a change does to items is told before the save', async () => {
    const { app } = screens
    const title = await addTitle(app, library, 'Followers', [
      {
        location: 'Main',
        callNumber: 'D4',
        items: [
          {},
          {},
          {
            temporaryLocationId: library.mainLocation,
            itemLevelCallNumber: 'D4 c.3',
            itemLevelCallNumberTypeId: LC,
          },
        ],
      },
    ])
    const { id } = title.holdings[0]!
    const { page, context } = await screens.openSignedIn(`/inventory/${title.id}/holdings/${id}/edit`, size)
    await choose(page, 'Permanent location', 'Annex')
    await page.getByRole('textbox', { name: 'Call number', exact: true }).fill('D5')
    await page.getByText('2 items follow to Annex; 1 has its own location and stays.').waitFor()
    await page.getByText('2 items without a call number of their own').waitFor()
    await page.getByText('2 changes').waitFor()
    await page.waitForTimeout(500)
    await page.reload()
    await page.getByText(/was not saved and is back here/).waitFor()
    expect(await page.getByRole('textbox', { name: 'Call number', exact: true }).inputValue()).toBe('D5')
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `holdings-form-${size.size}`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name: 'Annex · D5' }).waitFor()
    const places = (await itemsOf(app, id)).map(({ effectiveLocation }) => effectiveLocation?.name)
    expect(places).toEqual(['Annex', 'Annex', 'Main'])
    expect(screens.consoleErrors).toEqual([])
    await context.close()
  })

  test('an item is marked, holdings with items are not deleted and say why, a barcode that is taken stays unsaved', async () => {
    const { app } = screens
    const title = await addTitle(app, library, 'Marks', [
      { location: 'Main', callNumber: 'E6', items: [{ barcode: '95001' }, { barcode: '95002' }] },
    ])
    const [item] = await itemsOf(app, title.holdings[0]!.id)
    const { page, context } = await screens.openSignedIn(`/inventory/items/${item!.id}`, size)
    await page.getByRole('heading', { level: 1, name: 'Item 95001' }).waitFor()
    await page.getByRole('button', { name: 'Change status' }).click()
    await page.getByRole('menuitem', { name: 'Mark as missing', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as missing' }).click()
    await page.getByText(/^Missing since/).waitFor()
    expect((await itemsOf(app, title.holdings[0]!.id))[0]!.status.name).toBe('Missing')
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('textbox', { name: 'Barcode' }).fill('95002')
    await page.getByText('“Marks” has this barcode already.').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('heading', { level: 1, name: 'Item 95001' }).waitFor()
    await page.getByRole('link', { name: 'Main · E6' }).click()
    await page.getByRole('button', { name: /^More actions/ }).click()
    const remove = page.getByRole('menuitem', { name: 'Delete' })
    expect(await remove.getAttribute('aria-disabled')).toBe('true')
    await remove.hover()
    await page.getByText('2 items still belong to them. Delete or move them first.').waitFor()
    expect(screens.consoleErrors).toEqual([])
    await context.close()
  })
})
