import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  CREATE_INSTANCE,
  SAMPLE_PROFILE,
  answer,
  countOf,
  importFile,
  logOf,
  startFiles,
  endOf,
} from '../flows/import-client.ts'
import { book, manyBooks } from '../flows/marc-files.ts'
import { makeMatchingProfile } from '../flows/preview-client.ts'
import { editRecord } from '../flows/undo-client.ts'
import { countOn, jobOnPage, openLibrary, setUp } from './import-steps.ts'
import type { Library } from './import-steps.ts'
import { SIZES, accessibilityFaults, describeScreens, picture } from './screens.ts'

const INSTANCES = '/instance-storage/instances'

describeScreens.each(SIZES)('stopping and undoing an import ($size)', (size) => {
  let library: Library
  beforeAll(async () => {
    library = await openLibrary({ OCTAVO_CHUNK_RECORDS: '50', OCTAVO_JOB_CONCURRENCY: '1' })
  })
  afterAll(() => library.screens.close())

  const stock = async () => ({
    instances: await countOf(library.api, INSTANCES),
    items: await countOf(library.api, '/item-storage/items'),
  })

  // Walk 11, with 8,000 records.
  test('a job is stopped at once, tells what it wrote, and its undo leaves the library as it was', async () => {
    const before = await stock()
    const { page, context } = await library.open('/import', size)
    await setUp(page, { name: 'wrong.mrc', bytes: manyBooks(8000, size.size) }, SAMPLE_PROFILE.name)
    await page.getByRole('button', { name: 'Run import' }).click()
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    await expect.poll(() => countOn(page, 'Created'), { timeout: 20_000 }).toBeGreaterThan(100)
    await page.getByRole('button', { name: 'Stop' }).click()
    const window = page.getByRole('dialog', { name: 'Stop this job?' })
    await window.getByText('Records written so far stay; you can undo them afterwards.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    const asked = Date.now()
    await window.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByText(/^Stopped after [\d,]+ of 8,000\./).waitFor()
    expect(Date.now() - asked).toBeLessThan(4000)
    const written = await countOn(page, 'Created')
    expect((await stock()).instances - before.instances).toBe(written)
    await picture(page, `import-stopped-${size.size}`)
    await page.getByRole('button', { name: 'Load the rest' }).waitFor()

    const { number } = answer(await library.api.get(`/octavo/jobs/${jobOnPage(page)}`))
    await page.getByRole('button', { name: 'Undo…' }).click()
    const plan = page.getByRole('dialog', { name: `Undo import #${number}` })
    const count = written.toLocaleString('en-GB')
    await plan.getByText(`${count} instances, ${count} holdings records, ${count} items`).waitFor()
    await plan.getByLabel('Type the job number to confirm').fill('0')
    await plan.getByRole('button', { name: 'Undo', exact: true }).click()
    await plan.getByText(`This is not ${number}.`).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `import-undo-${size.size}`)
    await plan.getByLabel('Type the job number to confirm').fill(String(number))
    await plan.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByRole('heading', { name: 'What the undo did' }).waitFor({ timeout: 40_000 })
    expect(await stock()).toEqual(before)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.goto(`${library.screens.url}/app/import/history`)
    const row = page.getByRole('row', { name: new RegExp(`#${number}`) })
    await row.getByText('Undone').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `import-history-${size.size}`)
    await context.close()
  })

  // Walk 12.
  test('a record that was changed by hand since is left by the undo and listed', async () => {
    const { api } = library
    const stored = await importFile(api, 'stock.mrc', manyBooks(3, `u${size.size}`), CREATE_INSTANCE)
    const entries = await logOf(api, stored.id)
    const hrids = entries.map((entry) => entry.relatedInstanceInfo.hridList[0]!)
    const ids = entries.map((entry) => entry.relatedInstanceInfo.idList[0]!)
    const profile = await makeMatchingProfile(api, `Update ${size.size}`, [
      {
        incoming: ['901', 'a'],
        existing: { type: 'INSTANCE', field: 'instance.hrid' },
        onMatch: [{ action: 'UPDATE', folioRecord: 'INSTANCE', mapping: { mappingFields: [] } }],
      },
    ])
    const bytes = Buffer.concat(
      hrids.map((hrid, at) => book(`n${at}`, `New title ${at}`, [['901', `  $a${hrid}`]])),
    )
    const [jobId] = await startFiles(api, [{ name: 'update.mrc', bytes }], profile)
    await endOf(api, jobId!)
    const note = 'Checked by hand'
    await editRecord(api, `${INSTANCES}/${ids[1]}`, { administrativeNotes: [note] })
    const { page, context } = await library.open(`/import/job/${jobId}`, size)
    const { number } = answer(await api.get(`/octavo/jobs/${jobId}`))
    await page.getByRole('button', { name: 'Undo…' }).click()
    const plan = page.getByRole('dialog', { name: `Undo import #${number}` })
    await plan.getByText('2 instances to how they were before', { exact: false }).waitFor()
    await plan.getByText('1: changed after the import').waitFor()
    await plan.getByLabel('Type the job number to confirm').fill(String(number))
    await page.keyboard.press('Enter')
    await page.getByText('Undone, some left', { exact: true }).waitFor()
    const left = page.getByRole('table', { name: 'Left as they are' })
    await left.getByText(hrids[1]!).first().waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `import-undone-${size.size}`)
    const titles = await Promise.all(
      ids.map(
        async (id) =>
          answer(await api.get(`${INSTANCES}/${id}`)) as { title: string; administrativeNotes: string[] },
      ),
    )
    expect(titles.map(({ title }) => title)).toEqual([
      `Book 0 of u${size.size}`,
      'New title 1',
      `Book 2 of u${size.size}`,
    ])
    expect(titles[1]!.administrativeNotes).toEqual([note])
    await context.close()
  })

  test('nothing was written to the console', () => {
    expect(library.screens.consoleErrors).toEqual([])
  })
})
