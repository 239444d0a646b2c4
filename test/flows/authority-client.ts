import { rawRecord } from '../support/marc-bytes.ts'
import type { RawField } from '../support/marc-bytes.ts'
import { answer } from './import-client.ts'
import type { Api, LogEntry, Profile } from './import-client.ts'

/** The job profile that ships with every library and makes an authority of a MARC authority record. */
export const CREATE_AUTHORITY: Profile = {
  id: '6eefa4c6-bbf7-4845-ad82-de7fc5abd0e3',
  name: 'Default - Create SRS MARC Authority',
  dataType: 'MARC',
}

/** The hidden profile that deletes authorities by 999 ff $s. */
export const DELETE_AUTHORITY: Profile = {
  id: '1a338fcd-3efc-4a03-b007-394eeb0d5fb9',
  name: 'Default - Delete MARC Authority',
  dataType: 'MARC',
}

/** A MARC authority record: control number, and what else it shall hold. */
export function authorityRecord(number: string | null, more: readonly RawField[]): Buffer {
  const first: RawField[] = number === null ? [] : [['001', number]]
  return rawRecord([...first, ['008', '000107n| azannaabn          |n aaa      '], ...more], {
    head: 'nz  a',
    tail: 'n  ',
  })
}

/** The authority that a log entry names, as storage has it. */
export async function authorityOf(api: Api, entry: LogEntry) {
  return answer(await api.get(`/authority-storage/authorities/${entry.relatedAuthorityInfo.idList[0]}`))
}
