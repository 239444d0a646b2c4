import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookRecord, field } from '../../src/modules/quick-marc/test-records.ts'
import type { TestField } from '../../src/modules/quick-marc/test-records.ts'
import { SIZES, accessibilityFaults, describeScreens, picture, startScreens } from './screens.ts'
import type { Screens } from './screens.ts'

describeScreens('the versions of a record', () => {
  let screens: Screens
  beforeAll(async () => {
    screens = await startScreens()
  })
  afterAll(() => screens.close())

  /** A book whose date was changed in the MARC editor, and whose suppression in the form. */
  async function changedBook(): Promise<string> {
    const { app } = screens
    const made = await app.post(
      '/records-editor/records',
      bookRecord('Rivers of Ontario', field('264', '\\1', '$a Toronto : $b Press, $c 1999.')),
    )
    const record = made.json
    record.fields.find(({ tag }: TestField) => tag === '264').content = '$a Toronto : $b Press, $c 2001.'
    const saved = await app.put(`/records-editor/records/${record.parsedRecordId}`, record)
    expect(saved.status, saved.text).toBe(202)
    const path = `/inventory/instances/${record.externalId}`
    const instance = (await app.get(path)).json
    expect((await app.put(path, { ...instance, staffSuppress: true })).status).toBe(204)
    return record.externalId
  }

  describe.each(SIZES)('at $size size', (size) => {
    test('say who changed what and how, and the first one can be restored', async () => {
      const id = await changedBook()
      const { page, context } = await screens.openSignedIn(`/inventory/${id}/versions`, size)
      await page.getByRole('heading', { level: 1, name: 'Versions: Rivers of Ontario' }).waitFor()
      const list = page.getByRole('list', { name: 'Versions, the newest first' })
      expect(await list.getByRole('button').allInnerTexts()).toEqual([
        expect.stringMatching(/current[\s\S]*Changed by diku_admin · Form/),
        expect.stringContaining('Changed by diku_admin · MARC editor'),
        expect.stringContaining('Made by diku_admin · MARC editor'),
      ])
      const fields = page.getByRole('table', { name: /^Fields that changed/ })
      await fields.getByRole('row', { name: /Suppressed for staff/ }).waitFor()
      await list.getByRole('button').nth(1).click()
      await fields.getByRole('row', { name: /Publication.*1999.*2001/s }).waitFor()
      const marc = page.getByRole('list', { name: /^MARC that changed/ })
      expect(await marc.textContent()).toContain('before: 264 _1 $a Toronto : $b Press, $c 1999.')
      expect(await marc.textContent()).toContain('after: 264 _1 $a Toronto : $b Press, $c 2001.')
      expect(await accessibilityFaults(page)).toEqual([])
      await picture(page, `version-history-${size.size}`)

      await list.getByRole('button').nth(2).click()
      await page.getByText('The record was made in this version').waitFor()
      await page.getByLabel('Compare with').selectOption({ index: 1 })
      await fields.getByRole('row', { name: /Suppressed for staff/ }).waitFor()
      await page.getByRole('button', { name: 'Restore this version' }).click()
      const dialog = page.getByRole('dialog', { name: 'Restore version 1?' })
      await dialog.getByRole('button', { name: 'Restore this version' }).click()
      await page.getByText('Version 1 is restored as a new version.').waitFor()
      await list.getByRole('button').nth(3).waitFor()
      expect(await list.getByRole('button').count()).toBe(4)

      const instance = (await screens.app.get(`/inventory/instances/${id}`)).json
      expect(instance).toMatchObject({ publication: [{ dateOfPublication: '1999' }], staffSuppress: true })
      const { generations } = (await screens.app.get(`/octavo/versions/marc/${id}`)).json
      expect(generations).toHaveLength(3)
      expect(screens.consoleErrors).toEqual([])
      await context.close()
    })
  })
})
