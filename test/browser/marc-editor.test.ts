import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookRecord, field } from '../../src/modules/quick-marc/test-records.ts'
import { SIZES, accessibilityFaults, describeScreens, picture, startScreens } from './screens.ts'
import type { Screens, Size } from './screens.ts'

describeScreens('the MARC editor', () => {
  let screens: Screens
  beforeAll(async () => {
    screens = await startScreens()
    const { app } = screens
    const kept = { field: '590', indicator1: '*', indicator2: '*', subfield: '*', data: '*', source: 'USER' }
    expect((await app.post('/field-protection-settings/marc', { ...kept, override: false })).status).toBe(201)
  })
  afterAll(() => screens.close())

  /** A book with a series, a protected note and a subject. */
  async function addBook(title: string): Promise<{ externalId: string; externalHrid: string }> {
    const reply = await screens.app.post(
      '/records-editor/records',
      bookRecord(
        title,
        field('264', '\\1', '$a Toronto : $b Press, $c 1999.'),
        field('300', '\\\\', '$a 200 pages'),
        field('490', '0\\', '$a River series'),
        field('590', '\\\\', '$a Gift of the river board.'),
        field('650', '\\0', '$a Rivers.'),
      ),
    )
    expect(reply.status, reply.text).toBe(201)
    return reply.json
  }

  async function linesOf(id: string): Promise<string[]> {
    const { json } = await screens.app.get(`/records-editor/records?externalId=${id}`)
    return json.fields.map(
      ({ tag, indicators, content }: { tag: string; indicators: string[]; content: unknown }) =>
        `${tag} ${indicators.join('')} ${typeof content === 'string' ? content : ''}`,
    )
  }

  const selected = (page: Page) => page.evaluate(() => globalThis.getSelection()?.toString() ?? '')
  const type = (page: Page, text: string) => page.keyboard.type(text)
  async function press(page: Page, ...keys: string[]): Promise<void> {
    for (const key of keys) await page.keyboard.press(key)
  }

  async function tabTo(page: Page, wanted: string): Promise<void> {
    for (let tries = 0; tries < 80; tries++) {
      if ((await selected(page)) === wanted) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab never came to "${wanted}"; the last was "${await selected(page)}".`)
  }

  async function openText(id: string, size: Size | undefined) {
    const opened = await screens.openSignedIn(`/inventory/${id}/marc`, size)
    await opened.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const text = opened.page.getByRole('textbox', { name: /^MARC fields of/ })
    await text.waitFor()
    for (let tries = 0; tries < 30; tries++) {
      if (await text.evaluate((element) => element === document.activeElement)) break
      await opened.page.keyboard.press('Tab')
    }
    return { ...opened, text }
  }

  describe.each(SIZES)('at $size size', (size) => {
    test('changes a record by keyboard alone', async () => {
      const book = await addBook('Rivers of Ontario')
      const before = await linesOf(book.externalId)
      const { page, context, text } = await openText(book.externalId, size)
      expect(await accessibilityFaults(page)).toEqual([])

      await press(page, 'Control+Home')
      await tabTo(page, '1999.')
      await type(page, '2001.')
      await tabTo(page, 'River series')
      await press(page, 'Enter')
      await type(page, '500')
      await press(page, 'Tab', 'Tab')
      await type(page, 'With a map.')
      expect(await text.innerText()).toContain('490 0_ $a River series\n500 __ $a With a map.')
      await press(page, 'Alt+ArrowUp')
      expect(await text.innerText()).toContain('500 __ $a With a map.\n490 0_ $a River series')
      await press(page, 'Control+z')
      expect(await text.innerText()).toContain('490 0_ $a River series\n500 __ $a With a map.')
      await press(page, 'Control+y')

      await page.evaluate(() =>
        navigator.clipboard.writeText('=651  \\0$aOntario.\n=653  !\\$aFerries\n=655  \\7$aMaps.$2lcgft'),
      )
      await press(page, 'Control+v')
      expect(await text.innerText()).toContain(
        '651 _0 $a Ontario.\n653 !_ $a Ferries\n655 _7 $a Maps. $2 lcgft',
      )
      await page.getByRole('button', { name: /Indicator 1 must be/ }).waitFor()
      await picture(page, `marc-editor-${size.size}`)
      await press(page, 'F8')
      expect(await selected(page)).toBe('!')
      await type(page, ' ')
      await page.getByRole('button', { name: /Indicator 1 must be/ }).waitFor({ state: 'detached' })

      // A protected and a system field refuse, and say why.
      await page.getByText('590 __ $a Gift').click()
      await press(page, 'End')
      await type(page, 'x')
      await page.getByRole('status').getByText('Field protection').waitFor()
      await press(page, 'Control+Home', 'ArrowDown', 'End')
      await type(page, 'x')
      await page.getByRole('status').getByText('control number').waitFor()

      await press(page, 'Control+s')
      await page.getByText('Saved.', { exact: true }).waitFor()
      const after = await linesOf(book.externalId)
      const same = (tag: string) =>
        [before, after].map((lines) => lines.filter((line) => line.startsWith(tag)))
      for (const tag of ['001', '590', '999']) expect(same(tag)[1]).toEqual(same(tag)[0])
      expect(same('005')[1]).not.toEqual(same('005')[0])
      expect(after.slice(4)).toEqual([
        '264 \\1 $a Toronto : $b Press, $c 2001.',
        '300 \\\\ $a 200 pages',
        '500 \\\\ $a With a map.',
        '490 0\\ $a River series',
        '651 \\0 $a Ontario.',
        '653 \\\\ $a Ferries',
        '655 \\7 $a Maps. $2 lcgft',
        '590 \\\\ $a Gift of the river board.',
        '650 \\0 $a Rivers.',
        expect.stringMatching(/^999 ff/),
      ])
      const instance = (await screens.app.get(`/inventory/instances/${book.externalId}`)).json
      expect(instance.publication).toMatchObject([{ place: 'Toronto', dateOfPublication: '2001' }])
      expect(instance.subjects.map(({ value }: { value: string }) => value)).toEqual([
        'Ontario',
        'Ferries',
        'Maps',
        'Rivers',
      ])
      expect(await accessibilityFaults(page)).toEqual([])
      expect(screens.consoleErrors).toEqual([])
      await context.close()
    })
  })

  test('keeps a draft, and puts two people’s changes together', async () => {
    const { app } = screens
    const { externalId: id } = await addBook('Lakes of Ontario')
    /** What a colleague saves meanwhile. */
    async function saveMeanwhile(tag: string, content: string): Promise<void> {
      const { json } = await app.get(`/records-editor/records?externalId=${id}`)
      json.fields.find((one: { tag: string }) => one.tag === tag).content = content
      expect((await app.put(`/records-editor/records/${json.parsedRecordId}`, json)).status).toBe(202)
    }
    const { page, context, text } = await openText(id, SIZES[0])
    const append = async (line: RegExp, words: string): Promise<void> => {
      await text.locator('.cm-line', { hasText: line }).click()
      await press(page, 'End')
      await type(page, words)
    }
    await append(/^245/, ' and Quebec')
    await page.getByText('Your changes are kept as a draft').waitFor()
    await page.waitForTimeout(400)
    await page.reload()
    await page.getByText(/^Your changes of .* are here again/).waitFor()
    expect(await text.innerText()).toContain('$a Lakes of Ontario and Quebec')

    await page.getByRole('button', { name: 'Save…' }).click()
    const review = page.getByRole('dialog', { name: 'Save these changes?' })
    await review.getByRole('table', { name: 'What changes in the title' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, 'marc-review-desktop')
    await review.getByRole('button', { name: 'Go on editing' }).click()

    await saveMeanwhile('300', '$a 220 pages')
    await page.getByRole('button', { name: 'Save and stay' }).click()
    await page.getByRole('button', { name: 'Put my changes on the new version' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    expect((await linesOf(id)).slice(3, 6)).toEqual([
      '245 00 $a Lakes of Ontario and Quebec',
      '264 \\1 $a Toronto : $b Press, $c 1999.',
      '300 \\\\ $a 220 pages',
    ])

    await append(/^300/, ' and a map')
    await saveMeanwhile('300', '$a 230 pages')
    await page.getByRole('button', { name: 'Save and stay' }).click()
    await page.getByRole('radio', { name: /^Mine: 300/ }).check()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, 'marc-conflict-desktop')
    await page.getByRole('button', { name: 'Save with these choices' }).click()
    await page.getByText(/^No changes/).waitFor()
    expect(await linesOf(id)).toContain('300 \\\\ $a 220 pages and a map')
    expect(screens.consoleErrors).toEqual([])
    await context.close()
  })

  test('reads the source, and begins a new record from a template', async () => {
    const { externalId: id } = await addBook('Bays of Ontario')
    const { page, context } = await screens.openSignedIn(`/inventory/${id}/source`)
    const table = page.getByRole('table', { name: 'MARC record of Bays of Ontario' })
    await table.getByRole('row', { name: /^264 _1 \$a Toronto/ }).waitFor()
    await page.getByRole('switch', { name: 'Names of positions' }).click({ force: true })
    await table.getByText('Illustrations: a').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, 'marc-source-desktop')

    await page.goto(`${screens.url}/app/marc/new?template=short`)
    const text = page.getByRole('textbox', { name: /^MARC fields of/ })
    await text.locator('.cm-line', { hasText: /^245/ }).click()
    await press(page, 'End')
    await type(page, 'Made by hand')
    expect(await accessibilityFaults(page)).toEqual([])
    await press(page, 'Control+s')
    await page.getByRole('heading', { level: 1, name: 'Edit MARC: Made by hand' }).waitFor()
    const made = await screens.app.get('/inventory/instances?query=title=="Made by hand"')
    expect(made.json.instances).toMatchObject([{ source: 'MARC', languages: ['eng'] }])
    expect(screens.consoleErrors).toEqual([])
    await context.close()
  })
})
