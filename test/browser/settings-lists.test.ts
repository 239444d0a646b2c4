import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLibrary } from '../../src/modules/inventory/test-library.ts'
import { SIZES, accessibilityFaults, describeScreens, picture, startScreens } from './screens.ts'
import type { Screens } from './screens.ts'

describeScreens.each(SIZES)('reference lists ($size)', (size) => {
  let screens: Screens
  beforeAll(async () => {
    screens = await startScreens()
    const library = await addLibrary(screens.app)
    const { id } = await library.addInstance()
    const holdings = await library.addHoldings(id)
    const globe = await screens.app.post('/material-types', { name: 'Globe', source: 'local' })
    await library.addItem(holdings.id, { materialTypeId: globe.json.id })
    await library.addItem(holdings.id, { materialTypeId: globe.json.id })
  })
  afterAll(() => screens.close())

  test('the home finds pages by their names and values by theirs', async () => {
    const { page, context } = await screens.openSignedIn('/settings', size)
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await page.getByRole('link', { name: 'Material types' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `settings-${size.size}`)
    await page.getByLabel('Find a setting').fill('globe')
    await page.getByRole('link', { name: 'Globe' }).click()
    await page.getByRole('heading', { level: 1, name: 'Material types' }).waitFor()
    expect(await page.getByLabel('Find in this list').inputValue()).toBe('Globe')
    await context.close()
  })

  test('a value is added by keyboard, refused when it is there, changed, deleted and put back', async () => {
    const { page, context } = await screens.openSignedIn('/settings/lists/material-types', size)
    await page.getByRole('rowheader', { name: 'Globe' }).waitFor()
    await page.getByRole('button', { name: 'New value' }).focus()
    await page.keyboard.press('Enter')
    const name = page.getByLabel('Name, row new row')
    await name.fill('globe')
    await page.getByText('“globe” is already used by “Globe”.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await name.fill('Map')
    await page.reload()
    expect(await name.inputValue()).toBe('Map')
    await name.press('Enter')
    await page.getByText('“Map” was added.').waitFor()
    await page.getByRole('button', { name: 'Edit Map' }).click()
    await page.getByLabel('Name, row Map').fill('Chart')
    await page.getByLabel('Name, row Map').press('Enter')
    await page.getByRole('rowheader', { name: 'Chart' }).waitFor()
    await picture(page, `settings-list-${size.size}`)
    await page.getByRole('button', { name: 'Delete Chart' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Nothing uses it.').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('“Chart” was deleted.').waitFor()
    await page.getByRole('button', { name: 'Put it back' }).click()
    await page.getByRole('rowheader', { name: 'Chart' }).waitFor()
    const { mtypes } = (await screens.app.get('/material-types?query=name==Chart')).json
    expect(mtypes).toMatchObject([{ name: 'Chart', source: 'local' }])
    expect(screens.consoleErrors).toEqual([])
    await context.close()
  })

  test('what is in use is counted and can not be deleted; what ships is closed', async () => {
    const { page, context } = await screens.openSignedIn('/settings/lists/material-types', size)
    const globe = page.getByRole('row').filter({ hasText: 'Globe' })
    await globe.getByRole('cell', { name: '2', exact: true }).waitFor()
    await globe.getByRole('button', { name: 'Delete Globe' }).click()
    await page.getByRole('dialog').getByText('Can’t delete: 2 items still use it.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    const book = page.getByRole('row').filter({ hasText: 'book' })
    await book.getByText('Ships with Octavo').waitFor()
    expect(await book.getByRole('button').count()).toBe(0)
    await context.close()
  })

  test('a CSV file says what it would do before it does it', async () => {
    const { page, context } = await screens.openSignedIn('/settings/lists/statistical-codes', size)
    await page.getByRole('rowheader', { name: 'Archives (arch)' }).waitFor()
    await page.getByRole('button', { name: 'Import CSV' }).click()
    const rows = ['Name,Code,Type', 'Gift,gift,ARL (Collection stats)', 'Loan,loan,No such type', 'Gift,x,y']
    await page.locator('input[type=file]').setInputFiles({
      name: 'codes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(rows.join('\n')),
    })
    await page.getByText('1 to add, 0 to change, 0 as they are.').waitFor()
    await page.getByText('Line 3: Type: there is no “No such type”.').waitFor()
    await page.getByText('Line 4: “Gift” is twice in the file.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Write 1 value' }).click()
    await page.getByText('1 value was written.').waitFor()
    await page.getByLabel('Find in this list').fill('gift')
    await page.getByRole('rowheader', { name: 'Gift' }).waitFor()
    const codes = (await screens.app.get('/statistical-codes?query=code==gift')).json.statisticalCodes
    expect(codes).toMatchObject([{ name: 'Gift', source: 'local' }])
    expect(screens.consoleErrors).toEqual([])
    await context.close()
  })
})
