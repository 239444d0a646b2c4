import type { CqlNode, CqlQuery, CqlSource } from '../../formats/cql/index.ts'
import { cqlSource } from '../../kernel/collections/index.ts'
import { HEADING_PREFIX, SEE_FROM_PREFIX } from './authority-row.ts'
import { authoritySourceFiles } from './source-files.ts'

const sourceFileId = { kind: 'uuid', column: 'authority.source_file_id' } as const
const createdAt = { kind: 'timestamp', column: 'authority.created_at' } as const
const updatedAt = { kind: 'timestamp', column: 'authority.updated_at' } as const
const exact = { ignoreCase: false, ignoreAccents: false } as const

/** All see-from headings as one text. */
const SEE_FROM_TEXT = `((select string_agg(tracing.value, ' ')
  from json_each_text(authority.doc) as tracing (key, value) where tracing.key like 'sft%') collate "C")`

/**
 * The CQL indexes of authorities: FOLIO's, the heading and the see-from headings by their words, and whatever the
 * document has.
 */
export const authoritySource: CqlSource = {
  from: 'authority',
  alias: 'authority',
  document: 'authority.doc',
  idColumn: 'authority.id',
  fields: {
    id: { kind: 'uuid', column: 'authority.id' },
    naturalId: { kind: 'text', column: 'authority.natural_id', ...exact },
    headingType: { kind: 'text', column: 'authority.heading_type', ...exact },
    source: { kind: 'text', column: 'authority.source', ...exact },
    subjectHeadingCode: { kind: 'expression', sql: `authority.doc ->> 'subjectHeadings'`, ...exact },
    heading: {
      kind: 'words',
      vector: 'authority.words',
      prefix: HEADING_PREFIX,
      column: 'authority.heading_key',
      folded: true,
      sort: ['authority.heading_key'],
    },
    sftHeadings: {
      kind: 'words',
      vector: 'authority.words',
      prefix: SEE_FROM_PREFIX,
      column: SEE_FROM_TEXT,
    },
    sourceFileId,
    authoritySourceFile: sourceFileId,
    'authoritySourceFile.id': sourceFileId,
    createdDate: createdAt,
    updatedDate: updatedAt,
    'metadata.createdDate': createdAt,
    'metadata.updatedDate': updatedAt,
  },
  joins: {
    authoritySourceFile: {
      source: () => cqlSource(authoritySourceFiles),
      on: (outer, inner) => `${inner}.id = ${outer}.source_file_id`,
    },
  },
}

/** The same of authorities that were deleted. */
export const deletedAuthoritySource: CqlSource = {
  ...authoritySource,
  from: 'deleted_authority as authority',
}

const WHOLE = new Set([
  'naturalId',
  'headingType',
  'source',
  'subjectHeadingCode',
  'authoritySourceFile.name',
])

/**
 * The query with `=` as `==` on the indexes whose values FOLIO compares as wholes with both
 * (folio-org/folio-spring-support: Cql2JpaCriteria); only so can `naturalId=n79021164` use an index.
 */
export function withWholeComparisons(query: CqlQuery): CqlQuery {
  return query.root === null ? query : { ...query, root: wholeComparisons(query.root) }
}

function wholeComparisons(node: CqlNode): CqlNode {
  if (node.type === 'boolean')
    return { ...node, left: wholeComparisons(node.left), right: wholeComparisons(node.right) }
  const { index, relation, term } = node
  if (relation.comparator !== '=' || term === '' || !WHOLE.has(index)) return node
  return { ...node, relation: { ...relation, comparator: '==' } }
}
