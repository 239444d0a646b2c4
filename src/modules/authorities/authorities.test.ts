import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'

const PATH = '/authority-storage/authorities'
const LCNAF = 'af045f2f-e851-4613-984c-4bc13430454a'
const LCSH = '837e2c7b-037b-4113-9dfd-b1b8aeeb1fb8'
const UNKNOWN = '11111111-1111-4111-8111-111111111111'
const NOTE_TYPE = '76c74801-afec-45a0-aad7-3ff23591e147'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function add(part: object) {
  const reply = await app.post(PATH, { source: 'MARC', naturalId: 'x1', ...part })
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.json
}

describe('a single authority', () => {
  it('is created with version 0, dates, and every list, and read back', async () => {
    const sent = {
      source: 'MARC',
      naturalId: 'n79021164',
      sourceFileId: LCNAF,
      personalName: 'Twain, Mark, 1835-1910',
      sftPersonalName: ['Clemens, Samuel Langhorne'],
      notes: [{ noteTypeId: NOTE_TYPE, note: 'Not public' }],
    }
    const { status, json } = await app.post(PATH, sent)
    expect(status).toBe(201)
    expect(json).toMatchObject({ ...sent, _version: 0, saftPersonalName: [], identifiers: [] })
    expect(json.metadata).toEqual({
      createdDate: expect.stringMatching(/^\d{4}-.*\+00:00$/),
      createdByUserId: expect.any(String),
      updatedDate: json.metadata.createdDate,
      updatedByUserId: json.metadata.createdByUserId,
    })
    expect(json).not.toHaveProperty('saftPersonalNameTrunc')
    expect((await app.get(`${PATH}/${json.id}`)).json).toEqual(json)
  })

  it('is replaced only by who has seen its last version', async () => {
    const { id } = await add({ topicalTerm: 'Cats' })
    const change = { id, source: 'MARC', naturalId: 'x2', topicalTerm: 'Dogs' }
    expect((await app.put(`${PATH}/${id}`, change)).status).toBe(204)
    const late = await app.put(`${PATH}/${id}`, { ...change, _version: 0 })
    expect(late.status).toBe(409)
    expect(late.json).toEqual({
      errors: [
        {
          message: `Cannot update record ${id} because it has been changed (optimistic locking): Stored _version is 1, _version of request is 0`,
          type: 'OptimisticLockingException',
          code: 'optimistic locking',
        },
      ],
      total_records: 1,
    })
    expect((await app.put(`${PATH}/${id}`, { ...change, _version: 1, topicalTerm: 'Birds' })).status).toBe(
      204,
    )
    const { json } = await app.get(`${PATH}/${id}`)
    expect(json).toMatchObject({ _version: 2, topicalTerm: 'Birds', naturalId: 'x2' })
  })

  it('goes to the deleted ones, where it has a new version, and its id may be used again', async () => {
    const { id } = await add({ topicalTerm: 'Dodos', naturalId: 'gone1' })
    expect((await app.del(`${PATH}/${id}`)).status).toBe(204)
    expect((await app.get(`${PATH}/${id}`)).json).toEqual({
      errors: [
        {
          message: `Authority with ID [${id}] was not found`,
          type: 'AuthorityNotFoundException',
          code: 'not-found',
        },
      ],
      total_records: 1,
    })
    expect((await app.del(`${PATH}/${id}`)).status).toBe(404)
    expect((await app.get(`${PATH}?query=naturalId==gone1`)).json).toEqual({
      authorities: [],
      totalRecords: 0,
    })
    const deleted = (await app.get(`${PATH}?deleted=true&query=naturalId==gone1`)).json
    expect(deleted.authorities).toMatchObject([{ id, _version: 1, topicalTerm: 'Dodos', sftTopicalTerm: [] }])
    await add({ id, naturalId: 'gone1' })
    expect((await app.get(`${PATH}?deleted=true&query=naturalId==gone1`)).json.totalRecords).toBe(0)
    expect((await app.del(`${PATH}/${id}`)).status).toBe(204)
    expect((await app.get(`${PATH}?deleted=true&query=naturalId==gone1`)).json.totalRecords).toBe(1)
  })
})

describe('what is refused', () => {
  const refusal = (message: string, type: string, code: string) => ({
    errors: [expect.objectContaining({ message, type, code })],
    total_records: 1,
  })

  it('names each field that is missing or wrong', async () => {
    const reply = await app.post(PATH, { source: 'MARC', notes: [{ note: 'x' }], sourceFileId: 'x' })
    expect(reply.status).toBe(422)
    expect(reply.json.total_records).toBe(3)
    expect(reply.json.errors.map((fault: { parameters: object[] }) => fault.parameters[0])).toEqual([
      { key: 'naturalId', value: 'null' },
      { key: 'notes[0].noteTypeId', value: 'null' },
      { key: 'sourceFileId', value: 'x' },
    ])
    expect(reply.json.errors[0]).toMatchObject({
      message: 'must not be null',
      type: 'MethodArgumentNotValidException',
      code: 'validation',
    })
  })

  it('is a source file that does not exist: unprocessable when new, not found when changed', async () => {
    const record = { source: 'MARC', naturalId: 'x', sourceFileId: UNKNOWN }
    const posted = await app.post(PATH, record)
    expect(posted.status).toBe(422)
    expect(posted.json).toEqual(
      refusal(
        `Authority Source File with the given 'id' does not exists.`,
        'EntityReferenceNotFoundException',
        'validation',
      ),
    )
    const { id } = await add({})
    const put = await app.put(`${PATH}/${id}`, { ...record, id })
    expect(put.status).toBe(404)
    expect(put.json).toEqual(
      refusal(
        `Authority Source File with ID [${UNKNOWN}] was not found`,
        'AuthoritySourceFileNotFoundException',
        'not-found',
      ),
    )
  })

  it('is an id that is taken, or is not that of the path', async () => {
    const { id } = await add({})
    const again = await app.post(PATH, { id, source: 'MARC', naturalId: 'x' })
    expect([again.status, again.json]).toEqual([
      422,
      refusal(`Authority with the given 'id' already exists.`, 'validation', '109'),
    ])
    const other = await app.put(`${PATH}/${id}`, { id: UNKNOWN, source: 'MARC', naturalId: 'x' })
    expect([other.status, other.json]).toEqual([
      422,
      refusal(`Request should have id = ${id}`, 'RequestBodyValidationException', 'validation'),
    ])
    const missing = await app.put(`${PATH}/${UNKNOWN}`, { id: UNKNOWN, source: 'MARC', naturalId: 'x' })
    expect(missing.status).toBe(404)
  })

  it('is answered in one form, whatever found it', async () => {
    for (const [status, reply] of [
      [400, await app.get(`${PATH}/no-uuid`)],
      [400, await app.post(PATH)],
      [400, await app.get(`${PATH}?limit=x`)],
      [422, await app.get(`${PATH}?query=${encodeURIComponent('heading == (')}`)],
    ] as const) {
      expect(reply.status).toBe(status)
      expect(reply.json).toMatchObject({ errors: [{ code: 'validation' }], total_records: 1 })
    }
  })
})

describe('a list of authorities', () => {
  const find = async (query: string, more = '') => {
    const reply = await app.get(`${PATH}?query=${encodeURIComponent(query)}${more}`)
    return reply.json.authorities.map(({ naturalId }: { naturalId: string }) => naturalId)
  }

  beforeAll(async () => {
    await add({ naturalId: 'l1', source: 'list', sourceFileId: LCNAF, personalName: 'Müller, Jörg' })
    await add({
      naturalId: 'l2',
      source: 'list',
      sourceFileId: LCSH,
      topicalTerm: 'Anthropology, Physical',
      sftTopicalTerm: ['Physical anthropology', 'Somatology'],
      subjectHeadings: 'd',
    })
    await add({ naturalId: 'l3', source: 'list', genreTerm: 'Müller genre' })
    await add({ naturalId: 'L3', source: 'list2' })
  })

  it('is found by number, kind, source and source file, each as a whole', async () => {
    expect(await find('naturalId=l3')).toEqual(['l3'])
    expect(await find('naturalId=="l*" sortBy naturalId')).toEqual(['l1', 'l2', 'l3'])
    expect(await find('headingType=personalName and source=list')).toEqual(['l1'])
    expect(await find(`authoritySourceFile.id=${LCSH} and source==list`)).toEqual(['l2'])
    expect(await find('authoritySourceFile.name="LC Subject Headings (LCSH)" and source=list')).toEqual([
      'l2',
    ])
    expect(await find('source=list NOT authoritySourceFile.name=""')).toEqual(['l3'])
    expect(await find('source=list NOT authoritySourceFile=""')).toEqual(['l3'])
    expect(await find('subjectHeadingCode=d')).toEqual(['l2'])
  })

  it('is found and sorted by headings, without case and accents', async () => {
    expect(await find('heading=muller sortBy heading')).toEqual(['l3', 'l1'])
    expect(await find('heading="muller jorg"')).toEqual(['l1'])
    expect(await find('heading=="Muller, Jorg"')).toEqual(['l1'])
    expect(await find('heading==mul* sortBy heading/sort.descending')).toEqual(['l1', 'l3'])
    expect(await find('sftHeadings=somat*')).toEqual(['l2'])
    expect(await find('sftHeadings="physical anthropology"')).toEqual(['l2'])
    expect(await find('sftHeadings="anthropology physical"')).toEqual([])
    expect(await find('topicalTerm="anthropology physical"')).toEqual(['l2'])
    expect(await find('source==list2 not heading=""')).toEqual(['L3'])
  })

  it('is found by dates', async () => {
    expect(await find('source==list and createdDate>2021-10-25T12:00:00.0', '&limit=2')).toHaveLength(2)
    expect(await find('source==list and updatedDate<2021-10-25')).toEqual([])
  })

  it('is complete at any limit and counts what it finds', async () => {
    const all = (await app.get(`${PATH}?limit=2000&query=source=list`)).json
    const page = (await app.get(`${PATH}?limit=1&offset=1&query=source=list`)).json
    expect([all.authorities.length, all.totalRecords]).toEqual([3, 3])
    expect([page.authorities.length, page.totalRecords]).toEqual([1, 3])
    expect(page.authorities[0]).toEqual(all.authorities[1])
  })

  it('may consist of ids only, as JSON or as lines of text', async () => {
    const query = `query=${encodeURIComponent('source=list sortBy naturalId')}`
    const { authorities } = (await app.get(`${PATH}?${query}`)).json
    const ids = authorities.map(({ id }: { id: string }) => id)
    const json = (await app.get(`${PATH}?idOnly=true&${query}`)).json
    expect(json).toEqual({ authorities: ids.map((id: string) => ({ id })), totalRecords: 3 })
    const text = await app.get(`${PATH}?idOnly=true&limit=2000&${query}`, {
      accept: 'text/plain, application/json',
    })
    expect(text.headers['content-type']).toMatch(/^text\/plain/)
    expect(text.text).toBe(ids.join('\n'))
    const refused = await app.get(`${PATH}?${query}`, { accept: 'text/plain' })
    expect(refused.status).toBe(400)
    expect(refused.text).toMatch(
      /^message: It is not allowed to retrieve authorities in text\/plain format\n/,
    )
  })
})
