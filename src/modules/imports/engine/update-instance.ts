import type { MarcRecord } from '../../../formats/marc/index.ts'
import { decodeCompact } from '../../../formats/marc/index.ts'
import { newId } from '../../../kernel/ids.ts'
import { mapInstance } from '../../mapping/index.ts'
import { applyMapping } from '../mapping-language/index.ts'
import { finishOverlay, modifyRecord, overlayLinkedRecord } from '../marc-changes/index.ts'
import type { FieldProtections } from '../marc-changes/index.ts'
import type { RecordFault } from '../record-fault.ts'
import { checkInstance } from './check-documents.ts'
import type { CompiledAction, CompiledJob } from './compiled-job.ts'
import { failRecord } from './fail-record.ts'
import { theInstance } from './find-context.ts'
import { foresee, load } from './questions.ts'
import type { LoadKind, Steps } from './questions.ts'
import { touch } from './record-work.ts'
import type { Document, EntityWork, RecordWork } from './record-work.ts'

/** What an update by MARC leaves as it is, unless the profile sets it (data-import.md 5.3). */
const KEPT = [
  'discoverySuppress',
  'staffSuppress',
  'previouslyHeld',
  'catalogedDate',
  'statusId',
  'statisticalCodeIds',
  'natureOfContentTermIds',
  'tags',
  'administrativeNotes',
] as const

/** What the server keeps of an instance whoever writes it. */
const OWNED = [
  'id',
  'hrid',
  'metadata',
  'statusUpdatedDate',
  'sourceRecordFormat',
  'sourceUri',
  'matchKey',
] as const

function noInstance(action: string): RecordFault {
  return {
    kind: 'no-instance',
    entity: 'INSTANCE',
    text: `There is no instance to ${action}: no match of the job profile has found one for this record.`,
    folio: null,
  }
}

/**
 * Step UPDATE INSTANCE: the incoming record takes the place of the instance's MARC, unless a step before it has made
 * that already, and the instance is mapped from it anew. An instance that had no MARC has one from then on.
 */
export function* updateInstance(
  job: CompiledJob,
  action: CompiledAction,
  record: RecordWork,
  at: Date,
): Steps {
  const instance = yield* instanceToChange(record, 'update', ['links', headOf(job)])
  if (instance === null) return
  const marc = record.source?.marc ?? record.marc!
  yield* endMissingLinks(record, instance, marc)
  yield* replaceMarc(job, record, instance, { at, protections: action.protections, marc, action })
  if (record.fault !== null || record.isRehearsal) return
  tellUpdate(record, instance, 'UPDATE')
}

/** Step UPDATE MARC_BIBLIOGRAPHIC: the stored record overlaid by the incoming one, field protections heeded. */
export function* overlayBibliographic(
  job: CompiledJob,
  action: CompiledAction,
  record: RecordWork,
  at: Date,
): Steps {
  const instance = yield* instanceToChange(record, 'overlay', ['source', 'links', headOf(job)])
  if (instance === null) return
  const stored = yield* load('source', instance.id)
  if (stored === null) {
    yield* replaceMarc(job, record, instance, {
      at,
      protections: action.protections,
      marc: record.marc!,
      action: null,
    })
  } else {
    const links = yield* load('links', instance.id)
    if (record.isRehearsal) {
      yield* load('sourceHead', instance.id)
      return
    }
    const before = record.source?.marc ?? decodeCompact(Buffer.from(stored.marc!))
    const { record: marc, keptLinks } = overlayLinkedRecord(
      before,
      record.marc!,
      action.protections,
      links,
      action.listed,
    )
    const kept = new Set<object>(keptLinks)
    record.endedLinks.push(...links.filter((link) => !kept.has(link)).map(({ id }) => id))
    yield* replaceMarc(job, record, instance, { at, protections: action.protections, marc, action: null })
  }
  if (record.fault !== null || record.isRehearsal) return
  tellUpdate(record, instance, 'UPDATE')
}

/**
 * Step MODIFY MARC_BIBLIOGRAPHIC changes the incoming record, and the MARC that a step before it has made of that. When
 * the record has an instance by then, made or found, that is mapped anew; the MARC of one that was found becomes the
 * incoming record as modified (data-import.md 4.4, "PTF - Updates Success - 1").
 */
export function* modifyBibliographic(
  job: CompiledJob,
  action: CompiledAction,
  record: RecordWork,
  at: Date,
): Steps {
  const incoming = record.marc!
  const marc = record.source?.marc ?? incoming
  modifyRecord(incoming, action.modifications)
  if (marc !== incoming) modifyRecord(marc, action.modifications)
  if (record.instance === null && record.found.instance === null) return
  const instance = yield* instanceToChange(record, 'update', ['links', headOf(job)])
  if (instance === null) return
  if (instance.stored === null) {
    if (!record.isRehearsal) remap(job, record, instance, marc)
    return
  }
  yield* endMissingLinks(record, instance, marc)
  yield* replaceMarc(job, record, instance, { at, protections: job.protections, marc, action: null })
  if (record.fault !== null || record.isRehearsal) return
  tellUpdate(record, instance, 'MODIFY')
}

/** Maps the instance that the record has made from its MARC as it is now. */
function remap(job: CompiledJob, record: RecordWork, instance: EntityWork, marc: MarcRecord): void {
  const document = mergedInstance(instance.document, mapInstance(job.bibRules!, marc))
  const fault = checkInstance(job, document, marc)
  if (fault !== null) failRecord(record, fault, 'UPDATE')
  else instance.document = document
}

/** Links to authorities end where the field with the authority's id is not in the new MARC any more. */
function* endMissingLinks(record: RecordWork, instance: EntityWork, marc: MarcRecord): Steps {
  const links = yield* load('links', instance.id)
  for (const { id, tag, authorityId } of links) {
    const isThere = marc.fields.some(
      (field) =>
        field.tag === tag &&
        field.subfields?.some(({ code, value }) => code === '9' && value.toLowerCase() === authorityId),
    )
    if (!isThere && !record.endedLinks.includes(id)) record.endedLinks.push(id)
  }
}

/** What a replacement of the MARC asks of the stored one: a preview tells what would change of it. */
function headOf(job: CompiledJob): 'source' | 'sourceHead' {
  return job.isPreview ? 'source' : 'sourceHead'
}

/** The instance of the steps; `needs` is what they will load of it. */
function* instanceToChange(
  record: RecordWork,
  what: string,
  needs: readonly LoadKind[],
): Steps<EntityWork | null> {
  if (record.instance === null) {
    yield* foresee(record.isRehearsal, ['instance', ...needs], record.found.instance)
  }
  const instance = yield* theInstance(record)
  if (instance === null) {
    failRecord(record, noInstance(what), 'UPDATE')
    return null
  }
  if (record.isRehearsal || instance.document.source !== 'LINKED_DATA') return instance
  const fault: RecordFault = {
    kind: 'failed',
    entity: 'INSTANCE',
    text: 'The instance comes from linked data and cannot be changed by MARC.',
    folio: 'Instance with source=LINKED_DATA cannot be updated using Data Import',
  }
  failRecord(record, fault, 'UPDATE')
  return null
}

type Replacement = {
  at: Date
  protections: FieldProtections
  marc: MarcRecord
  /** The action whose mapping profile sets fields beside those of the MARC; null for none. */
  action: CompiledAction | null
}

/** Makes `marc` the instance's source record, and the instance what the mapping makes of it. */
function* replaceMarc(
  job: CompiledJob,
  record: RecordWork,
  instance: EntityWork,
  { at, protections, marc, action }: Replacement,
): Steps {
  const head = yield* load(headOf(job), instance.id)
  if (record.isRehearsal) return
  const id = record.source?.id ?? newId()
  const matchedId = record.source?.matchedId ?? head?.matchedId ?? id
  finishOverlay(marc, {
    hrid: String(instance.document.hrid),
    recordId: matchedId,
    externalId: instance.id,
    incoming: record.marc!,
    now: at,
    protections,
  })
  const document = mergedInstance(instance.document, mapInstance(job.bibRules!, marc))
  const mapped = action === null ? document : applyMapping(action.mapping, marc, document)
  const fault = checkInstance(job, mapped, marc)
  if (fault !== null) {
    failRecord(record, fault, 'UPDATE')
    return
  }
  instance.document = mapped
  record.source = {
    of: instance,
    matchedId,
    id,
    marc,
    stored: head,
    isDeleted: false,
  }
  if (mapped.deleted === true) record.source.isDeleted = true
  touch(record, instance)
}

function mergedInstance(before: Document, mapped: Document): Document {
  const document: Document = { ...mapped }
  // Set also where there is nothing to keep: a deleted member would make the object a slow one.
  for (const name of OWNED) document[name] = before[name]
  for (const name of KEPT) document[name] = before[name]
  return document
}

function tellUpdate(record: RecordWork, instance: EntityWork, action: 'UPDATE' | 'MODIFY'): void {
  record.told.push({ entity: 'MARC_BIBLIOGRAPHIC', action, of: record.source, error: null })
  record.told.push({ entity: 'INSTANCE', action: 'UPDATE', of: instance, error: null })
}
