import { newId } from '../../kernel/ids.ts'
import type { TestApp } from '../../../test/support/app.ts'

type Field = Record<string, unknown>

/** A data field of MARC JSON; subfields as `[code, value]` pairs. */
export function data(tag: string, ind1: string, ind2: string, ...subfields: [string, string][]): Field {
  return { [tag]: { ind1, ind2, subfields: subfields.map(([code, value]) => ({ [code]: value })) } }
}

/** MARC JSON of a small bibliographic record. */
export function marc(...fields: Field[]): { leader: string; fields: Field[] } {
  return { leader: '00000nam a2200000 a 4500', fields }
}

type RecordBody = Record<string, unknown> & { id: string; snapshotId: string }

/** A `MARC_BIB` record as a client posts it, with 001 `in001` and the given further fields. */
export function bib(
  snapshotId: string,
  changes: Record<string, unknown> = {},
  ...fields: Field[]
): RecordBody {
  const id = newId()
  return {
    id,
    snapshotId,
    matchedId: id,
    recordType: 'MARC_BIB',
    rawRecord: { content: 'raw' },
    parsedRecord: { content: marc({ '001': 'in001' }, data('245', '1', '0', ['a', 'A title']), ...fields) },
    externalIdsHolder: { instanceId: newId(), instanceHrid: 'in001' },
    ...changes,
  }
}

/** Posts a snapshot whose processing has begun. @returns its id. */
export async function startSnapshot(app: TestApp, status = 'PARSING_IN_PROGRESS'): Promise<string> {
  const id = newId()
  await app.post('/source-storage/snapshots', { jobExecutionId: id, status })
  return id
}

/** Sets the status of a snapshot. */
export async function setStatus(app: TestApp, id: string, status: string): Promise<void> {
  await app.put(`/source-storage/snapshots/${id}`, { jobExecutionId: id, status })
}
