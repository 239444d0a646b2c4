import { compileCql, parseCql } from '../../formats/cql/index.ts'
import { readFlag } from '../../kernel/http/parameters.ts'
import type { Answer, ApiRequest } from '../../kernel/http/route.ts'
import { answerList, readListQuery, readPageRows, streamPieces } from '../../kernel/lists/index.ts'
import type { ListQuery, ListStatement } from '../../kernel/lists/index.ts'
import { authoritySource, deletedAuthoritySource, withWholeComparisons } from './authority-source.ts'
import { withEmptyLists } from './authority-row.ts'

const DEFAULT_LIMIT = 100
const BATCH = 500

/**
 * Answers a list of authorities, or with `deleted=true` of those that were deleted; with `idOnly=true` of their ids
 * alone, which the client may have as plain text, one a line.
 */
export async function listAuthorities(request: ApiRequest): Promise<Answer> {
  const idOnly = readFlag(request.query, 'idOnly', false)
  const isDeleted = readFlag(request.query, 'deleted', false)
  const accepted = acceptedTypes(request)
  if (!idOnly && accepted.length === 1 && accepted[0] === 'text/plain') return notInPlainText
  const page = readListQuery(request.query, DEFAULT_LIMIT)
  const statement = authorityStatement(page, isDeleted, idOnly)
  if (idOnly && accepted.includes('text/plain')) return streamIds(request, statement, page)
  const list = {
    listKey: 'authorities',
    statement,
    write: (_tx: unknown, rows: readonly { doc: string }[]) =>
      idOnly ? rows.map(({ doc }) => `{"id":"${doc}"}`) : rows.map(({ doc }) => withEmptyLists(doc)),
  }
  return answerList(request, list, page)
}

/** The ids or documents of a list, as `doc`. */
function authorityStatement(page: ListQuery, isDeleted: boolean, idOnly: boolean): ListStatement {
  const source = isDeleted ? deletedAuthoritySource : authoritySource
  const { where, params, orderBy } = compileCql(withWholeComparisons(parseCql(page.query)), source)
  const from = `from ${source.from} where ${where}`
  const value = idOnly ? source.idColumn : source.document
  return {
    select: `select ${value} as doc ${from} order by ${orderBy} limit ${page.limit} offset ${page.offset}`,
    count: `select count(*) as total ${from}`,
    params,
  }
}

function streamIds(request: ApiRequest, statement: ListStatement, page: ListQuery): Promise<Answer> {
  return streamPieces(request, 'text/plain', async function* pieces(tx) {
    let separator = ''
    for await (const rows of readPageRows<{ doc: string }>(tx, statement, page, BATCH)) {
      yield separator + rows.map(({ doc }) => doc).join('\n')
      separator = '\n'
    }
  })
}

function acceptedTypes(request: ApiRequest): string[] {
  const header = request.headers.accept
  return [header ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .map((type) => type.split(';')[0]!.trim().toLowerCase())
}

// The one refusal that mod-entities-links writes as text (ApiErrorHandler.buildPlainTextValidationError).
const notInPlainText: Answer = {
  status: 400,
  body: [
    'message: It is not allowed to retrieve authorities in text/plain format',
    'type: AuthoritiesRequestNotSupportedMediaTypeException',
    'code: validation',
    'parameters: [(key: Accept, value: text/plain),(key: idOnly, value: false)]',
  ].join('\n'),
}
