import { afterAll, beforeAll, expect, test } from 'vitest'
import { SIZES, accessibilityFaults, describeScreens, picture, startScreens } from './screens.ts'
import type { Screens } from './screens.ts'

describeScreens.each(SIZES)('logging in ($size)', (size) => {
  let screens: Screens
  beforeAll(async () => {
    screens = await startScreens()
  })
  afterAll(() => screens.close())

  test('a deep link asks for the log-in, tells a wrong password, and opens afterwards', async () => {
    const { page, context } = await screens.open(size)
    await page.goto(`${screens.url}/app/inventory`)
    await page.getByLabel('Library').fill('diku')
    await page.getByLabel('User name').fill('diku_admin')
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('alert').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `log-in-${size.size}`)
    await page.getByRole('textbox', { name: 'Password' }).fill('admin')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Inventory' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/app/inventory')
    expect(await page.evaluate(() => document.cookie)).toBe('')
    await context.close()
  })
})
