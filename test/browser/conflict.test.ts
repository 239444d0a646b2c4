import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLibrary } from '../../src/modules/inventory/test-library.ts'
import { addTitle } from './copies.ts'
import { SIZES, accessibilityFaults, describeScreens, picture, startScreens } from './screens.ts'
import type { Screens } from './screens.ts'

describeScreens.each(SIZES)('two people change the same holdings ($size)', (size) => {
  let screens: Screens
  beforeAll(async () => {
    screens = await startScreens()
  })
  afterAll(() => screens.close())

  test('other fields are put together by one click, the same field is chosen; nothing is lost', async () => {
    const library = await addLibrary(screens.app)
    const title = await addTitle(screens.app, library, 'One shelf, two desks', [
      { location: 'Main', callNumber: 'QA76 .S65', items: [{ barcode: '70001' }] },
    ])
    const { id } = title.holdings[0]!
    const stored = async () => (await screens.app.get(`/holdings-storage/holdings/${id}`)).json
    const address = `/inventory/${title.id}/holdings/${id}/edit`
    const one = await screens.openSignedIn(address, size)
    const two = await screens.openSignedIn(address, size)
    const save = { name: 'Save and stay', exact: true }
    const field = (page: typeof one.page, name: string) => page.getByRole('textbox', { name, exact: true })

    // Other fields: the second to save puts them together by one click.
    await field(one.page, 'Copy').fill('2')
    await field(two.page, 'Prefix').fill('Folio')
    await one.page.getByRole('button', save).click()
    await one.page.getByText('No changes').first().waitFor()
    expect(await stored()).toMatchObject({ _version: 2, copyNumber: '2' })
    await two.page.getByRole('button', save).click()
    await two.page.getByText('You changed: Prefix').waitFor()
    await two.page.getByRole('button', { name: 'Put my changes on the new version' }).click()
    await two.page.getByText('No changes').first().waitFor()
    expect(await stored()).toMatchObject({ _version: 3, copyNumber: '2', callNumberPrefix: 'Folio' })
    expect(await field(two.page, 'Copy').inputValue()).toBe('2')

    // The same field: the first window still has the version before, and chooses.
    await field(one.page, 'Prefix').fill('Quarto')
    await one.page.getByRole('button', save).click()
    const choices = one.page.getByRole('table', { name: 'Fields that both changed' })
    await choices.waitFor()
    expect(await accessibilityFaults(one.page)).toEqual([])
    await picture(one.page, `conflict-${size.size}`)
    expect(await stored()).toMatchObject({ _version: 3, callNumberPrefix: 'Folio' })
    expect(await field(one.page, 'Prefix').inputValue()).toBe('Quarto')
    await choices.getByRole('radio', { name: 'Prefix: keep mine' }).check()
    await one.page.getByRole('button', { name: 'Save what I chose' }).click()
    await one.page.getByText('No changes').first().waitFor()
    expect(await stored()).toMatchObject({ _version: 4, copyNumber: '2', callNumberPrefix: 'Quarto' })
    expect(screens.consoleErrors).toEqual([])
    await one.context.close()
    await two.context.close()
  })
})
