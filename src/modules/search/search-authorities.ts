import type { CqlQuery } from '../../formats/cql/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest } from '../../kernel/http/route.ts'
import type { Authority } from '../authorities/index.ts'
import { AUTHORITY_PREFIX, shortId } from '../inventory/index.ts'
import { countFacetGroups } from './authority-facet-counts.ts'
import { HEADING_TYPE, NO_SOURCE_FILE, authoritySearchSource } from './authority-fields.ts'
import { findRecords, prepareSearch } from './find-records.ts'
import type { Shown } from './find-records.ts'
import { requestProblem } from './search-problems.ts'
import { readSearchFlag, readSearchQuery, readWindow } from './search-parameters.ts'
import { queryLexeme } from './search-term.ts'

type Json = Record<string, unknown>
type FoundHeading = {
  id: string
  field: string | null
  kind: string
  reference: string | null
  heading: string | null
  doc: string
}

const shown: Shown = {
  columns: {
    id: 'authority.id',
    field: 'heading.field',
    kind: HEADING_TYPE,
    reference: 'heading.reference',
    heading: 'heading.heading',
  },
  late: { doc: 'authority.doc' },
  usualOrder: ['authority.heading_key', 'authority.id', 'heading.place'],
  rankTexts: ['octavo.fold(heading.heading)'],
  countByFacets: countHeadings,
}

/** `GET /search/authorities`: the headings that a query finds, each a record of the answer. */
export async function searchAuthorities({ query: parameters, transaction }: ApiRequest): Promise<Answer> {
  const page = readWindow(parameters)
  const expandsAll = readSearchFlag(parameters, 'expandAll', false)
  const countsTitles = readSearchFlag(parameters, 'includeNumberOfTitles', true)
  const include = readInclude(parameters.get('include'))
  const query = readSearchQuery(parameters, authoritySearchSource)
  return transaction(async (tx) => {
    await prepareSearch(tx)
    const { rows, total } = await findRecords<FoundHeading>(tx, authoritySearchSource, query, page, shown)
    const authorized = rows.filter(({ reference }) => reference === 'Authorized').map(({ id }) => id)
    const titles = countsTitles ? await countTitles(tx, authorized) : new Map<string, number>()
    const authorities = rows.map((row) => headingAnswer(row, tx.tenant!, titles, expandsAll, include))
    return ok({ totalRecords: total, authorities })
  })
}

/** Top-level names of the parameter `include`. @throws Problem 400 for a name that no authority has */
function readInclude(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '')
    .map((path) => {
      const name = path.split('.')[0]!
      const isKnown = [...authoritySearchSource.fields.keys()].some(
        (field) => field === path || field.startsWith(`${path}.`),
      )
      if (!isKnown) throw requestProblem('Invalid field in the include parameter', 'include', path)
      return name
    })
}

function headingAnswer(
  { id, field, kind, reference, heading, doc }: FoundHeading,
  tenantId: string,
  titles: ReadonlyMap<string, number>,
  expandsAll: boolean,
  include: readonly string[],
): Json {
  const document = JSON.parse(doc) as Authority
  const numberOfTitles = reference === 'Authorized' ? titles.get(id) : undefined
  const basic: Json = {
    id,
    tenantId,
    shared: false,
    headingType: kind,
    ...(reference === null ? {} : { authRefType: reference, headingRef: heading }),
    ...(numberOfTitles === undefined ? {} : { numberOfTitles }),
    sourceFileId: document.sourceFileId ?? NO_SOURCE_FILE,
    ...(document.naturalId ? { naturalId: document.naturalId } : {}),
  }
  const { subjectHeadings, identifiers, metadata, notes } = document
  const more: Json = {
    // A record of the answer has the heading that was found, and not the others.
    ...(field === null ? {} : { [field]: reference === 'Authorized' ? heading : [heading] }),
    subjectHeadings,
    identifiers,
    metadata,
    notes,
  }
  for (const [name, value] of Object.entries(more)) {
    if (value !== undefined && (expandsAll || include.includes(name))) basic[name] = value
  }
  return basic
}

/** How many instances have a heading that is linked to each authority. */
async function countTitles(tx: Transaction, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const queries = ids.map((id) => queryLexeme(`${AUTHORITY_PREFIX}:${shortId(id)}`))
  const rows = await tx.query<{ id: string; total: number }>(
    `select wanted.id, (select count(*) from instance where instance.words @@ wanted.query) as total
     from unnest($1::text[], $2::text[]) as listed (id, query)
     cross join lateral (select listed.id, listed.query::tsquery as query) wanted`,
    [ids, queries],
  )
  return new Map(rows.map(({ id, total }) => [id, total]))
}

/** Counts headings without reading them, where a query asks for nothing that headings of one record differ in. */
async function countHeadings(tx: Transaction, query: CqlQuery): Promise<number> {
  const groups = await countFacetGroups(tx, query)
  return groups.reduce((sum, { kinds, records }) => {
    let headings = 0
    for (const count of kinds.values()) headings += count
    return sum + headings * records
  }, 0)
}
