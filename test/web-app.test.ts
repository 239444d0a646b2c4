import { expect, onTestFinished, test } from 'vitest'
import { testApp } from './support/app.ts'

test('a browser is led to the web app, and a program is not', async () => {
  const app = await testApp()
  onTestFinished(() => app.close())
  const browser = { accept: 'text/html,application/xhtml+xml' }
  const at = async (path: string, headers: Record<string, string>) => {
    const { status, headers: answered } = await app.raw('GET', path, headers)
    return [status, answered.location]
  }
  expect(await at('/', browser)).toEqual([302, '/app/'])
  expect(await at('/app', browser)).toEqual([302, '/app/'])
  expect(await at('/inventory?q=river', browser)).toEqual([302, '/app/inventory?q=river'])
  expect((await at('/inventory?q=river', {}))[0]).toBe(404)
  expect((await at('/app/assets/none.js', browser))[0]).toBe(404)
  // The page itself, or, where it is not built, how to build it.
  for (const path of ['/app/', '/app/inventory/any/thing']) {
    expect([200, 503]).toContain((await at(path, browser))[0])
  }
})
