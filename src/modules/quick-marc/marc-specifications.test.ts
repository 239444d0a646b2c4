import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Item = {
  code: string
  position: number
  length: number
  allowedValues?: { code: string; name: string }[]
}
type Type = { code: string; identifiedBy: { or: object[] }; items: Item[] }

async function typesOf(recordType: string): Promise<Type[]> {
  const reply = await app.get(`/marc-specifications/${recordType}/008`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json.spec.types
}

describe('the description of 008', () => {
  it('names the materials and the leader that tells them', async () => {
    const { spec, ...field } = (await app.get('/marc-specifications/bibliographic/008')).json
    expect(field).toEqual({
      tag: '008',
      format: 'BIBLIOGRAPHIC',
      label: 'General Information',
      url: 'https://www.loc.gov/marc/bibliographic/bd008.html',
      repeatable: false,
      required: true,
    })
    expect(spec.types.map(({ code }: Type) => code)).toEqual([
      'books',
      'scores',
      'sound_recordings',
      'continuing_resources',
      'computer_files',
      'visual_materials',
      'maps',
      'mixed_materials',
    ])
    expect(spec.types[3].identifiedBy).toEqual({
      or: [
        { tag: 'LDR', positions: { '6': ['a'], '7': ['b', 'i', 's'] } },
        { tag: 'LDR', positions: { '6': ['s'] } },
      ],
    })
  })

  it.each([
    ['bibliographic', 40],
    ['holdings', 32],
    ['authority', 40],
  ])('covers every position of %s once', async (recordType, length) => {
    for (const { items } of await typesOf(recordType)) {
      let next = 0
      for (const { position, length: size } of items) {
        expect(position).toBe(next)
        next += size
      }
      expect(next).toBe(length)
    }
  })

  it('has an element with its place and its values', async () => {
    const [books] = await typesOf('bibliographic')
    expect(books!.items.find(({ code }) => code === 'Conf')).toEqual({
      code: 'Conf',
      name: 'Conference publication',
      order: 10,
      position: 29,
      length: 1,
      isArray: false,
      readOnly: false,
      allowedValues: [
        { code: '0', name: 'Not a conference publication' },
        { code: '1', name: 'Conference publication' },
        { code: '|', name: 'No attempt to code' },
      ],
    })
    expect(books!.items[0]).toEqual({
      code: 'Entered',
      name: 'Date entered on file',
      order: 0,
      position: 0,
      length: 6,
      isArray: false,
      readOnly: true,
    })
    expect(books!.items.find(({ code }) => code === 'Und')).toMatchObject({ position: 32, readOnly: true })
  })

  it('has the values of a material where they are its own', async () => {
    const values = async (type: string, element: string) =>
      (await typesOf('bibliographic'))
        .find(({ code }) => code === type)!
        .items.find(({ code }) => code === element)!
        .allowedValues!.map(({ code }) => code)
        .join('')
    expect(await values('computer_files', 'Form')).toBe('\\oq|')
    expect(await values('continuing_resources', 'Cont')).toContain('h')
    expect(await values('books', 'Cont')).not.toContain('h')
    const [authority] = await typesOf('authority')
    expect(authority!.items.find(({ code }) => code === 'Lang')!.allowedValues).toHaveLength(5)
  })

  it('is there for 008 of the three kinds of records only', async () => {
    const refusal = async (path: string) => {
      const { status, json } = await app.get(`/marc-specifications/${path}`)
      return [status, json.message]
    }
    expect(await refusal('bibliographic/007')).toEqual([
      404,
      'Marc specification for [bibliographic] record type and [007] field tag not found',
    ])
    expect(await refusal('items/008')).toEqual([400, "Unexpected value 'items'"])
    expect(await refusal('holdings/8')).toEqual([400, `Parameter 'fieldTag' must match "^[0-9]{3}$"`])
  })
})
