import type { MarcRecord } from '../../formats/marc/index.ts'
import { now } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { uuidParameter } from '../../kernel/http/parameters.ts'
import { created } from '../../kernel/http/route.ts'
import type { Actor, Answer, ApiRequest } from '../../kernel/http/route.ts'
import { newId } from '../../kernel/ids.ts'
import { setInstanceLinks } from '../authorities/index.ts'
import { normalizeOclc035, setFolio999, setHrid001, setUpdatedTime005 } from '../mapping/index.ts'
import {
  RECORD_TYPES,
  STATES,
  addSnapshot,
  insertSourceRecords,
  replaceGenerations,
} from '../records/index.ts'
import type { SourceRecordOutcome, StoredRecord } from '../records/index.ts'
import { editConflict, editorProblem, rulesProblem } from './editor-problems.ts'
import { FOLLOWING_RECORDS } from './following-records.ts'
import type { LockedRecord } from './following-records.ts'
import { setLengths } from './leader.ts'
import { SOURCE_TYPES } from './marc-format.ts'
import type { MarcFormat } from './marc-format.ts'
import { readView, requireSource } from './read-view.ts'
import type { EditedSource } from './read-view.ts'
import { recordFaults } from './record-rules.ts'
import { unchangedFields } from './record-view.ts'
import { readEdit, readRecord, toMarc } from './sent-record.ts'
import type { EditTarget, EditedRecord, SentField } from './sent-record.ts'
import { requireSpecification } from './validate-record.ts'

/** `POST /records-editor/records`: a new record, and the instance, holdings or authority that it makes. */
export async function createEditedRecord(request: ApiRequest): Promise<Answer> {
  const record = readRecord(request.body)
  requireRules(record, true)
  const view = await request.transaction(async (tx) => {
    const { format } = record
    const id = newId()
    const marc = newMarc(record, id)
    const actor = request.actor!
    const isSuppressed = isHidden(record)
    const made = await FOLLOWING_RECORDS[format].create({ tx, actor, marc, isSuppressed })
    if (format !== 'AUTHORITY' && made.hrid !== null) setHrid001(marc, made.hrid)
    setFolio999(marc, { externalId: made.id })
    setLengths(marc)
    const outcomes = await insertSourceRecords(
      tx,
      actor,
      [
        {
          id,
          snapshotId: await addSnapshot(tx, actor),
          recordType: RECORD_TYPES.indexOf(SOURCE_TYPES[format]),
          order: 0,
          externalId: made.id,
          externalHrid: made.hrid,
          isSuppressed,
          marc,
        },
      ],
      { follows: 'finished' },
    )
    await saveLinks(tx, record, made.id)
    return readView(tx, { row: stored(outcomes), format, marc })
  })
  return created(view)
}

/** `PUT /records-editor/records/{id}`: the next generation of a record; what is made of it follows at once. */
export async function updateEditedRecord(request: ApiRequest): Promise<Answer> {
  const id = uuidParameter(request.params)
  const { record, target } = readEdit(request.body)
  if (target.parsedRecordId !== id) {
    throw editorProblem(400, 'Request id and entity id are not equal')
  }
  requireRules(record, false)
  await request.transaction((tx) => saveEdit(tx, request, record, target))
  return { status: 202 }
}

async function saveEdit(
  tx: Transaction,
  request: ApiRequest,
  record: EditedRecord,
  target: EditTarget,
): Promise<void> {
  const { format } = record
  const actor = request.actor!
  const following = FOLLOWING_RECORDS[format]
  // Locked before the source record, in the order of all writers.
  const before = await following.lock(tx, target.externalId)
  const source = await requireSource(tx, target.externalId)
  if (source.format !== format) {
    throw editorProblem(400, `Parameter 'marcFormat' must be "${source.format}" as the stored record has it`)
  }
  if (before === null) {
    throw editorProblem(404, `${following.noun} record with id: ${target.externalId} not found`)
  }
  refuseOldVersion(target, source.row, before.version)
  const marc = toMarc(record, now(), unchangedFields(source.marc, format))
  await storeNextMarc(tx, actor, { source, before, marc, isSuppressed: isHidden(record) })
  await saveLinks(tx, record, target.externalId)
}

/** New MARC for a stored record; the record that follows it and its source are locked. */
export type NextMarc = { source: EditedSource; before: LockedRecord; marc: MarcRecord; isSuppressed: boolean }

/** Stores the next generation of a record, and what the mapping makes of it. */
export async function storeNextMarc(tx: Transaction, actor: Actor, next: NextMarc): Promise<void> {
  const { source, before, marc, isSuppressed } = next
  const { format, row } = source
  finishMarc(marc, format)
  if (format !== 'AUTHORITY' && row.external_hrid !== null) setHrid001(marc, row.external_hrid)
  setFolio999(marc, { recordId: row.matched_id, externalId: before.id })
  setLengths(marc)
  const isDeleted = await FOLLOWING_RECORDS[format].update({ tx, actor, marc, isSuppressed }, before)
  const outcomes = await replaceGenerations(tx, actor, [
    {
      matchedId: row.matched_id,
      follows: row.generation,
      snapshotId: await addSnapshot(tx, actor),
      marc,
      state: STATES.indexOf(isDeleted ? 'DELETED' : 'ACTUAL'),
      isSuppressed,
    },
  ])
  stored(outcomes)
}

/**
 * Two editors of one record: the second is refused. Clients name the generation that they have read; older ones name
 * the version of the inventory record, and one that names neither has read nothing.
 */
function refuseOldVersion(
  { parsedRecordId, sourceVersion, relatedRecordVersion }: EditTarget,
  { generation }: StoredRecord,
  version: number,
): void {
  if (relatedRecordVersion !== null && relatedRecordVersion !== version) {
    throw editConflict(parsedRecordId, version, relatedRecordVersion)
  }
  if (sourceVersion === null && relatedRecordVersion !== null) return
  if (sourceVersion !== generation) throw editConflict(parsedRecordId, generation, sourceVersion ?? -1)
}

function requireRules(record: EditedRecord, isNew: boolean): void {
  requireSpecification(record, isNew)
  const faults = recordFaults(record)
  if (faults.length > 0) throw rulesProblem(faults)
}

/** A new record carries nothing that belongs to another one, from which it may be derived. */
function newMarc(record: EditedRecord, recordId: string): MarcRecord {
  const marc = toMarc(record, now())
  marc.fields = marc.fields.filter(
    ({ tag, ind1, ind2 }) =>
      !(tag === '999' && ind1 === 'f' && ind2 === 'f') && !(tag === '001' && record.format !== 'AUTHORITY'),
  )
  finishMarc(marc, record.format)
  setFolio999(marc, { recordId })
  return marc
}

/** What every save does to the MARC (inventory.md 14; the import's rules, `finishOverlay`). */
function finishMarc(marc: MarcRecord, format: MarcFormat): void {
  if (format !== 'AUTHORITY') marc.fields = marc.fields.filter(({ tag }) => tag !== '003')
  if (format === 'BIBLIOGRAPHIC') normalizeOclc035(marc)
  setUpdatedTime005(marc, now())
}

function isHidden({ leader, suppressDiscovery }: EditedRecord): boolean {
  return suppressDiscovery || leader.charAt(5) === 'd'
}

/** The links of an instance are those that its fields say; each once. */
async function saveLinks(
  tx: Transaction,
  { format, fields }: EditedRecord,
  instanceId: string,
): Promise<void> {
  if (format !== 'BIBLIOGRAPHIC') return
  const links = new Map(fields.flatMap(wantedLink).map((link) => [JSON.stringify(link), link]))
  await setInstanceLinks(tx, instanceId, [...links.values()])
}

function wantedLink({ content, linkDetails }: SentField): { authorityId: string; linkingRuleId: number }[] {
  const { authorityId, linkingRuleId } = linkDetails ?? {}
  // A field without content is not saved, and one that names an authority by $9 alone has no link.
  if (content === '' || authorityId === undefined || linkingRuleId === undefined) return []
  return [{ authorityId: authorityId.toLowerCase(), linkingRuleId }]
}

function stored([outcome]: readonly SourceRecordOutcome[]): StoredRecord {
  if (outcome!.ok) return outcome!.record
  throw outcome!.problem
}
