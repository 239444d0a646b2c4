import { afterAll, beforeAll, expect, test } from 'vitest'
import { answer } from '../flows/import-client.ts'
import { book, manyBooks } from '../flows/marc-files.ts'
import { chooseFiles, dropFiles, openLibrary } from './import-steps.ts'
import type { Library } from './import-steps.ts'
import { SIZES, accessibilityFaults, describeScreens, picture } from './screens.ts'

const XML = `<?xml version="1.0" encoding="UTF-8"?>
<collection xmlns="http://www.loc.gov/MARC21/slim"><record><leader>00000nam a2200000 a 4500</leader>
<controlfield tag="001">x1</controlfield><datafield tag="245" ind1="0" ind2="0"><subfield code="a">In XML</subfield></datafield>
</record></collection>`

describeScreens.each(SIZES)('bringing files in ($size)', (size) => {
  let library: Library
  beforeAll(async () => {
    library = await openLibrary()
  })
  afterAll(() => library.screens.close())

  // Walk 5.
  test('of four files dropped at once three can be set up and one is refused with the reason', async () => {
    const { page, context } = await library.open('/import', size)
    await dropFiles(
      page,
      { name: 'vendor.mrc', bytes: manyBooks(3, 'v') },
      { name: 'vendor.xml', bytes: Buffer.from(XML) },
      { name: 'leaflet.pdf', bytes: Buffer.from('%PDF-1.7 a leaflet') },
      { name: 'vendor.dat', bytes: manyBooks(2, 'd') },
    )
    for (const name of ['vendor.mrc', 'vendor.xml', 'vendor.dat']) {
      await page.getByRole('link', { name: `Set up: ${name}` }).waitFor()
    }
    await page.getByText('3 records', { exact: true }).waitFor()
    await page
      .getByText('leaflet.pdf looks like a PDF document, not a file of records. It was not kept.')
      .waitFor()
    await page.getByText('vendor.dat ends in .dat but holds MARC records. It will be read as MARC.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `import-home-${size.size}`)
    const { uploadDefinitions } = answer(
      await library.api.get('/data-import/uploadDefinitions?query=status=="LOADED"'),
    )
    expect(uploadDefinitions).toHaveLength(3)
    await page.getByRole('button', { name: 'Close: leaflet.pdf' }).click()
    await expect.poll(() => page.getByText('leaflet.pdf').count()).toBe(0)
    for (const { id } of uploadDefinitions as { id: string }[]) {
      answer(await library.api.del(`/data-import/uploadDefinitions/${id}`), 204)
    }
    await context.close()
  })

  // Walk 6, with 10 MB in three parts.
  test('an upload that the line breaks goes on where it stopped, while other screens are used', async () => {
    const { page, context } = await library.open('/import', size)
    const note: [string, string] = ['520', `  $a${'A long summary. '.repeat(320)}`]
    const bytes = Buffer.concat(
      Array.from({ length: 2000 }, (_, at) => book(`big${at}`, `Big ${at}`, [note])),
    )
    expect(bytes.length).toBeGreaterThan(10_000_000)
    const name = `big-${size.size}.mrc`
    const sent: string[] = []
    let isCut = true
    await page.route('**/octavo/upload-parts/**', (route) => {
      const part = new URL(route.request().url()).pathname.split('/').at(-1)!
      if (isCut && part !== '1') return route.abort('connectionreset')
      sent.push(part)
      return route.continue()
    })
    await page.route('**/admin/health', (route) =>
      isCut ? route.abort('connectionreset') : route.continue(),
    )
    await chooseFiles(page, { name, bytes })
    await page.getByText(`The upload of ${name} stopped at`).waitFor()
    await page.getByRole('button', { name: `Continue: ${name}` }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `import-broken-upload-${size.size}`)
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByRole('heading', { level: 1, name: 'Import history' }).waitFor()
    isCut = false
    await expect.poll(() => sent.length, { timeout: 10_000 }).toBe(3)
    await page.goBack()
    await page.getByRole('link', { name: `Set up: ${name}` }).waitFor()
    await page.getByText('2,000 records', { exact: true }).waitFor()
    expect(sent).toEqual(['1', '2', '3'])
    await context.close()
  })

  test('nothing was written to the console', () => {
    expect(library.screens.consoleErrors).toEqual([])
  })
})
