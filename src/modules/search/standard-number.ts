import type { CqlQuery } from '../../formats/cql/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { describeInstances } from '../inventory/index.ts'
import type { FoundInstance } from '../inventory/index.ts'
import { compileSearch } from './compile-search.ts'
import { instanceSource } from './instance-fields.ts'

export type StandardNumber = 'isbn' | 'issn' | 'oclc'

const ISSN = /^\d{4}-?\d{3}[\dx]$/i
const ISBN = /^(?:97[89])?\d{9}[\dx]$/i
/** As catalogs write it, or digits alone: shorter ones are years and counts more often than OCLC numbers. */
const OCLC = /^(?:\(ocolc\)|ocm|ocn|on)\s*0*\d{1,14}$|^\d{5,14}$/i

/** Which standard numbers a text can be. */
function kindsOf(text: string): StandardNumber[] {
  const dense = text.replaceAll(/[\s-]/g, '')
  return [
    ...(ISBN.test(dense) ? (['isbn'] as const) : []),
    ...(ISSN.test(text) ? (['issn'] as const) : []),
    ...(OCLC.test(text) ? (['oclc'] as const) : []),
  ]
}

/** Instances with this ISBN (in either length), ISSN or OCLC number. */
export async function findInstancesByStandardNumber(
  tx: Transaction,
  value: string,
): Promise<(FoundInstance & { matched: StandardNumber })[]> {
  const text = value.trim()
  const found: (FoundInstance & { matched: StandardNumber })[] = []
  for (const matched of kindsOf(text)) {
    const query: CqlQuery = {
      root: { type: 'term', index: matched, relation: { comparator: '==', modifiers: [] }, term: text },
      sort: [],
    }
    const { where, parameters } = compileSearch(query, instanceSource)
    const rows = await describeInstances(tx, where, parameters.values)
    found.push(...rows.map((row) => ({ ...row, matched })))
  }
  return found
}
