import { decodeCompact, formatLines } from '../../../formats/marc/index.ts'
import type { MarcRecord } from '../../../formats/marc/index.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { readMarcVersions } from '../../records/index.ts'
import type { EntityType } from '../contracts.ts'
import type { RecordDocument } from '../files/record-documents.ts'
import { contextsOf } from '../files/row-context.ts'
import { changeOperation } from '../operation/operation.ts'
import type { OperationRow } from '../operation/operation.ts'
import { STAGE } from '../operation/problem-stage.ts'
import { cellsOf, columnsOf } from '../tables/index.ts'
import type { Labels } from '../tables/index.ts'
import { changedMarcLines } from './marc-line-changes.ts'

/** A matched record with what it would become; `marc` is its MARC then, in an edit of MARC. */
export type ProposedRecord = RecordDocument & {
  edited: RecordDocument['document']
  marc?: MarcRecord | null
}

/** One property of one record: what it says, and what it would say. */
type Change = { place: number; field: string; before: string; after: string }

/** What the changes of an operation amount to: kept with it once all its records were gone through. */
export type ReviewTotals = {
  records: number
  /** Records that change, those among them that also meet an error, */
  changed: number
  partly: number
  /** records that stay because they are as the rules ask already, and those that stay because of an error. */
  same: number
  refused: number
  fields: { field: string; count: number }[]
}

/** Where a change shows in no column of the table. */
const OTHER_DATA = 'Other data'

/** Keeps, property by property, what an edit makes of records. Two statements for the list, one more for MARC. */
export async function keepChanges(
  tx: Transaction,
  operation: OperationRow,
  labels: Labels,
  records: readonly ProposedRecord[],
): Promise<void> {
  const { hr_id: no, entity_type: entity } = operation
  const open = records.filter(
    ({ document, edited, marc }) =>
      document !== null && edited !== null && (edited !== document || (marc ?? null) !== null),
  )
  if (open.length === 0) return
  const cells = await changedCells(tx, entity, labels, open)
  const lines = await changedMarc(tx, open)
  const changes = open.flatMap((record): Change[] => {
    const found = [...(cells.get(record.no) ?? []), ...(lines.get(record.no) ?? [])]
    if (found.length > 0 || record.edited === record.document) return found
    return saysTheSame(record) ? [] : [{ place: record.no, field: OTHER_DATA, before: '', after: '' }]
  })
  await tx.query(
    `insert into bulk_change (operation_no, place, field, before, after)
     select $1, * from unnest($2::int[], $3::text[], $4::text[], $5::text[]) on conflict do nothing`,
    [
      no,
      changes.map(({ place }) => place),
      changes.map(({ field }) => field),
      changes.map(({ before }) => before),
      changes.map(({ after }) => after),
    ],
  )
}

/** An edited file and a new mapping make a new document also where it says the same. */
function saysTheSame({ document, edited }: ProposedRecord): boolean {
  return JSON.stringify(document) === JSON.stringify(edited)
}

async function changedCells(
  tx: Transaction,
  entity: EntityType,
  labels: Labels,
  records: readonly ProposedRecord[],
): Promise<Map<number, Change[]>> {
  const columns = columnsOf(entity, labels, null, 'preview')
  const contextOf = await contextsOf(tx, entity, records)
  return new Map(
    records.map((record): [number, Change[]] => {
      const context = contextOf(record)
      const before = cellsOf(entity, record.document!, context, labels, 'preview')
      const after = cellsOf(entity, record.edited!, context, labels, 'preview')
      const changes = columns.flatMap(({ value: field }, at): Change[] =>
        before[at] === after[at] ? [] : [{ place: record.no, field, before: before[at]!, after: after[at]! }],
      )
      return [record.no, changes]
    }),
  )
}

async function changedMarc(
  tx: Transaction,
  records: readonly ProposedRecord[],
): Promise<Map<number, Change[]>> {
  const edited = records.filter(({ marc, marcVersion }) => (marc ?? null) !== null && marcVersion !== null)
  if (edited.length === 0) return new Map()
  const stored = await readMarcVersions(
    tx,
    edited.map(({ marcVersion }) => marcVersion!),
  )
  return new Map(
    edited.map(({ no: place, marc, marcVersion }): [number, Change[]] => {
      const before = stored.get(marcVersion!)
      if (before === undefined) return [place, []]
      const changes = changedMarcLines(formatLines(decodeCompact(before)), formatLines(marc!))
      return [place, changes.map(({ tag, ...change }) => ({ place, field: `MARC ${tag}`, ...change }))]
    }),
  )
}

/** Forgets the changes that were kept of an operation. */
export async function forgetChanges(tx: Transaction, { id, hr_id: no, review }: OperationRow): Promise<void> {
  await tx.query('delete from bulk_change where operation_no = $1', [no])
  if (review !== null) await changeOperation(tx, id, { review: null })
}

/** Sums up what is kept of an operation of which so many records were gone through. */
export async function sumUpChanges(
  tx: Transaction,
  { hr_id: no }: OperationRow,
  records: number,
): Promise<ReviewTotals> {
  const fields = await tx.query<{ field: string; count: number }>(
    `select field, count(*)::int as count from bulk_change where operation_no = $1
     group by field order by 2 desc, field`,
    [no],
  )
  const [row] = await tx.query<{ changed: number; refused: number; partly: number }>(
    `with changed as (select distinct place from bulk_change where operation_no = $1),
       refused as (
         select distinct place from bulk_problem where operation_no = $1 and stage = ${STAGE.rules} and not is_warning)
     select (select count(*)::int from changed) as changed, (select count(*)::int from refused) as refused,
       (select count(*)::int from changed join refused using (place)) as partly`,
    [no],
  )
  const { changed, partly } = row!
  const refused = row!.refused - partly
  return { records, changed, partly, refused, same: Math.max(0, records - changed - refused), fields }
}
