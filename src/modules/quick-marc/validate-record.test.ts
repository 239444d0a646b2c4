import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { authorityRecord, bookRecord, field, holdingsRecord } from './test-records.ts'
import type { TestField } from './test-records.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Issue = { tag: string; severity: string; definitionType: string; message: string; helpUrl?: string }

async function issuesOf(record: object): Promise<Issue[]> {
  const reply = await app.post('/records-editor/validate', record)
  expect(reply.status, reply.text).toBe(200)
  return reply.json.issues
}

/** Issues without those of the missing 001, short. */
async function short(record: object): Promise<string[]> {
  const issues = await issuesOf(record)
  return issues
    .filter(({ tag }) => tag !== '001[0]')
    .map(({ tag, severity, definitionType, message }) => `${tag} ${severity} ${definitionType}: ${message}`)
}

const book = (...more: TestField[]) => bookRecord('Title', ...more)

describe('a record against its specification', () => {
  it('has no issues when it is right', async () => {
    expect(
      await issuesOf({
        ...book(
          { tag: '001', content: 'in1' },
          field('100', '1\\', '$a A $0 n1 $9 5f8b2f0e-3d0d-4a4b-9b8c-0c0a5a0b6a11'),
          field('650', '\\0', '$a Cats $x Dogs $x Mice'),
          field('880', '1\\', '$6 245-01 $a X'),
          field('999', 'ff', '$i x $s y $t 1'),
        ),
      }),
    ).toEqual([])
  })

  it('is told with the place, the severity and where to read more', async () => {
    expect(await issuesOf({ marcFormat: 'BIBLIOGRAPHIC', leader: '00000nam\\\\a2200000\\a\\4500' })).toEqual(
      ['001', '008', '245'].map((tag) => ({
        tag: `${tag}[0]`,
        helpUrl: `https://www.loc.gov/marc/bibliographic/bd${tag}.html`,
        severity: 'error',
        definitionType: 'field',
        message: `Field ${tag} is required.`,
      })),
    )
  })

  it('names fields that repeat, are unknown or no fields at all', async () => {
    expect(
      await short(
        book(
          field('245', '00', '$a Again'),
          field('100', '1\\', '$a A'),
          field('110', '2\\', '$a B'),
          field('591', '\\\\', '$a Ours'),
          field('2x', '\\\\', '$a ?'),
        ),
      ),
    ).toEqual([
      '2x[0] error field: Tag must contain three characters and can only accept numbers 0-9.',
      '591[0] warn field: Field is undefined.',
      '2x[0] warn field: Field is undefined.',
      '100[0] error field: Field 1XX is non-repeatable.',
      '110[0] error field: Field 1XX is non-repeatable.',
      '245[1] error field: Field is non-repeatable.',
    ])
  })

  it('names indicators and subfields that are unknown, wrong or repeat', async () => {
    expect(
      await short(
        book(
          field('100', '7A', '$a A $a B $! x'),
          field('650', '\\\\', '$a Cats $5 x $5 y'),
          field('300', '\\\\', '$a 1 $y 2'),
        ),
      ),
    ).toEqual([
      "100[0] warn indicator: First Indicator '7' is undefined.",
      "100[0] error indicator: Indicator must contain one character and can only accept numbers 0-9, letters a-z or a '\\'.",
      "100[0] error subfield: Subfield 'a' is non-repeatable.",
      "650[0] warn indicator: Second Indicator '\\' is undefined.",
      "650[0] warn subfield: Subfield '5' is undefined.",
      "650[0] warn subfield: Subfield '5' is undefined.",
      "300[0] warn subfield: Subfield 'y' is undefined.",
    ])
  })

  it('of an authority wants one heading', async () => {
    expect(await issuesOf(authorityRecord('n1'))).toEqual([
      {
        tag: '1XX[0]',
        severity: 'error',
        definitionType: 'field',
        message: 'Field 1XX is non-repeatable and required.',
      },
    ])
    expect(
      await short(authorityRecord('n1', field('100', '1\\', '$a A'), field('150', '\\\\', '$a B'))),
    ).toEqual([
      '100[0] error field: Field 1XX is non-repeatable and required.',
      '150[0] error field: Field 1XX is non-repeatable and required.',
    ])
  })

  it('of holdings tells the rules for holdings', async () => {
    expect(await short(holdingsRecord('in1'))).toEqual(['852[0] error field: Is required tag'])
  })

  it('is refused without a format', async () => {
    const { status, json } = await app.post('/records-editor/validate', { fields: [] })
    expect([status, json.message]).toEqual([400, "Parameter 'marcFormat' must not be null"])
    expect((await app.post('/records-editor/validate', { marcFormat: 'OTHER' })).status).toBe(400)
  })
})

describe('a save of a record with errors', () => {
  it('is refused with the errors, warnings aside', async () => {
    const path = '/records-editor/records'
    const wrong = book(
      field('591', '\\\\', '$a Ours'),
      field('300', '\\\\', '$a 1'),
      field('245', '00', '$a B'),
    )
    const reply = await app.post(path, wrong)
    expect([reply.status, reply.json]).toEqual([
      422,
      {
        issues: [
          {
            tag: '245[1]',
            helpUrl: 'https://www.loc.gov/marc/bibliographic/bd245.html',
            severity: 'error',
            definitionType: 'field',
            message: 'Field is non-repeatable.',
          },
        ],
      },
    ])
    const made = (await app.post(path, book(field('591', '\\\\', '$a Ours')))).json
    made.fields = made.fields.filter(({ tag }: TestField) => tag !== '001')
    const late = await app.put(`${path}/${made.parsedRecordId}`, made)
    expect([late.status, late.json.issues[0].message]).toEqual([422, 'Field 001 is required.'])
  })
})
