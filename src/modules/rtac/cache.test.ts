import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { LC, addLibrary } from '../inventory/test-library.ts'

const UNKNOWN = '11111111-1111-4111-8111-111111111111'

let app: TestApp
let id: string

beforeAll(async () => {
  app = await testApp()
  const library = await addLibrary(app)
  id = (await library.addInstance({ modeOfIssuanceId: '068b5344-e2a6-40df-9186-1829e13cd344' })).id
  const holdings = await library.addHoldings(id, { callNumber: 'QA 1', callNumberTypeId: LC })
  for (const volume of ['1', '2', '3']) await library.addItem(holdings.id, { volume, barcode: `c${volume}` })
  await library.addItem(holdings.id, {
    volume: '4',
    barcode: 'c4',
    temporaryLocationId: library.annexLocation,
    status: { name: 'Missing' },
  })
})
afterAll(() => app.close())

async function barcodes(url: string): Promise<string[]> {
  const reply = await app.get(url)
  expect(reply.status).toBe(200)
  return reply.json.holdings.map(({ barcode }: { barcode: string }) => barcode)
}

describe('the lines of a serial page by page', () => {
  it('have all volumes, the newest first, and the total', async () => {
    const { json } = await app.get(`/rtac-cache/${id}?limit=2&offset=1`)
    expect(json).toMatchObject({ instanceId: id, totalRecords: 4 })
    expect(json.holdings).toMatchObject([
      {
        type: 'item',
        barcode: 'c3',
        volume: '(3)',
        callNumber: 'QA 1',
        location: { name: 'Main' },
        library: { name: 'Central', code: 'L', id: expect.any(String) },
        isBoundWith: false,
        instanceFormatIds: [],
      },
      { barcode: 'c2' },
    ])
  })

  it('are sorted as asked', async () => {
    expect(await barcodes(`/rtac-cache/${id}?sort=effectiveShelvingOrder,asc`)).toEqual([
      'c1',
      'c2',
      'c3',
      'c4',
    ])
    expect(await barcodes(`/rtac-cache/${id}?sort=status,desc,effectiveShelvingOrder`)).toEqual([
      'c4',
      'c3',
      'c2',
      'c1',
    ])
    expect((await app.get(`/rtac-cache/${id}?sort=colour`)).status).toBe(400)
    expect((await app.get(`/rtac-cache/${UNKNOWN}`)).status).toBe(404)
    expect((await app.get(`/rtac-cache/${id}?limit=501`)).status).toBe(400)
  })

  it('are found by words of place, call number and volume, or only those on the shelf', async () => {
    const search = `/rtac-cache/search/${id}`
    expect(await barcodes(`${search}?query=annex`)).toEqual(['c4'])
    expect(await barcodes(`${search}?query=${encodeURIComponent('qa (2)')}`)).toEqual(['c2'])
    expect(await barcodes(`${search}?query=central&available=true`)).toEqual(['c3', 'c2', 'c1'])
    expect((await app.get(search)).status).toBe(400)
  })

  it('are counted for many instances at once', async () => {
    const { json } = await app.post('/rtac-cache/batch', { instanceIds: [id, UNKNOWN] })
    expect(json.holdings).toMatchObject([
      {
        instanceId: id,
        hasVolumes: true,
        statusSummaries: [
          { locationCode: 'Main', status: 'Available', statusCount: 3, type: 'item' },
          { locationCode: 'Annex', status: 'Missing', statusCount: 1, type: 'item' },
        ],
      },
    ])
    expect(json.errors).toEqual([
      {
        message: `Instance ${UNKNOWN} can not be retrieved`,
        code: '404',
        parameters: [{ key: 'instanceId', value: UNKNOWN }],
      },
    ])
    expect((await app.post('/rtac-cache/batch', { instanceIds: [] })).status).toBe(422)
  })
})
