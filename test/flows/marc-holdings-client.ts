import { newId } from '../../src/kernel/ids.ts'
import { rawRecord } from '../support/marc-bytes.ts'
import type { RawField, RawOptions } from '../support/marc-bytes.ts'
import { answer, logOf } from './import-client.ts'
import type { Api, LogEntry, Profile } from './import-client.ts'

/** The job profile that ships with every library and makes holdings of MARC holdings records. */
export const CREATE_HOLDINGS: Profile = {
  id: '80898dee-449f-44dd-9c8e-37d5eb469b1d',
  name: 'Default - Create Holdings and SRS MARC Holdings',
  dataType: 'MARC',
}

/** The id of a reference record by its name. */
export async function idByName(api: Api, path: string, name: string): Promise<string> {
  const reply = answer(await api.get(`${path}?limit=1000&query=${encodeURIComponent(`name=="${name}"`)}`))
  const list = Object.values(reply).find(Array.isArray) as { id: string; name: string }[]
  return list[0]!.id
}

/** Makes an instance with a human-readable id of the test's choice and, unless told otherwise, its MARC record. */
export async function addTitle(api: Api, hrid: string, hasMarc = true): Promise<string> {
  const id = newId()
  const instanceTypeId = await idByName(api, '/instance-types', 'unspecified')
  answer(
    await api.post('/instance-storage/instances', {
      id,
      hrid,
      title: `The title ${hrid}`,
      source: hasMarc ? 'MARC' : 'FOLIO',
      instanceTypeId,
    }),
    201,
  )
  if (hasMarc) await addTitleMarc(api, hrid, id)
  return id
}

async function addTitleMarc(api: Api, hrid: string, instanceId: string): Promise<void> {
  const snapshotId = newId()
  const snapshot = { jobExecutionId: snapshotId, status: 'PARSING_IN_PROGRESS' }
  answer(await api.post('/source-storage/snapshots', snapshot), 201)
  const id = newId()
  const title = { ind1: '0', ind2: '0', subfields: [{ a: `The title ${hrid}` }] }
  const content = { leader: '00000nam a2200000   4500', fields: [{ '001': hrid }, { '245': title }] }
  answer(
    await api.post('/source-storage/records', {
      id,
      matchedId: id,
      snapshotId,
      recordType: 'MARC_BIB',
      state: 'ACTUAL',
      rawRecord: { content: 'as below' },
      parsedRecord: { content },
      externalIdsHolder: { instanceId, instanceHrid: hrid },
    }),
    201,
  )
  answer(await api.put(`/source-storage/snapshots/${snapshotId}`, { ...snapshot, status: 'COMMITTED' }))
}

const FIXED_HOLDINGS = '9301234u    8   1   uu          '

/** A MARC holdings record: control number, the instance's human-readable id, and what else it shall hold. */
export function holdingsRecord(
  number: string | null,
  instanceHrid: string | null,
  more: readonly RawField[],
  options: RawOptions = {},
): Buffer {
  const first: RawField[] = number === null ? [] : [['001', number]]
  const link: RawField[] = instanceHrid === null ? [] : [['004', instanceHrid]]
  return rawRecord([...first, ...link, ['008', FIXED_HOLDINGS], ...more], { head: 'nx  a', ...options })
}

/** The holdings that a log entry names, as storage has them. */
export async function holdingsOf(api: Api, entry: LogEntry) {
  return answer(await api.get(`/holdings-storage/holdings/${entry.relatedHoldingsInfo[0]!.id}`))
}

/** The only entry of a job's log. */
export async function onlyEntry(api: Api, jobId: string): Promise<LogEntry> {
  const [entry, ...others] = await logOf(api, jobId)
  if (entry === undefined || others.length > 0) throw new Error('The job has not one record.')
  return entry
}
