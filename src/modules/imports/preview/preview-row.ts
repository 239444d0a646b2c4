import { decodeCompact } from '../../../formats/marc/index.ts'
import type { CopyType, CopyValue } from '../../../kernel/db/copy-buffer.ts'
import { sourceEntity } from '../engine/fail-record.ts'
import type { RecordWork } from '../engine/record-work.ts'
import type { JobCounts } from '../job-counts.ts'
import type { Step, StepEntity } from '../journal-row.ts'
import { diffDocuments, diffRecords } from '../marc-changes/index.ts'

/** The columns of `preview_record`, in the order in which rows are copied in. */
export const PREVIEW_COLUMNS = [
  'preview_id',
  'seq',
  'record_type',
  'title',
  'control_number',
  'byte_offset',
  'byte_length',
  'outcomes',
  'steps',
  'changes',
  'error_kind',
  'error',
  'folio_error',
  'matches',
] as const

/** SQL types of the columns, in order. */
export const PREVIEW_TYPES: readonly CopyType[] = [
  'uuid',
  'int',
  'smallint',
  'text',
  'text',
  'bigint',
  'int',
  'smallint',
  'text',
  'text',
  'text',
  'text',
  'text',
  'text',
]

/** What can become of a record, as bits of `outcomes`; a record can have several. */
export const OUTCOMES = { created: 1, updated: 2, discarded: 4, errors: 8 } as const
export type Outcome = keyof typeof OUTCOMES

/** One field that would change: `name` is a path in a document, or a tag. A side that has nothing there is null. */
export type FieldForecast = { name: string; before: string | null; after: string | null }

/** What would change of one stored record; `omitted` more fields would change than are listed. */
export type ChangeForecast = {
  entity: StepEntity
  id: string
  hrid: string | null
  fields: FieldForecast[]
  omitted: number
}

/** Fields of a record that are listed, and characters of each side: 100 x 2 x 500 is 100 KB at most, most have 1. */
const MAX_FIELDS = 100
const MAX_TEXT = 500

/**
 * The row of one record. Ids and human-readable ids of what would be made mean nothing, so they are left out.
 */
export function previewRow(
  previewId: string,
  record: RecordWork,
  steps: readonly Step[],
  counts: JobCounts,
): CopyValue[] {
  const { fault } = record
  const changes = changesOf(record)
  return [
    previewId,
    record.seq,
    record.recordType,
    record.title?.slice(0, 1000) ?? null,
    record.controlNumber?.slice(0, 200) ?? null,
    record.byteOffset,
    record.byteLength,
    outcomesOf(counts),
    JSON.stringify(steps.map((step, index) => namedStep(step, record.told[index]!.of))),
    changes.length === 0 ? null : JSON.stringify(changes),
    fault?.kind ?? null,
    fault?.text ?? null,
    fault?.folio ?? null,
    record.trace.length === 0 ? null : JSON.stringify(record.trace),
  ]
}

function outcomesOf({ errors, entities }: JobCounts): number {
  let bits = errors > 0 ? OUTCOMES.errors : 0
  for (const { created, updated, discarded } of Object.values(entities)) {
    if (created > 0) bits |= OUTCOMES.created
    if (updated > 0) bits |= OUTCOMES.updated
    if (discarded > 0) bits |= OUTCOMES.discarded
  }
  return bits
}

/** A step without the ids of records that are not there. */
function namedStep(step: Step, of: RecordWork['told'][number]['of']): Step {
  const [entity, action, , hrid, related, error] = step
  if (of === null) return step
  // The generation of a source record that a step stores is always a new one.
  if ('of' in of || 'text' in of) return [entity, action, null, null, null, error]
  const known = entity === 'ITEM' && of.parent?.stored === null ? null : related
  if (of.stored === null) return [entity, action, null, null, entity === 'ITEM' ? null : known, error]
  return [entity, action, step[2], hrid, known, error]
}

function changesOf(record: RecordWork): ChangeForecast[] {
  const changes: ChangeForecast[] = []
  const { source } = record
  if (source !== null && source.stored?.marc) {
    // 005 is the instant of the change.
    const fields = diffRecords(decodeCompact(Buffer.from(source.stored.marc)), source.marc)
      .filter(({ tag }) => tag !== '005')
      .map(({ tag, before, after }) => ({ name: tag, before, after }))
    const hrid = source.of.document.hrid as string | undefined
    changes.push(bounded(sourceEntity(record), source.of.id, hrid, fields))
  }
  for (const { entity, id, document, stored, fault, isDeleted } of record.touched) {
    if (stored === null || fault !== null || isDeleted) continue
    const fields = diffDocuments(stored.document, document).map(({ path, before, after }) => ({
      name: path,
      before: textOf(before),
      after: textOf(after),
    }))
    changes.push(bounded(entity, id, document.hrid as string | undefined, fields))
  }
  return changes
}

function textOf(value: unknown): string | null {
  if (value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function bounded(
  entity: StepEntity,
  id: string,
  hrid: string | undefined,
  all: readonly FieldForecast[],
): ChangeForecast {
  const fields = all
    .slice(0, MAX_FIELDS)
    .map(({ name, before, after }) => ({ name, before: cut(before), after: cut(after) }))
  return { entity, id, hrid: hrid ?? null, fields, omitted: all.length - fields.length }
}

function cut(text: string | null): string | null {
  return text === null || text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`
}
