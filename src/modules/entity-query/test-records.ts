import { randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import type { TestApp, TestReply } from '../../../test/support/app.ts'
import { LC, addLibrary } from '../inventory/test-library.ts'
import { ENTITY_TYPE_IDS } from './entity-types.ts'

type Kind = keyof typeof ENTITY_TYPE_IDS

const ROOTS: Readonly<Record<Kind, string>> = {
  item: 'items',
  holdings: 'holdings',
  instance: 'instance',
  user: 'users',
}

/** What a query finds at once, as the names that a test has given to its records. */
export type Finder = {
  /** Names records for the results. */
  name(records: Readonly<Record<string, { id: string }>>): void
  find(kind: Kind, fql: object): Promise<string[]>
}

/** Runs queries at once; records without a name are left out of what they find. */
export function newFinder(app: TestApp): Finder {
  const names = new Map<string, string>()
  return {
    name(records) {
      for (const [name, { id }] of Object.entries(records)) names.set(id, name)
    },
    async find(kind, fql) {
      const reply = await runAtOnce(app, kind, fql, '&limit=1000')
      expect(reply.status, reply.text).toBe(200)
      const content = reply.json.content as Record<string, string>[]
      return content.flatMap((row) => names.get(row[`${ROOTS[kind]}.id`]!) ?? []).sort()
    },
  }
}

export function runAtOnce(app: TestApp, kind: Kind, fql: unknown, more = ''): Promise<TestReply> {
  const query = typeof fql === 'string' ? fql : JSON.stringify(fql)
  return app.get(`/query?entityTypeId=${ENTITY_TYPE_IDS[kind]}&query=${encodeURIComponent(query)}${more}`)
}

/** Waits until a query has ended. */
export async function ended(app: TestApp, queryId: string): Promise<TestReply> {
  return vi.waitFor(
    async () => {
      const reply = await app.get(`/query/${queryId}?includeResults=true`)
      expect(reply.json.status).not.toBe('IN_PROGRESS')
      return reply
    },
    { timeout: 10_000, interval: 50 },
  )
}

/** Ids of FOLIO's reference values: a type of notes, a damaged status, a material type, a loan type. */
export const NOTE_TYPE = '8d0a5eca-25de-4391-81a9-236eeefdd20b'
export const DAMAGED = '54d1dd76-ea33-4bcb-955b-6b29df4f7930'
export const TEXT = 'd9acad2f-2aac-4b48-9097-e6ab85906b25'
export const SELECTED = 'a1dc1ce3-d56f-4d8a-b498-d5d674ccc845'

/**
 * Three instances, three holdings, three items: `atlas` has a value in each field, `bible` other ones, `comic` few.
 */
export async function addRecords(app: TestApp) {
  const library = await addLibrary(app)
  const atlas = await library.addInstance({
    title: 'Ätlas of the World',
    editions: ['Second edition', 'Reprint'],
    identifiers: [{ identifierTypeId: '8261054f-be78-422d-bd51-4ed9f33c3422', value: '978-1' }],
    contributors: [
      { name: 'Mercator, G.', contributorNameTypeId: '2b94c631-fca9-4892-a730-03ee529ffe2a', primary: true },
    ],
    dates: { date1: '1999', date2: '2001' },
    languages: ['ger', 'eng'],
    catalogedDate: '2024-02-29',
    staffSuppress: true,
    natureOfContentTermIds: ['96879b60-098b-453b-bf9a-c47866f1ab2a'],
    subjects: [{ value: 'Maps' }],
  })
  const bible = await library.addInstance({ title: 'Bible', catalogedDate: '2024-03-01', languages: ['lat'] })
  const comic = await library.addInstance({ title: 'Comic' })
  const atlasHoldings = await library.addHoldings(atlas.id, {
    callNumberTypeId: LC,
    callNumber: 'G1021',
    numberOfItems: '12',
    holdingsStatements: [{ statement: 'v.1-3', staffNote: 'incomplete' }],
  })
  const bibleHoldings = await library.addHoldings(bible.id, {
    permanentLocationId: library.annexLocation,
    numberOfItems: 'about 7',
  })
  const comicHoldings = await library.addHoldings(comic.id, { discoverySuppress: true, numberOfItems: '3' })
  const items = {
    atlas: await library.addItem(atlasHoldings.id, {
      barcode: 'AB-1',
      status: { name: 'Missing' },
      materialTypeId: TEXT,
      temporaryLoanTypeId: SELECTED,
      temporaryLocationId: library.annexLocation,
      copyNumber: 'c.10',
      order: 3,
      formerIds: ['old 1', 'old 2'],
      administrativeNotes: ['checked 2020'],
      discoverySuppress: true,
      itemDamagedStatusId: DAMAGED,
      notes: [
        { itemNoteTypeId: NOTE_TYPE, note: 'Spine torn', staffOnly: true },
        { itemNoteTypeId: NOTE_TYPE, note: 'Gift', staffOnly: false },
      ],
      circulationNotes: [{ noteType: 'Check in', note: 'Count the maps', staffOnly: true }],
      tags: { tagList: ['urgent'] },
    }),
    bible: await library.addItem(bibleHoldings.id, {
      barcode: 'AB-2',
      copyNumber: 'c.2',
      order: 1,
      discoverySuppress: false,
      formerIds: ['old 2'],
      circulationNotes: [{ noteType: 'Check out', note: 'Count the maps', staffOnly: false }],
    }),
    comic: await library.addItem(comicHoldings.id, { order: 20 }),
  }
  return {
    library,
    instances: { atlas, bible, comic },
    holdings: { atlas: atlasHoldings, bible: bibleHoldings, comic: comicHoldings },
    items,
  }
}

/** Adds a user who may do what `permissions` name. @returns the headers of their requests */
export async function addUser(
  app: TestApp,
  username: string,
  permissions: readonly string[],
): Promise<Record<string, string>> {
  const id = randomUUID()
  await app.post('/users', { id, username, active: true })
  await app.post('/authn/credentials', { userId: id, password: 'secret' })
  const given = await app.post('/perms/users', { userId: id, permissions })
  expect(given.status, given.text).toBe(201)
  const headers = { 'x-okapi-tenant': 'diku', 'content-type': 'application/json' }
  const login = await app.raw(
    'POST',
    '/authn/login',
    headers,
    JSON.stringify({ username, password: 'secret' }),
  )
  return { 'x-okapi-token': String(login.headers['x-okapi-token']) }
}

/** Lets a query have ended a day ago. */
export async function setOldEnd(app: TestApp, queryId: string): Promise<void> {
  await app.octavo.app.db.tenant('diku', (tx) =>
    tx.query(`update entity_query set ended_at = ended_at - interval '1 day' where id = $1`, [queryId]),
  )
}
