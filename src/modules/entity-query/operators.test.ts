import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { BOOK, CAN_CIRCULATE, LC } from '../inventory/test-library.ts'
import { DAMAGED, TEXT, NOTE_TYPE, SELECTED, addRecords, newFinder, runAtOnce } from './test-records.ts'
import type { Finder } from './test-records.ts'

let app: TestApp
let records: Awaited<ReturnType<typeof addRecords>>
let items: (fql: object) => Promise<string[]>
let holdings: (fql: object) => Promise<string[]>
let instances: (fql: object) => Promise<string[]>
let users: (fql: object) => Promise<string[]>

beforeAll(async () => {
  app = await testApp()
  records = await addRecords(app)
  const finder = (kind: Parameters<Finder['find']>[0], named: Record<string, { id: string }>) => {
    const one = newFinder(app)
    one.name(named)
    return (fql: object) => one.find(kind, fql)
  }
  items = finder('item', records.items)
  holdings = finder('holdings', records.holdings)
  instances = finder('instance', records.instances)
  users = finder('user', await addUsers())
})
afterAll(() => app.close())

async function addUsers() {
  const groups = (await app.get('/groups?limit=100')).json.usergroups as { id: string; group: string }[]
  const groupId = (name: string) => groups.find(({ group }) => group === name)!.id
  const field = { name: 'Campus card', type: 'RADIO_BUTTON', entityType: 'user', visible: true }
  const options = { values: [{ value: 'Blue' }, { value: 'Red' }] }
  const made = await app.post('/custom-fields', { ...field, selectField: { multiSelect: false, options } })
  expect(made.status, made.text).toBe(201)
  const department = (await app.post('/departments', { name: 'Maps', code: 'M' })).json
  const people = {
    ada: {
      username: 'ada',
      barcode: '0007',
      active: true,
      patronGroup: groupId('staff'),
      expirationDate: '2030-06-30T22:00:00.000+00:00',
      personal: { lastName: 'Łovelace', firstName: 'Ada', email: 'ada@example.org' },
      departments: [department.id],
      customFields: { [made.json.refId]: 'opt_1' },
    },
    bob: {
      username: 'bob',
      active: false,
      patronGroup: groupId('faculty'),
      personal: { lastName: 'Builder', email: 'bob@example.org' },
      customFields: { [made.json.refId]: 'opt_2' },
    },
  }
  customField = `users._custom_field_${made.json.id}`
  const added: Record<string, { id: string }> = {}
  for (const [name, user] of Object.entries(people)) {
    const reply = await app.post('/users', { id: randomUUID(), ...user })
    expect(reply.status, reply.text).toBe(201)
    added[name] = reply.json
  }
  return added
}
let customField: string

describe('text', () => {
  it('$eq and $ne disregard letter case; $ne finds records without the field', async () => {
    expect(await items({ 'items.copy_number': { $eq: 'C.10' } })).toEqual(['atlas'])
    expect(await items({ 'items.copy_number': { $ne: 'c.10' } })).toEqual(['bible', 'comic'])
    expect(await items({ 'items.barcode': { $eq: 'ab-1' } })).toEqual(['atlas'])
    expect(await items({ 'items.status_name': { $eq: 'missing' } })).toEqual(['atlas'])
  })

  it('titles and names disregard accents, other texts do not', async () => {
    expect(await instances({ 'instance.title': { $eq: 'atlas of the world' } })).toEqual(['atlas'])
    expect(await items({ 'instances.title': { $starts_with: 'ätl' } })).toEqual(['atlas'])
    expect(await users({ 'users.last_name': { $eq: 'lovelace' } })).toEqual(['ada'])
    expect(await instances({ 'instance.index_title': { $eq: 'x' } })).toEqual([])
  })

  it('$in and $nin take lists', async () => {
    expect(await items({ 'items.status_name': { $in: ['missing', 'lost'] } })).toEqual(['atlas'])
    expect(await items({ 'items.barcode': { $in: ['AB-1', 'AB-2', 'AB-3'] } })).toEqual(['atlas', 'bible'])
    expect(await items({ 'items.barcode': { $nin: ['AB-1', 'AB-3'] } })).toEqual(['bible', 'comic'])
    expect(await items({ 'items.barcode': { $in: [] } })).toEqual([])
    expect(await items({ 'items.barcode': { $nin: [] } })).toEqual(['atlas', 'bible', 'comic'])
  })

  it('$contains, $not_contains, $starts_with and $regex search within', async () => {
    expect(await items({ 'items.copy_number': { $contains: '.1' } })).toEqual(['atlas'])
    expect(await items({ 'items.copy_number': { $not_contains: '.1' } })).toEqual(['bible', 'comic'])
    expect(await items({ 'items.barcode': { $starts_with: 'ab-' } })).toEqual(['atlas', 'bible'])
    expect(await items({ 'items.barcode': { $regex: '^AB-[2-9]$' } })).toEqual(['bible'])
    expect(await instances({ 'instance.title': { $regex: 'ÄTLAS.*world$' } })).toEqual(['atlas'])
  })

  it('takes no character of a text for a pattern', async () => {
    expect(await items({ 'items.barcode': { $contains: '%' } })).toEqual([])
    expect(await items({ 'items.barcode': { $starts_with: 'A_' } })).toEqual([])
    expect(await items({ 'items.copy_number': { $contains: '.' } })).toEqual(['atlas', 'bible'])
  })

  it('$empty asks whether there is a value', async () => {
    expect(await items({ 'items.barcode': { $empty: true } })).toEqual(['comic'])
    expect(await items({ 'items.barcode': { $empty: 'false' } })).toEqual(['atlas', 'bible'])
  })

  it('is compared by characters', async () => {
    expect(await instances({ 'instance.instance_date_1': { $gte: '1999' } })).toEqual(['atlas'])
    expect(await instances({ 'instance.instance_date_1': { $lt: '1999' } })).toEqual([])
  })
})

describe('ids', () => {
  it('are found whole, and as text', async () => {
    const { id } = records.items.atlas
    expect(await items({ 'items.id': { $eq: id.toUpperCase() } })).toEqual(['atlas'])
    expect(await items({ 'items.id': { $in: [id, records.items.bible.id] } })).toEqual(['atlas', 'bible'])
    expect(await items({ 'items.id': { $nin: [id] } })).toEqual(['bible', 'comic'])
    expect(await items({ 'items.id': { $starts_with: id.slice(0, 20) } })).toContain('atlas')
    expect(await items({ 'items.item_damaged_status_id': { $eq: DAMAGED } })).toEqual(['atlas'])
    expect(await items({ 'items.item_damaged_status_id': { $empty: true } })).toEqual(['bible', 'comic'])
    expect(await holdings({ 'holdings.instance_id': { $eq: records.instances.bible.id } })).toEqual(['bible'])
  })
})

describe('numbers', () => {
  it('are compared as numbers, sent as such or as text', async () => {
    expect(await items({ 'items.order': { $gt: 2 } })).toEqual(['atlas', 'comic'])
    expect(await items({ 'items.order': { $lte: '3' } })).toEqual(['atlas', 'bible'])
    expect(await items({ 'items.order': { $eq: 20 } })).toEqual(['comic'])
    expect(await items({ 'items.order': { $in: [1, '3.0'] } })).toEqual(['atlas', 'bible'])
    expect(await items({ 'items.order': { $ne: 1 } })).toEqual(['atlas', 'comic'])
  })

  it('skip texts that are none', async () => {
    expect(await holdings({ 'holdings.number_of_items': { $gte: 3 } })).toEqual(['atlas', 'comic'])
    expect(await holdings({ 'holdings.number_of_items': { $lt: 12 } })).toEqual(['comic'])
  })
})

describe('true and false', () => {
  it('take the default where a record says nothing', async () => {
    expect(await items({ 'items.discovery_suppress': { $eq: true } })).toEqual(['atlas'])
    expect(await items({ 'items.discovery_suppress': { $eq: 'false' } })).toEqual(['bible', 'comic'])
    expect(await items({ 'items.discovery_suppress': { $ne: 'false' } })).toEqual(['atlas'])
    expect(await items({ 'items.discovery_suppress': { $empty: true } })).toEqual([])
    expect(await instances({ 'instance.staff_suppress': { $eq: 'true' } })).toEqual(['atlas'])
    expect(await users({ 'users.active': { $eq: true } })).toEqual(['ada'])
  })
})

describe('dates', () => {
  it('of a day are compared as days', async () => {
    expect(await instances({ 'instance.cataloged_date': { $eq: '2024-02-29' } })).toEqual(['atlas'])
    expect(await instances({ 'instance.cataloged_date': { $ne: '2024-02-29' } })).toEqual(['bible', 'comic'])
    expect(await instances({ 'instance.cataloged_date': { $gt: '2024-02-29' } })).toEqual(['bible'])
    expect(await instances({ 'instance.cataloged_date': { $lte: '2024-03-01' } })).toEqual(['atlas', 'bible'])
    expect(await instances({ 'instance.cataloged_date': { $empty: true } })).toEqual(['comic'])
  })

  it('with a time are compared by the day that begins at the given moment', async () => {
    const field = 'users.expiration_date'
    expect(await users({ [field]: { $eq: '2030-06-30' } })).toEqual(['ada'])
    expect(await users({ [field]: { $eq: '2030-06-30T22:00:00.000' } })).toEqual(['ada'])
    expect(await users({ [field]: { $eq: '2030-06-30T22:00:00.001' } })).toEqual([])
    expect(await users({ [field]: { $eq: '2030-07-01T00:00:00.000+02:00' } })).toEqual(['ada'])
    expect(await users({ [field]: { $gt: '2030-06-30' } })).toEqual([])
    expect(await users({ [field]: { $gt: '2030-06-29' } })).toEqual(['ada'])
    expect(await users({ [field]: { $gte: '2030-06-30' } })).toEqual(['ada'])
    expect(await users({ [field]: { $lt: '2030-06-30' } })).toEqual([])
    expect(await users({ [field]: { $lte: '2030-06-30' } })).toEqual(['ada'])
    expect(await users({ [field]: { $ne: '2030-06-30' } })).toEqual(['bob'])
    expect(await users({ [field]: { $lte: '9999-12-31' } })).toEqual(['ada'])
    expect(await users({ [field]: { $gt: '9999-12-31' } })).toEqual([])
    expect(await users({ [field]: { $gte: '0001-01-01' } })).toEqual(['ada'])
  })

  it('of changes are read from their columns', async () => {
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    expect(await items({ 'items.updated_date': { $gt: yesterday } })).toEqual(['atlas', 'bible', 'comic'])
    expect(await items({ 'instances.created_at': { $lt: '2020-01-01' } })).toEqual([])
  })
})

describe('lists', () => {
  it('hold when one of their elements does', async () => {
    expect(await items({ 'items.former_ids': { $eq: 'OLD 2' } })).toEqual(['atlas', 'bible'])
    expect(await items({ 'items.former_ids': { $ne: 'old 2' } })).toEqual(['comic'])
    expect(await items({ 'items.former_ids': { $in: ['old 1', 'old 9'] } })).toEqual(['atlas'])
    expect(await items({ 'items.former_ids': { $nin: ['old 1', 'old 9'] } })).toEqual(['bible', 'comic'])
    expect(await items({ 'items.administrative_notes': { $contains: '2020' } })).toEqual(['atlas'])
    expect(await items({ 'items.administrative_notes': { $starts_with: 'check' } })).toEqual(['atlas'])
    expect(await items({ 'items.administrative_notes': { $regex: '20[0-9]0$' } })).toEqual(['atlas'])
    expect(await items({ 'items.former_ids': { $empty: true } })).toEqual(['comic'])
    expect(await items({ 'items.tags': { $eq: 'urgent' } })).toEqual(['atlas'])
    expect(await instances({ 'instance.languages': { $in: ['ger', 'lat'] } })).toEqual(['atlas', 'bible'])
  })

  it('know the operators of earlier versions', async () => {
    const field = 'items.former_ids'
    expect(await items({ [field]: { $contains_all: ['old 1', 'old 2'] } })).toEqual(['atlas'])
    expect(await items({ [field]: { $not_contains_all: ['old 1', 'old 2'] } })).toEqual(['bible', 'comic'])
    expect(await items({ [field]: { $contains_any: ['old 1', 'old 2'] } })).toEqual(['atlas', 'bible'])
    expect(await items({ [field]: { $not_contains_any: ['old 1', 'old 2'] } })).toEqual(['comic'])
  })

  it('of objects are asked for a property of theirs', async () => {
    expect(await items({ 'items.notes[*]->note': { $contains: 'TORN' } })).toEqual(['atlas'])
    expect(await items({ 'items.notes[*]->note': { $empty: true } })).toEqual(['bible', 'comic'])
    expect(await items({ 'items.notes[*]->staff_only': { $eq: 'true' } })).toEqual(['atlas'])
    expect(await items({ 'items.notes[*]->item_note_type': { $eq: NOTE_TYPE } })).toEqual(['atlas'])
    expect(await items({ 'items.check_in_notes[*]->note': { $eq: 'count the maps' } })).toEqual(['atlas'])
    expect(await items({ 'items.check_out_notes[*]->note': { $eq: 'count the maps' } })).toEqual(['bible'])
    expect(await holdings({ 'holdings.holdings_statements[*]->staff_note': { $eq: 'incomplete' } })).toEqual([
      'atlas',
    ])
    expect(await instances({ 'instance.contributors[*]->name': { $starts_with: 'merc' } })).toEqual(['atlas'])
    expect(await instances({ 'instance.identifiers[*]->identifier_value': { $eq: '978-1' } })).toEqual([
      'atlas',
    ])
  })
})

describe('names that stand for ids', () => {
  it('are found by the name and by the id', async () => {
    expect(await items({ 'mtypes.name': { $eq: TEXT } })).toContain('atlas')
    expect(await items({ 'mtypes.name': { $in: [BOOK] } })).toEqual(['bible', 'comic'])
    expect(await items({ 'mtypes.name': { $eq: 'BOOK' } })).toEqual(['bible', 'comic'])
    expect(await items({ 'items.item_damaged_status': { $eq: DAMAGED } })).toEqual(['atlas'])
    expect(await items({ 'items.item_damaged_status': { $eq: 'damaged' } })).toEqual(['atlas'])
    expect(await items({ 'items.item_damaged_status': { $ne: 'damaged' } })).toEqual(['bible', 'comic'])
    expect(await holdings({ 'holdings.call_number_type': { $eq: LC } })).toEqual(['atlas'])
    expect(await instances({ 'instance.nature_of_content_term': { $starts_with: 'audio' } })).toEqual([
      'atlas',
    ])
    expect(await users({ 'users.departments': { $eq: 'maps' } })).toEqual(['ada'])
  })

  it('of joined records too, negated for those that have none', async () => {
    expect(await items({ 'effective_location.name': { $eq: 'annex' } })).toEqual(['atlas', 'bible'])
    expect(await items({ 'temporary_location.name': { $eq: 'Annex' } })).toEqual(['atlas'])
    expect(await items({ 'temporary_location.name': { $ne: 'Annex' } })).toEqual(['bible', 'comic'])
    expect(await items({ 'temporary_location.name': { $empty: true } })).toEqual(['bible', 'comic'])
    expect(await items({ 'temporary_loan_type.name': { $in: [SELECTED] } })).toEqual(['atlas'])
    expect(await items({ 'permanent_loan_type.id': { $eq: CAN_CIRCULATE } })).toEqual([
      'atlas',
      'bible',
      'comic',
    ])
    expect(await items({ 'loclibrary.code': { $eq: 'L' } })).toEqual(['atlas', 'bible', 'comic'])
    expect(await items({ 'holdings.discovery_suppress': { $eq: true } })).toEqual(['comic'])
    expect(await items({ 'holdings.number_of_items': { $eq: 12 } })).toEqual(['atlas'])
    expect(await items({ 'created_by_user.username': { $eq: 'diku_admin' } })).toEqual([
      'atlas',
      'bible',
      'comic',
    ])
    expect(await users({ 'groups.group': { $in: ['Staff', 'undergrad'] } })).toEqual(['ada'])
  })

  it('of custom fields are those of their options', async () => {
    expect(await users({ [customField]: { $eq: 'opt_1' } })).toEqual(['ada'])
    expect(await users({ [customField]: { $nin: ['opt_1'] } })).toEqual(['bob'])
    const shown = await runAtOnce(app, 'user', { [customField]: { $eq: 'opt_2' } }, `&fields=${customField}`)
    expect(shown.json.content[0]).toMatchObject({ [customField]: 'Red' })
  })
})

describe('several conditions', () => {
  it('must all hold', async () => {
    const both = [{ 'items.barcode': { $empty: false } }, { 'instances.title': { $contains: 'bib' } }]
    expect(await items({ $and: both, _version: '24' })).toEqual(['bible'])
    expect(await items({ $and: [{ $and: both }, { 'items.order': { $gt: 0, $lt: 3 } }] })).toEqual(['bible'])
    expect(await items({ 'items.order': { $gt: 1, $lt: 20 }, 'items.barcode': { $eq: 'ab-1' } })).toEqual([
      'atlas',
    ])
  })
})

describe('a query that tries to say something to the database', () => {
  const evil = ["' or '1'='1", "'; drop table item; --", '$1', '\\', '"items".id', "{}'::text[]", '%_\\%']

  it('finds nothing, and everything is still there', async () => {
    for (const value of evil) {
      for (const operator of ['$eq', '$contains', '$starts_with']) {
        expect(await items({ 'items.barcode': { [operator]: value } })).toEqual([])
        expect(await items({ 'instances.title': { [operator]: value } })).toEqual([])
        expect(await items({ 'items.notes[*]->note': { [operator]: value } })).toEqual([])
      }
      expect(await items({ 'items.former_ids': { $in: evil } })).toEqual([])
      const asField = await runAtOnce(app, 'item', { [`items.barcode${value}`]: { $eq: 'x' } })
      expect(asField.status).toBe(400)
      const asColumn = await runAtOnce(
        app,
        'item',
        { 'items.barcode': { $eq: 'AB-1' } },
        `&fields=${encodeURIComponent(value)}`,
      )
      expect(asColumn.json.content).toEqual([{ 'items.id': records.items.atlas.id }])
    }
    expect(await items({ 'items.order': { $gt: 0 } })).toEqual(['atlas', 'bible', 'comic'])
  })
})
