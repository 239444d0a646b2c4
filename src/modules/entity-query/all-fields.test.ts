import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import type { Field, Match } from './column.ts'
import { ENTITY_TYPES, ENTITY_TYPE_IDS } from './entity-types.ts'
import type { EntityType } from './entity-types.ts'
import { addRecords, runAtOnce } from './test-records.ts'

let app: TestApp

const ID = '01a231c9-5f9e-472c-80f4-0bdb88c3a43f'
const KINDS = Object.keys(ENTITY_TYPE_IDS) as (keyof typeof ENTITY_TYPE_IDS)[]

beforeAll(async () => {
  app = await testApp()
  await addRecords(app)
  await addOddRecords()
})
afterAll(() => app.close())

/** Records as no client can store them, but a migration might. */
async function addOddRecords(): Promise<void> {
  const odd = JSON.stringify({
    id: ID,
    metadata: { createdDate: 'yesterday', createdByUserId: 'nobody' },
    notes: [null, 'text', { note: 7, itemNoteTypeId: 'none' }],
    formerIds: 'x',
    tags: { tagList: null },
    statisticalCodeIds: ['none', null],
    status: { name: null, date: '2024-13-45' },
    circulationNotes: {},
    personal: { addresses: [1], dateOfBirth: '???', preferredContactTypeId: 5 },
    departments: ['none'],
    customFields: [],
    numberOfItems: 'many',
    receivingHistory: [],
    dates: 'x',
    catalogedDate: 'x',
  })
  await app.octavo.app.db.tenant('diku', async (tx) => {
    await tx.query(
      `insert into instance (id, version, hrid_key, title_key, created_at, updated_at, date1, facets, words, doc)
       values ($1, 1, 'odd', 'odd', now(), now(), 0, '', ''::tsvector, $2)`,
      [ID, odd],
    )
    await tx.query(
      `insert into holdings_record (id, version, hrid_key, instance_id, updated_at, doc)
       values ($1, 1, 'odd', $1, now(), $2)`,
      [ID, odd],
    )
    await tx.query(
      `insert into item (id, version, hrid_key, holdings_record_id, updated_at, doc) values ($1, 1, 'odd', $1, now(), $2)`,
      [ID, odd],
    )
    await tx.query('insert into users (id, doc) values ($1, $2)', [ID, odd])
  })
}

type Named = { name: string; match: Match }

function fieldsOf({ sources }: EntityType): Named[] {
  const named = (name: string, { match }: Field) => (match === null ? [] : [{ name, match }])
  return sources.flatMap(({ alias, columns }) =>
    columns.flatMap((column) => [
      ...named(`${alias}.${column.name}`, column),
      ...column.properties.flatMap((one) => named(`${alias}.${column.name}[*]->${one.name}`, one)),
    ]),
  )
}

/** Conditions that hold for no record, one for each operator that a field takes. */
function conditionsOn(match: Match): object[] {
  switch (match.kind) {
    case 'list':
      return conditionsOn(match.item)
    case 'uuid':
      return [{ $eq: ID.replace('0', 'f') }, { $contains: 'zz' }]
    case 'number':
      return [{ $eq: 987_654_321 }, { $gt: 987_654_321 }, { $lt: -5 }]
    case 'boolean':
      return [{ $in: [] }]
    case 'instant':
    case 'day':
      return [{ $eq: '1800-01-01' }, { $gt: '2300-01-01' }, { $lt: '1800-01-01' }]
    default:
      return [
        { $eq: 'no such' },
        { $contains: 'no such' },
        { $starts_with: 'no such' },
        { $regex: 'no such' },
      ]
  }
}

async function totalOf(kind: (typeof KINDS)[number], fql: object): Promise<number> {
  const reply = await runAtOnce(app, kind, fql, '&limit=1000')
  expect(reply.status, reply.text).toBe(200)
  return reply.json.totalRecords as number
}

describe.each(KINDS)('each field of the entity type of %s', (kind) => {
  const entityType = ENTITY_TYPES.find(({ id }) => id === ENTITY_TYPE_IDS[kind])!
  const everything = { [`${entityType.sources[0]!.alias}.id`]: { $empty: false } }

  it('can be asked with each of its operators, and for its opposite', async () => {
    const all = await totalOf(kind, everything)
    expect(all).toBeGreaterThan(1)
    for (const { name, match } of fieldsOf(entityType)) {
      for (const condition of conditionsOn(match)) {
        expect(await totalOf(kind, { [name]: condition }), `${name} ${JSON.stringify(condition)}`).toBe(0)
      }
      const filled = await totalOf(kind, { [name]: { $empty: false } })
      const empty = await totalOf(kind, { [name]: { $empty: true } })
      expect(filled + empty, name).toBe(all)
    }
  })

  it('is shown, hidden ones too, for records of any form', async () => {
    const fields = entityType.sources.flatMap(({ alias, columns }) =>
      columns.map(({ name }) => `${alias}.${name}`),
    )
    const more = `&limit=1000&fields=${fields.join(',')}`
    const reply = await runAtOnce(app, kind, everything, more)
    expect(reply.status, reply.text).toBe(200)
    for (const row of reply.json.content as Record<string, unknown>[]) {
      for (const [name, value] of Object.entries(row)) {
        expect(fields).toContain(name)
        expect(value, name).not.toBeNull()
      }
    }
  })
})
