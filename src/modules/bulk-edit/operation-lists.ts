import type { CqlSource } from '../../formats/cql/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { answerList, listStatement, readListQuery } from '../../kernel/lists/index.ts'
import type { Page } from '../../kernel/http/parameters.ts'
import type { Answer, ApiRequest } from '../../kernel/http/route.ts'
import { LINK_NAMES } from './file-links.ts'
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
    matchedNumOfRecords: number('matched'),
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

/** Everyone who ever started an operation, by name. */
export async function listUsers(tx: Transaction, { limit, offset }: Page): Promise<Record<string, unknown>> {
  const rows = await tx.query<{ user_id: string; personal: string | null; total: number }>(
    `select starter.user_id, u.doc -> 'personal' as personal, count(*) over () as total
     from (select distinct user_id from bulk_operation) starter left join users u on u.id = starter.user_id
     order by u.last_name_sort, u.first_name_sort, starter.user_id
     limit $1 offset $2`,
    [limit, offset],
  )
  const users = rows.map(({ user_id: id, personal }) => {
    const { firstName, lastName, preferredFirstName, middleName } = JSON.parse(personal ?? '{}') as Record<
      string,
      string | undefined
    >
    return { id, firstName, lastName, preferredFirstName, middleName }
  })
  return { users, total_records: rows[0]?.total ?? (await countStarters(tx)) }
}

/** Behind the last page no row tells how many there are. */
async function countStarters(tx: Transaction): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    'select count(distinct user_id) as total from bulk_operation',
  )
  return row!.total
}
