import type { Page } from '../../kernel/http/parameters.ts'
import type { Answer, ApiRequest } from '../../kernel/http/route.ts'
import { answerList, readPageRows, streamPieces } from '../../kernel/lists/index.ts'
import type { ListStatement } from '../../kernel/lists/index.ts'
import type { Condition } from './record-filters.ts'
import type { StoredRecord } from './stored-record.ts'

// Records of a batch are in memory together. A record is 2 to 4 KB, so 200 are under 1 MB; even of records
// of 300 KB a batch is 60 MB. With 20 the round trips to the database were felt in streams of 100,000.
const BATCH = 200

/** The content type of streams of more than one JSON document, and of answers that FOLIO streams. */
export const STREAM_TYPE = 'application/stream+json'

/** A page that ends nowhere. */
export const WHOLE_LIST: Page = { limit: 2_147_483_647, offset: 0 }

/** What rows of a list are read with and written as. */
export type Shape = { listKey: string; columns: string; from: string; json: (row: StoredRecord) => string }

/** Which rows, in which order, and which part of them. */
export type Selection = { filter: Condition; order: string; page: Page }

function statementOf({ columns, from }: Shape, { filter, order, page }: Selection): ListStatement {
  const { where, params } = filter
  return {
    select: `select ${columns} from ${from} where ${where} order by ${order} limit ${page.limit} offset ${page.offset}`,
    count: `select count(*) as total from source_record s where ${where}`,
    params,
  }
}

/** Answers rows as one JSON list with their total. */
export function answerRows(request: ApiRequest, shape: Shape, selection: Selection): Promise<Answer> {
  const { listKey, json } = shape
  const list = {
    listKey,
    statement: statementOf(shape, selection),
    write: (_tx: unknown, rows: readonly StoredRecord[]) => rows.map(json),
    batch: BATCH,
  }
  return answerList(request, list, { ...selection.page, isCounted: true })
}

/** Answers rows as a stream with one JSON document a line. */
export function answerLines(request: ApiRequest, shape: Shape, selection: Selection): Promise<Answer> {
  const statement = statementOf(shape, selection)
  return streamPieces(request, STREAM_TYPE, async function* lines(tx) {
    for await (const rows of readPageRows<StoredRecord>(tx, statement, selection.page, BATCH)) {
      yield rows.map((row) => `${shape.json(row)}\n`).join('')
    }
  })
}
