export { defineCollection } from './collection.ts'
export type {
  Collection,
  CollectionDeclaration,
  CollectionMethod,
  CollectionPermissions,
  Document,
  Reference,
  UniqueFields,
  UsedBy,
} from './collection.ts'
export { collectionDdl } from './collection-ddl.ts'
export { collectionRoutes } from './collection-routes.ts'
export { LIST_PARAMETERS, describeMethod } from './describe-collection.ts'
export { deleteDocuments } from './delete-documents.ts'
export { answerDocuments, cqlSource, listDocuments } from './list-documents.ts'
export type { ListNarrowing } from './list-documents.ts'
export { acceptRecord } from './prepare-record.ts'
export { seedDocuments } from './seed-documents.ts'
export {
  acceptedText,
  findDocuments,
  getShownDocument,
  insertDocuments,
  lockDocuments,
  updateDocuments,
} from './write-documents.ts'
export type { RowOutcome, WriteOptions } from './write-documents.ts'
