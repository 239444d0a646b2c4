/** What worker threads and other editors of MARC may use of the imports: pure functions, no database, no HTTP. */
export { isControlled, linkOf } from './marc-changes/authority-links.ts'
export type { AuthorityLink } from './marc-changes/authority-links.ts'
export { compileProtections, isProtected } from './marc-changes/field-protections.ts'
export type { FieldProtections } from './marc-changes/field-protections.ts'
export { copyField, insertInOrder } from './marc-changes/marc-fields.ts'
