import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { bookRecord, field } from './test-records.ts'
import type { TestField } from './test-records.ts'

const PATH = '/records-editor/records'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function create(record: object) {
  const reply = await app.post(PATH, record)
  expect(reply.status, reply.text).toBe(201)
  return reply.json
}

async function view(externalId: string) {
  const reply = await app.get(`${PATH}?externalId=${externalId}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json
}

const save = (record: { parsedRecordId: string }) => app.put(`${PATH}/${record.parsedRecordId}`, record)

async function marcOf(externalId: string) {
  const { json } = await app.get(`/source-storage/source-records/${externalId}?idType=INSTANCE`)
  return json
}

const tagsOf = ({ fields }: { fields: TestField[] }) => fields.map(({ tag }) => tag)
const contentOf = ({ fields }: { fields: TestField[] }, wanted: string) =>
  fields.find(({ tag }) => tag === wanted)?.content

describe('a new bibliographic record', () => {
  it('makes an instance, and has its number, the time and the ids', async () => {
    const made = await create(bookRecord('A made book', field('035', '\\\\', '$a (OCoLC)ocm00012345')))
    expect(made).toMatchObject({
      marcFormat: 'BIBLIOGRAPHIC',
      leader: expect.stringMatching(/^\d{5}nam\\a22\d{5}\\a\\4500$/),
      sourceVersion: 0,
      suppressDiscovery: false,
      updateInfo: { recordState: 'ACTUAL', updatedBy: { username: 'diku_admin' } },
    })
    expect(tagsOf(made)).toEqual(['001', '005', '008', '245', '035', '999'])
    expect(contentOf(made, '001')).toBe(made.externalHrid)
    expect(contentOf(made, '035')).toBe('$a (OCoLC)12345')
    expect(contentOf(made, '999')).toBe(`$s ${made.parsedRecordDtoId} $i ${made.externalId}`)
    const instance = await app.get(`/inventory/instances/${made.externalId}`)
    expect(instance.json).toMatchObject({
      hrid: made.externalHrid,
      source: 'MARC',
      title: 'A made book',
      languages: ['eng'],
    })
    expect(await view(made.externalId)).toEqual(made)
  })

  it('carries nothing of the record that it is derived from', async () => {
    const first = await create(bookRecord('Original', field('035', '\\\\', '$a (x)1')))
    const derived = await create(await view(first.externalId))
    expect(derived.externalId).not.toBe(first.externalId)
    expect(derived.externalHrid).not.toBe(first.externalHrid)
    expect(tagsOf(derived)).toEqual(tagsOf(first))
    expect(contentOf(derived, '001')).toBe(derived.externalHrid)
    expect(contentOf(derived, '035')).toBe('$a (x)1')
    expect(contentOf(derived, '999')).toBe(`$s ${derived.parsedRecordDtoId} $i ${derived.externalId}`)
  })

  it('is hidden when it is suppressed, or marked as deleted in the leader', async () => {
    const hidden = await create({ ...bookRecord('Hidden'), suppressDiscovery: true })
    expect(hidden.suppressDiscovery).toBe(true)
    expect((await app.get(`/inventory/instances/${hidden.externalId}`)).json.discoverySuppress).toBe(true)
    const gone = await create({ ...bookRecord('Gone'), leader: '00000dam\\a2200000\\a\\4500' })
    expect(gone.suppressDiscovery).toBe(true)
    expect((await app.get(`/inventory/instances/${gone.externalId}`)).json).toMatchObject({
      discoverySuppress: true,
      staffSuppress: true,
      deleted: true,
    })
  })

  it('has the titles before and after it', async () => {
    const made = await create(bookRecord('Journal', field('780', '00', '$t Old journal $x 1234-5679')))
    const before = await app.get(`/inventory/instances/${made.externalId}`)
    expect(before.json.precedingTitles).toMatchObject([
      { title: 'Old journal', identifiers: [{ value: '1234-5679' }] },
    ])
    const shown = await view(made.externalId)
    shown.fields.find(({ tag }: TestField) => tag === '780').tag = '785'
    expect((await save(shown)).status).toBe(202)
    const after = (await app.get(`/inventory/instances/${made.externalId}`)).json
    expect([after.precedingTitles, after.succeedingTitles]).toMatchObject([[], [{ title: 'Old journal' }]])
  })
})

describe('a save', () => {
  it('without a change makes a new generation that differs in 005 only', async () => {
    const made = await create(bookRecord('The same'))
    const before = await marcOf(made.externalId)
    const reply = await save(await view(made.externalId))
    expect([reply.status, reply.text]).toEqual([202, ''])
    const after = await marcOf(made.externalId)
    const without005 = ({ parsedRecord }: { parsedRecord: { content: { fields: object[] } } }) =>
      parsedRecord.content.fields.filter((entry) => !('005' in entry))
    expect(without005(after)).toEqual(without005(before))
    expect(after.parsedRecord.content.leader.slice(5)).toBe(before.parsedRecord.content.leader.slice(5))
    expect(after.generation).toBe(1)
    const shown = await view(made.externalId)
    expect(shown).toMatchObject({ sourceVersion: 1, parsedRecordDtoId: made.parsedRecordDtoId })
    expect(shown.parsedRecordId).not.toBe(made.parsedRecordId)
    const old = await app.get(`/source-storage/records/${made.parsedRecordId}`)
    expect(old.json).toMatchObject({ state: 'OLD', generation: 0 })
  })

  it('changes the instance where MARC rules it, and leaves the rest alone', async () => {
    const made = await create(bookRecord('Before', field('650', '\\0', '$a Cats.')))
    const path = `/inventory/instances/${made.externalId}`
    const instance = (await app.get(path)).json
    const own = { administrativeNotes: ['Ours'], staffSuppress: true, tags: { tagList: ['ours'] } }
    expect((await app.put(path, { ...instance, ...own })).status).toBe(204)
    const shown = await view(made.externalId)
    shown.fields.find(({ tag }: TestField) => tag === '245').content = '$a After : $b and more'
    shown.fields = shown.fields.filter(({ tag }: TestField) => tag !== '650')
    expect((await save(shown)).status).toBe(202)
    expect((await app.get(path)).json).toMatchObject({
      ...own,
      hrid: made.externalHrid,
      title: 'After : and more',
      subjects: [],
      _version: 3,
    })
  })

  it('of a record that somebody else has saved meanwhile is refused', async () => {
    const made = await create(bookRecord('Two editors'))
    const one = await view(made.externalId)
    const other = await view(made.externalId)
    expect((await save(one)).status).toBe(202)
    const late = await save(other)
    expect([late.status, late.json]).toEqual([
      409,
      {
        message: `Cannot update record ${made.parsedRecordId} because it has been changed (optimistic locking): Stored _version is 1, _version of request is 0`,
        type: '-2',
        code: 'CONFLICT',
      },
    ])
    const { sourceVersion: _, ...unversioned } = await view(made.externalId)
    expect((await save(unversioned)).status).toBe(409)
    expect((await view(made.externalId)).sourceVersion).toBe(1)
  })

  it('at the same moment as another one: one of them is refused', async () => {
    const made = await create(bookRecord('At once'))
    const shown = await view(made.externalId)
    const replies = await Promise.all([save(shown), save(shown), save(shown)])
    expect(replies.map(({ status }) => status).sort()).toEqual([202, 409, 409])
    expect((await view(made.externalId)).sourceVersion).toBe(1)
  })

  it('may name the version of the instance instead, as older clients do', async () => {
    const made = await create(bookRecord('Older clients'))
    const { sourceVersion: _, ...shown } = await view(made.externalId)
    expect((await save({ ...shown, relatedRecordVersion: 2 })).status).toBe(409)
    expect((await save({ ...shown, relatedRecordVersion: 1 })).status).toBe(202)
  })

  it('keeps what the editor cannot show: blanks at the ends of a text, odd subfields, undefined positions', async () => {
    const made = await create(bookRecord('Odd'))
    const { json: record } = await app.get(`/source-storage/records/${made.parsedRecordId}`)
    const odd = [
      { '007': 'ta' },
      { '500': { ind1: ' ', ind2: ' ', subfields: [{ a: ' blanks ' }, { b: '' }, { '!': '5 $ more' }] } },
    ]
    const fields = record.parsedRecord.content.fields.flatMap((entry: Record<string, string>) =>
      '008' in entry ? [{ '008': `${entry['008']!.slice(0, 32)}x${entry['008']!.slice(33)}` }] : [entry],
    )
    record.parsedRecord.content.fields = [...fields.slice(0, -1), ...odd, fields.at(-1)]
    expect((await app.put(`/source-storage/records/${record.id}`, record)).status).toBe(200)
    const before = (await marcOf(made.externalId)).parsedRecord.content.fields
    expect((await save(await view(made.externalId))).status).toBe(202)
    const after = (await marcOf(made.externalId)).parsedRecord.content.fields
    expect(after.filter((entry: object) => !('005' in entry))).toEqual(
      before.filter((entry: object) => !('005' in entry)),
    )
  })

  it('drops empty fields, and takes dollar signs and capital codes', async () => {
    const made = await create(bookRecord('Empty'))
    const shown = await view(made.externalId)
    shown.fields.splice(
      4,
      0,
      field('500', '\\\\', ''),
      field('501', '\\\\', '$a '),
      field('502', '\\\\', '$A Costs {dollar}5'),
    )
    expect((await save(shown)).status).toBe(202)
    const after = await view(made.externalId)
    expect(tagsOf(after)).toEqual(['001', '005', '008', '245', '502', '999'])
    expect(contentOf(after, '502')).toBe('$a Costs {dollar}5')
    const { fields } = (await marcOf(made.externalId)).parsedRecord.content
    expect(fields[4]['502'].subfields).toEqual([{ a: 'Costs $5' }])
  })

  it('keeps 001, 999 ff and the link between the records whatever is sent', async () => {
    const made = await create(bookRecord('Fixed'))
    const shown = await view(made.externalId)
    for (const entry of shown.fields) {
      if (entry.tag === '001') entry.content = 'mine'
      if (entry.tag === '999') entry.content = '$s x $i y'
    }
    shown.fields.push({ tag: '003', content: 'OCoLC' })
    expect((await save(shown)).status).toBe(202)
    const after = await view(made.externalId)
    expect(contentOf(after, '001')).toBe(made.externalHrid)
    expect(contentOf(after, '999')).toBe(contentOf(made, '999'))
    expect(contentOf(after, '003')).toBeUndefined()
  })
})

describe('what is shown', () => {
  it('says which fields an import leaves alone', async () => {
    const setting = { field: '590', indicator1: '*', indicator2: '*', subfield: '5', data: 'mine' }
    const added = await app.post('/field-protection-settings/marc', { ...setting, source: 'USER' })
    expect(added.status, added.text).toBe(201)
    const made = await create(
      bookRecord('Protected', field('590', '\\\\', '$a x $5 mine'), field('590', '\\\\', '$a x $5 theirs')),
    )
    const marks = made.fields.map(({ tag, isProtected }: TestField & { isProtected: boolean }) => [
      tag,
      isProtected,
    ])
    expect(marks).toEqual([
      ['001', true],
      ['005', false],
      ['008', false],
      ['245', false],
      ['590', true],
      ['590', false],
      ['999', true],
    ])
  })

  it('is refused where there is nothing to show', async () => {
    const get = async (query: string) => {
      const { status, json } = await app.get(`${PATH}${query}`)
      return [status, json.message, json.type, json.code]
    }
    const unknown = '11111111-1111-4111-8111-111111111111'
    expect(await get(`?externalId=${unknown}`)).toEqual([
      404,
      `The source record was not found by externalId: ${unknown}`,
      '-1',
      'NOT_FOUND',
    ])
    expect(await get('')).toEqual([400, "Parameter 'externalId' is required", '-1', 'BAD_REQUEST'])
    expect(await get('?externalId=x')).toEqual([
      400,
      "Parameter 'externalId' is invalid",
      '-1',
      'BAD_REQUEST',
    ])
  })
})

describe('a refused save', () => {
  type Change = (record: { fields: TestField[] } & Record<string, unknown>) => void
  const refusal = async (change: Change) => {
    const made = await create(bookRecord('Refused', field('300', '\\\\', '$a 1 v.')))
    const shown = await view(made.externalId)
    change(shown)
    const { status, json } = await app.put(`${PATH}/${made.parsedRecordId}`, shown)
    expect((await view(made.externalId)).sourceVersion).toBe(0)
    return [status, json]
  }
  const fieldOf = (record: { fields: TestField[] }, tag: string) =>
    record.fields.find((entry) => entry.tag === tag)!
  const bad = (message: string) => [400, { message, type: '-1', code: 'BAD_REQUEST' }]
  const broken = (key: string, message: string) => [422, { message, type: '-1', parameters: [{ key }] }]
  const unreadable = (key: string, message: string) => [
    422,
    { message, type: '-1', code: 'UNPROCESSABLE_ENTITY', parameters: [{ key, value: message }] },
  ]

  it.each(['externalId', 'externalHrid', 'parsedRecordId', 'parsedRecordDtoId', 'leader', 'marcFormat'])(
    'names %s when it is missing',
    async (name) => {
      expect(await refusal((record) => delete record[name])).toEqual(
        bad(`Parameter '${name}' must not be null`),
      )
    },
  )

  it('names what has a wrong form', async () => {
    expect(await refusal((record) => (record.fields[2]!.tag = '24x'))).toEqual(
      bad(`Parameter 'fields[2].tag' must match "^[0-9]{3}$"`),
    )
    expect(await refusal((record) => (record.fields[2]!.content = null))).toEqual(
      bad(`Parameter 'fields[2].content' must not be null`),
    )
    expect(await refusal((record) => (record.parsedRecordId = record.externalId))).toEqual(
      bad('Request id and entity id are not equal'),
    )
    expect((await app.put(`${PATH}/${'1'.repeat(8)}-1111-4111-8111-111111111111`)).status).toBe(400)
    expect((await app.put(`${PATH}/no-uuid`, {})).status).toBe(400)
  })

  it('names the field that breaks a rule, and lists several', async () => {
    expect(await refusal((record) => (fieldOf(record, '300').indicators = ['1']))).toEqual(
      broken('300', 'Should have exactly 2 indicators'),
    )
    expect(await refusal((record) => (fieldOf(record, '300').indicators = ['12', ' ']))).toEqual(
      broken('300', 'Indicator could have only one-character value'),
    )
    expect(await refusal((record) => (record.leader = '00000?am\\a2200000\\a\\4500'))).toEqual(
      broken('Bib record status', "Wrong value '?', on position 5. Allowed only: [a, c, d, n, p]"),
    )
    expect(await refusal((record) => (record.leader = 'short'))).toEqual(
      broken('leader', 'Wrong leader length'),
    )
    const [status, json] = await refusal((record) => {
      record.leader = 'short'
      fieldOf(record, '300').indicators = ['1']
    })
    expect([status, json.total_records]).toEqual([422, 2])
    expect(json.errors.map(({ message }: { message: string }) => message)).toEqual([
      'Wrong leader length',
      'Should have exactly 2 indicators',
    ])
  })

  it('names the field that cannot be read', async () => {
    const dated = { ...(bookRecord('x').fields[0]!.content as object), Date1: '12345' }
    expect(await refusal((record) => (fieldOf(record, '008').content = dated))).toEqual(
      unreadable('008', 'Invalid Date1 field length, must be 4 characters'),
    )
    expect(await refusal((record) => (fieldOf(record, '300').content = 'no code'))).toEqual(
      unreadable('300', 'Field 300 must begin with a subfield such as "$a"'),
    )
    expect(await refusal((record) => (fieldOf(record, '300').content = { a: 'x' }))).toEqual(
      unreadable('300', 'Field 300 must be text'),
    )
  })

  it('names what the instance lacks', async () => {
    const [status, json] = await refusal((record) => (fieldOf(record, '245').content = '$6 880-01'))
    expect([status, json.message, json.parameters]).toEqual([
      422,
      'The mapped instance is invalid: title must not be null',
      [{ key: 'title', value: 'null' }],
    ])
  })
})
