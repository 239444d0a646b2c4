import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { newRefId } from './custom-field-definition.ts'
import { updateUsers } from './index.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Json = Record<string, unknown>

async function addField(field: Json) {
  const reply = await app.post('/custom-fields', { entityType: 'user', ...field })
  expect([reply.status, reply.text]).toEqual([201, expect.stringContaining('"refId"')])
  return reply.json
}

function selectField(values: (string | Json)[], multiSelect = false, part: Json = {}) {
  const options = values.map((value) => (typeof value === 'string' ? { value } : value))
  return { multiSelect, options: { values: options, ...part } }
}

async function addUser(customFields: Json): Promise<string> {
  const reply = await app.post('/users', { username: randomUUID(), customFields })
  expect(reply.status).toBe(201)
  return reply.json.id
}

async function valuesOf(id: string): Promise<Json> {
  return (await app.get(`/users/${id}`)).json.customFields
}

describe('names', () => {
  const cases: [string, string[], string][] = [
    ['Favorite food', [], 'favoriteFood'],
    ['Thís is a tricky! string', [], 'thisIsATrickyString'],
    ['Favorite food', ['favoriteFood'], 'favoriteFood_2'],
    ['Favorite food', ['favoriteFood', 'favoriteFood_7', 'favoriteFoods'], 'favoriteFood_8'],
    // Base64 of the UTF-8 text, without padding.
    ['食', [], '6aOf'],
  ]
  test.each(cases)('%s beside %j becomes %s', (name, taken, refId) => {
    expect(newRefId(name, taken)).toBe(refId)
  })
})

describe('definitions', () => {
  test('get name, order, format and option ids, and are listed in their order', async () => {
    const food = await addField({ name: 'Food', type: 'TEXTBOX_SHORT' })
    const size = await addField({
      name: 'Size',
      type: 'RADIO_BUTTON',
      selectField: selectField(['L', 'M', { value: 'S', id: 'opt_4' }], false, { sortingOrder: 'DESC' }),
      refId: 'mine',
      order: 99,
    })
    expect(food).toMatchObject({ refId: 'food', order: 1, visible: true, textField: { fieldFormat: 'TEXT' } })
    expect(size).toMatchObject({ refId: 'size', order: 2 })
    expect(size.selectField.options.values).toEqual([
      { value: 'S', id: 'opt_4', default: false },
      { value: 'M', id: 'opt_5', default: false },
      { value: 'L', id: 'opt_6', default: false },
    ])
    const list = await app.get('/custom-fields?limit=2147483647')
    expect(list.json.customFields.map(({ refId }: Json) => refId)).toEqual(['food', 'size'])
    expect((await app.get(`/custom-fields/${food.id}`)).json.name).toBe('Food')
  })

  const refused: [string, Json, RegExp][] = [
    ['a long name', { name: 'x'.repeat(66), type: 'DATE_PICKER' }, /name' length cannot be more than 65/],
    ['a long help', { name: 'x', type: 'DATE_PICKER', helpText: 'h'.repeat(101) }, /helpText/],
    ['no options', { name: 'x', type: 'RADIO_BUTTON' }, /'selectField' property should be defined/],
    [
      'six radio buttons',
      { name: 'x', type: 'RADIO_BUTTON', selectField: selectField(['1', '2', '3', '4', '5', '6']) },
      /range 1 - 5/,
    ],
    [
      'two equal options',
      { name: 'x', type: 'RADIO_BUTTON', selectField: selectField(['1', '1']) },
      /values should be unique/,
    ],
    [
      'a single choice of many',
      { name: 'x', type: 'MULTI_SELECT_DROPDOWN', selectField: selectField(['1']) },
      /'multiSelect' property should be 'true'/,
    ],
    ['a box without box', { name: 'x', type: 'SINGLE_CHECKBOX' }, /'checkBox' property should be defined/],
    [
      'a part of another type',
      { name: 'x', type: 'DATE_PICKER', textField: { fieldFormat: 'URL' } },
      /textField is not allowed/,
    ],
    ['an unknown place', { name: 'x', type: 'DATE_PICKER', displayInAccordion: 'roof' }, /must be one of/],
  ]
  test.each(refused)('refuse %s', async (_what, field, message) => {
    const reply = await app.post('/custom-fields', { entityType: 'user', ...field })
    expect([reply.status, reply.json.message]).toEqual([422, expect.stringMatching(message)])
  })

  test('keep type and format', async () => {
    const field = await addField({ name: 'Page', type: 'TEXTBOX_LONG', textField: { fieldFormat: 'URL' } })
    const otherType = await app.put(`/custom-fields/${field.id}`, { ...field, type: 'TEXTBOX_SHORT' })
    const otherFormat = await app.put(`/custom-fields/${field.id}`, {
      ...field,
      textField: { fieldFormat: 'TEXT' },
    })
    const renamed = await app.put(`/custom-fields/${field.id}`, { ...field, name: 'Home page' })
    const stored = await app.get(`/custom-fields/${field.id}`)
    expect([otherType.status, otherFormat.status, renamed.status]).toEqual([422, 422, 204])
    expect(stored.json).toMatchObject({ name: 'Home page', refId: 'page', order: field.order })
    expect((await app.put(`/custom-fields/${randomUUID()}`, field)).status).toBe(404)
  })
})

describe('values', () => {
  test('are checked as the definition says, all faults at once', async () => {
    await addField({ name: 'Mail', type: 'TEXTBOX_SHORT', textField: { fieldFormat: 'EMAIL' } })
    await addField({ name: 'Web', type: 'TEXTBOX_SHORT', textField: { fieldFormat: 'URL' } })
    await addField({ name: 'Number', type: 'TEXTBOX_SHORT', textField: { fieldFormat: 'NUMBER' } })
    await addField({ name: 'Day', type: 'DATE_PICKER' })
    await addField({ name: 'Yes', type: 'SINGLE_CHECKBOX', checkboxField: { default: false } })
    await addField({
      name: 'Pick',
      type: 'MULTI_SELECT_DROPDOWN',
      selectField: selectField(['a', 'b'], true),
    })
    const right = {
      mail: 'a.b@example.org',
      web: 'https://example.org/x',
      number: '-1,234.5',
      day: '2024-02-29',
      yes: true,
      pick: ['opt_1', 'opt_2'],
    }
    expect(await valuesOf(await addUser(right))).toEqual(right)
    const wrong = await app.post('/users', {
      customFields: {
        mail: 'a@b',
        web: 'ftp://example.org',
        number: '1.2.3',
        day: '2023-02-29',
        yes: 'true',
        pick: ['opt_3'],
        nothing: 'x',
      },
    })
    expect(wrong.status).toBe(422)
    expect(wrong.json.errors.map((fault: { message: string }) => fault.message)).toEqual([
      'Invalid Email format: a@b',
      'Invalid URL: ftp://example.org',
      'Invalid Number format: 1.2.3',
      'Invalid date format: 2023-02-29',
      'Field with type SINGLE_CHECKBOX must be a boolean',
      expect.stringMatching(/^Field pick can only have following values: /),
      'Custom field with refId nothing is not found',
    ])
    expect(wrong.json.errors[6].parameters).toEqual([{ key: 'customFields', value: 'nothing' }])
  })

  test('go with the options and fields that are deleted, and are counted until then', async () => {
    const field = await addField({
      name: 'Course',
      type: 'MULTI_SELECT_DROPDOWN',
      selectField: selectField(['art', 'law', { value: 'none', default: true }], true),
    })
    const [both, art, law] = [
      await addUser({ course: ['opt_1', 'opt_2'] }),
      await addUser({ course: 'opt_1' }),
      await addUser({ course: ['opt_2'] }),
    ]
    const usage = await app.get(`/custom-fields/${field.id}/stats`)
    const ofArt = await app.get(`/custom-fields/${field.id}/options/opt_1/stats`)
    const ofNothing = await app.get(`/custom-fields/${field.id}/options/opt_9/stats`)
    expect(usage.json).toEqual({ fieldId: field.id, entityType: 'user', count: 3 })
    expect(ofArt.json).toEqual({ optionId: 'opt_1', customFieldId: field.id, entityType: 'user', count: 2 })
    expect(ofNothing.status).toBe(422)
    const { values } = field.selectField.options
    await app.put(`/custom-fields/${field.id}`, {
      ...field,
      selectField: { multiSelect: true, options: { values: values.slice(1) } },
    })
    expect(await Promise.all([both, art, law].map(valuesOf))).toEqual([
      { course: 'opt_2' },
      { course: 'opt_3' },
      { course: ['opt_2'] },
    ])
    expect((await app.del(`/custom-fields/${field.id}`)).status).toBe(204)
    expect(await Promise.all([both, art, law].map(valuesOf))).toEqual([{}, {}, {}])
    expect((await app.get(`/custom-fields/${field.id}`)).status).toBe(404)
  })
})

test('PUT /custom-fields makes the list exactly what is sent', async () => {
  const { json } = await app.get('/custom-fields?limit=100')
  const [first, second, gone] = json.customFields
  const added = { name: 'Added', type: 'DATE_PICKER', entityType: 'user' }
  const put = (entityType: string, fields: Json[]) =>
    app.put('/custom-fields', { entityType, customFields: fields })
  expect((await put('package', [first])).status).toBe(422)
  expect((await put('user', [first, { ...second, entityType: 'package' }])).json.message).toBe(
    'Multiple entityTypes found: [user, package]',
  )
  expect((await put('user', [second, added, first])).status).toBe(204)
  const after = await app.get('/custom-fields?limit=100')
  expect(after.json.customFields.map(({ refId, order }: Json) => [refId, order])).toEqual([
    [second.refId, 1],
    ['added', 2],
    [first.refId, 3],
  ])
  expect((await app.get(`/custom-fields/${gone.id}`)).status).toBe(404)
})

test('a list of users is checked with as many queries as one', async () => {
  const { refId } = await addField({
    name: 'Counted',
    type: 'TEXTBOX_SHORT',
    textField: { fieldFormat: 'EMAIL' },
  })
  const ids = [await addUser({}), await addUser({}), await addUser({}), await addUser({})]
  const updated = async (list: readonly string[], value: string) => {
    const documents = await Promise.all(list.map(async (id) => (await app.get(`/users/${id}`)).json as Json))
    return app.octavo.app.db.tenant('diku', async (tx) => {
      let queries = 0
      const counting: Transaction = {
        ...tx,
        query: (text, params) => {
          queries += 1
          return tx.query(text, params)
        },
      }
      const changed = documents.map((user) => ({ ...user, customFields: { [refId]: value } }))
      const outcomes = await updateUsers(counting, randomUUID(), changed)
      return { queries, outcomes: outcomes.map(({ ok }) => ok) }
    })
  }
  const one = await updated(ids.slice(0, 1), 'a@b.example')
  expect(one.outcomes).toEqual([true])
  expect(await updated(ids.slice(1), 'a@b.example')).toEqual({ ...one, outcomes: [true, true, true] })
  expect((await updated(ids, 'no address')).outcomes).toEqual([false, false, false, false])
  expect(await Promise.all(ids.map(valuesOf))).toEqual(ids.map(() => ({ [refId]: 'a@b.example' })))
})
