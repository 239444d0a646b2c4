import type { Transaction } from '../../../kernel/db/database.ts'
import { applyToRecords } from '../edit/apply-to-records.ts'
import type { Column } from '../contracts.ts'
import { touchedByMarc } from '../marc-rules/index.ts'
import type { OperationRow } from '../operation/operation.ts'
import { marcRulesOf, readyRules, rulesOf } from '../operation/operation-rules.ts'
import type { ReadyRules } from '../operation/operation-rules.ts'
import { readNext } from './record-documents.ts'
import type { DocumentStage, Listed } from './record-documents.ts'
import { contextsOf } from './row-context.ts'
import { touchedColumns } from '../rules/index.ts'
import type { TouchedColumns } from '../rules/index.ts'
import { cellsOf, columnsOf } from '../tables/index.ts'
import type { TableUse } from '../tables/index.ts'

/** Which state of the records a table shows. */
export type TableStep = 'UPLOAD' | 'EDIT' | 'COMMIT'

/** Records of an operation as a table: its columns, and its rows as they are asked for. */
export type RecordTable = {
  columns: Column[]
  /** The next rows behind a place, and the place of the last one. */
  rows: (page: {
    after: number
    limit: number
    offset: number
  }) => Promise<{ cells: string[][]; last: number }>
}

type Source = { stage: DocumentStage; listed: Listed; isEdited: boolean }

/** Where a step's documents are: what the rules make of matched ones is worked out, all else is kept. */
function sourceOf({ approach, entity_type: entity }: OperationRow, step: TableStep): Source {
  if (step === 'COMMIT') return { stage: 'edited', listed: 'written', isEdited: false }
  if (step === 'UPLOAD') return { stage: 'matched', listed: 'all', isEdited: false }
  return approach === 'MANUAL'
    ? { stage: 'edited', listed: 'edited', isEdited: false }
    : { stage: 'matched', listed: entity === 'INSTANCE_MARC' ? 'marc' : 'all', isEdited: true }
}

/** What the rules of an operation touch, those on MARC among them. */
function touchedBy(operation: OperationRow, { marc, labels }: ReadyRules): TouchedColumns {
  const touched = touchedColumns(operation.entity_type, rulesOf(operation))
  if (operation.entity_type !== 'INSTANCE_MARC') return touched
  const byMarc = touchedByMarc(marcRulesOf(operation), marc!.tags, labels.noteTypes.INSTANCE)
  return {
    properties: new Set([...touched.properties, ...byMarc.properties]),
    noteTypeIds: new Set([...touched.noteTypeIds, ...byMarc.noteTypeIds]),
  }
}

/** The table of an operation's records in a step, for the screen or a file. */
export async function recordTable(
  tx: Transaction,
  operation: OperationRow,
  step: TableStep,
  use: TableUse,
): Promise<RecordTable> {
  const { entity_type: entity } = operation
  const ready = await readyRules(tx, operation)
  const { stage, listed, isEdited } = sourceOf(operation, step)
  const touched = step === 'UPLOAD' ? null : touchedBy(operation, ready)
  return {
    columns: columnsOf(entity, ready.labels, touched, use),
    async rows({ after, limit, offset }) {
      const found = await readNext(tx, operation, stage, { listed, after, limit, offset })
      const records = isEdited
        ? (await applyToRecords(tx, entity, ready, found)).map((record) => ({
            ...record,
            document: record.edited,
          }))
        : found
      const contextOf = await contextsOf(tx, entity, records)
      const cells = records.flatMap((record) =>
        record.document === null
          ? []
          : [cellsOf(entity, record.document, contextOf(record), ready.labels, use)],
      )
      return { cells, last: found.at(-1)?.no ?? after }
    },
  }
}
