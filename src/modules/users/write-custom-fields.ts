import {
  acceptRecord,
  acceptedText,
  deleteDocuments,
  insertDocuments,
  updateDocuments,
} from '../../kernel/collections/index.ts'
import { isoInstant, now } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { Actor } from '../../kernel/http/route.ts'
import { newId } from '../../kernel/ids.ts'
import {
  checkDefinition,
  completeDefinition,
  definitionProblem,
  newRefId,
} from './custom-field-definition.ts'
import { customFields, isSelectable, readCustomFields } from './custom-fields.ts'
import type { CustomField } from './custom-fields.ts'

/** A sent definition after its checks; `refId` and `order` are the server's. @throws Problem 422 */
function acceptDefinition(sent: unknown): CustomField {
  const field = acceptRecord(customFields, sent) as CustomField
  checkDefinition(field)
  completeDefinition(field)
  return field
}

/** Only one writer at a time, so that neither orders nor names are given twice. @returns the fields there are */
async function lockFields(tx: Transaction): Promise<CustomField[]> {
  await tx.query('lock table custom_fields in share row exclusive mode')
  return readCustomFields(tx)
}

/** Adds a definition at the end. @returns the stored text */
export async function insertCustomField(
  tx: Transaction,
  actor: Actor | null,
  sent: unknown,
): Promise<{ id: string; text: string }> {
  const field = acceptDefinition(sent)
  const others = await lockFields(tx)
  field.refId = newRefId(
    field.name,
    others.map(({ refId }) => refId),
  )
  field.order = Math.max(0, ...others.map(({ order }) => order)) + 1
  const [row] = await insertDocuments(tx, customFields, actor, [field])
  return { id: row!.id!, text: acceptedText(row!) }
}

/** Replaces a definition; values of options that are gone are taken from the users. @throws Problem 404, 422 */
export async function updateCustomField(
  tx: Transaction,
  actor: Actor | null,
  id: string,
  sent: unknown,
): Promise<void> {
  const field = acceptDefinition(sent)
  const before = (await lockFields(tx)).find((other) => other.id === id)
  if (!before) throw customFields.notFoundProblem!(id)
  field.order = before.order
  await storeChanges(tx, actor, [{ field, before }])
}

type Change = { field: CustomField; before: CustomField }

async function storeChanges(tx: Transaction, actor: Actor | null, changes: readonly Change[]): Promise<void> {
  for (const { field, before } of changes) {
    refuseOtherKind(field, before)
    field.id = before.id
    field.refId = before.refId
  }
  await updateDocuments(
    tx,
    customFields,
    actor,
    changes.map(({ field }) => field),
  )
  for (const change of changes) await removeOptionValues(tx, change)
}

function refuseOtherKind(field: CustomField, before: CustomField): void {
  if (field.type !== before.type) {
    throw definitionProblem(
      `The type of the custom field can not be changed: newType = ${field.type}, oldType = ${before.type}`,
      'type',
      field.type,
    )
  }
  const format = field.textField?.fieldFormat
  if (format !== before.textField?.fieldFormat) {
    throw definitionProblem(
      `The format of the custom field can not be changed: newFormat = ${format}, oldFormat = ${before.textField?.fieldFormat}`,
      'fieldFormat',
      format,
    )
  }
}

/** Makes the definitions of an entity type exactly those that are sent, in their order. @throws Problem 422 */
export async function replaceCustomFields(
  tx: Transaction,
  actor: Actor | null,
  entityType: string,
  sent: readonly unknown[],
): Promise<void> {
  const fields = sent.map(acceptDefinition)
  refuseOtherEntities(entityType, fields)
  const all = await lockFields(tx)
  const stored = new Map(
    all.filter((field) => field.entityType === entityType).map((field) => [field.id, field]),
  )
  const refIds = all.map(({ refId }) => refId)
  const changes: Change[] = []
  const added: CustomField[] = []
  for (const [index, field] of fields.entries()) {
    field.id = field.id === undefined ? newId() : field.id.toLowerCase()
    field.order = index + 1
    const before = stored.get(field.id)
    if (before) {
      stored.delete(field.id)
      changes.push({ field, before })
    } else {
      field.refId = newRefId(field.name, refIds)
      refIds.push(field.refId)
      added.push(field)
    }
  }
  await removeFields(tx, [...stored.values()])
  await storeChanges(tx, actor, changes)
  await insertDocuments(tx, customFields, actor, added)
}

function refuseOtherEntities(entityType: string, fields: readonly CustomField[]): void {
  const types = [...new Set(fields.map((field) => field.entityType))]
  if (types.length > 1) {
    throw definitionProblem(`Multiple entityTypes found: [${types.join(', ')}]`, 'entityType', types)
  }
  const [type] = types
  if (type !== undefined && type !== entityType) {
    throw definitionProblem(
      `Collection entityType '${entityType}' does not match custom fields entityType '${type}'`,
      'entityType',
      type,
    )
  }
}

/** Deletes a definition and its values, and closes the gap in the order. @throws Problem 404 */
export async function deleteCustomField(tx: Transaction, id: string): Promise<void> {
  const field = (await lockFields(tx)).find((other) => other.id === id)
  if (!field) throw customFields.notFoundProblem!(id)
  await removeFields(tx, [field])
  await tx.query(
    `update custom_fields as field
     set doc = jsonb_set(field.doc, '{order}', to_jsonb(ranked.place))
     from (
       select id, row_number() over (order by (doc ->> 'order')::integer, id) as place from custom_fields
     ) as ranked
     where ranked.id = field.id`,
  )
}

async function removeFields(tx: Transaction, fields: readonly CustomField[]): Promise<void> {
  if (fields.length === 0) return
  await deleteDocuments(
    tx,
    customFields,
    fields.map(({ id }) => id),
  )
  const refIds = fields.filter(({ entityType }) => entityType === 'user').map(({ refId }) => refId)
  await tx.query(
    `update users
     set doc = jsonb_set(doc, '{customFields}', (doc -> 'customFields') - $1::text[])
     where doc -> 'customFields' ?| $1::text[]`,
    [refIds],
  )
}

/**
 * Takes options that are gone from the users; who is left without a value gets the field's default ones
 * (folio-org/mod-users: RecordServiceImpl). One value stands alone, several as a list.
 */
async function removeOptionValues(tx: Transaction, { field, before }: Change): Promise<void> {
  if (!isSelectable(field) || field.entityType !== 'user') return
  const options = field.selectField!.options.values
  const kept = new Set(options.map(({ id }) => id))
  const gone = (before.selectField?.options.values ?? []).map(({ id }) => id!).filter((id) => !kept.has(id))
  if (gone.length === 0) return
  const defaults = options.filter((option) => option.default === true).map(({ id }) => id)
  await tx.query(
    `with held as (
       select id, case jsonb_typeof(value) when 'array' then value - $2::text[] else '[]' end as rest
       from users, lateral (select doc #> array['customFields', $1]) as field (value)
       where value ?| $2::text[]
     ),
     changed as (
       select id, case when rest = '[]' then $3::jsonb else rest end as kept from held
     )
     update users
     set doc = jsonb_set(
       case jsonb_array_length(kept)
         when 0 then doc #- array['customFields', $1]
         when 1 then jsonb_set(doc, array['customFields', $1], kept -> 0)
         else jsonb_set(doc, array['customFields', $1], kept)
       end,
       '{updatedDate}',
       to_jsonb($4::text)
     )
     from changed
     where users.id = changed.id`,
    [field.refId, gone, JSON.stringify(defaults), isoInstant(now())],
  )
}
