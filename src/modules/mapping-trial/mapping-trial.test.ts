import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const marc = {
  leader: '00000nam a2200000 a 4500',
  fields: [
    { '001': 'in1' },
    { '245': { ind1: '1', ind2: '0', subfields: [{ a: 'Rivers /' }, { c: 'Desk One.' }] } },
    { '500': { ind1: ' ', ind2: ' ', subfields: [{ a: 'First note.' }] } },
    { '590': { ind1: ' ', ind2: ' ', subfields: [{ a: 'Gift of a reader.' }] } },
    { '880': { ind1: '1', ind2: '0', subfields: [{ 6: '500-01' }, { a: 'Linked note.' }] } },
  ],
}

const describeRules = async (type = 'marc-bib') => (await app.get(`/octavo/mapping-rules/${type}`)).json
const tryOut = (body: object, type = 'marc-bib') => app.post(`/octavo/mapping-rules/${type}/try`, body)

test('the stored rules come with the default ones and what rules may name', async () => {
  const before = await describeRules()
  expect(before.rules).toEqual(before.defaultRules)
  expect(before.updatedDate).toBeUndefined()
  expect(before.targets).toEqual(expect.arrayContaining(['title', 'notes.note', 'dates.date1']))
  expect(before.functions).toEqual(expect.arrayContaining(['trim', 'set_note_type_id']))
  expect((await describeRules('marc-holdings')).targets).toContain('callNumber')
  expect((await app.get('/octavo/mapping-rules/marc-none')).status).toBe(404)
})

test('a record is built by both rule sets, and each value names its rule and field', async () => {
  const { rules } = await describeRules()
  const edited = {
    ...rules,
    590: undefined,
    245: [{ ...rules['245'][0], rules: [] }, ...rules['245'].slice(1)],
  }
  const { json, status } = await tryOut({ rules: edited, marc })
  expect(status).toBe(200)
  const notes = (trial: { document: { notes: { note: string }[] } }) =>
    trial.document.notes.map(({ note }) => note)
  expect(notes(json.stored)).toEqual(['First note', 'Gift of a reader', 'Linked note'])
  expect(notes(json.edited)).toEqual(['First note', 'Linked note'])
  expect(json.stored.writers['notes[1].note']).toMatchObject({ tag: '590', field: 3 })
  expect(json.stored.writers['notes[1].note'].rule).toMatch(/^590\[0\]/)
  expect(json.stored.writers['notes[2].note']).toMatchObject({ tag: '880', field: 4 })
  expect(json.stored.writers['notes[2].note'].rule).toMatch(/^500\[0\]/)
  expect(json.stored.writers.title).toMatchObject({ tag: '245', field: 1 })
  expect(json.marc.fields[1]).toEqual(marc.fields[1])
  expect(json.problems).toEqual([])
  expect((await describeRules()).rules).toEqual(rules)
})

test('faults are told with their place, with a record and without', async () => {
  const { rules } = await describeRules()
  const faulty = {
    ...rules,
    590: [{ target: 'notes.nothing', subfield: ['a'], rules: [{ conditions: [{ type: 'shout' }] }] }],
  }
  const { problems } = (await tryOut({ rules: faulty })).json
  expect(problems).toEqual([{ path: '590[0].target', message: 'unknown target "notes.nothing"' }])
  expect((await tryOut({ rules: faulty, marc })).json.problems).toEqual(problems)
  expect((await tryOut({ rules: { 590: 'x' } })).json.problems).toEqual([
    { path: '590', message: 'must be a list' },
  ])
})

test('a stored record is tried by its id', async () => {
  const { rules } = await describeRules()
  const jobId = randomUUID()
  const instanceId = randomUUID()
  await app.post('/source-storage/snapshots', { jobExecutionId: jobId, status: 'PARSING_IN_PROGRESS' })
  const id = randomUUID()
  const record = {
    id,
    snapshotId: jobId,
    matchedId: id,
    recordType: 'MARC_BIB',
    state: 'ACTUAL',
    externalIdsHolder: { instanceId, instanceHrid: 'in1' },
    rawRecord: { content: 'x' },
    parsedRecord: { content: marc },
  }
  const made = await app.post('/source-storage/records', record)
  expect(made.status, made.text).toBe(201)
  const { json } = await tryOut({ rules, instanceId })
  expect(json.edited.document.title).toBe('Rivers / Desk One.')
  expect(json.edited).toEqual(json.stored)
})

test('wrong questions are refused by name', async () => {
  const { rules } = await describeRules()
  const refused = async (body: object) => {
    const { status, json } = await tryOut(body)
    return [status, json.errors[0].parameters[0].key]
  }
  expect(await refused({ marc })).toEqual([422, 'rules'])
  expect(await refused({ rules: [] })).toEqual([422, 'rules'])
  expect(await refused({ rules, instanceId: 'x' })).toEqual([422, 'instanceId'])
  expect(await refused({ rules, marc: { leader: 1 } })).toEqual([422, 'marc'])
  expect((await tryOut({ rules, instanceId: randomUUID() })).status).toBe(404)
  expect((await tryOut([])).status).toBe(400)
})

test('holdings and authorities are tried by rules of their own', async () => {
  const holdings = await describeRules('marc-holdings')
  const holdingsMarc = {
    leader: '00000nx  a22000001n 4500',
    fields: [{ '852': { ind1: '0', ind2: ' ', subfields: [{ b: 'main' }, { h: 'QA76' }, { i: '.R58' }] } }],
  }
  const tried = (await tryOut({ rules: holdings.rules, marc: holdingsMarc }, 'marc-holdings')).json
  expect(tried.edited.document.callNumber).toBe('QA76 .R58')
  expect(tried.edited.writers.callNumber).toMatchObject({ tag: '852', field: 0 })
  const authority = await describeRules('marc-authority')
  const authorityMarc = {
    leader: '00000nz  a2200000n  4500',
    fields: [{ '150': { ind1: ' ', ind2: ' ', subfields: [{ a: 'Rivers' }] } }],
  }
  const heading = (await tryOut({ rules: authority.rules, marc: authorityMarc }, 'marc-authority')).json
  expect(heading.edited.document.topicalTerm).toBe('Rivers')
  expect(heading.edited.writers.topicalTerm).toMatchObject({ tag: '150', field: 0 })
})
