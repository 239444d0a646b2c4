import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { CREATE_INSTANCE, answer } from '../flows/import-client.ts'
import { book } from '../flows/marc-files.ts'
import { uploadOnly } from '../flows/preview-client.ts'
import { SIZES, accessibilityFaults, describeScreens, picture, startScreens } from './screens.ts'
import type { Screens } from './screens.ts'

/** Types into what has the focus. */
const type = (page: Page, text: string) => page.keyboard.type(text)
const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}

/** Adds a step at the chosen line by keys alone. */
async function addStep(page: Page, label: string): Promise<void> {
  await press(page, 'Insert')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What the step does').waitFor()
  await type(page, label)
  await page.getByRole('listbox').getByRole('option', { name: label, exact: true }).waitFor()
  await press(page, 'ArrowDown', 'Enter')
  await press(page, 'Enter')
  await dialog.waitFor({ state: 'hidden' })
  await page.locator('[role=treeitem][aria-selected=true]:focus').waitFor()
}

const selected = (page: Page) => page.locator('[role=treeitem][aria-selected=true]').textContent()

/** Walks to a control with Tab, as somebody without a mouse does. */
async function tabTo(page: Page, label: string, tries = 60): Promise<void> {
  for (let at = 0; at < tries; at++) {
    await press(page, 'Tab')
    const name = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null
      return (
        element?.labels?.[0]?.textContent ?? element?.getAttribute('aria-label') ?? element?.textContent ?? ''
      )
    })
    if (name.replace(/\s*\*$/, '').trim() === label) return
  }
  throw new Error(`"${label}" is not reached by Tab.`)
}

/** Walks to the tree with Tab. */
async function tabToTree(page: Page): Promise<void> {
  const isThere = () => page.evaluate(() => document.activeElement?.role === 'treeitem')
  for (let at = 0; at < 20 && !(await isThere()); at++) await press(page, 'Tab')
  expect(await isThere()).toBe(true)
}

describeScreens.each(SIZES)('import profiles ($size)', (size) => {
  let screens: Screens
  beforeAll(async () => {
    screens = await startScreens()
    const file = Buffer.concat([
      book('w1', 'Walk one', [['035', '  $a(OCoLC)1401']]),
      book('w2', 'Walk two', [['035', '  $a(OCoLC)1402']]),
    ])
    await uploadOnly(screens.app, 'walk.mrc', file)
  })
  afterAll(() => screens.close())

  test('a job profile is built, tried and saved by keyboard alone, and is the same tree in the API', async () => {
    const { page, context } = await screens.openSignedIn('/settings/import/profiles', size)
    await page.getByRole('heading', { level: 1, name: 'Import profiles' }).waitFor()
    await page.getByRole('table', { name: 'Jobs' }).getByRole('row').nth(1).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `import-profiles-${size.size}`)
    await tabTo(page, 'New job profile')
    await press(page, 'Enter')
    await page.getByLabel('Name of the job profile').waitFor()
    await type(page, 'Walk overlay')
    await expect.poll(() => page.getByText('things keep this profile from running').count()).toBe(0)
    await page.getByText('The job profile needs at least one action.').waitFor()
    await tabToTree(page)
    await addStep(page, 'Match MARC record')
    expect(await selected(page)).toContain('Match 035 $a with 035 $a')
    await press(page, 'ArrowDown')
    await addStep(page, 'Update MARC record')
    await addStep(page, 'Match item')
    await page
      .getByText(/Say which field of the incoming record/)
      .first()
      .waitFor()
    await press(page, 'Enter')
    await tabTo(page, 'Field')
    await type(page, '949')
    await tabTo(page, 'Subfield')
    await type(page, 'b')
    await press(page, 'Escape')
    expect(await selected(page)).toContain('Match 949 $b with barcode')
    await press(page, 'ArrowDown')
    await addStep(page, 'Update item')
    await press(page, 'Enter')
    await tabTo(page, 'Add a field')
    await type(page, 'status')
    await page.getByRole('listbox').getByRole('option', { name: 'status name' }).waitFor()
    await press(page, 'ArrowDown', 'Enter')
    await page.locator('#map-item-status-name:focus').waitFor()
    await type(page, '949$z; else Available')
    await page
      .getByText(/neither a MARC field with subfield nor a text/)
      .first()
      .waitFor()
    await press(page, 'Control+A')
    await type(page, '949$z; else "Available"')
    await press(page, 'Escape', 'End')
    expect(await selected(page)).toContain('not found')
    await addStep(page, 'Create instance')
    await page.getByText('Nothing is wrong with the steps.').waitFor()
    const words = page.getByRole('region', { name: 'In words' })
    expect(await words.textContent()).toContain(
      'Match 035 $a with 035 $a (MARC record). If found, update MARC record and match 949 $b with barcode (item) (If found, update item.). If not found, create instance.',
    )
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `import-profile-editor-${size.size}`)
    await tabTo(page, 'Try')
    await press(page, 'Enter')
    await page.getByText('2 records tried').waitFor()
    expect(await page.getByText('Walk two').count()).toBe(1)
    await picture(page, `import-profile-tried-${size.size}`)
    await tabTo(page, 'Save', 150)
    await press(page, 'Enter')
    await page.getByText('Saved.').first().waitFor()
    await page.waitForURL(/\/job\/[0-9a-f-]{36}$/)
    const id = page.url().split('/').at(-1)!
    const tree = answer(
      await screens.app.get(`/data-import-profiles/profileSnapshots/${id}?profileType=JOB_PROFILE`),
    )
    expect(shape(tree)).toEqual({
      'Walk overlay': {
        'Walk overlay / match MARC record': {
          'MATCH Walk overlay / update MARC record': {},
          'MATCH Walk overlay / match item': { 'MATCH Walk overlay / update item': {} },
          'NON_MATCH Walk overlay / create instance': {},
        },
      },
    })
    expect(screens.consoleErrors).toEqual([])
    await context.close()
  })

  test('steps are moved, removed and brought back; what is not saved outlives the page', async () => {
    const address = `/settings/import/profiles/job/new?from=${CREATE_INSTANCE.id}`
    const { page, context } = await screens.openSignedIn(address, size)
    const name = page.getByLabel('Name of the job profile')
    await name.waitFor()
    expect(await name.inputValue()).toBe(`${CREATE_INSTANCE.name} (copy)`)
    const lines = page.getByRole('treeitem')
    await lines.nth(1).click()
    await press(page, 'Delete')
    await expect.poll(() => lines.count()).toBe(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => lines.count()).toBe(2)
    await lines.nth(1).click()
    await addStep(page, 'Create holdings')
    await press(page, 'Alt+ArrowUp')
    await expect.poll(() => lines.nth(1).textContent()).toContain('Create holdings')
    await page.reload()
    await page.getByText('Your unsaved changes of this profile are back.').waitFor()
    expect(await lines.nth(1).textContent()).toContain('Create holdings')
    await page.getByRole('button', { name: 'Discard them' }).click()
    await expect.poll(() => lines.count()).toBe(2)
    expect(screens.consoleErrors).toEqual([])
    await context.close()
  })

  test('protected fields and file endings are added and taken out', async () => {
    const { page, context } = await screens.openSignedIn('/settings/import/protections', size)
    await page.getByRole('table', { name: 'Field protection' }).getByRole('row').nth(1).waitFor()
    await page.getByLabel('Field', { exact: true }).fill('590')
    await page.getByRole('button', { name: 'Protect' }).click()
    await page.getByRole('rowheader', { name: '590' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `field-protection-${size.size}`)
    await page.getByRole('button', { name: 'Stop protecting 590' }).click()
    await page.getByRole('rowheader', { name: '590' }).waitFor({ state: 'hidden' })
    await page.goto(`${screens.url}/app/settings/import/extensions`)
    await page.getByRole('rowheader', { name: '.mrc', exact: true }).waitFor()
    await page.getByLabel('Ending').fill('.vnd')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('rowheader', { name: '.vnd' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `file-extensions-${size.size}`)
    await page.getByRole('switch', { name: 'Refuse files that end in .vnd' }).click({ force: true })
    await expect
      .poll(async () => {
        const list = answer(await screens.app.get('/data-import/fileExtensions?query=extension==".vnd"'))
        return list.fileExtensions[0].importBlocked
      })
      .toBe(true)
    await page.getByRole('button', { name: 'Take out .vnd' }).click()
    await page.getByRole('rowheader', { name: '.vnd' }).waitFor({ state: 'hidden' })
    expect(screens.consoleErrors).toEqual([])
    await context.close()
  })
})

type Node = {
  contentType: string
  reactTo?: string
  content: { name: string }
  childSnapshotWrappers: Node[]
}
type Shape = { [step: string]: Shape }

/** A tree by the names of its steps, without mappings. */
function shape(node: Node): Shape {
  const key = `${node.reactTo ? `${node.reactTo} ` : ''}${node.content.name}`
  const steps = node.childSnapshotWrappers.filter(({ contentType }) => contentType !== 'MAPPING_PROFILE')
  return { [key]: Object.assign({}, ...steps.map(shape)) as Shape }
}
