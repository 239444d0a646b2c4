import type { MarcRecord } from '../../../formats/marc/index.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import type { Document, EntityType, RecordProblem } from '../contracts.ts'
import { isMarcInstance, previewMarcEdits, sourceRefusal } from './edit-marc.ts'
import type { ReadyRules } from '../operation/operation-rules.ts'
import type { RecordDocument } from '../files/record-documents.ts'
import { applyRules } from '../rules/index.ts'

/** A matched record with what the rules make of it. */
export type EditedRecord = RecordDocument & {
  /** Null for a record that the edit leaves out, or that nothing has any more. */
  edited: Document | null
  /** The MARC of an instance in an edit of MARC. */
  marc: MarcRecord | null
  problems: readonly RecordProblem[]
}

/** Applies an operation's rules to matched records; in an edit of MARC the instances are mapped from it anew. */
export async function applyToRecords(
  tx: Transaction,
  entity: EntityType,
  ready: ReadyRules,
  records: readonly RecordDocument[],
): Promise<EditedRecord[]> {
  const isOfMarc = entity === 'INSTANCE_MARC'
  const edited = records.map((record): EditedRecord => {
    const { document } = record
    if (document === null) return { ...record, edited: null, marc: null, problems: [] }
    if (isOfMarc && !isMarcInstance(document)) {
      const problem: RecordProblem = { type: 'ERROR', message: sourceRefusal(document) }
      return { ...record, edited: null, marc: null, problems: [problem] }
    }
    const { record: made, problems } = applyRules(ready.compiled, document, ready.facts)
    return { ...record, edited: made, marc: null, problems }
  })
  return isOfMarc ? withMarc(tx, ready, edited) : edited
}

async function withMarc(
  tx: Transaction,
  { marc: editor, facts }: ReadyRules,
  records: readonly EditedRecord[],
): Promise<EditedRecord[]> {
  const open = records.filter(({ edited, marcVersion }) => edited !== null && marcVersion !== null)
  const edits = open.map(({ document, edited, marcVersion }) => ({
    before: document!,
    instance: edited!,
    marcVersion: marcVersion!,
  }))
  const made = await previewMarcEdits(tx, editor!, edits, facts.now)
  const byPlace = new Map(open.map(({ no }, i) => [no, made[i] ?? null]))
  return records.map((record) => {
    const edit = byPlace.get(record.no)
    if (edit === undefined || edit === null) return { ...record, edited: null }
    const problems = [...record.problems, ...edit.problems]
    return { ...record, edited: edit.instance, marc: edit.marc, problems }
  })
}
