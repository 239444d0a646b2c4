import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { textProblem } from '../http/problems.ts'
import {
  collectionDdl,
  collectionRoutes,
  defineCollection,
  deleteDocuments,
  insertDocuments,
} from './index.ts'
import { actor, openScratch } from './collections.fixture.ts'
import type { Scratch } from './collections.fixture.ts'

const text = { type: 'string' }

const halls = defineCollection({
  path: '/halls',
  listKey: 'halls',
  table: 'hall',
  schema: { type: 'object', required: ['name'], additionalProperties: false, properties: { name: text } },
  permissions: 'scratch.halls',
  unique: [{ fields: ['name'] }],
  methods: ['list', 'get', 'post', 'put', 'delete', 'deleteList'],
  usedBy: [
    { table: 'letter', path: 'place.hallId' },
    { table: 'letter', path: 'visits[].hallIds[]', reportedAs: 'visit' },
  ],
})

const shelves = defineCollection({
  path: '/halls/shelves',
  listKey: 'shelves',
  table: 'shelf',
  schema: {
    type: 'object',
    required: ['name', 'hallId'],
    additionalProperties: false,
    properties: {
      name: text,
      label: text,
      hallId: { type: 'string', format: 'uuid' },
      hall: { readOnly: true },
      isOpen: { type: 'boolean', default: true },
      isHidden: { type: 'boolean' },
    },
  },
  permissions: { ...halls.permissions, patch: 'scratch.shelves.patch' },
  unique: [{ fields: ['label'], match: 'lowered' }, { fields: ['name', 'hallId'] }],
  references: [{ field: 'hallId', table: 'hall' }],
  methods: ['list', 'get', 'post', 'put', 'patch', 'delete'],
  patchSchema: { type: 'object', additionalProperties: false, properties: { name: text } },
  isVersioned: true,
  visible: (query) =>
    query.get('includeHidden') === 'true' ? null : `doc -> 'isHidden' is distinct from 'true'`,
  validate: (_tx, record) => {
    if (record.name === 'forbidden') throw textProblem(400, 'No shelf may be called so.')
  },
  beforeDelete: (_tx, stored) => {
    if (stored.name === 'fixed') throw textProblem(400, 'A fixed shelf stays.')
  },
})

let scratch: Scratch
const call: Scratch['call'] = (...args) => scratch.call(...args)

beforeAll(async () => {
  const ddl = [collectionDdl(halls), collectionDdl(shelves), 'create table letter (doc json not null);'].join(
    '\n',
  )
  scratch = await openScratch(ddl, [...collectionRoutes(halls), ...collectionRoutes(shelves)])
})
afterAll(() => scratch.close())
beforeEach(() => scratch.db.tenant('scratch', (tx) => tx.query('truncate hall, shelf, letter')))

async function newHall(name: string): Promise<string> {
  return (await call('POST', '/halls', { name })).json.id as string
}

async function newShelf(part: object = {}): Promise<string> {
  const hallId = await newHall(`hall ${Math.random()}`)
  const reply = await call('POST', '/halls/shelves', { name: 'A', hallId, ...part })
  expect(reply.status).toBe(201)
  return reply.json.id as string
}

describe('adding a record', () => {
  it('answers 201 with the stored record, and its bare id as Location', async () => {
    const reply = await call('POST', '/halls', { name: 'North' })
    expect(reply.status).toBe(201)
    expect(reply.headers.location).toBe(reply.json.id)
    expect(reply.json.name).toBe('North')
    const { metadata } = reply.json
    expect(metadata.createdDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
    expect(metadata).toEqual({
      createdDate: metadata.createdDate,
      createdByUserId: actor.userId,
      updatedDate: metadata.createdDate,
      updatedByUserId: actor.userId,
    })
    expect((await call('GET', `/halls/${reply.json.id}`)).json).toEqual(reply.json)
  })

  it('takes the id that the client sends, in lower case', async () => {
    const reply = await call('POST', '/halls', { id: 'B4F9F5D4-4C2C-4AE7-8B7E-1F4E4B1C7A11', name: 'South' })
    expect(reply.json.id).toBe('b4f9f5d4-4c2c-4ae7-8b7e-1f4e4b1c7a11')
  })

  it('refuses an id that is no uuid, and one that is taken', async () => {
    const bad = await call('POST', '/halls', { id: 'x', name: 'South' })
    expect(bad.status).toBe(422)
    expect(bad.json.errors[0]).toMatchObject({ parameters: [{ key: 'hall.id', value: 'x' }] })
    expect(bad.json.errors[0].message).toContain('Invalid UUID format of id')
    const id = await newHall('North')
    const again = await call('POST', '/halls', { id, name: 'East' })
    expect(again.status).toBe(422)
    expect(again.json.errors[0]).toMatchObject({
      message: `id value already exists in table hall: ${id}`,
      code: '-1',
      parameters: [{ key: 'id', value: id }],
    })
  })

  it('drops metadata, read-only properties and nulls, and fills defaults', async () => {
    const hallId = await newHall('North')
    const reply = await call('POST', '/halls/shelves', {
      name: 'A',
      hallId,
      label: null,
      hall: { name: 'sent' },
      metadata: { createdDate: '1999-01-01T00:00:00.000+00:00' },
    })
    expect(reply.status).toBe(201)
    expect(Object.keys(reply.json)).toEqual(['id', '_version', 'name', 'hallId', 'isOpen', 'metadata'])
    expect(reply.json).toMatchObject({ _version: 1, isOpen: true })
    expect(reply.json.metadata.createdDate).not.toContain('1999')
  })

  it('lists the faults of a record in one answer', async () => {
    const reply = await call('POST', '/halls/shelves', { colour: 'red', hallId: 'x' })
    expect(reply.status).toBe(422)
    expect(reply.json.errors.map(({ message }: { message: string }) => message.slice(0, 25))).toEqual([
      'Unrecognized field "colou',
      'must not be null',
      'must match "^[a-fA-F0-9]{',
    ])
  })

  it('refuses a body that is no object, and text that cannot be stored', async () => {
    expect((await call('POST', '/halls', ['a'])).status).toBe(400)
    expect((await call('POST', '/halls')).status).toBe(400)
    expect((await call('POST', '/halls', { name: 'a\u0000b' })).status).toBe(400)
    expect((await call('POST', '/halls', { name: 'a\ud800b' })).status).toBe(400)
  })

  it('refuses a name that only differs in case and accents, with the words of FOLIO', async () => {
    await newHall('Große Bücherei')
    const reply = await call('POST', '/halls', { name: 'GROSSE BUCHEREI' })
    expect(reply.status).toBe(422)
    expect(reply.json.errors[0]).toEqual({
      message:
        "lower(f_unaccent(jsonb ->> 'name'::text)) value already exists in table hall: grosse bucherei",
      type: '1',
      code: '-1',
      parameters: [{ key: "lower(f_unaccent(jsonb ->> 'name'::text))", value: 'grosse bucherei' }],
    })
  })

  it('names all fields of a rule over several, and minds accents where told to', async () => {
    const hallId = await newHall('North')
    await call('POST', '/halls/shelves', { name: 'A', hallId, label: 'é' })
    const same = await call('POST', '/halls/shelves', { name: 'a', hallId, label: 'e' })
    expect(same.json.errors[0].message).toBe(
      "lower(f_unaccent(jsonb ->> 'name'::text)), lower(f_unaccent(jsonb ->> 'hallId'::text)) " +
        `value already exists in table shelf: a, ${hallId}`,
    )
    const label = await call('POST', '/halls/shelves', { name: 'B', hallId, label: 'É' })
    expect(label.json.errors[0].message).toBe(
      "lower(jsonb ->> 'label'::text) value already exists in table shelf: é",
    )
  })

  it('reads the key of a duplicate right when the value looks like one', async () => {
    const name = 'a)=(b) already exists.'
    await newHall(name)
    const reply = await call('POST', '/halls', { name })
    expect(reply.json.errors[0].parameters).toEqual([
      { key: "lower(f_unaccent(jsonb ->> 'name'::text))", value: name },
    ])
  })

  it('refuses a reference to nothing', async () => {
    const hallId = 'b4f9f5d4-4c2c-4ae7-8b7e-1f4e4b1c7a99'
    const reply = await call('POST', '/halls/shelves', { name: 'A', hallId })
    expect(reply.status).toBe(422)
    expect(reply.json.errors[0]).toMatchObject({
      message: `Cannot set shelf.hallid = ${hallId} because it does not exist in hall.id.`,
      parameters: [{ key: 'shelf.hallid', value: hallId }],
    })
  })

  it('refuses a name that is too long for the index', async () => {
    const name = Array.from({ length: 4000 }, (_, index) =>
      String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)),
    )
    const reply = await call('POST', '/halls', { name: name.join('') })
    expect(reply.status).toBe(400)
    expect(reply.text).toContain('too long')
  })
})

describe('changing a record', () => {
  it('answers 204; who created it and when stay as they were', async () => {
    const { id, metadata } = (await call('POST', '/halls', { name: 'North' })).json
    const sent = { id: 'ignored', name: 'Far north', metadata: { createdDate: 'x', createdByUserId: 'y' } }
    const reply = await call('PUT', `/halls/${id}`, sent)
    expect([reply.status, reply.text]).toEqual([204, ''])
    const stored = (await call('GET', `/halls/${id}`)).json
    expect(stored).toMatchObject({ id, name: 'Far north' })
    expect(stored.metadata.createdDate).toBe(metadata.createdDate)
    expect(stored.metadata.createdByUserId).toBe(actor.userId)
    expect(Date.parse(stored.metadata.updatedDate)).toBeGreaterThanOrEqual(Date.parse(metadata.updatedDate))
  })

  it('answers 404 for an unknown id and 400 for one that is no uuid', async () => {
    const unknown = 'b4f9f5d4-4c2c-4ae7-8b7e-1f4e4b1c7a99'
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const reply = await call(method, `/halls/${unknown}`, method === 'PUT' ? { name: 'x' } : undefined)
      expect([method, reply.status, reply.text]).toEqual([method, 404, 'Not found'])
      expect((await call(method, '/halls/1', { name: 'x' })).status).toBe(400)
    }
  })

  it('guards versions: only the stored one may be replaced', async () => {
    const id = await newShelf({ name: 'A' })
    const stored = (await call('GET', `/halls/shelves/${id}`)).json
    expect((await call('PUT', `/halls/shelves/${id}`, { ...stored, name: 'B' })).status).toBe(204)
    const late = await call('PUT', `/halls/shelves/${id}`, { ...stored, name: 'C' })
    expect(late.status).toBe(409)
    expect(late.text).toBe(
      `ERROR: Cannot update record ${id} because it has been changed (optimistic locking): ` +
        'Stored _version is 2, _version of request is 1 (23F09)',
    )
    const { _version: _left, ...without } = stored
    const missing = await call('PUT', `/halls/shelves/${id}`, without)
    expect(missing.status).toBe(409)
    expect(missing.text).toContain('_version of request is <NULL>')
  })

  it('applies the rules of the collection', async () => {
    const id = await newShelf()
    const stored = (await call('GET', `/halls/shelves/${id}`)).json
    const reply = await call('PUT', `/halls/shelves/${id}`, { ...stored, name: 'forbidden' })
    expect([reply.status, reply.text]).toEqual([400, 'No shelf may be called so.'])
  })

  it('changes single properties by PATCH, and no others', async () => {
    const id = await newShelf({ label: 'kept' })
    expect((await call('PATCH', `/halls/shelves/${id}`, { name: 'Z' })).status).toBe(204)
    expect((await call('GET', `/halls/shelves/${id}`)).json).toMatchObject({
      name: 'Z',
      label: 'kept',
      _version: 2,
    })
    expect((await call('PATCH', `/halls/shelves/${id}`, { label: 'new' })).status).toBe(422)
    expect((await call('PATCH', '/halls/shelves/b4f9f5d4-4c2c-4ae7-8b7e-1f4e4b1c7a99', {})).status).toBe(404)
  })
})

describe('deleting records', () => {
  it('answers 204 and forgets the record', async () => {
    const id = await newHall('North')
    expect((await call('DELETE', `/halls/${id}`)).status).toBe(204)
    expect((await call('GET', `/halls/${id}`)).status).toBe(404)
  })

  it('refuses while another collection refers to it', async () => {
    const hallId = await newHall('North')
    await call('POST', '/halls/shelves', { name: 'A', hallId })
    const reply = await call('DELETE', `/halls/${hallId}`)
    expect([reply.status, reply.text]).toEqual([
      400,
      `Cannot delete hall.id = ${hallId} because id is still referenced from table shelf.`,
    ])
  })

  it('refuses while a document of another table names it at a declared place, and only there', async () => {
    const [used, visited, mentioned] = [await newHall('a'), await newHall('b'), await newHall('c')]
    const letters = [
      { place: { hallId: used } },
      { visits: [{ hallIds: [] }, { hallIds: ['x', visited] }, {}] },
      { note: `about ${mentioned}`, place: {}, visits: 'none' },
    ]
    await scratch.db.tenant('scratch', (tx) =>
      tx.query('insert into letter select * from unnest($1::json[])', [
        letters.map((letter) => JSON.stringify(letter)),
      ]),
    )
    expect((await call('DELETE', `/halls/${used}`)).text).toContain('still referenced from table letter.')
    expect((await call('DELETE', `/halls/${visited}`)).text).toContain('still referenced from table visit.')
    expect((await call('DELETE', `/halls/${mentioned}`)).status).toBe(204)
  })

  it('applies the rules of the collection', async () => {
    const id = await newShelf({ name: 'fixed' })
    const reply = await call('DELETE', `/halls/shelves/${id}`)
    expect([reply.status, reply.text]).toEqual([400, 'A fixed shelf stays.'])
  })

  it('deletes what a query finds, and asks for a query', async () => {
    for (const name of ['a1', 'a2', 'b1']) await newHall(name)
    expect((await call('DELETE', '/halls')).status).toBe(400)
    expect((await call('DELETE', '/halls?query=name==a*')).status).toBe(204)
    const left = (await call('GET', '/halls')).json.halls as { name: string }[]
    expect(left.map(({ name }) => name)).toEqual(['b1'])
    expect((await call('DELETE', '/halls?query=cql.allRecords=1')).status).toBe(204)
    expect((await call('GET', '/halls?limit=0')).json).toEqual({ halls: [], totalRecords: 0 })
  })
})

describe('the functions behind the endpoints', () => {
  it('report one outcome a row, and bad rows leave the good ones alone', async () => {
    const records = Array.from({ length: 60 }, (_, index) => ({ name: `hall ${index}` }))
    const list: unknown[] = [...records, { name: 'HALL 7' }, { nome: 'x' }, 'text', { name: 'last' }]
    const outcomes = await scratch.db.tenant('scratch', (tx) =>
      insertDocuments(tx, halls, actor, list, { isolate: true }),
    )
    expect(outcomes).toHaveLength(64)
    expect(outcomes.filter(({ ok }) => !ok).map((outcome) => outcomes.indexOf(outcome))).toEqual([60, 61, 62])
    expect(outcomes[60]).toMatchObject({ problem: { status: 422 } })
    expect(outcomes[62]).toMatchObject({ id: null, problem: { status: 400 } })
    expect((await call('GET', '/halls?limit=0')).json.totalRecords).toBe(61)
  })

  it('write nothing at all when they are not told to isolate rows', async () => {
    const work = scratch.db.tenant('scratch', (tx) =>
      insertDocuments(tx, halls, actor, [{ name: 'a' }, { name: 'A' }]),
    )
    await expect(work).rejects.toThrow('duplicate key')
    expect((await call('GET', '/halls?limit=0')).json.totalRecords).toBe(0)
  })

  it('delete what can be deleted and report the rest', async () => {
    const [free, used] = [await newHall('free'), await newHall('used')]
    await call('POST', '/halls/shelves', { name: 'A', hallId: used })
    const unknown = 'b4f9f5d4-4c2c-4ae7-8b7e-1f4e4b1c7a99'
    const outcomes = await scratch.db.tenant('scratch', (tx) =>
      deleteDocuments(tx, halls, [free, used, unknown], { isolate: true }),
    )
    expect(outcomes.map((outcome) => (outcome.ok ? 'deleted' : outcome.problem.status))).toEqual([
      'deleted',
      400,
      404,
    ])
  })
})
