import { addLibrary } from '../../src/modules/inventory/test-library.ts'
import type { TestApp } from '../support/app.ts'

/** The barcode of the one item. */
export const BARCODE = 'A14811392695'

/** Puts a title with holdings and one item into the library. */
export async function addTitle(app: TestApp): Promise<void> {
  const library = await addLibrary(app)
  const title = await library.addInstance({ title: 'Rivers of Ontario' })
  const holdings = await library.addHoldings(title.id)
  await library.addItem(holdings.id, { barcode: BARCODE, volume: 'v.1' })
}
