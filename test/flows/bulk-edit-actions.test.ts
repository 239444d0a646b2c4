import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CsvParser } from '../../src/formats/csv/index.ts'
import { addLibrary } from '../../src/modules/inventory/test-library.ts'
import type { TestLibrary } from '../../src/modules/inventory/test-library.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { withLocations } from './bulk-edit-cases.ts'
import type { ActionCase, Cells, Part } from './bulk-edit-cases.ts'
import { commit, download, edit, errorLines, match, previewRows } from './bulk-edit-client.ts'
import type { ActionBody } from './bulk-edit-client.ts'
import { HOLDINGS_CASES } from './bulk-edit-holdings-cases.ts'
import { INSTANCE_CASES, MARC_INSTANCE_CASES } from './bulk-edit-instance-cases.ts'
import { ITEM_CASES } from './bulk-edit-item-cases.ts'
import { USER_CASES } from './bulk-edit-user-cases.ts'
import { CREATE_INSTANCE, answer, importFile } from './import-client.ts'
import { book } from './marc-files.ts'

let app: TestApp
let library: TestLibrary
let instanceId: string
let holdingsId: string

beforeAll(async () => {
  app = await testApp({ work: true })
  library = await addLibrary(app)
  instanceId = (await library.addInstance()).id
  holdingsId = (await library.addHoldings(instanceId)).id
})
afterAll(() => app.close())

type Kind = {
  entity: string
  path: string
  /** Puts a record with these properties into the library. @returns its id */
  add: (part: Part) => Promise<string>
}

const ITEMS: Kind = {
  entity: 'ITEM',
  path: '/item-storage/items',
  add: async (part) => (await library.addItem(holdingsId, part)).id,
}
const HOLDINGS: Kind = {
  entity: 'HOLDINGS_RECORD',
  path: '/holdings-storage/holdings',
  add: async (part) => (await library.addHoldings(instanceId, part)).id,
}
const INSTANCES: Kind = {
  entity: 'INSTANCE',
  path: '/instance-storage/instances',
  add: async (part) => (await library.addInstance(part)).id,
}
const USERS: Kind = {
  entity: 'USER',
  path: '/users',
  add: async (part) => {
    const user = { active: true, personal: { lastName: 'Reader', pronouns: 'they' }, ...part }
    return answer(await app.post('/users', user), 201).id
  },
}

/** What a save computes, whatever is saved. */
const COMPUTED = ['_version', 'metadata', 'effectiveShelvingOrder', 'effectiveLocationId', 'updatedDate']

/** A record without what a save adds to notes and to the status. */
function plain(record: Part): Part {
  const { status, circulationNotes, ...others } = record
  return {
    ...others,
    ...(status === undefined ? {} : { status: (status as { name: string }).name }),
    ...(circulationNotes === undefined
      ? {}
      : {
          circulationNotes: (circulationNotes as Part[]).map(({ noteType, note, staffOnly }) => ({
            noteType,
            note,
            staffOnly,
          })),
        }),
  }
}

function rowsOf(text: string): Cells[] {
  const parser = new CsvParser()
  const [header, ...rows] = [...parser.push(text.replace(/^\ufeff/, '')), ...parser.end()]
  return rows.map(({ cells }) => Object.fromEntries(header!.cells.map((name, i) => [name, cells[i]!])))
}

/** Runs a case over the API and looks at what is stored, at the preview and at the files before and after. */
async function check({ entity, path }: Kind, id: string, one: ActionCase): Promise<void> {
  const {
    option,
    action,
    after,
    cells,
    inFile = cells,
  } = withLocations(one, library.mainLocation, library.annexLocation)
  const read = async () => plain(answer(await app.get(`${path}/${id}`)) as Part)
  const before = await read()
  const operation = await match(app, entity, 'ID', `${id}\n`)
  expect(await edit(app, operation.id, [[option, action]])).toMatchObject({ status: 'REVIEW_CHANGES' })
  const proposed = await previewRows(app, operation.id, 'EDIT')
  expect(proposed).toEqual([expect.objectContaining(cells)])
  const { text } = await download(app, operation.id, 'PROPOSED_CHANGES_FILE')
  expect(rowsOf(text)).toEqual([expect.objectContaining(inFile)])
  expect(await read()).toEqual(before)

  expect(await commit(app, operation.id)).toMatchObject({ status: 'COMPLETED', committedNumOfRecords: 1 })
  expect(await errorLines(app, operation.id)).toEqual([])
  const stored = await read()
  const expected = { ...before, ...after }
  for (const [name, value] of Object.entries(expected)) {
    if (value === null) expect(stored, name).not.toHaveProperty(name)
    else if (!COMPUTED.includes(name) || name in after) expect(stored[name], name).toEqual(value)
  }
  expect(Object.keys(stored).filter((name) => !(name in expected))).toEqual([])
  expect(await previewRows(app, operation.id, 'COMMIT')).toEqual(proposed)
  const committed = await download(app, operation.id, 'COMMITTED_RECORDS_FILE')
  expect(rowsOf(committed.text)).toEqual(rowsOf(text))
}

const named = (cases: readonly ActionCase[]) =>
  cases.map((one) => {
    const { updated, parameters = [] } = one.action
    const said = [
      updated,
      ...parameters.map(({ key, value }) => (key === 'STAFF_ONLY' ? `${key} ${value}` : '')),
    ]
    return [`${one.option} ${one.action.type} ${said.filter(Boolean).join(' ')}`.trim(), one] as const
  })

describe.each([
  ['items', ITEMS, ITEM_CASES],
  ['holdings', HOLDINGS, HOLDINGS_CASES],
  ['instances', INSTANCES, INSTANCE_CASES],
  ['users', USERS, USER_CASES],
] as const)('a bulk edit of %s', (_name, kind, cases) => {
  it.concurrent.each(named(cases))('does %s, as its preview and files show', async (_rule, one) => {
    const located = withLocations(one, library.mainLocation, library.annexLocation)
    await check(kind, await kind.add(located.before), one)
  })
})

describe('a bulk edit of instances with MARC', () => {
  const ids: string[] = []

  beforeAll(async () => {
    const records = MARC_INSTANCE_CASES.map((_, i) => book(`act${i}`, `Act ${i}`))
    await importFile(app, 'acts.mrc', Buffer.concat(records), CREATE_INSTANCE)
    const list = answer(await app.get('/instance-storage/instances?query=source==MARC&limit=1000'))
    for (const { id } of list.instances as { id: string }[]) ids.push(id)
  })

  it.each(named(MARC_INSTANCE_CASES))('does %s, as its preview and files show', async (_rule, one) => {
    const id = ids[MARC_INSTANCE_CASES.indexOf(one)]!
    const stored = answer(await app.get(`${INSTANCES.path}/${id}`))
    answer(await app.put(`${INSTANCES.path}/${id}`, { ...stored, ...one.before }), 204)
    await check(INSTANCES, id, one)
  })
})

type Refused = readonly [option: string, action: ActionBody, message: string]

const NOBODY = '8b1e7c5a-6a53-4d0f-8f52-0a1c3cf2a001'
const replace = (updated: string): ActionBody => ({ type: 'REPLACE_WITH', updated })
const CLEAR: ActionBody = { type: 'CLEAR_FIELD' }

const REFUSED: readonly (readonly [string, Kind, Part, readonly Refused[]])[] = [
  [
    'items',
    ITEMS,
    { status: { name: 'Checked out' } },
    [
      ['PERMANENT_LOAN_TYPE', CLEAR, 'Permanent loan type cannot be cleared'],
      ['TEMPORARY_LOAN_TYPE', replace(''), 'Loan type value cannot be empty for REPLACE_WITH option'],
      ['STATUS', CLEAR, 'Status field can not be cleared'],
      ['STATUS', replace('Missing'), 'New status value "Missing" is not allowed'],
      ['SUPPRESS_FROM_DISCOVERY', CLEAR, 'Suppress from discovery flag cannot be cleared'],
      ['TEMPORARY_LOCATION', replace(NOBODY), `Location ${NOBODY} doesn't exist`],
      ['PATRON_GROUP', replace(NOBODY), "Combination PATRON_GROUP and REPLACE_WITH isn't supported yet"],
    ],
  ],
  [
    'holdings',
    HOLDINGS,
    {},
    [
      ['PERMANENT_LOCATION', CLEAR, 'Permanent location cannot be cleared'],
      ['PERMANENT_LOCATION', replace(''), 'Id value cannot be empty'],
      ['TEMPORARY_LOCATION', replace('shelf'), 'UUID has invalid format: shelf'],
      ['TEMPORARY_LOCATION', replace(NOBODY), `Location ${NOBODY} doesn't exist`],
      ['STATUS', replace('Missing'), "Combination STATUS and REPLACE_WITH isn't supported yet"],
    ],
  ],
  [
    'instances',
    INSTANCES,
    {},
    [
      ['STAFF_SUPPRESS', CLEAR, 'Suppress flag cannot be cleared'],
      ['MATERIAL_TYPE', replace(NOBODY), "Combination MATERIAL_TYPE and REPLACE_WITH isn't supported yet"],
    ],
  ],
  [
    'users',
    USERS,
    {},
    [
      ['EMAIL_ADDRESS', { type: 'FIND_AND_REPLACE', initial: 'a', updated: 'b' }, 'Email is null'],
      ['PATRON_GROUP', replace(NOBODY), `Patron group ${NOBODY} doesn't exist`],
      [
        'EXPIRATION_DATE',
        replace('2027-01-01'),
        "Invalid date format: 2027-01-01, expected yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
      ],
    ],
  ],
]

describe('what a bulk edit refuses', () => {
  it.concurrent.each(REFUSED)(
    'of %s is told for each record, which stays',
    async (_name, kind, part, refused) => {
      const id = await kind.add(part)
      const before = answer(await app.get(`${kind.path}/${id}`))
      const operation = await match(app, kind.entity, 'ID', id)
      const rules = refused.map(([option, action]) => [option, action] as const)
      expect(await edit(app, operation.id, rules)).toMatchObject({ committedNumOfErrors: refused.length })
      const told = refused.map(([, , message]) => `ERROR ${id}: ${message}`)
      const done = await commit(app, operation.id)
      expect(done).toMatchObject({ status: 'COMPLETED_WITH_ERRORS', committedNumOfRecords: 0 })
      expect((await errorLines(app, operation.id)).toSorted()).toEqual(told.toSorted())
      expect(answer(await app.get(`${kind.path}/${id}`))).toEqual(before)
    },
  )
})
