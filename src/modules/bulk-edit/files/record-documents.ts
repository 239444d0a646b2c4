import type { Transaction } from '../../../kernel/db/database.ts'
import { readDocumentsAt } from '../../inventory/index.ts'
import type { Document } from '../contracts.ts'
import { INVENTORY_KIND } from '../entity-kinds.ts'
import type { OperationRow } from '../operation/operation.ts'
import { RECORD_STATE } from '../operation/problem-stage.ts'

/** Which documents of matched records are read: as matched, or as the commit (or an edited file) left them. */
export type DocumentStage = 'matched' | 'edited'

/** A matched record with its document; null when nothing has it any more. */
export type RecordDocument = {
  no: number
  id: string
  version: number | null
  line: number
  identifier: string
  /** Which state of an instance's MARC it is; null where there is none. */
  marcVersion: string | null
  document: Document | null
}

type Row = {
  no: number
  record_id: string
  version: number | null
  line: number
  identifier: string
  doc: string | null
  marc_version: string | null
}

const columnsOf = (stage: DocumentStage): string =>
  stage === 'matched'
    ? 'version, doc, marc_version'
    : 'committed_version as version, edited_doc as doc, committed_marc_version as marc_version'

/** The records whose places are within a range, in order. Two statements at most. */
export async function readRange(
  tx: Transaction,
  operation: OperationRow,
  stage: DocumentStage,
  range: { after: number; last: number },
): Promise<RecordDocument[]> {
  const rows = await tx.query<Row>(
    `select no, record_id, line, identifier, ${columnsOf(stage)} from bulk_record
     where operation_no = $1 and no > $2 and no <= $3 order by no`,
    [operation.hr_id, range.after, range.last],
  )
  return withDocuments(tx, operation, rows)
}

/** Records that a list shows: all matched ones, those with MARC, those of an edited file, or those that were written. */
export type Listed = 'all' | 'marc' | 'edited' | 'written'

const LISTED: Readonly<Record<Listed, string>> = {
  all: 'true',
  marc: 'marc_version is not null',
  edited: 'edited_doc is not null',
  written: `state = ${RECORD_STATE.written}`,
}

/** How many matched records have MARC. */
export async function countMarcRecords(tx: Transaction, { hr_id: no }: OperationRow): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*) as count from bulk_record where operation_no = $1 and ${LISTED.marc}`,
    [no],
  )
  return row!.count
}

/** The next records of a list behind a place, in order. */
export async function readNext(
  tx: Transaction,
  operation: OperationRow,
  stage: DocumentStage,
  page: { listed: Listed; after: number; limit: number; offset: number },
): Promise<RecordDocument[]> {
  const rows = await tx.query<Row>(
    `select no, record_id, line, identifier, ${columnsOf(stage)} from bulk_record
     where operation_no = $1 and no > $2 and ${LISTED[page.listed]} order by no limit $3 offset $4`,
    [operation.hr_id, page.after, page.limit, page.offset],
  )
  return withDocuments(tx, operation, rows)
}

async function withDocuments(
  tx: Transaction,
  { entity_type: entity }: OperationRow,
  rows: readonly Row[],
): Promise<RecordDocument[]> {
  const kind = INVENTORY_KIND[entity]
  const kept = kind
    ? await readDocumentsAt(
        tx,
        kind,
        rows.map(({ record_id: id, version }) => ({ id, version: version! })),
      )
    : null
  return rows.map(({ record_id: id, doc, marc_version: marcVersion, ...row }) => {
    const text = kept === null ? doc : (kept.get(id) ?? null)
    return { ...row, id, marcVersion, document: text === null ? null : (JSON.parse(text) as Document) }
  })
}
