import { expect } from 'vitest'
import type { MarcFieldEdit, MarcMappingDetail, MarcSubfieldEdit } from '../../import-profiles/index.ts'
import { compileModifications, modifyRecord } from './index.ts'
import { linesOf, recordOf } from './record-fixture.ts'

type Action = MarcMappingDetail['action']

/** A detail as profiles hold it; the indicators are those of the text behind the tag, `856 4*`. */
export function detail(action: Action, place: string, ...subfields: MarcSubfieldEdit[]): MarcMappingDetail {
  const [field = '', indicators = ''] = place.split(' ')
  const edit: MarcFieldEdit = { field, subfields }
  if (indicators !== '') {
    edit.indicator1 = indicators.charAt(0).replace('#', ' ')
    edit.indicator2 = indicators.charAt(1).replace('#', ' ')
  }
  return { order: 0, action, field: edit }
}

/** The fields after the details have been carried out; every detail must make sense. */
export function after(details: MarcMappingDetail[], ...lines: string[]): string[] {
  const { modifications, problems } = compileModifications(details)
  expect(problems).toEqual([])
  const record = recordOf(...lines)
  modifyRecord(record, modifications)
  return linesOf(record)
}

export function leaderAfter(details: MarcMappingDetail[], leader: string): string {
  const record = recordOf(`LDR ${leader}`)
  modifyRecord(record, compileModifications(details).modifications)
  return record.leader
}

export const added = (subfield: string, text: string): MarcSubfieldEdit => ({
  subfield,
  subaction: 'ADD_SUBFIELD',
  data: { text },
})
