import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  CREATE_INSTANCE,
  SAMPLE_PROFILE,
  answer,
  countOf,
  importFile,
  logOf,
} from '../flows/import-client.ts'
import type { Api } from '../flows/import-client.ts'
import { book, copy, manyBooks } from '../flows/marc-files.ts'
import { makeMatchingProfile } from '../flows/preview-client.ts'
import { countOn, jobOnPage, openLibrary, setUp } from './import-steps.ts'
import type { Library } from './import-steps.ts'
import { SIZES, accessibilityFaults, describeScreens, picture } from './screens.ts'

const UPDATING = 'Update titles by number'

describeScreens.each(SIZES)('an import from the preview to the result ($size)', (size) => {
  let library: Library
  beforeAll(async () => {
    library = await openLibrary({ OCTAVO_CHUNK_RECORDS: '100', OCTAVO_JOB_CONCURRENCY: '2' })
    await makeMatchingProfile(library.api, UPDATING, [
      {
        incoming: ['901', 'a'],
        existing: { type: 'INSTANCE', field: 'instance.hrid' },
        onMatch: [{ action: 'UPDATE', folioRecord: 'INSTANCE', mapping: { mappingFields: [] } }],
      },
    ])
  })
  afterAll(() => library.screens.close())

  // Walk 7, with 120 records.
  test('a preview of the first 100 tells what would change and writes nothing', async () => {
    const { api } = library
    const job = await importFile(api, 'stock.mrc', manyBooks(120, 's'), CREATE_INSTANCE)
    const hrids = (await logOf(api, job.id)).map((entry) => entry.relatedInstanceInfo.hridList[0]!)
    const bytes = Buffer.concat(
      hrids.map((hrid, at) => book(`s${at}`, `Rivers ${at}`, [['901', `  $a${hrid}`]])),
    )
    const before = await countOf(api, '/instance-storage/instances')
    const { page, context } = await library.open('/import', size)
    await setUp(page, { name: 'rivers.mrc', bytes }, UPDATING)
    await page.getByText('If found, update instance.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `import-set-up-${size.size}`)
    await page.getByRole('button', { name: 'Preview 100' }).click()
    await page.getByText('Nothing has been written.').waitFor()
    await page.getByText('This is the first 100 of 120. The rest may turn out differently.').waitFor()
    await page
      .getByRole('row', { name: /Instances/ })
      .getByText('100', { exact: true })
      .waitFor()
    await page.getByRole('table', { name: 'Records' }).getByText('Rivers 0', { exact: true }).waitFor()
    const detail = page.getByRole('region', { name: 'What would become of this record' })
    await detail.getByRole('heading', { name: /^MARC record would be updated/ }).waitFor()
    await detail
      .getByRole('list', { name: 'Fields of MARC record, before and after' })
      .getByText('Rivers 0')
      .waitFor()
    await detail.getByRole('table', { name: 'Fields of Instance' }).getByText('Rivers 0').first().waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `import-preview-${size.size}`)
    expect(await countOf(api, '/instance-storage/instances')).toBe(before)
    expect(await countOf(api, '/instance-storage/instances', 'title=="Rivers*"')).toBe(0)
    await context.close()
  })

  // Walk 8, with 3,000 records.
  test('progress grows, never falls, and the parts sum to the total', async () => {
    const { page, context } = await library.open('/import', size)
    await setUp(page, { name: 'many.mrc', bytes: manyBooks(3000, size.size) }, SAMPLE_PROFILE.name)
    await page.getByRole('button', { name: 'Run import' }).click()
    await page.getByText('Running', { exact: true }).waitFor()
    const seen = await watchProgress(page, 3000)
    expect(seen.at(-1)).toBeLessThanOrEqual(3000)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(seen.length).toBeGreaterThan(1)
    await page.getByText(/^3,000 records in .*No errors\.$/).waitFor({ timeout: 60_000 })
    const counts = await Promise.all(
      ['Created', 'Updated', 'No action', 'With errors'].map((one) => countOn(page, one)),
    )
    expect(counts).toEqual([3000, 0, 0, 0])
    await page.getByRole('row', { name: /^Items 3,000/ }).waitFor()
    expect(await page.title()).not.toContain('%')
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `import-finished-${size.size}`)
    await page.reload()
    await page.getByText(/^3,000 records in/).waitFor()
    await context.close()
  })

  // Walks 9 and 10.
  test('errors are grouped by cause, come back as a file, and are loaded again after the cause is mended', async () => {
    const { api } = library
    const code = `NEW/${size.size}`
    const { bad, bytes } = faultyFile(size.size, code)
    const { page, context } = await library.open('/import', size)
    await setUp(page, { name: 'approval.mrc', bytes }, SAMPLE_PROFILE.name)
    await page.getByRole('button', { name: 'Run import' }).click()
    await page
      .getByText('20 of 30 could not be loaded completely, for 4 reasons. The others are in.')
      .waitFor()
    const groups = page.locator('section', { has: page.getByRole('heading', { name: 'What went wrong' }) })
    const heads = await groups.getByRole('heading', { level: 3 }).allTextContents()
    expect(heads).toHaveLength(4)
    expect(heads[0]).toContain(code)
    await groups.getByText('Where: 952 $b').waitFor()
    await groups.getByText('Where: 245 $a').waitFor()
    for (const count of [8, 6, 4, 2])
      await groups.getByRole('button', { name: `Show ${count} records` }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `import-errors-${size.size}`)
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Failed records (MARC)' }).click(),
    ])
    expect(Buffer.compare(await readFile(await download.path()), bad)).toBe(0)
    const firstJob = jobOnPage(page)

    await groups.getByRole('button', { name: 'Show 8 records' }).click()
    await page.getByRole('table', { name: 'Records' }).getByRole('link', { name: 'Lost 0' }).click()
    await page.getByRole('heading', { level: 1, name: /Lost 0/ }).waitFor()
    await page.locator('li[data-marked]', { hasText: code }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `import-record-${size.size}`)
    await page.goBack()

    await addLocation(api, code)
    await groups.getByRole('button', { name: 'Load these again' }).first().click()
    await page.getByText('8 bibliographic records', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Run import' }).click()
    await page.getByText(/^8 records in .*No errors\.$/).waitFor()
    await page.getByText(/Records of import #\d+, loaded again\./).waitFor()
    expect(await page.getByRole('heading', { name: 'What went wrong' }).count()).toBe(0)
    const again = jobOnPage(page)
    await page.getByRole('link', { name: 'Open that import' }).click()
    await page.getByText('Loaded again by').waitFor()
    expect(jobOnPage(page)).toBe(firstJob)
    expect(answer(await api.get(`/octavo/jobs/${again}`)).originalJobId).toBe(firstJob)
    await context.close()
  })

  test('nothing was written to the console', () => {
    expect(library.screens.consoleErrors).toEqual([])
  })
})

/** Adds a location beside one of the sample library's. */
async function addLocation(api: Api, code: string): Promise<void> {
  const { locations } = answer(await api.get('/locations?limit=1'))
  const { id: _id, metadata: _metadata, ...like } = locations[0]
  answer(await api.post('/locations', { ...like, code, name: `Shelf ${code}` }), 201)
}

/** What the bar has shown until the job ended. */
async function watchProgress(page: Page, total: number): Promise<number[]> {
  const seen: number[] = []
  for (let tries = 0; tries < 600; tries++) {
    const text = await page
      .locator('main')
      .getByRole('progressbar')
      .first()
      .getAttribute('aria-valuetext', { timeout: 500 })
      .catch(() => null)
    if (text === null) return seen
    const [, done = '', of = ''] = / ([\d,]+) of ([\d,]+)$/.exec(text)!
    expect(Number(of.replaceAll(',', ''))).toBe(total)
    const count = Number(done.replaceAll(',', ''))
    if (seen.at(-1) !== count) seen.push(count)
    await page.waitForTimeout(100)
  }
  return seen
}

/** 10 good records and 20 bad ones of four kinds, among each other. */
function faultyFile(name: string, code: string): { bytes: Buffer; bad: Buffer } {
  const good = (at: number) => book(`${name}g${at}`, `Good ${at}`, [copy(`${name}-g${at}`)])
  const lost = (at: number) =>
    book(`${name}l${at}`, `Lost ${at}`, [['952', `  $b${code}$hPR 1$p${name}-l${at}$ybook`]])
  const odd = (at: number) => book(`${name}o${at}`, `Odd ${at}`, [copy(`${name}-o${at}`, 'papyrus')])
  const bare = (at: number) => book(`${name}t${at}`, null, [copy(`${name}-t${at}`)])
  const broken = () => Buffer.from('00026nam a2200025 a 4500\u001d')
  const times = (count: number, make: (at: number) => Buffer) =>
    Array.from({ length: count }, (_, at) => make(at))
  const bad = [...times(8, lost), ...times(6, odd), ...times(4, bare), ...times(2, broken)]
  const goods = times(10, good)
  const records = bad.flatMap((one, at) => (at % 2 === 0 ? [goods[at / 2]!, one] : [one]))
  return { bytes: Buffer.concat(records), bad: Buffer.concat(bad) }
}
