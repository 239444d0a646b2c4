import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../../test/support/app.ts'
import type { TestApp } from '../../../../test/support/app.ts'
import { cellsOf, columnsOf, loadLabels } from './index.ts'
import type { Labels } from './index.ts'

let app: TestApp
let labels: Labels

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function created(url: string, body: object): Promise<string> {
  const reply = await app.post(url, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.json.id as string
}

async function load(): Promise<Labels> {
  const read = await app.octavo.app.db.tenant('diku', loadLabels)
  // As a worker thread gets them.
  return structuredClone(read)
}

const NOTHING_ABOVE = { instance: null, holdings: null }

test('every note type has its column, however many there are', async () => {
  const names = Array.from({ length: 25 }, (_one, no) => `Zone ${String.fromCodePoint(65 + no)}`)
  const ids: string[] = []
  for (const name of names) ids.push(await created('/item-note-types', { name, source: 'local' }))
  labels = await load()
  const headers = columnsOf('ITEM', labels, null).map(({ value }) => value)
  expect(headers.slice(headers.indexOf('Zone A'), headers.indexOf('Permanent loan type'))).toEqual(names)
  expect(headers).toContain('Binding note')
  const notes = ids.map((itemNoteTypeId, no) => ({ itemNoteTypeId, note: `note ${no}`, staffOnly: false }))
  const cells = cellsOf('ITEM', { notes }, NOTHING_ABOVE, labels, 'file')
  expect(cells[headers.indexOf('Zone Y')]).toBe('note 24')
})

test('names of what the lists of inventory and users hold', async () => {
  const departmentId = await created('/departments', { name: 'History', code: 'HIS' })
  const group = await created('/groups', { group: 'visitors' })
  const type = await created('/statistical-code-types', { name: 'Gifts', code: 'gift', source: 'local' })
  const code = await created('/statistical-codes', {
    name: 'Given, 2026',
    code: 'g26',
    statisticalCodeTypeId: type,
    source: 'local',
  })
  const field = { name: 'Shoe size', type: 'TEXTBOX_SHORT', entityType: 'user' }
  const moduleHeader = { 'x-okapi-module-id': 'mod-users-19.6.0' }
  expect((await app.post('/custom-fields', field, moduleHeader)).status).toBe(201)
  const fresh = await load()
  const user = { departments: [departmentId], patronGroup: group, customFields: { shoeSize: '45' } }
  const cells = cellsOf('USER', user, NOTHING_ABOVE, fresh, 'file')
  expect([cells[6], cells[7], cells[23]]).toEqual(['visitors', 'History', 'Shoe size:45'])
  const instance = cellsOf('INSTANCE', { statisticalCodeIds: [code] }, NOTHING_ABOVE, fresh, 'file')
  expect(instance[10]).toBe('Gifts: g26 - Given, 2026')
})

test('the zone of the tenant counts for the day on which a user expires', async () => {
  const locale = { locale: 'en-US', currency: 'USD', timezone: 'America/New_York', numberingSystem: 'latn' }
  expect((await app.put('/locale', locale)).status).toBe(201)
  const cells = cellsOf(
    'USER',
    { expirationDate: '2026-01-01T04:59:59.000+00:00' },
    NOTHING_ABOVE,
    await load(),
    'file',
  )
  expect(cells[21]).toBe('2025-12-31')
})
