import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { compileFql } from './compile-fql.ts'
import { ENTITY_TYPES, ENTITY_TYPE_IDS } from './entity-types.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** The plan where reading all of a table is the last resort, as it is in a big one. */
async function planOf(kind: keyof typeof ENTITY_TYPE_IDS, fql: object): Promise<string> {
  const entityType = ENTITY_TYPES.find(({ id }) => id === ENTITY_TYPE_IDS[kind])!
  const { from, id, where, params } = compileFql(entityType, JSON.stringify(fql))
  return app.octavo.app.db.tenant('diku', async (tx) => {
    await tx.query('set local enable_seqscan = off')
    const rows = await tx.query<{ 'QUERY PLAN': string }>(
      `explain select ${id} from ${from} where ${where}`,
      params,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

const ID = '01a231c9-5f9e-472c-80f4-0bdb88c3a43f'

describe('conditions that have an index use it', () => {
  it('on the record itself', async () => {
    const { item, user } = { item: 'item', user: 'user' } as const
    const cases: [keyof typeof ENTITY_TYPE_IDS, object, string][] = [
      [item, { 'items.id': { $in: [ID, ID] } }, 'item_pkey'],
      [item, { 'items.hrid': { $eq: 'it001' } }, 'item_hrid_key'],
      [item, { 'items.barcode': { $eq: '1' } }, 'item_barcode_key'],
      [item, { 'items.barcode': { $in: ['1', '2'] } }, 'item_barcode_key'],
      [item, { 'items.barcode': { $starts_with: '1' } }, 'item_barcode_key'],
      [item, { 'items.holdings_record_id': { $eq: ID } }, 'item_holdings_record_id'],
      [item, { 'items.effective_location_id': { $eq: ID } }, 'item_effective_location_id'],
      [item, { 'items.updated_date': { $gt: '2024-01-01' } }, 'item_updated_at'],
      ['instance', { 'instance.title': { $starts_with: 'a' } }, 'instance_title_key'],
      ['instance', { 'instance.title': { $eq: 'a' } }, 'instance_title_key'],
      ['instance', { 'instance.created_at': { $lt: '2024-01-01' } }, 'instance_created_at'],
      ['holdings', { 'holdings.hrid': { $eq: 'ho1' } }, 'holdings_record_hrid_key'],
      ['holdings', { 'holdings.instance_id': { $eq: ID } }, 'holdings_record_instance_id'],
      [user, { 'users.username': { $eq: 'a' } }, 'users_username'],
      [user, { 'users.barcode': { $in: ['1', '2'] } }, 'users_barcode'],
      [user, { 'users.external_system_id': { $starts_with: '1' } }, 'users_external_id'],
      [user, { 'groups.group': { $eq: 'staff' } }, 'users_patrongroup'],
    ]
    for (const [kind, fql, index] of cases)
      expect(await planOf(kind, fql), JSON.stringify(fql)).toContain(index)
  })

  it('on joined records, and on the ids that lead to them', async () => {
    const byTitle = await planOf('item', { 'instances.title': { $starts_with: 'a' } })
    for (const index of ['instance_title_key', 'holdings_record_instance_id', 'item_holdings_record_id']) {
      expect(byTitle).toContain(index)
    }
    expect(await planOf('item', { 'effective_location.name': { $eq: 'Main' } })).toContain(
      'item_effective_location_id',
    )
  })
})
