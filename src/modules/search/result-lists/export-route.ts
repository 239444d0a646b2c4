import { MarcWriteError, compactToIso2709 } from '../../../formats/marc/index.ts'
import { csvLine } from '../../../formats/csv/index.ts'
import type { CqlQuery } from '../../../formats/cql/index.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { objectBody } from '../../../kernel/http/parameters.ts'
import type { Answer, ApiRequest, Route } from '../../../kernel/http/route.ts'
import { readBatches, streamPieces } from '../../../kernel/lists/index.ts'
import { currentSources } from '../../records/index.ts'
import { nameTenant, selectIds } from '../find-records.ts'
import { requestProblem } from '../search-problems.ts'
import { parseSearch } from '../search-parameters.ts'
import { resultKinds } from './result-kinds.ts'
import { readRows } from './result-rows.ts'
import type { TitleRow } from './result-rows.ts'

/** Titles that are in memory at a time. */
const BATCH = 500

type Format = {
  contentType: string
  /** What the file begins with. */
  head: string
  lines: (tx: Transaction, ids: readonly string[]) => Promise<string>
}

const COLUMNS = [
  'HRID',
  'Title',
  'Contributors',
  'Publishers',
  'Date',
  'Languages',
  'Call number',
  'Locations',
  'Holdings',
  'Items',
  'Available',
  'Source',
  'UUID',
]

const FORMATS: Readonly<Record<string, Format>> = {
  uuids: { contentType: 'text/plain', head: '', lines: async (_tx, ids) => ids.map(line).join('') },
  hrids: {
    contentType: 'text/plain',
    head: '',
    lines: async (tx, ids) => (await titlesOf(tx, ids)).map(({ hrid }) => line(hrid ?? '')).join(''),
  },
  csv: { contentType: 'text/csv', head: csvLine(COLUMNS), lines: csvOf },
}

const MARC: Format = { contentType: 'application/marc', head: '', lines: marcOf }

/** Files of all that a search finds, in its order. The query stands in the body: a selection is a long one. */
export function exportRoutes(): Route[] {
  return [
    {
      method: 'POST',
      path: '/octavo/search/instances/export',
      permissions: ['search.instances.collection.get'],
      handler: (request) => exportResult(request, formatOf(request)),
      description: {
        summary:
          'All titles of a search as a file: `query` as in /search/instances, `format` uuids, hrids or csv.',
      },
    },
    {
      method: 'POST',
      path: '/octavo/search/instances/export-marc',
      permissions: ['search.instances.collection.get', 'source-storage.source-records.collection.get'],
      handler: (request) => exportResult(request, MARC),
      description: {
        summary:
          'The MARC of all titles of a search (`query`) as one file in ISO 2709; titles without MARC, or with more than the format holds, are not in it.',
      },
    },
  ]
}

function formatOf({ body }: ApiRequest): Format {
  const { format } = objectBody(body)
  if (typeof format !== 'string' || !Object.hasOwn(FORMATS, format)) {
    throw requestProblem(`format must be one of ${Object.keys(FORMATS).join(', ')}`, 'format', String(format))
  }
  return FORMATS[format]!
}

async function exportResult(request: ApiRequest, format: Format): Promise<Answer> {
  const { query } = objectBody(request.body)
  if (typeof query !== 'string') throw requestProblem('query must not be null', 'query', String(query))
  const parsed = parseSearch(query, resultKinds.instances.source)
  return streamPieces(request, format.contentType, (tx) => piecesOf(tx, parsed, format))
}

async function* piecesOf(tx: Transaction, query: CqlQuery, { head, lines }: Format): AsyncGenerator<string> {
  await nameTenant(tx)
  const { sql, values } = selectIds(resultKinds.instances.source, query, resultKinds.instances)
  yield head
  for await (const rows of readBatches<{ id: string }>(tx, { select: sql, params: [...values] }, BATCH)) {
    yield await lines(
      tx,
      rows.map(({ id }) => id),
    )
  }
}

function line(text: string): string {
  return `${text}\n`
}

async function titlesOf(tx: Transaction, ids: readonly string[]): Promise<TitleRow[]> {
  const rows = await readRows(tx, 'instances', ids)
  return rows.filter((row): row is TitleRow => 'title' in row && 'contributors' in row)
}

async function csvOf(tx: Transaction, ids: readonly string[]): Promise<string> {
  const titles = await titlesOf(tx, ids)
  const places = await tx.query<{ id: string; name: string }>(
    `select id, doc ->> 'name' as name from location where id = any($1)`,
    [[...new Set(titles.flatMap(({ locationIds }) => locationIds))]],
  )
  const names = new Map(places.map(({ id, name }) => [id, name]))
  return titles
    .map((title) =>
      csvLine([
        title.hrid ?? '',
        title.title,
        title.contributors.join('; '),
        title.publishers.join('; '),
        title.date ?? '',
        title.languages.join('; '),
        title.callNumber ?? '',
        title.locationIds.map((id) => names.get(id) ?? id).join('; '),
        String(title.holdings),
        String(title.items),
        String(title.available),
        title.source ?? '',
        title.id,
      ]),
    )
    .join('')
}

async function marcOf(tx: Transaction, ids: readonly string[]): Promise<string> {
  const sources = await currentSources(tx, ids, true)
  return ids
    .map((id) => {
      const marc = sources.get(id)?.marc
      return marc == null || marc.length === 0 ? '' : isoOf(marc)
    })
    .join('')
}

/** A record in ISO 2709, whose text is UTF-8; empty for one that is too long for the format. */
function isoOf(marc: Uint8Array): string {
  try {
    return compactToIso2709(marc).toString('utf8')
  } catch (error) {
    if (error instanceof MarcWriteError) return ''
    throw error
  }
}
