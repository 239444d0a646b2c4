import { afterAll, beforeAll, expect, test } from 'vitest'
import { SIZES, accessibilityFaults, describeScreens, picture, startScreens } from './screens.ts'
import type { Screens } from './screens.ts'

// Walk 1.
describeScreens.each(SIZES)('logging in ($size)', (size) => {
  let screens: Screens
  beforeAll(async () => {
    screens = await startScreens()
  })
  afterAll(() => screens.close())

  test('a deep link asks for the log-in, tells a wrong password at the fields, and opens afterwards', async () => {
    const { page, context } = await screens.open(size)
    await page.goto(`${screens.url}/app/inventory?q=rivers`)
    // The only library of the server is not asked for; the name is where the cursor stands.
    const name = page.getByLabel('User name')
    await name.waitFor()
    const { tenant } = (await screens.app.get('/octavo/only-tenant')).json
    await page.getByText(tenant.name, { exact: true }).waitFor()
    expect(await page.getByLabel('Library').count()).toBe(0)
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await page.title()).toBe('Log in · Octavo')
    await picture(page, `log-in-${size.size}`)

    await page.keyboard.type('diku_admin')
    await page.keyboard.press('Enter')
    const password = page.getByRole('textbox', { name: 'Password' })
    expect(await password.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('wrong')
    await page.keyboard.press('Enter')
    const refusal = page.getByRole('alert')
    await refusal.waitFor()
    expect(await refusal.textContent()).toContain('User name or password is wrong.')
    for (const field of [name, password]) expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await password.getAttribute('aria-describedby')).toBe(await refusal.getAttribute('id'))
    expect(await accessibilityFaults(page)).toEqual([])

    await password.fill('admin')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Inventory' }).waitFor()
    expect(page.url()).toBe(`${screens.url}/app/inventory?q=rivers`)
    // No script can read a token.
    expect(await page.evaluate(() => document.cookie)).toBe('')
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(stored).not.toMatch(/eyJ|token/i)
    await context.close()
  })

  test('a log-in without an answer is sent again when the server is back, with what was typed', async () => {
    const { page, context } = await screens.open(size)
    await page.goto(`${screens.url}/app/`)
    await page.getByLabel('User name').fill('diku_admin')
    await page.getByRole('textbox', { name: 'Password' }).fill('admin')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('No answer from the server.').waitFor()
    expect(await page.getByLabel('User name').inputValue()).toBe('diku_admin')
    await context.setOffline(false)
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await context.close()
  })

  test('a library that does not exist is told at its field, where a server has several', async () => {
    const { page, context } = await screens.open(size)
    await page.route('**/octavo/only-tenant', (route) => route.fulfill({ json: { tenant: null } }))
    await page.goto(`${screens.url}/app/`)
    await page.getByLabel('Library').fill('nowhere')
    await page.getByLabel('User name').fill('diku_admin')
    await page.getByRole('textbox', { name: 'Password' }).fill('admin')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('There is no library “nowhere” on this server.').waitFor()
    expect(await page.getByLabel('Library').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Library').fill('diku')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    expect(screens.consoleErrors).toEqual([])
    await context.close()
  })
})
