import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeRecord } from '../../src/formats/marc/index.ts'
import { minimal } from '../../src/modules/inventory/test-library.ts'
import { authorityRecord, bookRecord, field } from '../../src/modules/quick-marc/test-records.ts'
import type { TestField } from '../../src/modules/quick-marc/test-records.ts'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import {
  commit,
  download,
  edit,
  errorLines,
  errorsOf,
  match,
  previewRows,
  rulesBody,
  runStep,
} from './bulk-edit-client.ts'
import type { ActionBody } from './bulk-edit-client.ts'
import { answer, until } from './import-client.ts'

type Book = { id: string; hrid: string }
type MarcAction = { name: string; data?: { key: string; value: string }[] }

let app: TestApp

beforeAll(async () => {
  app = await testApp({ work: true })
})
afterAll(() => app.close())

const note = (text: string) => field('500', '\\\\', `$a ${text}`)

async function addBook(title: string, ...fields: TestField[]): Promise<Book> {
  const made = answer(await app.post('/records-editor/records', bookRecord(title, ...fields)), 201)
  return { id: made.externalId, hrid: made.externalHrid }
}

async function addFolioInstance(title: string): Promise<Book> {
  return answer(await app.post('/instance-storage/instances', minimal.instance({ title })), 201)
}

const instanceOf = async (id: string) => answer(await app.get(`/inventory/instances/${id}`))
const sourceOf = async (id: string) =>
  answer(await app.get(`/source-storage/records/${id}/formatted?idType=INSTANCE`))
const today = () => new Date().toISOString().slice(0, 10)

/** The texts of the fields with a tag, subfields with `$` before their codes. */
async function fieldsOf(id: string, tag: string): Promise<string[]> {
  const { fields } = (await sourceOf(id)).parsedRecord.content
  return fields.flatMap((entry: Record<string, string | { subfields: object[] }>) => {
    const own = entry[tag]
    if (own === undefined) return []
    if (typeof own === 'string') return [own]
    return [
      own.subfields
        .flatMap(Object.entries)
        .map(([code, value]) => `$${code}${value}`)
        .join(''),
    ]
  })
}

function action(name: string, value?: string, code?: string): MarcAction {
  const data = [
    { key: 'VALUE', value },
    { key: 'SUBFIELD', value: code },
  ]
  return {
    name,
    data: data.filter((entry): entry is { key: string; value: string } => entry.value !== undefined),
  }
}

function marcRule(tag: string, indicators: string, subfield: string, ...actions: MarcAction[]) {
  return {
    tag,
    ind1: indicators[0],
    ind2: indicators[1],
    subfield,
    actions,
    parameters: null,
    subfields: null,
  }
}

const replaceNote = marcRule('500', '\\\\', 'a', action('FIND', 'old'), action('REPLACE_WITH', 'new'))

function postMarcRules(id: string, rules: readonly object[]) {
  return app.post(`/bulk-operations/${id}/marc-content-update`, {
    bulkOperationMarcRules: rules.map((rule) => ({ bulkOperationId: id, ...rule })),
    totalRecords: rules.length,
  })
}

/** Sends rules on administrative data, if any, and on MARC, as clients do, and applies them. */
async function editMarc(
  id: string,
  rules: readonly object[],
  administrative: readonly (readonly [string, ActionBody])[] = [],
) {
  if (administrative.length > 0)
    answer(await app.post(`/bulk-operations/${id}/content-update`, rulesBody(id, administrative)))
  answer(await postMarcRules(id, rules))
  return runStep(app, id, 'EDIT', 'IN_APP')
}

const matchBooks = (...books: Book[]) =>
  match(app, 'INSTANCE', 'HRID', books.map(({ hrid }) => hrid).join('\n'))

/** The records of a downloaded MARC file. */
async function marcFile(id: string, type: string) {
  const { name, text } = await download(app, id, type)
  const records = text
    .split('\u001d')
    .slice(0, -1)
    .map((record) => decodeRecord(Buffer.from(`${record}\u001d`), { mode: 'strict' }).record)
  return { name, records }
}

test('a new field by HRID: preview, files, what is stored', async () => {
  const one = await addBook('One', note('kept'))
  const two = await addBook('Two')
  const matched = await matchBooks(one, two)
  expect(matched).toMatchObject({
    status: 'DATA_MODIFICATION',
    matchedNumOfRecords: 2,
    linkToMatchedRecordsMarcFile: `${matched.id}/${today()}-Marc-Records-ids.mrc`,
  })
  const before = await sourceOf(one.id)

  const rule = {
    ...marcRule('502', '\\\\', 'a', action('ADD_TO_EXISTING', 'Thesis')),
    subfields: [{ subfield: 'd', actions: [action('ADD_TO_EXISTING', '1962')] }],
  }
  const reviewed = await editMarc(matched.id, [rule])
  expect(reviewed).toMatchObject({
    status: 'REVIEW_CHANGES',
    entityType: 'INSTANCE_MARC',
    processedNumOfRecords: 2,
    linkToModifiedRecordsMarcFile: `${matched.id}/${today()}-Updates-Preview-MARC-ids.mrc`,
  })
  const rows = await previewRows(app, matched.id, 'EDIT')
  expect(rows.map((row) => [row['Resource title'], row['Dissertation note']])).toEqual([
    ['One', 'Thesis 1962'],
    ['Two', 'Thesis 1962'],
  ])
  const { header } = answer(await app.get(`/bulk-operations/${matched.id}/preview?step=EDIT&limit=1`))
  expect(
    header.flatMap((cell: { value: string; forceVisible: boolean }) => (cell.forceVisible ? cell.value : [])),
  ).toEqual(['Dissertation note'])
  const proposed = await marcFile(matched.id, 'PROPOSED_CHANGES_MARC_FILE')
  expect(proposed.name).toBe(`${today()}-Updates-Preview-MARC-ids.mrc`)
  expect(proposed.records.map(({ fields }) => fields.find(({ tag }) => tag === '502')?.subfields)).toEqual(
    Array.from({ length: 2 }, () => [
      { code: 'a', value: 'Thesis' },
      { code: 'd', value: '1962' },
    ]),
  )
  expect((await download(app, matched.id, 'PROPOSED_CHANGES_FILE')).text).toContain('Thesis 1962')
  expect(await fieldsOf(one.id, '502')).toEqual([])

  const committed = await commit(app, matched.id)
  expect(committed).toMatchObject({
    status: 'COMPLETED',
    committedNumOfRecords: 2,
    processedNumOfRecords: 2,
    linkToCommittedRecordsMarcFile: `${matched.id}/${today()}-Changed-Records-MARC-ids.mrc`,
  })
  const after = await sourceOf(one.id)
  expect([after.generation, after.state, after.matchedId]).toEqual([1, 'ACTUAL', before.matchedId])
  expect(await fieldsOf(one.id, '502')).toEqual(['$aThesis$d1962'])
  expect(await fieldsOf(one.id, '999')).toEqual([`$s${before.matchedId}$i${one.id}`])
  expect((await fieldsOf(one.id, '005'))[0]! > before.parsedRecord.content.fields[1]['005']).toBe(true)
  expect((await instanceOf(one.id)).notes.map((entry: { note: string }) => entry.note)).toEqual([
    'kept',
    'Thesis 1962',
  ])
  const { name, records } = await marcFile(matched.id, 'COMMITTED_RECORDS_MARC_FILE')
  expect(name).toBe(`${today()}-Changed-Records-MARC-ids.mrc`)
  expect(records.map(({ fields }) => fields[0]!.value)).toEqual([one.hrid, two.hrid])
  expect(await previewRows(app, matched.id, 'COMMIT')).toHaveLength(2)
})

test('administrative data and MARC go together, and each half that stays is told', async () => {
  const both = await addBook('Both', note('old'))
  const onlyAdministrative = await addBook('Only administrative', note('other'))
  const neither = await addBook('Neither', note('other'))
  answer(
    await app.put(`/inventory/instances/${neither.id}`, {
      ...(await instanceOf(neither.id)),
      staffSuppress: true,
    }),
    204,
  )
  const { id } = await matchBooks(both, onlyAdministrative, neither)
  await editMarc(id, [replaceNote], [['STAFF_SUPPRESS', { type: 'SET_TO_TRUE' }]])
  const rows = await previewRows(app, id, 'EDIT')
  expect(rows.map((row) => [row['Staff suppress'], row['General note']])).toEqual([
    ['true', 'new'],
    ['true', 'other'],
    ['true', 'other'],
  ])
  expect(await commit(app, id)).toMatchObject({
    status: 'COMPLETED_WITH_ERRORS',
    committedNumOfRecords: 2,
    committedNumOfErrors: 0,
    committedNumOfWarnings: 3,
  })
  expect((await errorLines(app, id)).sort()).toEqual(
    [
      `WARNING ${onlyAdministrative.hrid}: No change in MARC fields required`,
      `WARNING ${neither.hrid}: No change in MARC fields required`,
      `WARNING ${neither.hrid}: No change in administrative data required`,
    ].sort(),
  )
  expect(await instanceOf(both.id)).toMatchObject({
    _version: 2,
    staffSuppress: true,
    notes: [{ note: 'new' }],
  })
  expect(await instanceOf(onlyAdministrative.id)).toMatchObject({ staffSuppress: true })
  expect((await sourceOf(onlyAdministrative.id)).generation).toBe(0)
  const { records } = await marcFile(id, 'COMMITTED_RECORDS_MARC_FILE')
  expect(records.map(({ fields }) => fields[0]!.value)).toEqual([both.hrid, onlyAdministrative.hrid])
})

describe('instances that an edit of MARC is not for', () => {
  test('are named, and the others are edited', async () => {
    const book = await addBook('MARC', note('old'))
    const plain = await addFolioInstance('FOLIO')
    const { id } = await matchBooks(plain, book)
    const reviewed = await editMarc(id, [replaceNote])
    expect(reviewed).toMatchObject({ status: 'REVIEW_CHANGES', processedNumOfRecords: 1 })
    const rows = await previewRows(app, id, 'EDIT', 'limit=1')
    expect(rows.map((row) => row['Resource title'])).toEqual(['MARC'])
    expect(await commit(app, id)).toMatchObject({ committedNumOfRecords: 1, committedNumOfErrors: 1 })
    expect(await errorLines(app, id)).toEqual([
      `ERROR ${plain.hrid}: Instance with source FOLIO is not supported by MARC records bulk edit and cannot be updated.`,
    ])
  })

  test('end the review when there are no others', async () => {
    const { id } = await matchBooks(await addFolioInstance('Only FOLIO'))
    const reviewed = await editMarc(id, [replaceNote])
    expect(reviewed).toMatchObject({ status: 'REVIEWED_NO_MARC_RECORDS', processedNumOfRecords: 0 })
    expect(reviewed.linkToModifiedRecordsMarcFile).toBeUndefined()
    const refused = await app.post(`/bulk-operations/${id}/start`, { step: 'COMMIT', approach: 'IN_APP' })
    expect(refused.status).toBe(400)
  })

  test('are refused at the match when they have several MARC records', async () => {
    const book = await addBook('Several')
    const source = await sourceOf(book.id)
    const other = '11111111-2222-4333-8444-555555555555'
    const { fields, leader } = source.parsedRecord.content
    const ids = { 999: { ind1: 'f', ind2: 'f', subfields: [{ s: other }, { i: book.id }] } }
    const content = { leader, fields: [...fields.filter((entry: object) => !('999' in entry)), ids] }
    const parsedRecord = { id: other, content }
    answer(
      await app.post('/source-storage/records', { ...source, id: other, matchedId: other, parsedRecord }),
      201,
    )
    const matched = await matchBooks(book)
    expect(matched).toMatchObject({ status: 'COMPLETED_WITH_ERRORS', matchedNumOfErrors: 1 })
    const [line] = await errorLines(app, matched.id)
    expect(line).toMatch(
      /^ERROR in\d+: Multiple SRS records are associated with the instance\. The following SRS have been identified: /,
    )
    expect(line).toContain(other)
    expect(line).toContain(source.matchedId)
  })
})

test('protected fields stay, which is told, unless the rule overrides that', async () => {
  answer(
    await app.post('/field-protection-settings/marc', {
      field: '590',
      indicator1: '*',
      indicator2: '*',
      subfield: '*',
      data: '*',
      source: 'USER',
    }),
    201,
  )
  const book = await addBook('Protected', field('590', '\\\\', '$a old local'), note('old'))
  const local = marcRule('590', '\\\\', 'a', action('FIND', 'old'), action('REPLACE_WITH', 'new'))
  const { id } = await matchBooks(book)
  await editMarc(id, [local, replaceNote])
  await commit(app, id)
  expect(await fieldsOf(book.id, '590')).toEqual(['$aold local'])
  expect(await fieldsOf(book.id, '500')).toEqual(['$anew'])
  expect(await errorLines(app, id)).toEqual([
    `WARNING ${book.hrid}: Field 590 is protected and was not changed.`,
  ])
  const again = await matchBooks(book)
  const parameters = [{ key: 'OVERRIDE_PROTECTED', value: true }]
  await editMarc(again.id, [{ ...local, parameters }])
  await commit(app, again.id)
  expect(await fieldsOf(book.id, '590')).toEqual(['$anew local'])
})

describe('what others change between review and commit', () => {
  test('is not overwritten, and told with a link: the instance or its MARC', async () => {
    const instance = await addBook('Instance changed', note('old'))
    const marc = await addBook('MARC changed', note('old'))
    const { id } = await matchBooks(instance, marc)
    await editMarc(id, [replaceNote])
    answer(
      await app.put(`/inventory/instances/${instance.id}`, {
        ...(await instanceOf(instance.id)),
        administrativeNotes: ['mine'],
      }),
      204,
    )
    const source = await sourceOf(marc.id)
    source.parsedRecord.content.fields.push({ 590: { ind1: ' ', ind2: ' ', subfields: [{ a: 'mine' }] } })
    answer(await app.put(`/source-storage/records/${source.id}`, source))
    expect(await commit(app, id)).toMatchObject({ committedNumOfRecords: 0, committedNumOfErrors: 2 })
    const errors = await errorsOf(app, id)
    const text = 'The record cannot be saved because it is not the most recent version.'
    expect(errors.map(({ message, parameters }) => [message, parameters[1]])).toEqual([
      [
        `${text} Stored version is 2, bulk edit version is 1.`,
        { key: 'LINK', value: `/inventory/view/${instance.id}` },
      ],
      [text, { key: 'LINK', value: `/inventory/view/${marc.id}` }],
    ])
    expect(await instanceOf(instance.id)).toMatchObject({
      administrativeNotes: ['mine'],
      notes: [{ note: 'old' }],
    })
    expect(await fieldsOf(marc.id, '590')).toEqual(['$amine'])
    expect(await fieldsOf(marc.id, '500')).toEqual(['$aold'])
  })
})

test('an edit that leaves no title is refused in the review already, and nothing is written', async () => {
  const book = await addBook('Untitled')
  const { id } = await matchBooks(book)
  await editMarc(id, [marcRule('245', '00', 'a', action('REMOVE_ALL'))])
  const said = [`ERROR ${book.hrid}: The mapped instance is invalid: title must not be null`]
  expect(await commit(app, id)).toMatchObject({ committedNumOfRecords: 0, committedNumOfErrors: 1 })
  expect(await errorLines(app, id)).toEqual(said)
  expect((await sourceOf(book.id)).generation).toBe(0)
})

describe('an edit of administrative data alone', () => {
  test('takes the suppression along into the MARC record', async () => {
    const book = await addBook('Suppressed')
    const { id } = await matchBooks(book)
    await edit(app, id, [['SUPPRESS_FROM_DISCOVERY', { type: 'SET_TO_TRUE' }]])
    expect(await commit(app, id)).toMatchObject({ status: 'COMPLETED', committedNumOfRecords: 1 })
    expect(await sourceOf(book.id)).toMatchObject({
      generation: 0,
      additionalInfo: { suppressDiscovery: true },
    })
  })

  test('marks MARC records as deleted', async () => {
    const book = await addBook('Deleted')
    const { id } = await matchBooks(book)
    await edit(app, id, [['SET_RECORDS_FOR_DELETE', { type: 'SET_TO_TRUE' }]])
    expect(await commit(app, id)).toMatchObject({ status: 'COMPLETED', committedNumOfRecords: 1 })
    expect(await instanceOf(book.id)).toMatchObject({
      deleted: true,
      staffSuppress: true,
      discoverySuppress: true,
    })
    const source = await sourceOf(book.id)
    expect([source.state, source.parsedRecord.content.leader[5]]).toEqual(['DELETED', 'd'])
  })
})

test('a mark of deletion among administrative data and a rule on MARC make one generation', async () => {
  const book = await addBook('Deleted and changed', note('old'))
  const { id } = await matchBooks(book)
  await editMarc(id, [replaceNote], [['SET_RECORDS_FOR_DELETE', { type: 'SET_TO_TRUE' }]])
  const { records } = await marcFile(id, 'PROPOSED_CHANGES_MARC_FILE')
  expect(records[0]!.leader[5]).toBe('d')
  expect(await commit(app, id)).toMatchObject({ status: 'COMPLETED', committedNumOfRecords: 1 })
  const source = await sourceOf(book.id)
  expect([source.generation, source.state, source.parsedRecord.content.leader[5]]).toEqual([
    1,
    'DELETED',
    'd',
  ])
  expect(await fieldsOf(book.id, '500')).toEqual(['$anew'])
  expect(await instanceOf(book.id)).toMatchObject({
    deleted: true,
    discoverySuppress: true,
    notes: [{ note: 'new' }],
  })
})

/** An instance without its titles before, which get new ids. */
function titleless({ precedingTitles: _titles, ...rest }: Record<string, unknown>) {
  return rest
}

/** A book whose 100 is linked to an authority with the number. */
async function linkedBook(
  title: string,
  number: string,
  ...fields: TestField[]
): Promise<Book & { authority: string }> {
  const name = '$a Twain, Mark, $d 1835-1910'
  const record = authorityRecord(number, field('100', '1\\', name))
  const authority = answer(await app.post('/records-editor/records', record), 201).externalId
  const linkDetails = { authorityId: authority, authorityNaturalId: number, linkingRuleId: 1 }
  const heading = `${name} $e author. $0 http://id.loc.gov/authorities/names/${number} $9 ${authority}`
  const book = await addBook(title, field('100', '1\\', heading, { linkDetails }), ...fields)
  return { ...book, authority }
}

test('an instance with a linked authority is edited, its heading and link stay', async () => {
  const book = await linkedBook('Linked', 'n79021164')
  const { id } = await matchBooks(book)
  await editMarc(id, [
    marcRule('100', '1\\', 'a', action('FIND', 'Twain'), action('REPLACE_WITH', 'Clemens')),
    marcRule('100', '1\\', 'e', action('FIND', 'author'), action('REPLACE_WITH', 'writer')),
  ])
  expect(await commit(app, id)).toMatchObject({ committedNumOfRecords: 1, committedNumOfErrors: 0 })
  expect(await errorLines(app, id)).toEqual([
    `WARNING ${book.hrid}: Subfield a of field 100 is controlled by an authority and was not changed.`,
  ])
  expect((await fieldsOf(book.id, '100'))[0]).toMatch(/^\$aTwain, Mark,\$d1835-1910\$ewriter\.\$0/)
  expect(answer(await app.get(`/links/instances/${book.id}`)).links).toHaveLength(1)
  expect((await instanceOf(book.id)).contributors).toMatchObject([{ authorityId: book.authority }])
})

test('a record that ISO 2709 has no room for is edited, and its absence from the MARC files is told', async () => {
  const long = Array.from({ length: 12 }, () => field('520', '\\\\', `$a ${'long '.repeat(1800)}`))
  const big = await addBook('Big', note('old'), ...long)
  const small = await addBook('Small', note('old'))
  const { id } = await matchBooks(big, small)
  await editMarc(id, [replaceNote])
  const controlNumbers = async (type: string) =>
    (await marcFile(id, type)).records.map(({ fields }) => fields[0]!.value)
  expect(await controlNumbers('PROPOSED_CHANGES_MARC_FILE')).toEqual([small.hrid])
  expect(await commit(app, id)).toMatchObject({ committedNumOfRecords: 2, committedNumOfErrors: 0 })
  expect(await errorLines(app, id)).toEqual([
    `WARNING ${big.hrid}: The MARC record is not in the MARC file, because ISO 2709 has no room for it.`,
  ])
  expect(await controlNumbers('COMMITTED_RECORDS_MARC_FILE')).toEqual([small.hrid])
  expect(await fieldsOf(big.id, '500')).toEqual(['$anew'])
  expect(await fieldsOf(big.id, '520')).toHaveLength(12)
})

describe('an undo', () => {
  async function undo(id: string) {
    const path = `/octavo/bulk-operations/${id}/undo`
    answer(await app.post(path), 202)
    return until(async () => {
      const state = answer(await app.get(path))
      return state.status === 'RUNNING' ? null : state
    })
  }

  test('gives instances, MARC, titles and links back as they were', async () => {
    const linked = await linkedBook('Undone', 'n50000001', note('old'), field('780', '00', '$t Before'))
    const before = await instanceOf(linked.id)
    const marc = await sourceOf(linked.id)
    const { id } = await matchBooks(linked)
    await editMarc(
      id,
      [
        replaceNote,
        marcRule('100', '1\\', '', action('REMOVE_FIELD')),
        marcRule('780', '00', '', action('REMOVE_FIELD')),
      ],
      [['SET_RECORDS_FOR_DELETE', { type: 'SET_TO_TRUE' }]],
    )
    expect(await commit(app, id)).toMatchObject({ committedNumOfRecords: 1 })
    expect(await instanceOf(linked.id)).toMatchObject({
      deleted: true,
      precedingTitles: [],
      contributors: [],
    })
    expect(answer(await app.get(`/links/instances/${linked.id}`)).links).toEqual([])

    expect(await undo(id)).toMatchObject({
      status: 'COMMITTED',
      restored: { instances: 1, sourceRecords: 1 },
    })
    const { _version: _ignored, metadata: _dated, ...after } = await instanceOf(linked.id)
    const { _version: _former, metadata: _formerDate, ...earlier } = before
    expect(titleless(after)).toEqual(titleless(earlier))
    expect(after.precedingTitles).toMatchObject([{ title: 'Before' }])
    const restored = await sourceOf(linked.id)
    expect([restored.generation, restored.state]).toEqual([0, 'ACTUAL'])
    expect(restored.parsedRecord.content).toEqual(marc.parsedRecord.content)
    expect(answer(await app.get(`/links/instances/${linked.id}`)).links).toHaveLength(1)
  })

  test('leaves an instance whose MARC somebody has changed since', async () => {
    const book = await addBook('Changed after', note('old'))
    const { id } = await matchBooks(book)
    await editMarc(id, [replaceNote])
    await commit(app, id)
    const source = await sourceOf(book.id)
    source.parsedRecord.content.fields.push({ 590: { ind1: ' ', ind2: ' ', subfields: [{ a: 'mine' }] } })
    answer(await app.put(`/source-storage/records/${source.id}`, source))
    await undo(id)
    expect(answer(await app.get(`/octavo/bulk-operations/${id}/undo/left`)).left).toMatchObject([
      { id: book.id, identifier: book.hrid, reason: 'marc-edited' },
    ])
    expect(await fieldsOf(book.id, '500')).toEqual(['$anew'])
  })
})

test('rules that cannot be are refused before anything starts', async () => {
  const { id } = await matchBooks(await addBook('Refused'))
  const refusals: [object, string][] = [
    [marcRule('008', '\\\\', 'a', action('REMOVE_FIELD')), 'Bulk edit of 008 field is not supported'],
    [{ tag: '500', ind1: '\\', actions: [action('REMOVE_FIELD')] }, 'Missing required field ind2.'],
  ]
  for (const [rule, text] of refusals) {
    const reply = await postMarcRules(id, [rule])
    expect([reply.status, reply.text]).toEqual([400, text])
  }
})
