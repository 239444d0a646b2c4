import { http } from '../../lib/http.ts'
import { cqlText, fetchItems } from './api.ts'
import type { Holdings, Instance } from './records.ts'

/** A place that a number leads to: a title, and its holdings when the number is that of holdings or of an item there. */
export type Target = { instance: Instance; holdingsId: string | null }

/** The title or holdings of a scanned barcode or a typed HRID; null when nothing has it. */
export async function findTarget(value: string): Promise<Target | null> {
  const number = cqlText(value.trim())
  const [items, holdings, instances] = await Promise.all([
    fetchItems(`barcode==${number} or hrid==${number}`, 0, 1),
    http.get<{ holdingsRecords: Holdings[] }>('/holdings-storage/holdings', {
      query: `hrid==${number}`,
      limit: 1,
    }),
    http.get<{ instances: Instance[] }>('/inventory/instances', { query: `hrid==${number}`, limit: 1 }),
  ])
  const [instance] = instances.instances
  if (instance !== undefined) return { instance, holdingsId: null }
  const holdingsId = holdings.holdingsRecords[0]?.id ?? items.rows[0]?.holdingsRecordId
  if (holdingsId === undefined) return null
  const { instanceId } =
    holdings.holdingsRecords[0] ?? (await http.get<Holdings>(`/holdings-storage/holdings/${holdingsId}`))
  return { instance: await http.get<Instance>(`/inventory/instances/${instanceId}`), holdingsId }
}
