import { controlNumber, decodeCompact } from '../../formats/marc/index.ts'
import type { MarcRecord } from '../../formats/marc/index.ts'
import { isoInstant } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { Answer, ApiRequest } from '../../kernel/http/route.ts'
import { ok } from '../../kernel/http/route.ts'
import { hasUuidShape } from '../../kernel/ids.ts'
import { readInstanceLinks, readLinkingRules } from '../authorities/index.ts'
import { compileProtections, isProtected } from '../imports/index.ts'
import { RECORD_TYPES, findRecord } from '../records/index.ts'
import type { StoredRecord } from '../records/index.ts'
import { readFieldProtections } from '../settings/index.ts'
import { findUser } from '../users/index.ts'
import { editorProblem } from './editor-problems.ts'
import { MARC_FORMATS, SOURCE_TYPES } from './marc-format.ts'
import type { MarcFormat } from './marc-format.ts'
import { authorityOf, fieldViews, leaderView } from './record-view.ts'
import type { FieldView, RecordView } from './record-view.ts'

/** The current source record of an inventory record or authority, as the editor needs it. */
export type EditedSource = { row: StoredRecord; format: MarcFormat; marc: MarcRecord }

/** `GET /records-editor/records?externalId=` */
export async function readEditedRecord({ query, transaction }: ApiRequest): Promise<Answer> {
  const externalId = query.get('externalId')
  if (externalId === undefined || externalId === '') {
    throw editorProblem(400, "Parameter 'externalId' is required")
  }
  if (!hasUuidShape(externalId)) throw editorProblem(400, "Parameter 'externalId' is invalid")
  return ok(await transaction(async (tx) => readView(tx, await requireSource(tx, externalId.toLowerCase()))))
}

/** The current MARC of a record. @throws Problem 404 when it has none */
export async function requireSource(tx: Transaction, externalId: string): Promise<EditedSource> {
  const row = await findRecord(tx, 'EXTERNAL', externalId)
  const format = MARC_FORMATS.find((known) => SOURCE_TYPES[known] === RECORD_TYPES[row?.record_type ?? -1])
  if (row === null || format === undefined || row.marc.length === 0) {
    throw editorProblem(404, `The source record was not found by externalId: ${externalId}`)
  }
  return { row, format, marc: decodeCompact(row.marc) }
}

/** A stored record as the editor shows it: with what is protected, what is linked, and who saved it last. */
export async function readView(tx: Transaction, source: EditedSource): Promise<RecordView> {
  const { row, format, marc } = source
  const fields = fieldViews(marc, format)
  const protections = compileProtections(await readFieldProtections(tx))
  marc.fields.forEach((field, at) => {
    fields[at]!.isProtected = isProtected(protections, field)
  })
  if (format === 'BIBLIOGRAPHIC') await showLinks(tx, row.external_id!, marc, fields)
  const hrid = row.external_hrid ?? controlNumber(marc)
  return {
    parsedRecordId: row.id,
    parsedRecordDtoId: row.matched_id,
    externalId: row.external_id!,
    ...(hrid === null ? {} : { externalHrid: hrid }),
    marcFormat: format,
    leader: leaderView(marc),
    fields,
    suppressDiscovery: row.is_suppressed,
    sourceVersion: row.generation,
    updateInfo: {
      recordState: 'ACTUAL',
      updateDate: isoInstant(row.updated_at),
      ...(await updatedBy(tx, row.updated_by)),
    },
  }
}

async function updatedBy(tx: Transaction, userId: string | null): Promise<object> {
  const user = userId === null ? null : await findUser(tx, { id: userId })
  if (user === null) return {}
  const { lastName, firstName, middleName } = (user.personal ?? {}) as Record<string, string | undefined>
  return { updatedBy: { userId: user.id, username: user.username, lastName, firstName, middleName } }
}

/**
 * Shows the links of an instance in its fields: by the tag when it is the only such field, else by the authority that
 * the field names (folio-org/mod-quick-marc: LinksServiceImpl).
 */
async function showLinks(
  tx: Transaction,
  instanceId: string,
  marc: MarcRecord,
  fields: readonly FieldView[],
): Promise<void> {
  const links = await readInstanceLinks(tx, instanceId)
  if (links.length === 0) return
  const tags = new Map((await readLinkingRules(tx)).map(({ id, bibField }) => [id, bibField]))
  for (const link of links) {
    const tagged = marc.fields.flatMap((field, at) =>
      field.tag === tags.get(link.linkingRuleId) ? [{ named: authorityOf(field), view: fields[at]! }] : [],
    )
    for (const { named, view } of tagged) {
      if (named !== link.authorityId && !(tagged.length === 1 && named === null)) continue
      const { authorityId, authorityNaturalId, linkingRuleId, status, errorCause } = link
      view.linkDetails = {
        authorityId,
        ...(authorityNaturalId === undefined ? {} : { authorityNaturalId }),
        linkingRuleId,
        status,
        ...(errorCause === undefined ? {} : { errorCause }),
      }
    }
  }
}
