export { defineCollection } from './collection.ts'
export type {
  Collection,
  CollectionDeclaration,
  CollectionMethod,
  CollectionPermissions,
  Document,
  ListTail,
  Reference,
  UniqueFields,
  UsedBy,
} from './collection.ts'
export { collectionDdl } from './collection-ddl.ts'
export { collectionRoutes } from './collection-routes.ts'
export { deleteDocuments } from './delete-documents.ts'
export { answerList } from './list-answer.ts'
export type { ListNarrowing } from './list-answer.ts'
export { countAll, cqlSource, listDocuments, listStatement, streamDocuments } from './list-documents.ts'
export type { ListRequest, ListStatement } from './list-documents.ts'
export { seedDocuments } from './seed-documents.ts'
export { findDocuments, insertDocuments, lockDocuments, updateDocuments } from './write-documents.ts'
export type { RowOutcome, WriteOptions } from './write-documents.ts'
