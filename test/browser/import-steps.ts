import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { newTenant } from '../flows/import-client.ts'
import type { Api } from '../flows/import-client.ts'
import { startScreens } from './screens.ts'
import type { Person, Screens, Size } from './screens.ts'

/** A server with the sample library, whose administrator imports. */
export type Library = {
  screens: Screens
  api: Api
  open(at: string, size: Size): Promise<Awaited<ReturnType<Screens['openSignedIn']>>>
}

export const ADMIN: Person = { tenant: 'lib', username: 'lib_admin', password: 'a-test-password' }

export async function openLibrary(env: Record<string, string> = {}): Promise<Library> {
  const screens = await startScreens(env)
  const api = await newTenant(screens.app, 'lib', true)
  return { screens, api, open: (at, size) => screens.openSignedIn(at, size, ADMIN) }
}

export type TestFile = { name: string; bytes: Buffer }

const payload = ({ name, bytes }: TestFile) => ({ name, mimeType: 'application/octet-stream', buffer: bytes })

/** Chooses files as the file window does. */
export async function chooseFiles(page: Page, ...files: TestFile[]): Promise<void> {
  await page.getByText('Drop files here or choose them').waitFor()
  await page.locator('input[type=file]').setInputFiles(files.map(payload))
}

/** Drops files on the page. */
export async function dropFiles(page: Page, ...files: TestFile[]): Promise<void> {
  await page.getByText('Drop files here or choose them').waitFor()
  await page.evaluate(
    (dropped) => {
      const dataTransfer = new DataTransfer()
      for (const { name, text } of dropped) {
        const bytes = Uint8Array.from(text, (one) => one.charCodeAt(0))
        dataTransfer.items.add(new File([bytes], name))
      }
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    },
    files.map(({ name, bytes }) => ({ name, text: bytes.toString('latin1') })),
  )
}

/** Brings in a file, goes to its set-up and chooses a profile by its name. */
export async function setUp(page: Page, file: TestFile, profile: string): Promise<void> {
  await chooseFiles(page, file)
  await page.getByRole('link', { name: `Set up: ${file.name}` }).click()
  const picker = page.getByRole('combobox', { name: 'Job profile' })
  await picker.waitFor()
  if ((await picker.inputValue()) !== profile) {
    await picker.fill(profile)
    await page.getByRole('option', { name: profile }).click()
  }
  await page.getByRole('heading', { name: 'The file' }).waitFor()
}

/** The number after a label of the counts of a job. */
export async function countOn(page: Page, label: string): Promise<number> {
  const figure = page.locator('dl > div', { has: page.getByText(label, { exact: true }) }).first()
  return Number((await figure.locator('dd').textContent())!.replaceAll(',', ''))
}

/** The id of the job in the page's address. */
export function jobOnPage(page: Page): string {
  const [, id] = /\/import\/job\/([^/?]+)/.exec(new URL(page.url()).pathname) ?? []
  expect(id).toBeDefined()
  return id!
}
