/** What worker threads may use of the authorities: pure functions, no database, no HTTP. */
export { AUTHORITY_COLUMNS, AUTHORITY_TYPES, authorityRow, newAuthorityStamp } from './authority-row.ts'
export type { Authority } from './authority.ts'
