import { describe, expect, it } from 'vitest'
import { Problem } from '../../../kernel/http/problems.ts'
import { readMarcRules } from './index.ts'

type Sent = Record<string, unknown>

const find = { name: 'FIND', data: [{ key: 'VALUE', value: 'old' }] }
const replace = { name: 'REPLACE_WITH', data: [{ key: 'VALUE', value: 'new' }] }
const field = { tag: '500', ind1: '\\', ind2: '1', subfield: 'a' }

function read(rule: Sent) {
  return readMarcRules({ bulkOperationMarcRules: [rule], totalRecords: 1 })
}

function refusalOf(body: unknown): [number, string] | null {
  try {
    readMarcRules(body)
    return null
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return [error.status, error.message]
  }
}

describe('rules are read', () => {
  it('as clients send them, with nulls and parts that nobody needs', () => {
    expect(
      read({
        id: 'x',
        bulkOperationId: '5b0e1f0e-8a1c-4f0e-9a43-2b1f6f0d7c11',
        ...field,
        actions: [find, { ...replace, extra: 1 }, { name: '', data: null }],
        parameters: null,
        subfields: null,
      }),
    ).toEqual([
      {
        tag: '500',
        ind1: ' ',
        ind2: '1',
        change: { kind: 'replace', code: 'a', find: 'old', replacement: 'new' },
        overridesProtection: false,
      },
    ])
  })

  it('with an empty replacement, which removes what is found', () => {
    const empty = { name: 'REPLACE_WITH', data: [{ key: 'VALUE', value: '' }] }
    expect(read({ ...field, actions: [find, empty] })).toMatchObject([{ change: { replacement: '' } }])
  })

  it('without a subfield where whole fields are removed', () => {
    expect(read({ tag: '500', ind1: '#', ind2: 'f', actions: [{ name: 'REMOVE_FIELD' }] })).toMatchObject([
      { ind1: ' ', ind2: 'f', change: { kind: 'remove-field', code: null, find: null } },
    ])
  })
})

describe('a rule is refused with 400', () => {
  const removeField = [{ name: 'REMOVE_FIELD' }]
  const removeSubfield = [{ name: 'REMOVE_SUBFIELD' }]
  const withoutData = (name: string) => [{ name, data: [] }]

  it.each<[string, Sent]>([
    ['Missing required field tag.', { ...field, tag: '', actions: removeField }],
    ['Missing required field ind1.', { ...field, ind1: undefined, actions: removeField }],
    ['Missing required field ind2.', { ...field, ind2: null, actions: removeSubfield }],
    ['Missing required field subfield.', { ...field, subfield: '', actions: removeSubfield }],
    ['Missing required field subfield.', { ...field, subfield: null, actions: [find, replace] }],
    ['Bulk edit of 008 field is not supported', { ...field, tag: '008', actions: removeField }],
    ['Bulk edit of LDR field is not supported', { ...field, tag: 'LDR', actions: removeField }],
    ['Bulk edit of 5xx field is not supported', { ...field, tag: '5xx', actions: removeField }],
    [
      'Bulk edit of 999 ff field is not supported',
      { ...field, tag: '999', ind1: 'f', ind2: 'f', actions: removeField },
    ],
    ['Action FIND is not supported yet.', { ...field, actions: [find] }],
    ['Action FIND + REMOVE_ALL is not supported yet.', { ...field, actions: [find, { name: 'REMOVE_ALL' }] }],
    ['Action CLEAR_FIELD is not supported yet.', { ...field, actions: [{ name: 'CLEAR_FIELD' }] }],
    ['Action data VALUE is absent.', { ...field, actions: withoutData('ADD_TO_EXISTING') }],
    ['Action data VALUE is absent.', { ...field, actions: [...withoutData('FIND'), replace] }],
    [
      'Action data SUBFIELD is absent.',
      { ...field, actions: [find, { name: 'APPEND', data: [{ key: 'VALUE', value: 'x' }] }] },
    ],
    [
      'Action REPLACE_WITH is not supported for SET_RECORDS_FOR_DELETE option.',
      { tag: 'LDR', updateOption: 'SET_RECORDS_FOR_DELETE', actions: [replace] },
    ],
    [
      'bulkOperationMarcRules[0].ind1 must be a digit, a letter from a to z, or \\ for a blank.',
      { ...field, ind1: 'A', actions: removeField },
    ],
    [
      'bulkOperationMarcRules[0].subfield must be one digit or one letter from a to z.',
      { ...field, subfield: 'ab', actions: removeSubfield },
    ],
    ['bulkOperationMarcRules[0].actions must be a list with at least one action.', { ...field, actions: [] }],
    [
      'bulkOperationMarcRules[0].actions[0].data: VALUE holds a character that ends fields in MARC.',
      { ...field, actions: [{ name: 'ADD_TO_EXISTING', data: [{ key: 'VALUE', value: 'a\u001fb' }] }] },
    ],
  ])('%s', (text, sent) => {
    expect(refusalOf({ bulkOperationMarcRules: [sent] })).toEqual([400, text])
  })

  it.each([null, [], 'text', {}, { bulkOperationMarcRules: {} }, { bulkOperationMarcRules: [3] }])(
    'whatever the body is: %j',
    (body) => {
      expect(refusalOf(body)?.[0]).toBe(400)
    },
  )

  it.each([
    { ...field, actions: {} },
    { ...field, actions: [3] },
    { ...field, actions: [{ name: 'ADD_TO_EXISTING', data: 'x' }] },
    { ...field, actions: [{ name: 'ADD_TO_EXISTING', data: [{ key: 'VALUE', value: 3 }] }] },
    { ...field, actions: removeField, parameters: {} },
    { ...field, tag: 500, ind1: 3, actions: removeField },
    {
      ...field,
      actions: [{ name: 'ADD_TO_EXISTING', data: [{ key: 'VALUE', value: 'x' }] }],
      subfields: [{}],
    },
  ])('and never a fault: %j', (sent) => {
    expect(refusalOf({ bulkOperationMarcRules: [sent] })?.[0]).toBe(400)
  })
})
