import { compileCql, parseCql } from '../../../formats/cql/index.ts'
import type { CqlSource } from '../../../formats/cql/index.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { answerList, listStatement, readListQuery } from '../../../kernel/lists/index.ts'
import type { Answer, ApiRequest } from '../../../kernel/http/route.ts'
import { LINK_NAMES } from '../files/file-links.ts'
import type { OperationRow } from './operation.ts'
import { operationDtos } from './operation-dto.ts'

const text = (column: string) => ({ kind: 'text', column: `bulk_operation.${column}` }) as const
const uuid = (column: string) => ({ kind: 'uuid', column: `bulk_operation.${column}` }) as const
const number = (column: string) => ({ kind: 'number', column: `bulk_operation.${column}` }) as const
const instant = (column: string) => ({ kind: 'timestamp', column: `bulk_operation.${column}` }) as const
const link = (name: string) => ({ kind: 'expression', sql: `bulk_operation.links ->> '${name}'` }) as const

/** How CQL names the columns of operations. */
const operationSource: CqlSource = {
  from: 'bulk_operation',
  alias: 'bulk_operation',
  document: `(to_jsonb(bulk_operation) || bulk_operation.links)`,
  idColumn: 'bulk_operation.id',
  fields: {
    id: uuid('id'),
    hrId: number('hr_id'),
    userId: uuid('user_id'),
    operationType: text('operation_type'),
    entityType: text('entity_type'),
    identifierType: text('identifier_type'),
    status: text('status'),
    approach: text('approach'),
    totalNumOfRecords: number('total'),
    processedNumOfRecords: number('processed'),
    matchedNumOfRecords: {
      kind: 'number',
      column: 'coalesce(bulk_operation.edited_rows, bulk_operation.matched)',
    },
    committedNumOfRecords: number('committed'),
    matchedNumOfErrors: number('matched_errors'),
    matchedNumOfWarnings: number('matched_warnings'),
    committedNumOfErrors: number('committed_errors'),
    committedNumOfWarnings: number('committed_warnings'),
    startTime: instant('started_at'),
    endTime: instant('ended_at'),
    errorMessage: text('error_message'),
    expired: { kind: 'boolean', column: 'bulk_operation.is_expired' },
    fqlQueryId: uuid('fql_query_id'),
    fqlQuery: text('fql_query'),
    userFriendlyQuery: text('user_friendly_query'),
    ...Object.fromEntries(LINK_NAMES.map((name) => [name, link(name)])),
  },
}

/** FOLIO sets no limit; a list of this length leaves as a stream. */
const NO_LIMIT = 2_147_483_647

/** `GET /bulk-operations`: operations by CQL over their columns. @throws CqlError, Problem 400 */
export async function answerOperations(request: ApiRequest): Promise<Answer> {
  const page = readListQuery(request.query, NO_LIMIT)
  const statement = listStatement(operationSource, { ...page, shown: 'bulk_operation.id::text' })
  return answerList<{ doc: string }>(
    request,
    {
      listKey: 'bulkOperations',
      statement,
      write: async (tx, rows) => {
        const ids = rows.map(({ doc }) => doc)
        return (await operationDtos(tx, await operationsOf(tx, ids))).map((dto) => JSON.stringify(dto))
      },
    },
    page,
  )
}

async function operationsOf(tx: Transaction, ids: readonly string[]): Promise<OperationRow[]> {
  return tx.query<OperationRow>(
    `select o.* from unnest($1::uuid[]) with ordinality as asked (id, place)
     join bulk_operation o on o.id = asked.id order by asked.place`,
    [ids],
  )
}

/**
 * `GET /bulk-operations/list-users`: everyone who ever started an operation, or one that CQL finds, by name.
 * @throws CqlError, Problem 400
 */
export async function answerStarters(request: ApiRequest): Promise<Answer> {
  const page = readListQuery(request.query, NO_LIMIT)
  const { where, params } = compileCql(parseCql(page.query), operationSource)
  const found = `from bulk_operation where ${where}`
  return answerList<{ id: string; personal: string | null }>(
    request,
    {
      listKey: 'users',
      statement: {
        select: `select starter.user_id as id, u.doc -> 'personal' as personal
          from (select distinct bulk_operation.user_id ${found}) starter left join users u on u.id = starter.user_id
          order by u.last_name_sort, u.first_name_sort, starter.user_id
          limit ${page.limit} offset ${page.offset}`,
        count: `select count(distinct bulk_operation.user_id) as total ${found}`,
        params,
      },
      write: (_tx, rows) => rows.map(({ id, personal }) => JSON.stringify(starterOf(id, personal))),
      tail: (total) => (total === null ? '' : `,"total_records":${total}`),
    },
    page,
  )
}

function starterOf(id: string, personal: string | null): Record<string, unknown> {
  const { firstName, lastName, preferredFirstName, middleName } = JSON.parse(personal ?? '{}') as Record<
    string,
    string | undefined
  >
  return { id, firstName, lastName, preferredFirstName, middleName }
}
