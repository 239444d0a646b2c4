import { readBeside } from '../../kernel/module.ts'
import type { Module } from '../../kernel/module.ts'

export { editedSince, goneReason, refusedReason, saysTheSame } from './decide.ts'
export { planBack, putBack } from './put-back.ts'
export type { PlannedBack, PutBack, Restored, UndoScope } from './put-back.ts'
export { LEFT_NAMES, RECORD_KINDS, numberOf } from './record-kinds.ts'
export { nameUndos } from './name-undos.ts'
export { noCounts } from './undo-counts.ts'
export type { UndoCounts } from './undo-counts.ts'
export {
  answerLeft,
  describeUndo,
  findUndo,
  finishUndo,
  forgetLeft,
  insertUndo,
  keepLeft,
  readUndoScope,
  removeLeft,
} from './undo-runs.ts'
export { undoProgress } from './undo-progress.ts'
export type { UndoRow } from './undo-runs.ts'
export type { Kind, Left, Reason, SourceTarget, Target, Work } from './undo-target.ts'

/** What imports and bulk edits share to put records back as they were. */
export const undoModule: Module = {
  name: 'undo',
  schema: { tenant: readBeside(import.meta.dirname, 'schema.sql') },
}
