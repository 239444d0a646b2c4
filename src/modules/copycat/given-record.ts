import { MarcReadError, RecordSplitter, decodeRecord, recordFromJson } from '../../formats/marc/index.ts'
import type { MarcRecord } from '../../formats/marc/index.ts'

/** A record in a request: MARC JSON as text, or ISO 2709 in base64. */
export type GivenRecord = { json?: string | null; marc?: string | null }

/** A given record that cannot be used; the message says which part and why. */
export class GivenRecordError extends Error {}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/

/**
 * Reads a record that comes with the request; `json` wins where both are given.
 * @throws GivenRecordError with FOLIO's text where it has one (folio-org/mod-copycat: CopycatImpl).
 */
export function readGivenRecord({ json, marc }: GivenRecord): MarcRecord {
  if (typeof json === 'string') return reading('record.json', () => recordFromJson(parse(json)))
  if (typeof marc === 'string') return readMarc(marc)
  throw new GivenRecordError("One of 'json' or 'marc' must be given in record")
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new GivenRecordError(`record.json is not JSON: ${(error as Error).message}`)
  }
}

function readMarc(text: string): MarcRecord {
  const compact = text.replaceAll(/\s/g, '')
  if (!BASE64.test(compact)) throw new GivenRecordError('record.marc is not base64.')
  const bytes = Buffer.from(compact, 'base64')
  const splitter = new RecordSplitter()
  const segments = [...splitter.push(bytes), ...splitter.end()]
  if (segments.length === 0) throw new GivenRecordError('Incomplete/missing MARC record')
  if (segments.length > 1) {
    throw new GivenRecordError(
      `record.marc holds ${segments.length} records, but one is imported at a time. Use data import for more.`,
    )
  }
  return reading('record.marc', () => decodeRecord(bytes, { mode: 'permissive' }).record)
}

function reading(part: string, read: () => MarcRecord): MarcRecord {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof MarcReadError)) throw error
    throw new GivenRecordError(`${part} cannot be read: ${error.message}`)
  }
}
