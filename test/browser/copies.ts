import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { LC, minimal } from '../../src/modules/inventory/test-library.ts'
import type { TestLibrary } from '../../src/modules/inventory/test-library.ts'
import type { TestApp } from '../support/app.ts'

type NewHoldings = { location: 'Main' | 'Annex'; callNumber: string; items: readonly object[] }
export type TestTitle = { id: string; hrid: string; holdings: { id: string; hrid: string }[] }

/** A title with holdings and items, made through the API. */
export async function addTitle(
  app: TestApp,
  library: TestLibrary,
  title: string,
  copies: readonly NewHoldings[],
): Promise<TestTitle> {
  const { id, hrid } = await library.addInstance({ title })
  const holdings: TestTitle['holdings'] = []
  for (const { location, callNumber, items } of copies) {
    const permanentLocationId = location === 'Main' ? library.mainLocation : library.annexLocation
    const made = await library.addHoldings(id, { permanentLocationId, callNumber, callNumberTypeId: LC })
    holdings.push(made)
    const bodies = items.map((item) => ({ id: randomUUID(), ...minimal.item(made.id, item) }))
    const batch = await app.post('/item-storage/batch/synchronous', { items: bodies })
    if (batch.status !== 201) throw new Error(batch.text)
  }
  return { id, hrid, holdings }
}

/** The items of a holdings record in their order, as the API has them. */
export async function itemsOf(app: TestApp, holdingsId: string) {
  const { json } = await app.get(
    `/inventory/items?limit=1000&query=${encodeURIComponent(`holdingsRecordId==${holdingsId} sortby order`)}`,
  )
  return json.items as {
    id: string
    barcode?: string
    volume?: string
    copyNumber?: string
    order: number
    effectiveShelvingOrder?: string
    effectiveLocation?: { name: string }
    status: { name: string }
    materialType: { name: string }
    _version: number
  }[]
}

/** `count` items with barcodes from `start` and volumes from 1. */
export function volumes(count: number, start: number): { barcode: string; volume: string }[] {
  return Array.from({ length: count }, (_, at) => ({ barcode: String(start + at), volume: `v.${at + 1}` }))
}

/** Types as a scanner does: the code at once, then Enter. */
export async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code, { delay: 5 })
  await page.keyboard.press('Enter')
}

/** Types into a combobox and takes the first value that fits. */
export async function choose(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(text)
  await page.getByRole('option').first().click()
}
