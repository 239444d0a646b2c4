import { describe, expect, it } from 'vitest'
import type { MarcMappingDetail } from '../../import-profiles/index.ts'
import { compileModifications } from './index.ts'

/** What is wrong with one detail that can do nothing. */
function refusal(detail: object): string[] {
  const { modifications, problems } = compileModifications([{ order: 3, ...detail } as MarcMappingDetail])
  expect(modifications).toEqual([])
  return problems.map(({ text }) => text)
}

const edit = (field: string, subfield: object): object => ({
  action: 'EDIT',
  field: { field, subfields: [subfield] },
})

describe('compileModifications', () => {
  it('names the detail that it cannot carry out and goes on with the others', () => {
    const { modifications, problems } = compileModifications([
      { order: 0, action: 'ADD', field: { field: '9999', subfields: [] } },
      {
        order: 1,
        action: 'ADD',
        field: { field: '947', subfields: [{ subfield: 'a', data: { text: 'x' } }] },
      },
    ])
    expect(modifications).toHaveLength(1)
    expect(problems).toEqual([
      {
        order: 0,
        action: 'ADD',
        field: '9999',
        text: 'A field cannot be added under "9999"; a tag has three letters or digits.',
      },
    ])
  })

  it('gives nothing for no details', () => {
    expect(compileModifications([])).toEqual({ modifications: [], problems: [] })
  })

  it('keeps what makes sense of a detail', () => {
    const { modifications, problems } = compileModifications([
      {
        order: 0,
        action: 'ADD',
        field: {
          field: '947',
          subfields: [{ subfield: 'a' }, { subfield: 'b', data: { text: 'B' } }],
        },
      },
    ])
    expect(modifications).toEqual([
      {
        kind: 'add-field',
        field: { tag: '947', ind1: ' ', ind2: ' ', value: '', subfields: [{ code: 'b', value: 'B' }] },
      },
    ])
    expect(problems.map(({ text }) => text)).toEqual(['There is no text for the new subfield a.'])
  })

  it('refuses details that name no field or no subfield', () => {
    expect(refusal({ action: 'DELETE', field: { field: '' } })).toEqual(['It names no field.'])
    expect(refusal({ action: 'DELETE' })).toEqual(['It names no field.'])
    expect(refusal({ action: 'DELETE', field: { field: '245' } })).toEqual([
      'It names no subfield to delete; "*" stands for the whole field.',
    ])
    expect(refusal({ action: 'EDIT', field: { field: '245', subfields: [] } })).toEqual([
      'It names no subfield to edit.',
    ])
    expect(refusal({ action: 'MOVE', field: { field: '245' } })).toEqual(['It names no subfield to move.'])
    expect(refusal({ action: 'ADD', field: { field: '245' } })).toEqual(['A new field needs a subfield.'])
  })

  it('refuses an action or subaction that is none', () => {
    expect(refusal({ action: 'COPY', field: { field: '245' } })).toEqual([
      '"COPY" is no action; there are ADD, DELETE, EDIT and MOVE.',
    ])
    expect(refusal(edit('245', { subfield: 'a', subaction: 'ADD_SUBFIELD' }))).toEqual([
      'An edit is one of INSERT, REPLACE and REMOVE.',
    ])
  })

  it('refuses new fields with wildcards or without text', () => {
    const subfields = [{ subfield: 'a', data: { text: 'x' } }]
    expect(refusal({ action: 'ADD', field: { field: '947', indicator1: '*', subfields } })).toEqual([
      'A new field needs indicators; "*" is none.',
    ])
    expect(
      refusal({
        action: 'ADD',
        field: { field: '947', subfields: [{ subfield: '*', data: { text: 'x' } }] },
      }),
    ).toEqual(['A new subfield needs a code.'])
    expect(refusal({ action: 'ADD', field: { field: '008', subfields: [{ subfield: '*' }] } })).toEqual([
      'There is no text for the new field 008.',
    ])
  })

  it('refuses positions of the leader that are reckoned, and texts of another length', () => {
    const leader = (place: string, replaceWith: string): string[] =>
      refusal(edit(place, { subfield: '', subaction: 'REPLACE', data: { find: '*', replaceWith } }))
    expect(leader('LDR/0-4', '00000')).toEqual([
      'LDR/0-4 cannot be changed: the positions 0-4 and 12-16 of the leader are reckoned.',
    ])
    expect(leader('LDR/12', '1')).toEqual([
      'LDR/12 cannot be changed: the positions 0-4 and 12-16 of the leader are reckoned.',
    ])
    expect(leader('LDR/5', 'ab')).toEqual(['The text for LDR/5 must have the length 1.'])
    expect(leader('LDR/20-24', '45000')).toEqual([
      'LDR/20-24 is beyond the leader, which ends at position 23.',
    ])
    expect(leader('LDR', 'x')).toEqual(['"LDR" is no field whose text can be replaced.'])
    expect(leader('008/10-7', 'x')).toEqual(['The positions 10-7 run backwards.'])
  })

  it('refuses edits without a text or a place for it', () => {
    expect(refusal(edit('245', { subfield: 'a', subaction: 'REPLACE', data: { replaceWith: 'x' } }))).toEqual(
      ['There is no text to look for.'],
    )
    expect(refusal(edit('245', { subfield: 'a', subaction: 'INSERT', position: 'AFTER_STRING' }))).toEqual([
      'There is no text to insert.',
    ])
    expect(refusal(edit('245', { subfield: 'a', subaction: 'INSERT', data: { text: 'x' } }))).toEqual([
      'It does not say where the text goes: BEFORE_STRING, AFTER_STRING or NEW_SUBFIELD.',
    ])
    expect(
      refusal(
        edit('008', { subfield: 'a', subaction: 'INSERT', position: 'NEW_SUBFIELD', data: { text: 'x' } }),
      ),
    ).toEqual(['A control field has no subfields.'])
  })

  it('refuses moves from or to control fields', () => {
    const move = (from: string, to: string): string[] =>
      refusal({
        action: 'MOVE',
        field: {
          field: from,
          subfields: [{ subfield: 'a', subaction: 'CREATE_NEW_FIELD', data: { marcField: { field: to } } }],
        },
      })
    expect(move('001', '035')).toEqual(['"001" is no field whose subfields can be moved.'])
    expect(move('035', '001')).toEqual(['Subfields cannot be moved to the field "001".'])
  })
})
