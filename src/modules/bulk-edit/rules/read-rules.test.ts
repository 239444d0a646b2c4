import { describe, expect, it } from 'vitest'
import { Problem } from '../../../kernel/http/problems.ts'
import type { EntityType } from '../contracts.ts'
import { readRules, touchedColumns } from './index.ts'
import { ANNEX, BINDING, PROVENANCE, READING_ROOM, edit, id, rule } from './rules.fixture.ts'

const action = {
  type: 'CLEAR_FIELD',
  initial: null,
  updated: null,
  parameters: [],
  tenants: [],
  updatedTenants: [],
}

function refusal(body: unknown, entity: EntityType = 'ITEM'): unknown {
  try {
    return readRules(entity, body)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { status: error.status, body: error.body }
  }
}

describe('rules as clients send them', () => {
  it('are read with what is left out filled in', () => {
    const body = {
      bulkOperationRules: [
        {
          id: id(1),
          bulkOperationId: id(2),
          rule_details: {
            option: 'TEMPORARY_LOCATION',
            tenants: null,
            actions: [
              { type: 'CLEAR_FIELD', initial: null, updated: '' },
              { type: '', initial: null, updated: null },
            ],
          },
        },
        {
          rule_details: {
            option: 'ITEM_NOTE',
            tenants: 'diku',
            actions: {
              name: 'REMOVE_ALL',
              parameters: [
                { key: 'ITEM_NOTE_TYPE_ID_KEY', value: BINDING, onlyForActions: ['x'] },
                { key: 'STAFF_ONLY', value: true },
              ],
              tenants: [],
              updated_tenants: ['diku'],
            },
          },
        },
      ],
      totalRecords: 2,
    }
    expect(readRules('ITEM', body)).toEqual([
      { option: 'TEMPORARY_LOCATION', tenants: [], actions: [{ ...action, updated: '' }] },
      {
        option: 'ITEM_NOTE',
        tenants: ['diku'],
        actions: [
          {
            ...action,
            type: 'REMOVE_ALL',
            parameters: [
              { key: 'ITEM_NOTE_TYPE_ID_KEY', value: BINDING },
              { key: 'STAFF_ONLY', value: true },
            ],
            updatedTenants: ['diku'],
          },
        ],
      },
    ])
  })

  it.each([
    ['initial', { initial: 'a\0b' }],
    ['updated', { updated: '\0' }],
    ['tenants[1]', { tenants: ['diku', 'di\0ku'] }],
    ['parameters[0].key', { parameters: [{ key: 'STAFF_ONLY\0', value: true }] }],
    ['parameters[0].value', { parameters: [{ key: 'ITEM_NOTE_TYPE_ID_KEY', value: `${BINDING}\0` }] }],
  ])('are refused with U+0000 in %s, which no stored record can hold', (property, part) => {
    const actions = [{ type: 'ADD_TO_EXISTING', updated: 'x', ...part }]
    const body = { bulkOperationRules: [{ rule_details: { option: 'ADMINISTRATIVE_NOTE', actions } }] }
    expect(refusal(body)).toEqual({
      status: 400,
      body: `bulkOperationRules[0].rule_details.actions[0].${property}: must not hold the character U+0000`,
    })
  })

  it('may be none, as before rules on MARC fields alone', () => {
    expect(readRules('INSTANCE', { bulkOperationRules: [], totalRecords: 0 })).toEqual([])
  })

  const one = (option: string, type: string, values = {}) => ({
    bulkOperationRules: [rule(option, type, values)],
  })
  const at = 'bulkOperationRules[0].rule_details'
  it.each<[unknown, string | RegExp, EntityType?]>([
    [null, 'body: must be an object'],
    [[], 'body: must be an object'],
    [{}, 'bulkOperationRules: must be a list of rules'],
    [{ bulkOperationRules: [7] }, 'bulkOperationRules[0]: must be an object'],
    [{ bulkOperationRules: [{}] }, `${at}: must be an object`],
    [{ bulkOperationRules: [{ rule_details: { option: 'STATUS' } }] }, `${at}.actions: must hold an action`],
    [one('STATUS', ''), `${at}.actions: must hold an action`],
    [
      one('COLOUR', 'CLEAR_FIELD'),
      /^bulkOperationRules\[0\]\.rule_details\.option: must be one of .* not COLOUR$/,
    ],
    [
      one('STATUS', 'PAINT'),
      /^bulkOperationRules\[0\]\.rule_details\.actions\[0\]\.type: must be one of .* not PAINT$/,
    ],
    [one('STATUS', 'REPLACE_WITH', { updated: 5 }), `${at}.actions[0].updated: must be a string`],
    [one('STATUS', 'REPLACE_WITH', { initial: {} }), `${at}.actions[0].initial: must be a string`],
    [one('STATUS', 'REPLACE_WITH', { tenants: [1] }), `${at}.actions[0].tenants[0]: must be a string`],
    [
      one('STATUS', 'REPLACE_WITH', { parameters: [{}] }),
      `${at}.actions[0].parameters[0].key: must be a string`,
    ],
    [
      one('ADMINISTRATIVE_NOTE', 'ADD_TO_EXISTING', { updated: ' ' }),
      `${at}.actions[0].updated: the note to add must be given`,
    ],
    [
      one('ADMINISTRATIVE_NOTE', 'FIND_AND_REPLACE', { updated: 'x' }),
      `${at}.actions[0].initial: the text to find must be given`,
    ],
    [
      one('CHECK_IN_NOTE', 'FIND_AND_REMOVE_THESE', { initial: '' }),
      `${at}.actions[0].initial: the text to find must be given`,
    ],
    [
      one('ITEM_NOTE', 'REMOVE_ALL'),
      `${at}.actions[0].parameters: ITEM_NOTE_TYPE_ID_KEY must be the id of a note type`,
    ],
    [
      one('CHECK_IN_NOTE', 'DUPLICATE', { updated: 'CHECK_IN_NOTE' }),
      `${at}.actions[0].updated: must be the other kind of circulation note`,
    ],
    [
      one('CHECK_IN_NOTE', 'CHANGE_TYPE', { updated: 'x' }),
      `${at}.actions[0].updated: must be the id of a note type or one of ADMINISTRATIVE_NOTE, CHECK_IN_NOTE, CHECK_OUT_NOTE`,
    ],
    [
      one('ADMINISTRATIVE_NOTE', 'CHANGE_TYPE', { updated: 'CHECK_IN_NOTE' }),
      `${at}.actions[0].updated: must be the id of a note type or one of ADMINISTRATIVE_NOTE`,
      'HOLDINGS_RECORD',
    ],
    [
      one('ELECTRONIC_ACCESS_URI', 'FIND_AND_REPLACE', { updated: 'x' }),
      `${at}.actions[0].initial: the text to find must be given`,
      'HOLDINGS_RECORD',
    ],
    [
      one('STATISTICAL_CODE', 'ADD_TO_EXISTING', { updated: `${BINDING},gift` }),
      `${at}.actions[0].updated: "gift" is not the id of a statistical code`,
      'INSTANCE',
    ],
    [
      one('STATISTICAL_CODE', 'REMOVE_SOME', { updated: ' , ' }),
      `${at}.actions[0].updated: ids of statistical codes must be given`,
      'INSTANCE',
    ],
  ])('are refused with the place of the fault: %j', (body, message, entity = 'ITEM') => {
    const expected = typeof message === 'string' ? message : (expect.stringMatching(message) as unknown)
    expect(refusal(body, entity)).toEqual({ status: 400, body: expected })
  })
})

describe('tenants of a rule', () => {
  const limited = (tenants: string[], own: string[], updated: string[] = []) => ({
    rule_details: {
      option: 'PERMANENT_LOAN_TYPE',
      tenants,
      actions: [{ type: 'REPLACE_WITH', updated: READING_ROOM, tenants: own, updated_tenants: updated }],
    },
  })

  it.each([
    [[], [], []],
    [['diku'], [], []],
    [[], ['college', 'diku'], []],
    [['diku', 'college'], ['diku'], ['diku']],
  ])('%j and %j and %j let a record of diku be edited', (tenants, own, updated) => {
    const { record, problems } = edit('ITEM', {}, limited(tenants, own, updated))
    expect(record).toEqual({ permanentLoanTypeId: READING_ROOM })
    expect(problems).toEqual([])
  })

  it.each([
    [['college'], [], []],
    [[], ['college'], []],
    [['diku'], ['college'], []],
    [[], [], ['college']],
  ])('%j and %j and %j keep it as it is', (tenants, own, updated) => {
    const { record, problems } = edit('ITEM', {}, limited(tenants, own, updated))
    expect(record).toEqual({})
    expect(problems).toEqual([
      {
        type: 'ERROR',
        message: `The permanent loan type cannot be updated: the record belongs to tenant diku, with which the value ${READING_ROOM} is not associated`,
      },
    ])
  })
})

describe('the columns that rules touch', () => {
  const binding = { parameters: [{ key: 'ITEM_NOTE_TYPE_ID_KEY', value: BINDING }] }
  it.each<[EntityType, object, string[], string[]]>([
    ['ITEM', rule('PERMANENT_LOCATION', 'REPLACE_WITH', { updated: ANNEX }), ['permanentLocationId'], []],
    ['ITEM', rule('STATUS', 'REPLACE_WITH', { updated: 'Missing' }), ['status'], []],
    [
      'ITEM',
      rule('CHECK_IN_NOTE', 'DUPLICATE', { updated: 'CHECK_OUT_NOTE' }),
      ['circulationNotes.Check out'],
      [],
    ],
    [
      'ITEM',
      rule('CHECK_IN_NOTE', 'CHANGE_TYPE', { updated: PROVENANCE }),
      ['circulationNotes.Check in'],
      [PROVENANCE],
    ],
    [
      'ITEM',
      rule('ITEM_NOTE', 'CHANGE_TYPE', { ...binding, updated: 'ADMINISTRATIVE_NOTE' }),
      ['administrativeNotes'],
      [BINDING],
    ],
    [
      'ITEM',
      rule('ITEM_NOTE', 'CHANGE_TYPE', { ...binding, updated: PROVENANCE }),
      [],
      [BINDING, PROVENANCE],
    ],
    ['ITEM', rule('PERMANENT_LOAN_TYPE', 'CLEAR_FIELD'), [], []],
    ['HOLDINGS_RECORD', rule('ELECTRONIC_ACCESS_URI', 'CLEAR_FIELD'), ['electronicAccess'], []],
    [
      'INSTANCE',
      rule('SET_RECORDS_FOR_DELETE', 'SET_TO_TRUE'),
      ['deleted', 'staffSuppress', 'discoverySuppress'],
      [],
    ],
    ['INSTANCE_MARC', rule('STATISTICAL_CODE', 'REMOVE_ALL'), ['statisticalCodeIds'], []],
    [
      'USER',
      rule('EXPIRATION_DATE', 'REPLACE_WITH', { updated: '2027-01-01T00:00:00.000Z' }),
      ['expirationDate', 'active'],
      [],
    ],
    [
      'USER',
      rule('EMAIL_ADDRESS', 'FIND_AND_REPLACE', { initial: 'a', updated: 'b' }),
      ['personal.email'],
      [],
    ],
    ['USER', rule('PATRON_GROUP', 'REPLACE_WITH', { updated: ANNEX }), ['patronGroup'], []],
  ])('of %s by %j', (entity, body, properties, noteTypeIds) => {
    expect(touchedColumns(entity, readRules(entity, { bulkOperationRules: [body] }))).toEqual({
      properties: new Set(properties),
      noteTypeIds: new Set(noteTypeIds),
    })
  })
})
