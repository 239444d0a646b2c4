import { MarcWriteError, compactToIso2709, encodeIso2709 } from '../../../formats/marc/index.ts'
import type { MarcRecord } from '../../../formats/marc/index.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { readMarcVersions } from '../../records/index.ts'
import { applyToRecords } from '../edit/apply-to-records.ts'
import type { RecordProblem } from '../contracts.ts'
import type { OperationRow } from '../operation/operation.ts'
import { readyRules } from '../operation/operation-rules.ts'
import { readNext } from './record-documents.ts'
import type { DocumentStage, Listed, RecordDocument } from './record-documents.ts'

// Five hundred records of 4 KB, as they are and as they would be.
const STEP = 500

/** What is said of a record that a MARC file cannot hold. */
export const NOT_IN_FILE: RecordProblem = {
  type: 'WARNING',
  message: 'The MARC record is not in the MARC file, because ISO 2709 has no room for it.',
}

/** Whether a record fits into a MARC file. */
export function fitsIso2709(marc: MarcRecord): boolean {
  return iso2709Of(() => encodeIso2709(marc)) !== ''
}

/**
 * The MARC records of an operation's instances as ISO 2709, as they would be or have become. One that is too long for
 * the format is left out.
 */
export async function* marcFileOf(
  tx: Transaction,
  operation: OperationRow,
  step: 'EDIT' | 'COMMIT',
): AsyncGenerator<string> {
  const isCommitted = step === 'COMMIT'
  const stage: DocumentStage = isCommitted ? 'edited' : 'matched'
  const listed: Listed = isCommitted ? 'written' : 'marc'
  const read = step === 'EDIT' ? await proposedRecords(tx, operation) : storedRecords(tx)
  for (let after = 0; ;) {
    const records = await readNext(tx, operation, stage, { listed, after, limit: STEP, offset: 0 })
    const last = records.at(-1)
    if (last === undefined) return
    yield (await read(records)).join('')
    after = last.no
  }
}

type ReadRecords = (records: readonly RecordDocument[]) => Promise<string[]>

function storedRecords(tx: Transaction): ReadRecords {
  return async (records) => {
    const versions = records.flatMap(({ marcVersion }) => marcVersion ?? [])
    const marc = await readMarcVersions(tx, versions)
    return versions.map((version) => {
      const stored = marc.get(version)
      return stored === undefined ? '' : iso2709Of(() => compactToIso2709(stored))
    })
  }
}

async function proposedRecords(tx: Transaction, operation: OperationRow): Promise<ReadRecords> {
  const ready = await readyRules(tx, operation)
  return async (records) => {
    const edited = await applyToRecords(tx, operation.entity_type, ready, records)
    return edited.map(({ marc }) => (marc === null ? '' : iso2709Of(() => encodeIso2709(marc))))
  }
}

/** A record's text, empty for one that the format cannot hold. */
function iso2709Of(encode: () => Buffer): string {
  try {
    return encode().toString()
  } catch (error) {
    if (error instanceof MarcWriteError) return ''
    throw error
  }
}
