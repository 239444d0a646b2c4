/** What worker threads may use of the tables: pure functions, no database, no HTTP. */
export { csvLine } from '../../../formats/csv/index.ts'
export type { TableUse } from './cells.ts'
export { LIST_WORDS, NOT_FOUND, OTHER_WORDS } from './labels.ts'
export type { Labels, NamedList } from './labels.ts'
export { cellsOf, columnsOf, csvHeader } from './tables.ts'
export { EditedFileError, readEditedUsers } from './read-edited-users.ts'
export type { EditedUser, FindStored } from './read-edited-users.ts'
