/** What worker threads may use of the authorities: pure functions, no database, no HTTP. */
export {
  AUTHORITY_COLUMNS,
  AUTHORITY_TYPES,
  HEADING_PREFIX,
  SEE_ALSO_PREFIX,
  SEE_FROM_PREFIX,
  authorityRow,
  newAuthorityStamp,
} from './authority-row.ts'
export { HEADING_FIELDS, HEADING_KINDS, NO_HEADING_KIND } from './authority.ts'
export type { Authority } from './authority.ts'
