import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addLibrary } from '../../src/modules/inventory/test-library.ts'
import type { TestLibrary } from '../../src/modules/inventory/test-library.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { errorLines, match, postFile, previewRows, upload } from './bulk-edit-client.ts'
import { answer } from './import-client.ts'

let app: TestApp
let library: TestLibrary
let instance: { id: string; hrid: string }
let holdings: { id: string; hrid: string }
let items: { id: string; hrid: string }[]
const USER = '5b7d9c1e-3c60-4e8f-9a70-0d6a5f0e3b01'

beforeAll(async () => {
  app = await testApp({ work: true })
  library = await addLibrary(app)
  instance = await library.addInstance()
  holdings = await library.addHoldings(instance.id)
  await library.addHoldings(instance.id)
  items = [
    await library.addItem(holdings.id, {
      barcode: 'Ab-1',
      accessionNumber: 'acc 1',
      formerIds: ['old1', 'öld2'],
    }),
    await library.addItem(holdings.id, { barcode: '456*', accessionNumber: 'acc 2', formerIds: ['old3'] }),
    await library.addItem(holdings.id, { barcode: '4567', accessionNumber: 'acc 2' }),
  ]
  answer(
    await app.post('/users', {
      id: USER,
      username: 'Zoë',
      barcode: '0042',
      externalSystemId: 'ext-1',
      active: true,
      personal: { lastName: 'Reader' },
    }),
    201,
  )
})
afterAll(() => app.close())

/** Ids of what was matched, in order, and what was said of the others. */
async function matchAll(entity: string, type: string, text: string): Promise<[string[], string[]]> {
  const { id } = await match(app, entity, type, text)
  const column = {
    ITEM: 'Item UUID',
    HOLDINGS_RECORD: 'Holdings UUID',
    INSTANCE: 'Instance UUID',
    USER: 'User id',
  }[entity]!
  const rows = await previewRows(app, id, 'UPLOAD', 'limit=100')
  return [rows.map((row) => row[column]!), await errorLines(app, id)]
}

describe('items are found', () => {
  test('by barcode, literally, whatever its letters’ case', async () => {
    expect(await matchAll('ITEM', 'BARCODE', '456*\nAB-1\nab-1\n456?\n45*')).toEqual([
      [items[1]!.id, items[0]!.id],
      ['ERROR 456?: No match found', 'ERROR 45*: No match found', 'WARNING ab-1: Duplicate entry'],
    ])
  })

  test('by id, with blanks and capitals', async () => {
    const [first] = items
    expect(await matchAll('ITEM', 'ID', ` ${first!.id.toUpperCase()} \nno-uuid\n${first!.id}`)).toEqual([
      [first!.id],
      ['ERROR no-uuid: No match found', `WARNING ${first!.id}: Duplicate entry`],
    ])
  })

  test('by human-readable id', async () => {
    expect(await matchAll('ITEM', 'HRID', `${items[2]!.hrid}\n${items[0]!.hrid}`)).toEqual([
      [items[2]!.id, items[0]!.id],
      [],
    ])
  })

  test('by former ids; two of one item find it once', async () => {
    expect(await matchAll('ITEM', 'FORMER_IDS', 'öld2\nold1\nold3\nold')).toEqual([
      [items[0]!.id, items[1]!.id],
      ['ERROR old: No match found', 'WARNING old1: Duplicate entry'],
    ])
  })

  test('by accession number, unless several have it', async () => {
    expect(await matchAll('ITEM', 'ACCESSION_NUMBER', 'ACC 1\nacc 2')).toEqual([
      [items[0]!.id],
      ['ERROR acc 2: Multiple matches for the same identifier.'],
    ])
  })

  test('by their holdings, all of them', async () => {
    const [found, errors] = await matchAll('ITEM', 'HOLDINGS_RECORD_ID', holdings.id)
    expect([found.toSorted(), errors]).toEqual([items.map(({ id }) => id).toSorted(), []])
  })
})

describe('holdings are found', () => {
  test('by id and human-readable id', async () => {
    expect(await matchAll('HOLDINGS_RECORD', 'ID', holdings.id)).toEqual([[holdings.id], []])
    expect(await matchAll('HOLDINGS_RECORD', 'HRID', holdings.hrid)).toEqual([[holdings.id], []])
  })

  test('by the human-readable id of their instance, all of them', async () => {
    const [found, errors] = await matchAll('HOLDINGS_RECORD', 'INSTANCE_HRID', `${instance.hrid}\nin0`)
    expect(found).toHaveLength(2)
    expect(errors).toEqual(['ERROR in0: No match found'])
  })

  test('by the barcodes of their items, once', async () => {
    expect(await matchAll('HOLDINGS_RECORD', 'ITEM_BARCODE', '4567\nAb-1')).toEqual([
      [holdings.id],
      ['WARNING Ab-1: Duplicate entry'],
    ])
  })
})

test('instances are found by id and human-readable id', async () => {
  expect(await matchAll('INSTANCE', 'ID', instance.id)).toEqual([[instance.id], []])
  expect(await matchAll('INSTANCE', 'HRID', instance.hrid)).toEqual([[instance.id], []])
})

test('instances of linked data and shared ones are refused', async () => {
  const linked = await library.addInstance({ source: 'LINKED_DATA' })
  const shared = await library.addInstance({ source: 'CONSORTIUM-FOLIO' })
  expect(await matchAll('INSTANCE', 'ID', `${linked.id}\n${shared.id}`)).toEqual([
    [],
    [
      `ERROR ${linked.id}: Bulk edit of instances with source set to LINKED_DATA is not supported.`,
      `ERROR ${shared.id}: No match found`,
    ],
  ])
})

describe('users are found', () => {
  test.each([
    ['ID', USER],
    ['BARCODE', '0042'],
    ['EXTERNAL_SYSTEM_ID', 'EXT-1'],
    ['USER_NAME', 'zoe'],
  ])('by %s', async (type, value) => {
    expect(await matchAll('USER', type, value)).toEqual([[USER], []])
  })

  test('unless they are shadows, of DCB, or born before 1900', async () => {
    const add = async (barcode: string, part: object) =>
      answer(await app.post('/users', { barcode, active: true, personal: { lastName: 'R' }, ...part }), 201)
    await add('s1', { type: 'shadow' })
    await add('d1', { type: 'dcb' })
    await add('b1', { personal: { lastName: 'Old', dateOfBirth: '1899-12-31T00:00:00.000+00:00' } })
    await add('b2', { personal: { lastName: 'Older', dateOfBirth: '1900-01-01T00:00:00.000+00:00' } })
    const { id } = await match(app, 'USER', 'BARCODE', 's1\nd1\nb1\nb2')
    expect((await errorLines(app, id)).map((line) => line.replace(/value "[^"]*"/, 'value'))).toEqual([
      'ERROR s1: Shadow records cannot be bulk edited.',
      'ERROR d1: Bulk edit of users with type DCB is not supported.',
      'ERROR b1: Failed to parse Date from value in users.personal.dateOfBirth',
    ])
  })
})

describe('a file', () => {
  test('in which nothing matches ends with errors, and no records are offered', async () => {
    const operation = await match(app, 'ITEM', 'BARCODE', 'x1\nx2')
    expect(operation).toMatchObject({
      status: 'COMPLETED_WITH_ERRORS',
      matchedNumOfRecords: 0,
      matchedNumOfErrors: 2,
      committedNumOfErrors: 0,
    })
    expect(operation.linkToMatchedRecordsCsvFile).toBeUndefined()
    expect(operation.endTime).toBeDefined()
    expect(await errorLines(app, operation.id)).toHaveLength(2)
  })

  test.each(['', ' \r\n\n', '\ufeff'])('without identifiers (%j) fails', async (text) => {
    expect(await upload(app, 'ITEM', 'BARCODE', text)).toMatchObject({
      status: 'FAILED',
      errorMessage: 'File uploading failed : Cannot upload a file. Reason: file is empty.',
    })
  })

  test('with several columns fails in the words that clients look for', async () => {
    const operation = await match(app, 'ITEM', 'BARCODE', 'Ab-1\n4567,x')
    expect(operation.status).toBe('FAILED')
    expect(operation.errorMessage).toContain('Incorrect number of tokens found in record')
  })

  test('without line ends fails in words', async () => {
    const operation = await match(app, 'ITEM', 'BARCODE', 'x'.repeat(1_000_000))
    expect(operation).toMatchObject({
      status: 'FAILED',
      errorMessage:
        'Line 1 of the file has more than 65536 characters. A file of identifiers has one on each line.',
    })
  })

  test('must be there, and its parameters right', async () => {
    const wrong = [
      'entityType=BOOK&identifierType=ID',
      'entityType=ITEM',
      'entityType=USER&identifierType=HRID',
      'entityType=ITEM&identifierType=ID&manual=perhaps',
    ]
    for (const query of wrong) expect((await postFile(app, query, 'x')).status, query).toBe(400)
    const json = await app.post('/bulk-operations/upload?entityType=ITEM&identifierType=ID', {})
    expect([json.status, json.text]).toEqual([
      400,
      'Content-type header must be ["multipart/form-data"] with a boundary but it is "application/json"',
    ])
    const manual = await postFile(app, 'manual=true', 'x')
    expect(manual.status).toBe(404)
  })
})
