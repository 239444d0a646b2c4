import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../../test/support/app.ts'
import type { TestApp } from '../../../../test/support/app.ts'
import { newId } from '../../../kernel/ids.ts'
import { lockRows } from '../../inventory/index.ts'
import { authorityRecord, bookRecord, field } from '../../quick-marc/test-records.ts'
import type { TestField } from '../../quick-marc/test-records.ts'
import { readMarcVersions } from '../../records/index.ts'
import { commitMarc } from './commit-marc.ts'
import type { MarcCommitOutcome } from './commit-marc.ts'
import type { Document } from '../contracts.ts'
import { createMarcEditor, previewMarcEdits } from '../edit/edit-marc.ts'
import type { InstanceEdit } from '../edit/edit-marc.ts'
import { readMarcRules } from '../marc-rules/index.ts'
import { readMarcOf } from '../edit/marc-sources.ts'

let app: TestApp
let adminId: string

beforeAll(async () => {
  app = await testApp()
  adminId = (await app.get('/users?query=username==diku_admin')).json.users[0].id
})
afterAll(() => app.close())

const at = new Date('2026-03-02T09:14:03.120Z')
/** What 005 says at that instant. */
const NOW = '20260302091403.1'

const inTenant = <R>(work: Parameters<typeof app.octavo.app.db.tenant<R>>[1]) =>
  app.octavo.app.db.tenant('diku', work)

async function createBook(title: string, ...fields: TestField[]): Promise<string> {
  const reply = await app.post('/records-editor/records', bookRecord(title, ...fields))
  expect(reply.status, reply.text).toBe(201)
  return reply.json.externalId
}

const stored = async (id: string): Promise<Document> =>
  (await app.get(`/instance-storage/instances/${id}`)).json

const sourceOf = async (id: string) =>
  (await app.get(`/source-storage/records/${id}/formatted?idType=INSTANCE`)).json

/** The text of fields with a tag, subfields with `$` before their codes. */
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

/** The edit of an instance as it is now, by `change` of its document. */
async function editOf(id: string, change: (document: Document) => Document = (same) => same) {
  const before = await stored(id)
  const source = await inTenant(async (tx) => (await readMarcOf(tx, [id])).get(id)!)
  if ('problem' in source) throw new Error(source.problem)
  return { before, instance: change(before), marcVersion: source.version }
}

function ruleOn(tag: string, indicators: string, subfield: string, ...actions: [string, string?, string?][]) {
  return {
    tag,
    ind1: indicators[0],
    ind2: indicators[1],
    subfield,
    actions: actions.map(([name, value, code]) => ({
      name,
      data: [
        { key: 'VALUE', value },
        { key: 'SUBFIELD', value: code },
      ],
    })),
  }
}

const replaceNote = ruleOn('500', '\\\\', 'a', ['FIND', 'old'], ['REPLACE_WITH', 'new'])
const note = (text: string) => field('500', '\\\\', `$a ${text}`)

async function commit(
  edits: readonly InstanceEdit[],
  rules: readonly object[],
  jobId = newId(),
): Promise<MarcCommitOutcome[]> {
  return inTenant(async (tx) => {
    const editor = await createMarcEditor(tx, readMarcRules({ bulkOperationMarcRules: rules }))
    const locked = await lockRows(
      tx,
      'instance',
      edits.map(({ before }) => before.id as string),
    )
    return commitMarc(tx, { userId: adminId }, edits, { editor, jobId, at, locked })
  })
}

describe('an edit of MARC', () => {
  it('makes the next generation and maps the instance from it, of each record of the list', async () => {
    const ids = [await createBook('One', note('old one')), await createBook('Two', note('old two'))]
    const edits = await Promise.all(ids.map((id) => editOf(id)))
    const folioIds = await fieldsOf(ids[0]!, '999')
    const jobId = newId()
    const outcomes = await commit(edits, [replaceNote], jobId)
    expect(outcomes).toMatchObject([
      { kind: 'written', version: 2, isMarcChanged: true },
      { kind: 'written', version: 2, isMarcChanged: true },
    ])
    expect((await stored(ids[0]!)).notes).toMatchObject([{ note: 'new one' }])
    expect((await stored(ids[1]!)).notes).toMatchObject([{ note: 'new two' }])
    expect(await fieldsOf(ids[0]!, '500')).toEqual(['$anew one'])
    expect(await fieldsOf(ids[0]!, '005')).toEqual([NOW])
    expect(await fieldsOf(ids[0]!, '999')).toEqual(folioIds)
    const current = await sourceOf(ids[0]!)
    expect([current.generation, current.state, current.snapshotId]).toEqual([1, 'ACTUAL', jobId])
    const { sourceRecords } = (
      await app.get(`/source-storage/source-records?recordId=${current.matchedId}&state=OLD`)
    ).json
    expect(sourceRecords).toHaveLength(1)
  })

  it('is the same that the preview shows', async () => {
    const id = await createBook('Previewed', note('old'))
    const edit = await editOf(id)
    const [shown] = await inTenant(async (tx) => {
      const editor = await createMarcEditor(tx, readMarcRules({ bulkOperationMarcRules: [replaceNote] }))
      return previewMarcEdits(tx, editor, [edit], at)
    })
    await commit([edit], [replaceNote])
    const { notes } = await stored(id)
    expect(shown!.instance.notes).toEqual(notes)
  })

  it('writes nothing where it changes nothing', async () => {
    const id = await createBook('Same', note('other'))
    const outcomes = await commit([await editOf(id)], [replaceNote])
    expect(outcomes).toEqual([{ kind: 'unchanged', problems: [] }])
    expect(await stored(id)).toMatchObject({ _version: 1 })
    expect((await sourceOf(id)).generation).toBe(0)
  })

  it('goes together with administrative data in one version', async () => {
    const id = await createBook('Both', note('old'))
    const edit = await editOf(id, (document) => ({ ...document, administrativeNotes: ['checked'] }))
    expect(await commit([edit], [replaceNote])).toMatchObject([{ kind: 'written', version: 2 }])
    expect(await stored(id)).toMatchObject({
      _version: 2,
      administrativeNotes: ['checked'],
      notes: [{ note: 'new' }],
    })
  })

  it('tells of the MARC that stays when only administrative data change', async () => {
    const id = await createBook('Admin', note('other'))
    const edit = await editOf(id, (document) => ({ ...document, staffSuppress: true }))
    expect(await commit([edit], [replaceNote])).toMatchObject([{ kind: 'written', isMarcChanged: false }])
    expect((await sourceOf(id)).generation).toBe(0)
  })

  it('is refused with the reason when nothing can be mapped of it, and the MARC stays', async () => {
    const id = await createBook('Without title')
    const [outcome] = await commit([await editOf(id)], [ruleOn('245', '00', 'a', ['REMOVE_ALL'])])
    expect(outcome).toMatchObject({ kind: 'refused', message: null, isConflict: false })
    expect(outcome!.problems).toEqual([
      { type: 'ERROR', message: expect.stringMatching(/^The mapped instance is invalid: title/) },
    ])
    expect((await sourceOf(id)).generation).toBe(0)
    expect(await fieldsOf(id, '245')).toEqual(['$aWithout title'])
  })
})

describe('marks', () => {
  it('of suppression go to the MARC record, with and without rules for it', async () => {
    const id = await createBook('Suppressed', note('old'))
    const suppress = (value: boolean) => (document: Document) => ({ ...document, discoverySuppress: value })
    await commit([await editOf(id, suppress(true))], [])
    expect(await sourceOf(id)).toMatchObject({ generation: 0, additionalInfo: { suppressDiscovery: true } })
    await commit([await editOf(id, suppress(false))], [replaceNote])
    expect(await sourceOf(id)).toMatchObject({ generation: 1, additionalInfo: { suppressDiscovery: false } })
  })

  it('of deletion go into leader/05, and out of it again', async () => {
    const id = await createBook('Deleted')
    const marks = { deleted: true, staffSuppress: true, discoverySuppress: true }
    await commit([await editOf(id, (document) => ({ ...document, ...marks }))], [])
    expect(await stored(id)).toMatchObject(marks)
    const deleted = await sourceOf(id)
    expect([deleted.generation, deleted.state]).toEqual([1, 'DELETED'])
    expect(deleted.parsedRecord.content.leader[5]).toBe('d')
    await commit([await editOf(id, (document) => ({ ...document, deleted: false }))], [])
    expect(await stored(id)).toMatchObject({ deleted: false, discoverySuppress: true })
    const back = await sourceOf(id)
    expect([back.generation, back.state, back.parsedRecord.content.leader[5]]).toEqual([2, 'ACTUAL', 'c'])
  })

  it('of deletion follow a rule on the leader', async () => {
    const id = await createBook('Deleted by rule')
    const rule = { tag: 'LDR', updateOption: 'SET_RECORDS_FOR_DELETE', actions: [{ name: 'SET_TO_TRUE' }] }
    await commit([await editOf(id)], [rule])
    expect(await stored(id)).toMatchObject({ deleted: true, staffSuppress: true, discoverySuppress: true })
    expect((await sourceOf(id)).state).toBe('DELETED')
  })
})

it('is refused where somebody has changed the MARC since the match, and the others of the list are written', async () => {
  const id = await createBook('Changed MARC', note('old'))
  const free = await createBook('Free', note('old'))
  const edits = [await editOf(id), await editOf(free)]
  const source = await sourceOf(id)
  source.parsedRecord.content.fields.push({ 590: { ind1: ' ', ind2: ' ', subfields: [{ a: 'local' }] } })
  const put = await app.put(`/source-storage/records/${source.id}`, source)
  expect(put.status, put.text).toBe(200)
  expect(await commit(edits, [replaceNote])).toMatchObject([
    {
      kind: 'refused',
      message: 'The record cannot be saved because it is not the most recent version.',
      isConflict: true,
      problems: [],
    },
    { kind: 'written', version: 2 },
  ])
  expect(await stored(id)).toMatchObject({ _version: 1 })
  expect(await fieldsOf(id, '590')).toEqual(['$alocal'])
})

describe('MARC records of instances', () => {
  it('are missing or several with the reason in words', async () => {
    const id = await createBook('Several')
    const source = await sourceOf(id)
    const other = newId()
    const content = structuredClone(source.parsedRecord.content)
    content.fields = content.fields.filter((entry: object) => !('999' in entry))
    content.fields.push({ 999: { ind1: 'f', ind2: 'f', subfields: [{ s: other }, { i: id }] } })
    const post = await app.post('/source-storage/records', {
      ...source,
      id: other,
      matchedId: other,
      parsedRecord: { id: other, content },
    })
    expect(post.status, post.text).toBe(201)
    const nobody = newId()
    const found = await inTenant((tx) => readMarcOf(tx, [id, nobody]))
    const [first, second] = [source.matchedId, other].sort()
    expect(found.get(id)).toEqual({
      problem:
        'Multiple SRS records are associated with the instance. ' +
        `The following SRS have been identified: ${first}, ${second}.`,
    })
    expect(found.get(nobody)).toEqual({ problem: 'SRS record associated with the instance is missing.' })
  })

  it('are read as they were matched, also after they have changed', async () => {
    const id = await createBook('Earlier', note('old'))
    const edit = await editOf(id)
    await commit([edit], [replaceNote])
    const marc = await inTenant((tx) => readMarcVersions(tx, [edit.marcVersion]))
    expect(marc.get(edit.marcVersion)!.toString()).toContain('old')
  })
})

describe('what hangs on a record', () => {
  const titlesOf = async (id: string) => (await app.get(`/inventory/instances/${id}`)).json.precedingTitles

  it('titles before and after follow the fields that make them', async () => {
    const id = await createBook('Serial', note('old'), field('780', '00', '$t Before'))
    expect(await titlesOf(id)).toMatchObject([{ title: 'Before' }])
    const rule = ruleOn('780', '00', 't', ['FIND', 'Before'], ['REPLACE_WITH', 'Earlier'])
    await commit([await editOf(id)], [rule])
    expect(await titlesOf(id)).toMatchObject([{ title: 'Earlier' }])
    await commit([await editOf(id)], [ruleOn('780', '00', '', ['REMOVE_FIELD'])])
    expect(await titlesOf(id)).toEqual([])
  })

  it('links to authorities stay with their fields, and end with them', async () => {
    const content = '$a Twain, Mark'
    const authority = (
      await app.post('/records-editor/records', authorityRecord('n79021164', field('100', '1\\', content)))
    ).json.externalId
    const linkDetails = { authorityId: authority, authorityNaturalId: 'n79021164', linkingRuleId: 1 }
    const linked = `${content} $e author. $0 http://id.loc.gov/authorities/names/n79021164 $9 ${authority}`
    const id = await createBook('Linked', field('100', '1\\', linked, { linkDetails }))
    const links = async () => (await app.get(`/links/instances/${id}`)).json.links
    await commit(
      [await editOf(id)],
      [ruleOn('100', '1\\', 'e', ['FIND', 'author'], ['REPLACE_WITH', 'writer'])],
    )
    expect(await links()).toHaveLength(1)
    expect((await stored(id)).contributors).toMatchObject([{ name: 'Twain, Mark', authorityId: authority }])
    await commit([await editOf(id)], [ruleOn('100', '1\\', '', ['REMOVE_FIELD'])])
    expect(await links()).toEqual([])
    expect((await stored(id)).contributors).toEqual([])
  })
})
