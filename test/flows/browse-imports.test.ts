import { afterAll, beforeAll, expect, it } from 'vitest'
import { browse, untilIndexed } from '../../src/modules/browse/test-browse.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { CREATE_AUTHORITY, authorityRecord } from './authority-client.ts'
import { SAMPLE_PROFILE, importFile, newTenant } from './import-client.ts'
import type { Api } from './import-client.ts'
import { book, copy } from './marc-files.ts'
import { endOfUndo, startUndo } from './undo-client.ts'

let app: TestApp
let api: Api

beforeAll(async () => {
  app = await testApp({ work: true })
  api = await newTenant(app, 'lib', true)
})
afterAll(() => app.close())

/** Each with a subject of its own, one that all have, and a copy at PR 1. */
const books = (count: number, word: string) =>
  Buffer.concat(
    Array.from({ length: count }, (_, i) =>
      book(`${word}${i}`, `Book ${i}`, [
        ['650', ` 0$a${word} ${i}`],
        ['650', ` 0$a${word} for all`],
        ['100', `1 $a${word}, Author`],
        copy(`${word}-${i}`),
      ]),
    ),
  )

async function read(path: string, query: string): Promise<[number, [string, number][]]> {
  const page = await browse(api, path, query, { limit: 3 })
  return [
    page.totalRecords,
    page.items.map((item) => [item.value ?? item.name ?? item.fullCallNumber, item.totalRecords]),
  ]
}
const subjects = (start: string) => read('subjects/instances', `value >= "${start}"`)

it('imported records can be browsed: a few with their chunk, many when the import has ended', async () => {
  await untilIndexed(app, 'lib')
  const [before] = await subjects('xx')
  const shelf = () =>
    read('call-numbers/all/instances', 'fullCallNumber >= "PR 1" or fullCallNumber < "PR 1"')
  const copies = (await shelf())[1].find(([number]) => number === 'PR 1')?.[1] ?? 0
  expect((await importFile(api, 'few.mrc', books(3, 'Xylophones'), SAMPLE_PROFILE)).status).toBe('COMMITTED')
  expect(await subjects('xylophones')).toEqual([
    before + 4,
    [
      ['Xylophones 0', 1],
      ['Xylophones 1', 1],
      ['Xylophones 2', 1],
    ],
  ])
  const job = await importFile(api, 'many.mrc', books(300, 'Zithers'), SAMPLE_PROFILE)
  expect(job.status).toBe('COMMITTED')
  await untilIndexed(app, 'lib')
  expect(await subjects('zithers for')).toEqual([before + 305, [['Zithers for all', 300]]])
  expect(await read('contributors/instances', 'name >= "zithers"')).toMatchObject([
    expect.any(Number),
    [['Zithers, Author', 300]],
  ])
  expect((await shelf())[1]).toContainEqual(['PR 1', copies + 303])
  await startUndo(api, job.id)
  await endOfUndo(api, job.id)
  expect(await subjects('zithers')).toEqual([before + 4, []])
  expect((await shelf())[1]).toContainEqual(['PR 1', copies + 3])
})

it('imported authorities can be browsed', async () => {
  const record = (number: number) =>
    authorityRecord(`n${number}`, [
      ['010', `  $an${number}`],
      ['100', `1 $aZola ${number}`],
      ['400', `1 $aZolla ${number}`],
    ])
  const file = Buffer.concat(Array.from({ length: 150 }, (_, i) => record(1000 + i)))
  expect((await importFile(api, 'names.mrc', file, CREATE_AUTHORITY)).status).toBe('COMMITTED')
  await untilIndexed(app, 'lib')
  const page = await browse(api, 'authorities', 'headingRef > "zola 1148"', { limit: 2 })
  expect(page.items.map((item) => [item.headingRef, item.authority.authRefType])).toEqual([
    ['Zola 1149', 'Authorized'],
    ['Zolla 1000', 'Reference'],
  ])
})
