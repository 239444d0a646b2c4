import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { notFound, textProblem } from '../../kernel/http/problems.ts'
import type { Actor } from '../../kernel/http/route.ts'
import { changedBlockedHoldingsFields, changedBlockedInstanceFields } from './blocked-fields.ts'
import { businessProblem } from './business-problems.ts'
import { updateHoldings } from './holdings.ts'
import { relationsOf, replaceRelations } from './instance-relations.ts'
import { readRelations, representInstances } from './instance-representation.ts'
import type { InstanceRelations, InstanceRepresentation, RelatedTitle } from './instance-representation.ts'
import { insertInstances, updateInstances } from './instances.ts'
import { INSTANCE_FIELDS } from './record-schemas.ts'
import { holdingsSpec, instanceSpec } from './record-spec.ts'
import type { Holdings, Instance } from './records.ts'
import { passOnHoldingsMarks, passOnInstanceMarks } from './source-record-marks.ts'
import type { SourceRecordMarks } from './source-record-marks.ts'
import { holdingsBodies, instanceBodies } from './storage-bodies.ts'
import { lockRecords } from './update-records.ts'

const NO_RELATIONS: InstanceRelations = {
  parentInstances: [],
  childInstances: [],
  precedingTitles: [],
  succeedingTitles: [],
}

/** Adds an instance with its relations. @throws Problem 400 without a title, 422 and storage's. */
export async function createInstance(
  tx: Transaction,
  actor: Actor | null,
  body: unknown,
): Promise<InstanceRepresentation> {
  const sent = objectBody(body)
  requireTitle(sent)
  const relations = relationsOf(sent)
  const instance = instanceBodies.whole(knownFields(sent))
  const [outcome] = await insertInstances(tx, actor, [instance], { allOrNothing: true })
  if (!outcome?.ok) throw outcome?.problem ?? new Error('An instance was neither stored nor refused.')
  await replaceRelations(tx, actor, outcome.id, relations)
  const [representation] = await representInstances(tx, [JSON.parse(outcome.doc) as Instance])
  return representation!
}

function requireTitle(sent: Record<string, unknown>): void {
  if (typeof sent.title !== 'string' || sent.title.trim() === '') {
    throw textProblem(400, 'Title must be provided for an instance')
  }
}

/** A write of one record through `/inventory`: who sends what, and where its marks go on to. */
export type RecordWrite = {
  tx: Transaction
  actor: Actor | null
  id: string
  body: unknown
  marks: SourceRecordMarks
}

/**
 * Replaces an instance and its relations, and passes its suppression and deletion on to its MARC record.
 * @throws Problem 400, 404, 409, 422 (folio-org/mod-inventory: Instances.java).
 */
export async function replaceInstance(write: RecordWrite): Promise<void> {
  const sent = objectBody(write.body)
  const relations = { ...NO_RELATIONS, ...relationsOf(sent) }
  await saveInstance(write, relations, () => instanceBodies.whole({ ...knownFields(sent), id: write.id }))
}

/** Replaces the fields and relations of an instance that are sent; null removes a field. */
export async function patchInstance(write: RecordWrite): Promise<void> {
  const { id, body } = write
  const sent = objectBody(body)
  const changes = { ...instanceBodies.partial({ ...knownFields(sent), id }), id }
  await saveInstance(write, relationsOf(sent), (stored) => instanceBodies.merge(stored, changes, 'Instance'))
}

async function saveInstance(
  { tx, actor, id, marks }: RecordWrite,
  relations: Partial<InstanceRelations>,
  makeInstance: (stored: Instance) => Instance,
): Promise<void> {
  const stored = (await lockRecords(tx, instanceSpec, [id])).get(id)?.record
  if (!stored) throw notFound()
  const instance = makeInstance(stored)
  checkDeleted(instance)
  if (instance.hrid !== stored.hrid) {
    throw businessProblem(
      `HRID change detected: existing=${stored.hrid}, updated=${instance.hrid ?? null}`,
      'hrid',
      instance.hrid ?? null,
    )
  }
  const current = (await readRelations(tx, [id])).get(id)!
  const blocked = changedBlockedInstanceFields(
    { ...stored, ...comparableTitles(current) },
    { ...instance, ...comparableTitles({ ...current, ...relations }) },
  )
  if (blocked.length > 0) {
    throw businessProblem(
      `Instance is controlled by MARC record, these fields are blocked and can not be updated: ${blocked.join(', ')}`,
    )
  }
  await updateInstances(tx, actor, [instance], { allOrNothing: true, skipsUnchanged: true })
  await replaceRelations(tx, actor, id, relations)
  await passOnInstanceMarks(tx, actor, marks, stored, instance)
}

function checkDeleted({ deleted, staffSuppress, discoverySuppress }: Instance): void {
  if (deleted === true && (staffSuppress !== true || discoverySuppress !== true)) {
    throw textProblem(
      400,
      'staffSuppress and discoverySuppress cannot be set to false if instance is marked as deleted',
    )
  }
}

/** Related titles as they count in a comparison. */
function comparableTitles({ precedingTitles, succeedingTitles }: InstanceRelations) {
  return {
    precedingTitles: comparable(precedingTitles, (title) => title.precedingInstanceId),
    succeedingTitles: comparable(succeedingTitles, (title) => title.succeedingInstanceId),
  }
}

/** In one order: which instance, or which text. */
function comparable(
  titles: readonly RelatedTitle[],
  instanceOf: (title: RelatedTitle) => string | null | undefined,
): object[] {
  return titles
    .map((title) => {
      const instanceId = instanceOf(title)
      if (instanceId) return { instanceId }
      return { title: title.title, hrid: title.hrid, identifiers: title.identifiers ?? [] }
    })
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

/** Storage's fields of a sent instance; like FOLIO's, this API passes over fields that it does not know. */
function knownFields(sent: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    INSTANCE_FIELDS.filter((name) => sent[name] !== undefined).map((name) => [name, sent[name]]),
  )
}

/**
 * Hides an instance from staff and patrons and marks it and its MARC record as deleted; both stay stored.
 * @throws Problem 404.
 */
export async function markInstanceDeleted({ tx, actor, id, marks }: RecordWrite): Promise<void> {
  const stored = (await lockRecords(tx, instanceSpec, [id])).get(id)?.record
  if (!stored) throw notFound()
  const marked = { ...stored, staffSuppress: true, discoverySuppress: true, deleted: true }
  await updateInstances(tx, actor, [marked], { allOrNothing: true })
  if (stored.source === 'MARC') await marks.markDeleted(tx, [id], { idType: 'INSTANCE', writer: actor })
}

/** What became of a batch: the instances made, and a text for each that was refused. */
export type InstanceBatchAnswer = {
  instances: InstanceRepresentation[]
  errorMessages: string[]
  totalRecords: number
}

/** Adds many instances; one that is refused does not stop the others (folio-org/mod-inventory: InstancesBatch.java). */
export async function createInstanceBatch(
  tx: Transaction,
  actor: Actor | null,
  body: unknown,
): Promise<InstanceBatchAnswer> {
  const { instances: sent } = objectBody(body)
  if (!Array.isArray(sent)) throw businessProblem('instances is a required field', 'instances', null)
  const errorMessages: string[] = []
  const readable: { instance: Instance; relations: Partial<InstanceRelations> }[] = []
  for (const entry of sent) {
    try {
      const record = objectBody(entry)
      requireTitle(record)
      readable.push({ relations: relationsOf(record), instance: instanceBodies.whole(knownFields(record)) })
    } catch (error) {
      errorMessages.push((error as Error).message)
    }
  }
  const outcomes = await insertInstances(
    tx,
    actor,
    readable.map(({ instance }) => instance),
  )
  const stored: Instance[] = []
  for (const [i, outcome] of outcomes.entries()) {
    if (!outcome.ok) {
      errorMessages.push(outcome.problem.message)
      continue
    }
    await replaceRelations(tx, actor, outcome.id, readable[i]!.relations)
    stored.push(JSON.parse(outcome.doc) as Instance)
  }
  return { instances: await representInstances(tx, stored), errorMessages, totalRecords: stored.length }
}

/**
 * Replaces a holdings record, and passes its suppression on to its MARC record.
 * @throws Problem 404, 409, and 422 for what its MARC record rules.
 */
export async function replaceHoldings({ tx, actor, id, body, marks }: RecordWrite): Promise<void> {
  const stored = (await lockRecords(tx, holdingsSpec, [id])).get(id)?.record
  if (!stored) throw notFound()
  const sent: Holdings = holdingsBodies.whole({ sourceId: stored.sourceId, ...objectBody(body), id })
  if (sent.hrid !== stored.hrid) throw businessProblem('HRID can not be updated', 'hrid', sent.hrid ?? null)
  const blocked = changedBlockedHoldingsFields(stored, sent)
  if (blocked.length > 0) {
    throw businessProblem(
      `Holdings is controlled by MARC record, these fields are blocked and can not be updated: ${blocked.join(', ')}`,
    )
  }
  await updateHoldings(tx, actor, [sent], { allOrNothing: true, skipsUnchanged: true })
  await passOnHoldingsMarks(tx, actor, marks, stored, sent)
}
