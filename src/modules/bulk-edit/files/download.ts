import { Readable } from 'node:stream'
import type { Transaction } from '../../../kernel/db/database.ts'
import { readBatches, streamPieces } from '../../../kernel/lists/index.ts'
import type { Answer, ApiRequest } from '../../../kernel/http/route.ts'
import type { App } from '../../../kernel/module.ts'
import { LINK_OF_TYPE, editedKey, fileNameOf, identifiersKey } from './file-links.ts'
import type { FileContentType, Links } from './file-links.ts'
import { marcFileOf } from './marc-files.ts'
import { getOperation } from '../operation/operation.ts'
import type { OperationRow } from '../operation/operation.ts'
import { problemRows } from '../operation/problems.ts'
import type { ProblemRow } from '../operation/problems.ts'
import { STAGE } from '../operation/problem-stage.ts'
import { recordTable } from './record-table.ts'
import type { TableStep } from './record-table.ts'
import { csvHeader, csvLine } from '../tables/index.ts'

const OCTETS = 'application/octet-stream'
const BOM = '\ufeff'
// Five hundred rows with their documents are about 5 MB.
const STEP = 500

/**
 * Answers a file of an operation. Tables are written as they are read, in any length; a file that is not there, or not
 * any more, is empty.
 * @throws Problem 404
 */
export async function answerDownload(
  app: App,
  request: ApiRequest,
  id: string,
  type: FileContentType,
): Promise<Answer> {
  const operation = await request.transaction((tx) => getOperation(tx, id))
  const link = (JSON.parse(operation.links) as Links)[LINK_OF_TYPE[type]]
  if (link === undefined) return { status: 200, body: '', headers: { 'content-type': OCTETS } }
  const name = fileNameOf(link)
  const answer = await contentOf(app, request, operation, type)
  return {
    ...answer,
    headers: { ...answer.headers, 'content-type': OCTETS, 'content-disposition': disposition(name) },
  }
}

/** The header in the form of FOLIO's answers; names beyond ASCII go along in the form that browsers read. */
function disposition(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_')
  const extended = plain === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`
  return `form-data; name="${plain}"; filename="${plain}"${extended}`
}

function contentOf(
  app: App,
  request: ApiRequest,
  operation: OperationRow,
  type: FileContentType,
): Promise<Answer> {
  switch (type) {
    case 'TRIGGERING_FILE':
      return storedFile(app, request.tenant, identifiersKey(operation.id))
    case 'TRIGGERING_QUERY_FILE':
      if (operation.operation_type === 'DELETE')
        return Promise.resolve({ status: 200, body: operation.user_friendly_query ?? '' })
      return pieces(request, (tx) => queriedIds(tx, operation))
    case 'MATCHED_RECORDS_FILE':
      return pieces(request, (tx) => tableLines(tx, operation, 'UPLOAD'))
    case 'PROPOSED_CHANGES_FILE':
      return operation.approach === 'MANUAL'
        ? storedFile(app, request.tenant, editedKey(operation))
        : pieces(request, (tx) => tableLines(tx, operation, 'EDIT'))
    case 'COMMITTED_RECORDS_FILE':
      return pieces(request, (tx) => tableLines(tx, operation, 'COMMIT'))
    case 'RECORD_MATCHING_ERROR_FILE':
      return pieces(request, (tx) => problemLines(tx, operation, [STAGE.matching]))
    case 'COMMITTING_CHANGES_ERROR_FILE':
      return pieces(request, (tx) => problemLines(tx, operation, [STAGE.rules, STAGE.commit]))
    case 'PROPOSED_CHANGES_MARC_FILE':
      return pieces(request, (tx) => marcFileOf(tx, operation, 'EDIT'))
    case 'COMMITTED_RECORDS_MARC_FILE':
      return pieces(request, (tx) => marcFileOf(tx, operation, 'COMMIT'))
  }
}

function pieces(request: ApiRequest, make: (tx: Transaction) => AsyncGenerator<string>): Promise<Answer> {
  return streamPieces(request, OCTETS, make)
}

async function storedFile(app: App, tenant: string, key: string): Promise<Answer> {
  const isThere = (await app.files.size(tenant, key)) !== null
  return { status: 200, body: isThere ? Readable.from(withBom(app.files.stream(tenant, key))) : '' }
}

/** An uploaded file was stored without its mark; all CSV files are answered with one. */
async function* withBom(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(BOM)
  yield* bytes
}

/** A table as CSV: what a spreadsheet needs to see that it is UTF-8, the header, a line a record. */
async function* tableLines(
  tx: Transaction,
  operation: OperationRow,
  step: TableStep,
): AsyncGenerator<string> {
  const table = await recordTable(tx, operation, step, 'file')
  yield BOM + csvHeader(table.columns)
  for (let after = 0; ;) {
    const { cells, last } = await table.rows({ after, limit: STEP, offset: 0 })
    if (last === after) return
    // The unit separator parts values inside FOLIO; files never have it.
    yield cells
      .map((row) => csvLine(row))
      .join('')
      .replaceAll('\u001f', '')
    after = last
  }
}

/** Lines of three columns without header. A comma in the first two would shift them, and in messages of matching too. */
async function* problemLines(
  tx: Transaction,
  operation: OperationRow,
  stages: readonly number[],
): AsyncGenerator<string> {
  const { select, params } = problemRows(operation.hr_id, stages, null)
  const isMatching = stages.includes(STAGE.matching)
  yield BOM
  for await (const rows of readBatches<ProblemRow>(tx, { select, params }, STEP)) {
    yield rows.map((row) => problemLine(row, isMatching)).join('')
  }
}

function problemLine(
  { is_warning: isWarning, identifier, message, link }: ProblemRow,
  isMatching: boolean,
): string {
  const plain = (text: string) => text.replaceAll(',', '_')
  const said = isMatching ? plain(message) : message
  const told = link === null ? said : `${said} ${link}`
  return `${isWarning ? 'WARNING' : 'ERROR'},${problemCell(plain(identifier))},${problemCell(told)}\n`
}

// A sign before digits alone is a number to a spreadsheet, and shows as what it is.
const FORMULA = /^(?:[=@\t]|[+-](?![\d. ]*$))/

/**
 * A cell that spreadsheets show as text and that ends where it ends here. These files are not read back, so a text that
 * would be a formula gets a mark; one that begins with a quote is quoted. Quotes further on are plain characters to
 * readers, and stand as FOLIO writes them.
 */
function problemCell(text: string): string {
  const line = text.replaceAll(/[\r\n]+/g, ' ')
  if (FORMULA.test(line)) return `'${line}`
  return line.startsWith('"') ? `"${line.replaceAll('"', '""')}"` : line
}

/** The ids that a query found, one a line. */
async function* queriedIds(tx: Transaction, { hr_id: no }: OperationRow): AsyncGenerator<string> {
  const statement = {
    select: 'select record_id as id from bulk_record where operation_no = $1 order by no',
    params: [no],
  }
  for await (const rows of readBatches<{ id: string }>(tx, statement, 10_000))
    yield rows.map(({ id }) => `${id}\n`).join('')
}
