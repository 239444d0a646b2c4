import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { modules } from '../index.ts'

const ABA_JOURNAL = '69640328-788e-43fc-9c3c-af39e243f3b7'
const BABY = '7fbd5d84-62d1-44c6-9c45-6cb173998bbd'
const TRANSPARENT_WATER = 'e54b1f4d-7d05-4b1a-9368-3c36b75d8ac6'
const METOD = '85010f04-b914-4ac7-ba30-be2b52f79708'
const MAGAZINE_Q2 = '858b9600-bd76-44ff-a83e-f82dcf5ed12b'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
  const { app: inner } = app.octavo
  const inventory = modules.find(({ name }) => name === 'inventory')!
  await inner.db.tenant('diku', (tx) => inventory.seedTenant!(tx, { reference: true, sample: true }, inner))
})
afterAll(() => app.close())

type Line = { status: string; barcode?: string; volume?: string; location: string }

/** The lines of an instance. */
async function lines(id: string, fullPeriodicals = false): Promise<Line[]> {
  const reply = await app.post('/rtac-batch', { instanceIds: [id], fullPeriodicals })
  expect(reply.status).toBe(200)
  return reply.json.holdings[0].holdings
}

describe('the availability of the sample library', () => {
  it('of a book has a line a copy', async () => {
    const copies = await lines(BABY)
    expect(copies.map(({ barcode, status }) => [barcode, status]).sort()).toEqual([
      ['453987605438', 'Checked out'],
      ['4539876054382', 'Available'],
      ['4539876054383', 'Available'],
    ])
  })

  it('of a journal has a line for each holdings record, and the volumes only when they are wanted', async () => {
    expect((await lines(ABA_JOURNAL)).map(({ status }) => status).sort()).toEqual([
      '1.2012 -',
      'v.70-84 (1984-1998)',
    ])
    const all = await lines(ABA_JOURNAL, true)
    expect(all).toHaveLength(7)
    expect(all.map(({ volume }) => volume)).toContain('(v.70:no.1-6 1984:Jan.-June)')
  })

  it('of holdings without items has their first statement', async () => {
    expect((await lines(TRANSPARENT_WATER)).map(({ status }) => status)).toEqual(['Line 1b'])
  })

  it('of titles that are bound together has the one volume with each of them', async () => {
    expect((await lines(METOD)).map(({ barcode }) => barcode)).toEqual(['X575181'])
    const second = (await lines(MAGAZINE_Q2)).map(({ barcode }) => barcode)
    expect(second).toHaveLength(3)
    expect(second).toEqual(expect.arrayContaining(['BW-item1', 'BW-item2']))
  })
})
