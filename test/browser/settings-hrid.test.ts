import { afterAll, beforeAll, expect, test } from 'vitest'
import { addLibrary } from '../../src/modules/inventory/test-library.ts'
import { SIZES, accessibilityFaults, describeScreens, picture, startScreens } from './screens.ts'
import type { Screens } from './screens.ts'

describeScreens.each(SIZES)('HRID numbers ($size)', (size) => {
  let screens: Screens
  let first: { hrid: string }
  beforeAll(async () => {
    screens = await startScreens()
    const library = await addLibrary(screens.app)
    first = await library.addInstance()
    await library.addInstance()
  })
  afterAll(() => screens.close())

  const settings = async () => (await screens.app.get('/hrid-settings-storage/hrid-settings')).json

  test('one kind is changed, the others go on after their last number', async () => {
    const before = await settings()
    const { page, context } = await screens.openSignedIn('/settings/hrid', size)
    const next = page.getByLabel('Next number, Items')
    await next.fill('401234')
    await page.getByLabel('Prefix, Items').fill('itm')
    await page.getByRole('cell', { name: 'itm00000401234' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `settings-hrid-${size.size}`)
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The next item will be itm00000401234.').waitFor()
    await dialog.getByText('Existing numbers stay.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Change' }).click()
    await page.getByText('Saved. New records get the new numbers.').waitFor()
    expect(await settings()).toMatchObject({
      instances: { prefix: 'in', startNumber: before.instances.currentNumber + 1 },
      items: { prefix: 'itm', startNumber: 401234 },
    })
    await context.close()
  })

  test('a number that was given is refused, and one that a record has even to whoever knows', async () => {
    const taken = Number(first.hrid.slice(2))
    const { page, context } = await screens.openSignedIn('/settings/hrid', size)
    await page.getByLabel('Next number, Instances').fill(String(taken))
    await page
      .getByText(`Numbers up to ${taken + 1} were given already.`)
      .first()
      .waitFor()
    await page.getByLabel('I know that these numbers were given before').check()
    const last = `in${String(taken + 1).padStart(11, '0')}`
    await page
      .getByText(`${first.hrid} to ${last} contains 2 numbers in use. Choose a higher start.`)
      .first()
      .waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await page.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
    await page.getByRole('button', { name: `Use ${taken + 2}` }).click()
    expect(await page.getByLabel('Next number, Instances').inputValue()).toBe(String(taken + 2))
    expect(screens.consoleErrors).toEqual([])
    await context.close()
  })
})
