import type { MatchTarget } from './match-question.ts'

/** The tables that matches read; a preview names temporary twins of them. */
export type TableNames = {
  instance: string
  holdings_record: string
  item: string
  authority: string
  source_record: string
}

export const TABLES: TableNames = {
  instance: 'instance',
  holdings_record: 'holdings_record',
  item: 'item',
  authority: 'authority',
  source_record: 'source_record',
}

/** What a sub-match is limited to: earlier candidates, or records below these instances or holdings. */
export type Scope =
  | { ids: readonly string[] }
  | { instanceIds: readonly string[] }
  | { holdingsIds: readonly string[] }

/**
 * Where the records of a target lie: the table, the columns of what a hit gives, and which rows count. Number of
 * MARC record types and states as in records/schema.sql.
 */
export type TargetRows = {
  table: keyof TableNames
  id: string
  externalId: string
  /** A condition on its columns; also the predicate of its indexes. */
  only: string | null
}

const marcRows = (recordType: number): TargetRows => ({
  table: 'source_record',
  id: 't.matched_id',
  externalId: 't.external_id',
  only: `record_type = ${recordType} and state = 0`,
})

const rowsOf = (table: keyof TableNames): TargetRows => ({
  table,
  id: 't.id',
  externalId: 'null::uuid',
  only: null,
})

const ROWS: Record<MatchTarget, TargetRows> = {
  INSTANCE: rowsOf('instance'),
  HOLDINGS: rowsOf('holdings_record'),
  ITEM: rowsOf('item'),
  AUTHORITY: rowsOf('authority'),
  MARC_BIBLIOGRAPHIC: marcRows(0),
  MARC_HOLDINGS: marcRows(1),
  MARC_AUTHORITY: marcRows(2),
}

export function targetRows(target: MatchTarget): TargetRows {
  return ROWS[target]
}

/**
 * The rows of a target below the id `scope.id`, as what stands after `from`: a table `t`, perhaps joined with its
 * parents, and the condition. Null where the target has no such relation, so that nothing is found.
 */
export function scopedRows(
  target: MatchTarget,
  kind: 'ids' | 'instanceIds' | 'holdingsIds',
  tables: TableNames,
): { from: string; where: string } | null {
  const { table, id, externalId, only } = targetRows(target)
  const rows = (column: string) => ({
    from: `${tables[table]} as t`,
    where: `${column} = scope.id${only === null ? '' : ` and ${only}`}`,
  })
  const belowInstance = (column: string) => ({
    from: `${tables.holdings_record} as parent join ${tables[table]} as t on ${column} = parent.id`,
    where: `parent.instance_id = scope.id${only === null ? '' : ` and ${only}`}`,
  })
  if (kind === 'ids') return rows(id)
  const own = { instanceIds: 'INSTANCE', holdingsIds: 'HOLDINGS' }[kind]
  if (target === own) return rows('t.id')
  if (target === 'HOLDINGS') return rows('t.instance_id')
  if (target === 'ITEM') {
    return kind === 'holdingsIds' ? rows('t.holdings_record_id') : belowInstance('t.holdings_record_id')
  }
  if (target === 'MARC_HOLDINGS') return kind === 'holdingsIds' ? rows(externalId) : belowInstance(externalId)
  return target === 'MARC_BIBLIOGRAPHIC' && kind === 'instanceIds' ? rows(externalId) : null
}
