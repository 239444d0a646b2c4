import { isoInstant, now } from '../clock.ts'
import { newId, isUuid } from '../ids.ts'
import { fieldProblem, textProblem } from '../http/problems.ts'
import type { Actor } from '../http/route.ts'
import { withoutNulls } from '../http/validation.ts'
import type { JsonSchema } from '../http/validation.ts'
import { objectBody } from '../http/parameters.ts'
import type { Collection, Document } from './collection.ts'

export const INVALID_UUID =
  'Invalid UUID format of id, should be xxxxxxxx-xxxx-Mxxx-Nxxx-xxxxxxxxxxxx where M is 1-5 and N is 8, 9, a, b, A or B and x is 0-9, a-f or A-F.'

/** Who writes and when: one stamp for a whole list. `actor` is null when the server itself writes. */
export type WriteStamp = { date: string; userId: string | null }

export function writeStamp(actor: Actor | null): WriteStamp {
  return { date: isoInstant(now()), userId: actor?.userId ?? null }
}

/**
 * A sent record made ready for its checks: without nulls and read-only properties, with defaults, checked
 * against the schema.
 * @throws Problem 400 for anything but an object, 422 listing the faults.
 */
export function acceptRecord(collection: Collection, sent: unknown): Document {
  const body = objectBody(sent)
  const record = withoutNulls(body)
  for (const name of collection.readOnly) delete record[name]
  for (const name of collection.opaqueProperties ?? []) {
    if (body[name] !== undefined) record[name] = body[name]
  }
  fillDefaults(collection.schema, record)
  collection.check(record)
  return record
}

function fillDefaults(schema: JsonSchema, value: Document): void {
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
    const member = value[name]
    if (member === undefined && property.default !== undefined)
      value[name] = structuredClone(property.default)
    else if (typeof member === 'object' && member !== null && !Array.isArray(member)) {
      fillDefaults(property, member as Document)
    }
  }
}

/** A new record with id, version and metadata. @throws Problem 422 for an id that is no uuid. */
export function withInsertFields(collection: Collection, record: Document, stamp: WriteStamp): Document {
  const { id: sentId, _version: _ignored, ...rest } = record
  const id = sentId ?? newId()
  if (!isUuid(id)) throw fieldProblem(INVALID_UUID, `${collection.table}.id`, id)
  return {
    id: id.toLowerCase(),
    ...(collection.isVersioned ? { _version: 1 } : {}),
    ...rest,
    ...(collection.hasMetadata ? { metadata: { ...created(stamp), ...updated(stamp) } } : {}),
  }
}

/**
 * A changed record with the next version and the metadata of its creation kept.
 * @throws Problem 409 when `_version` is not the stored one.
 */
export function withUpdateFields(
  collection: Collection,
  record: Document,
  stored: Document,
  stamp: WriteStamp,
): Document {
  const { id: _id, _version: sentVersion, ...rest } = record
  const { id, _version: storedVersion } = stored
  const version = collection.isVersioned ? nextVersion(String(id), storedVersion, sentVersion) : null
  return {
    id,
    ...(version === null ? {} : { _version: version }),
    ...rest,
    ...(collection.hasMetadata ? { metadata: { ...creationOf(stored), ...updated(stamp) } } : {}),
  }
}

// FOLIO's text, for which its screens look (folio-org/raml-module-builder: optimistic_locking.ftl).
function nextVersion(id: string, stored: unknown, sent: unknown): number {
  if (stored !== sent) {
    throw textProblem(
      409,
      `ERROR: Cannot update record ${id} because it has been changed (optimistic locking): ` +
        `Stored _version is ${versionText(stored)}, _version of request is ${versionText(sent)} (23F09)`,
    )
  }
  return (Number(stored) + 1) % 2 ** 31
}

function versionText(version: unknown): string {
  return version === undefined ? '<NULL>' : String(version)
}

function created({ date, userId }: WriteStamp): Document {
  return { createdDate: date, ...(userId === null ? {} : { createdByUserId: userId }) }
}

function updated({ date, userId }: WriteStamp): Document {
  return { updatedDate: date, ...(userId === null ? {} : { updatedByUserId: userId }) }
}

function creationOf(stored: Document): Document {
  const metadata = (stored.metadata ?? {}) as Document
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => name.startsWith('created')))
}
