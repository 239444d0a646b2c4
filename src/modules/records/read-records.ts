import { MarcReadError, controlNumber, recordFromJson } from '../../formats/marc/index.ts'
import type { MarcRecord } from '../../formats/marc/index.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { RECORD_TYPES, STATES } from './record-types.ts'
import type { SourceRecordInput } from './source-record-input.ts'
import type { RecordBody } from './wire-schemas.ts'

/** A record of a request: what to store, and why its parsed content could not be read. */
export type ReadRecord = { input: SourceRecordInput; contentFault: string | null }

const HOLDERS = ['instance', 'holdings', 'authority']

/**
 * A wire record as it is to be stored. Content that cannot be read does not refuse it: as in FOLIO the record
 * then has an error record with the content and no parsed one.
 */
export function readRecordBody(body: RecordBody): ReadRecord {
  const recordType = RECORD_TYPES.indexOf(body.recordType)
  const holder = HOLDERS[recordType]
  const ids = body.externalIdsHolder ?? {}
  const externalId = holder === undefined ? null : ids[`${holder}Id`] || null
  const parsed = readContent(body)
  const content = body.parsedRecord?.content
  const error =
    'fault' in parsed
      ? { description: parsed.fault, content: jsonText(content) }
      : body.errorRecord
        ? { description: body.errorRecord.description, content: jsonText(body.errorRecord.content) }
        : null
  const isMarc = 'marc' in parsed && parsed.marc !== null
  return {
    contentFault: 'fault' in parsed ? parsed.fault : null,
    input: {
      ...(body.id ? { id: body.id.toLowerCase() } : {}),
      snapshotId: body.snapshotId.toLowerCase(),
      recordType,
      state: STATES.indexOf(body.state ?? 'ACTUAL'),
      ...(body.generation == null ? {} : { generation: body.generation }),
      order: body.order ?? null,
      externalId: externalId?.toLowerCase() ?? null,
      externalHrid: (holder === undefined ? null : ids[`${holder}Hrid`]) || null,
      isSuppressed: body.additionalInfo?.suppressDiscovery ?? false,
      marc: 'marc' in parsed ? parsed.marc : null,
      edifact: 'edifact' in parsed ? parsed.edifact : null,
      // MARC stands for its raw text; of everything else that is all there is.
      raw: isMarc ? null : body.rawRecord.content,
      error,
    },
  }
}

type Parsed = { marc: MarcRecord | null } | { edifact: string } | { fault: string }

function readContent({ recordType, parsedRecord }: RecordBody): Parsed {
  const content = parsedRecord?.content
  if (content === undefined || content === null) return { marc: null }
  try {
    const value: unknown = typeof content === 'string' ? JSON.parse(content) : content
    return recordType === 'EDIFACT' ? { edifact: jsonText(value) } : { marc: recordFromJson(value) }
  } catch (error) {
    if (error instanceof MarcReadError || error instanceof SyntaxError) return { fault: error.message }
    throw error
  }
}

function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value ?? null)
  } catch (error) {
    // A value nested thousands of levels deep exhausts the stack.
    if (error instanceof RangeError) throw textProblem(400, 'The content is nested too deep.')
    throw error
  }
}

/**
 * The rule of FOLIO for single bibliographic records.
 * @throws Problem 400 when the instance's id, its HRID or field 001 is missing
 */
export function requireBibIds({ recordType, externalId, externalHrid, marc }: SourceRecordInput): void {
  if (recordType !== 0) return
  if (marc === null || controlNumber(marc) === null || externalId === null || externalHrid === null) {
    throw textProblem(
      400,
      "MARC_BIB records must contain external instance and hr id's and 001 field into parsed record",
    )
  }
}
