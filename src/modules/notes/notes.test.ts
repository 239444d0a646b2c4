import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'

let app: TestApp
let general: string
beforeAll(async () => {
  app = await testApp()
  general = (await app.get('/note-types')).json.noteTypes[0].id
})
afterAll(() => app.close())

type Json = Record<string, unknown>

async function addNote(part: Json = {}): Promise<Json & { id: string }> {
  const note = {
    typeId: general,
    domain: 'users',
    title: 'A note',
    links: [{ id: randomUUID(), type: 'user' }],
    ...part,
  }
  const reply = await app.post('/notes', note)
  expect([reply.status, reply.text]).toEqual([201, expect.stringContaining('"id"')])
  return reply.json
}

describe('notes', () => {
  test('are added, read, changed and deleted', async () => {
    const note = await addNote({
      content: '<p>Owes <b>us</b> a book<script>x()</script></p>',
      popUpOnUser: true,
    })
    expect(note).toMatchObject({
      type: 'General note',
      content: '<p>Owes us a book</p>',
      popUpOnUser: true,
      popUpOnCheckOut: false,
    })
    const read = await app.get(`/notes/${note.id}`)
    expect(read.json.metadata).toMatchObject({
      createdByUsername: 'diku_admin',
      createdBy: { lastName: 'Administrator' },
      updatedByUsername: 'diku_admin',
    })
    const changed = await app.put(`/notes/${note.id}`, { ...note, title: 'Another' })
    const list = await app.get('/notes?query=title==Another')
    expect([changed.status, list.json.totalRecords]).toEqual([204, 1])
    expect(list.json.notes[0].metadata.createdByUsername).toBeUndefined()
    expect((await app.del(`/notes/${note.id}`)).status).toBe(204)
    const gone = await app.get(`/notes/${note.id}`)
    expect([gone.status, gone.json]).toEqual([
      404,
      {
        errors: [{ message: `Note with ID [${note.id}] was not found`, type: '-1', code: 'NOT_FOUND_ERROR' }],
      },
    ])
  })

  test('that are about nothing are deleted by an update', async () => {
    const note = await addNote()
    expect((await app.put(`/notes/${note.id}`, { ...note, links: [] })).status).toBe(204)
    expect((await app.get(`/notes/${note.id}`)).status).toBe(404)
    expect((await app.put(`/notes/${note.id}`, note)).status).toBe(404)
  })

  test('are refused without a title, with a wrong link, and for an unknown type', async () => {
    const typeId = randomUUID()
    const replies = [
      await app.post('/notes', { typeId: general, domain: 'users' }),
      await app.post('/notes', { typeId: general, domain: 'users', title: 'x', links: [{ id: '1' }] }),
      await app.post('/notes', { typeId, domain: 'users', title: 'x' }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([422, 422, 422])
    expect(replies[2]!.json.errors[0]).toMatchObject({
      message: `Key (type_id)=(${typeId}) is not present in table "type".`,
      code: 'VALIDATION_ERROR',
    })
  })
})

describe('types', () => {
  test('say whether they are used, and notes follow their name', async () => {
    const type = (await app.post('/note-types', { name: 'Fines' })).json
    const note = await addNote({ typeId: type.id })
    expect((await app.get(`/note-types/${type.id}`)).json).toMatchObject({
      name: 'Fines',
      usage: { isAssigned: true },
    })
    expect((await app.put(`/note-types/${type.id}`, { name: 'Fees' })).status).toBe(204)
    expect((await app.get(`/notes/${note.id}`)).json.type).toBe('Fees')
    const list = await app.get('/note-types?query=cql.allRecords=1 sortby name&limit=500')
    expect(list.json.noteTypes.map(({ name }: Json) => name)).toEqual(['Fees', 'General note'])
    const used = await app.del(`/note-types/${type.id}`)
    expect([used.status, used.json.errors[0].message]).toEqual([
      422,
      `Key (id)=(${type.id}) is still referenced from table "note".`,
    ])
    await app.del(`/notes/${note.id}`)
    expect((await app.get(`/note-types/${type.id}`)).json.usage).toEqual({ isAssigned: false })
    expect((await app.del(`/note-types/${type.id}`)).status).toBe(204)
  })

  test('have names of their own, and there are 25 at most', async () => {
    const twice = await app.post('/note-types', { name: 'General note' })
    expect([twice.status, twice.json.errors[0].message]).toEqual([
      422,
      'Key (name)=(General note) already exists.',
    ])
    expect((await app.post('/note-types', { name: '  ' })).status).toBe(422)
    const added: string[] = []
    for (let index = 2; index <= 25; index += 1) {
      added.push((await app.post('/note-types', { name: `Type ${index}` })).json.id)
    }
    const tooMany = await app.post('/note-types', { name: 'Type 26' })
    expect([tooMany.status, tooMany.json.errors[0]]).toEqual([
      422,
      {
        message: 'Maximum number of note types allowed is 25',
        type: '-1',
        code: 'NOTE_TYPES_LIMIT_REACHED',
        parameters: [{ key: 'limit', value: '25' }],
      },
    ])
    for (const id of added) await app.del(`/note-types/${id}`)
  })
})

describe('links', () => {
  const user = randomUUID()
  const link = { id: user, type: 'user' }
  const path = `/note-links/domain/users/type/user/id/${user}`

  async function titles(search: string): Promise<string[]> {
    const reply = await app.get(`${path}?${search}`)
    expect(reply.status).toBe(200)
    return reply.json.notes.map(({ title }: Json) => title)
  }

  test('list the notes of an object, searched, sorted and by type', async () => {
    const special = (await app.post('/note-types', { name: 'Special' })).json.id
    const other = { id: randomUUID(), type: 'user' }
    await addNote({ title: 'b', content: '<p>Été</p>', links: [link, other], typeId: special })
    await addNote({ title: 'a', content: 'zebra', links: [link] })
    await addNote({ title: 'c', links: [other] })
    await addNote({ title: 'd', links: [{ id: user, type: 'package' }] })
    await addNote({ title: 'e', links: [link], domain: 'eholdings' })
    expect(await titles('status=assigned&orderBy=title')).toEqual(['a', 'b'])
    expect(await titles('status=ASSIGNED&orderBy=title&order=desc')).toEqual(['b', 'a'])
    expect(await titles('status=assigned&orderBy=updatedDate')).toEqual(['a', 'b'])
    expect(await titles('status=assigned&orderBy=noteType&order=desc')).toEqual(['b', 'a'])
    expect(await titles('status=unassigned&orderBy=title')).toEqual(['c', 'd'])
    expect(await titles('search=ete')).toEqual(['b'])
    expect(await titles('search=100%25')).toEqual([])
    expect(await titles('noteType=Special&noteType=None')).toEqual(['b'])
    expect((await app.get(`${path}?status=assigned&limit=1`)).json.totalRecords).toBe(2)
    expect((await app.get(`${path}?status=some`)).status).toBe(400)
    expect((await app.get(`${path}?limit=100000&orderBy=updatedDate&order=desc`)).status).toBe(200)
  })

  test('are given and taken, and a note without any goes', async () => {
    const object = { id: 'package-1', type: 'package' }
    const [one, two] = [await addNote(), await addNote({ links: [object] })]
    const changes = {
      notes: [
        { id: one.id, status: 'ASSIGNED' },
        { id: two.id, status: 'UNASSIGNED' },
      ],
    }
    const put = (body: unknown) => app.put('/note-links/type/package/id/package-1', body)
    expect((await put(changes)).status).toBe(204)
    expect((await put({ notes: [{ id: one.id, status: 'ASSIGNED' }] })).status).toBe(204)
    expect((await app.get(`/notes/${one.id}`)).json.links).toEqual([...(one.links as Json[]), object])
    expect((await app.get(`/notes/${two.id}`)).status).toBe(404)
    expect((await put({ notes: [{ id: randomUUID(), status: 'ASSIGNED' }] })).status).toBe(204)
    expect((await put({ notes: [{ id: one.id, status: 'LOST' }] })).status).toBe(422)
    expect((await put({})).status).toBe(422)
  })
})
