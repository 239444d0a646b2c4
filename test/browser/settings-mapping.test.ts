import { afterAll, beforeAll, expect, test } from 'vitest'
import { SIZES, accessibilityFaults, describeScreens, picture, startScreens } from './screens.ts'
import type { Screens } from './screens.ts'

const MARC = ['245 10 $a Rivers $c Desk One.', '500 __ $a First note.', '590 __ $a Gift of a reader.'].join(
  '\n',
)

describeScreens.each(SIZES)('MARC mapping rules ($size)', (size) => {
  let screens: Screens
  beforeAll(async () => {
    screens = await startScreens()
  })
  afterAll(() => screens.close())

  const rules = async () => (await screens.app.get('/mapping-rules/marc-bib')).json

  test('a rule is read, changed in form and JSON, tried, saved and restored', async () => {
    const { page, context } = await screens.openSignedIn('/settings/mapping-rules/marc-bib', size)
    await page.getByText('0 changed from the default').waitFor()
    await page.getByLabel('Find a tag, field, value or function').fill('590')
    await page.getByRole('cell', { name: /notes: note, staffOnly \(“Local notes”\)/ }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: '590 $a' }).click()
    const editor = page.getByRole('region', { name: 'Rule 590[0]' })
    await editor.getByLabel('Name of the value to use').first().fill('Reproduction note')
    await editor.getByRole('tab', { name: 'JSON' }).click()
    const json = editor.getByLabel('The rule as JSON')
    expect(JSON.parse(await json.inputValue()).entity[0].rules[0].conditions[0].parameter).toEqual({
      name: 'Reproduction note',
    })
    await page.getByText('edited, not saved').waitFor()
    await page.getByLabel('or MARC as text, a line a field').fill(MARC)
    await page.getByRole('button', { name: 'Try', exact: true }).click()
    const written = page.getByRole('table', { name: 'Which rule wrote what' })
    const gift = written.getByRole('row').filter({ hasText: 'Gift of a reader' })
    await gift.getByText('Reproduction note').waitFor()
    await gift.getByRole('cell', { name: '590 __ $a Gift of a reader.' }).waitFor()
    await gift.getByRole('button', { name: '590[0]' }).waitFor()
    expect(
      await page.getByRole('list', { name: 'What the stored and the edited rules make' }).textContent(),
    ).toContain('Local notes')
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `settings-mapping-${size.size}`)
    await page.reload()
    await page.getByText('edited, not saved').waitFor()
    await page.getByRole('button', { name: 'Save rules' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Running jobs keep the old ones.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save rules' }).click()
    await page.getByText('Rules saved. New imports and edits use them').waitFor()
    await page.getByText('1 changed from the default').waitFor()
    expect((await rules())['590'][0].entity[0].rules[0].conditions[0].parameter.name).toBe(
      'Reproduction note',
    )
    await page.getByRole('button', { name: 'All rules as by default' }).click()
    await dialog.getByRole('button', { name: 'All rules as by default' }).click()
    await page.getByText('The default rules are in force again.').waitFor()
    expect((await rules())['590'][0].entity[0].rules[0].conditions[0].parameter.name).toBe('Local notes')
    expect(screens.consoleErrors).toEqual([])
    await context.close()
  })

  test('what can not work is told while it is typed, and can not be saved', async () => {
    const { page, context } = await screens.openSignedIn(
      '/settings/mapping-rules/marc-bib?find=590&rule=590%5B0%5D',
      size,
    )
    const editor = page.getByRole('region', { name: 'Rule 590[0]' })
    const target = editor
      .getByRole('textbox', { name: 'Field that it fills' })
      .or(editor.getByRole('combobox', { name: 'Field that it fills' }))
    await target.first().fill('notes.shelf')
    await editor.getByText('There is no such field.').waitFor()
    await page.getByText('590[0].entity[0].target: unknown target "notes.shelf"').waitFor()
    expect(await page.getByRole('button', { name: 'Save rules' }).getAttribute('aria-disabled')).toBe('true')
    await page.getByRole('button', { name: 'Throw the changes away' }).click()
    await page.getByText('No changes').waitFor()
    await page.getByLabel('HRID of an instance').fill('in404')
    await page.getByRole('button', { name: 'Try', exact: true }).click()
    await page.getByText('There is no record in404.').waitFor()
    expect(screens.consoleErrors).toEqual([])
    await context.close()
  })
})
