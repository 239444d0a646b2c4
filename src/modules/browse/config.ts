import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { faultsProblem } from '../../kernel/http/problems.ts'
import { hasUuidShape } from '../../kernel/ids.ts'
import { ALGORITHMS } from './kinds.ts'
import type { Algorithm } from './kinds.ts'
import { requestProblem } from './search-problems.ts'

/** What has a choice of shelving algorithms, its options, and the list that their types are of. */
export const BROWSE_TYPES = {
  'instance-call-number': {
    options: ['all', 'lc', 'dewey', 'nlm', 'sudoc', 'other'],
    types: 'call_number_type',
  },
  'instance-classification': { options: ['all', 'lc', 'dewey'], types: 'classification_type' },
} as const satisfies Record<string, { options: readonly string[]; types: string }>

export type BrowseType = keyof typeof BROWSE_TYPES

/** How one option browses: in which order, and which types; none means all of them. */
export type BrowseConfig = { id: string; shelvingAlgorithm: Algorithm; typeIds: string[] }

const SHIPPED: Partial<Record<string, Algorithm>> = { lc: 'lc', dewey: 'dewey', nlm: 'nlm', sudoc: 'sudoc' }

/** Stores what every tenant starts with, where it is not there yet (folio-org/mod-search: db/changelog, browse_config). */
export async function seedConfigs(tx: Transaction): Promise<void> {
  const rows = Object.entries(BROWSE_TYPES).flatMap(([type, { options }]) =>
    options.map((option) => ({ type, option, algorithm: SHIPPED[option] ?? 'default' })),
  )
  await tx.query(
    `insert into browse_config (browse_type, option_id, algorithm)
     select type, option, algorithm from json_to_recordset($1) as row (type text, option text, algorithm text)
     on conflict do nothing`,
    [JSON.stringify(rows)],
  )
}

/** A type of browsing as a path names it. @throws Problem 400 */
export function browseTypeOf(text: string): BrowseType {
  if (Object.hasOwn(BROWSE_TYPES, text)) return text as BrowseType
  throw unexpected('browseType', text, Object.keys(BROWSE_TYPES))
}

/** An option of a type of browsing as a path names it. @throws Problem 400 */
export function browseOptionOf(type: BrowseType, text: string): string {
  const { options }: { options: readonly string[] } = BROWSE_TYPES[type]
  if (options.includes(text)) return text
  throw unexpected('browseOptionId', text, options)
}

function unexpected(key: string, value: string, known: readonly string[]) {
  return faultsProblem(
    [
      {
        message: `Unexpected value '${value}'. Possible values: ${known.join(', ')}`,
        type: 'MethodArgumentTypeMismatchException',
        code: 'validation_error',
        parameters: [{ key, value }],
      },
    ],
    400,
  )
}

/** The configurations of all options. Types that were deleted since are left out, as FOLIO takes them out. */
export async function listConfigs(tx: Transaction, type: BrowseType): Promise<BrowseConfig[]> {
  const { options }: { options: readonly string[] } = BROWSE_TYPES[type]
  const rows = await tx.query<BrowseConfig>(
    `select option_id as id, algorithm as "shelvingAlgorithm", array(
       select listed.id from unnest(type_ids) with ordinality as listed (id, place)
       where exists (select from ${BROWSE_TYPES[type].types} t where t.id = listed.id::uuid)
       order by place
     ) as "typeIds"
     from browse_config where browse_type = $1 order by array_position($2::text[], option_id)`,
    [type, options],
  )
  return rows
}

/** The configuration of one option. */
export async function readConfig(tx: Transaction, type: BrowseType, option: string): Promise<BrowseConfig> {
  const configs = await listConfigs(tx, type)
  return configs.find(({ id }) => id === option) ?? { id: option, shelvingAlgorithm: 'default', typeIds: [] }
}

/**
 * Replaces the configuration of an option.
 * @throws Problem 400 for another id than the path's, an unknown algorithm, or types that don't exist
 *   (folio-org/mod-search: BrowseConfigService)
 */
export async function writeConfig(
  tx: Transaction,
  type: BrowseType,
  option: string,
  body: unknown,
): Promise<void> {
  const sent = objectBody(body)
  const { id, shelvingAlgorithm, typeIds } = sent
  if (typeof id !== 'string') throw invalid('id', id, 'must not be null')
  if (typeof shelvingAlgorithm !== 'string') {
    throw invalid('shelvingAlgorithm', shelvingAlgorithm, 'must not be null')
  }
  if (!(ALGORITHMS as readonly string[]).includes(shelvingAlgorithm)) {
    throw invalid('shelvingAlgorithm', shelvingAlgorithm, `must be one of ${ALGORITHMS.join(', ')}`)
  }
  if (id !== option) throw requestProblem(`Body doesn't match path parameter: ${option}`, 'id', id)
  const ids = typeIdsOf(typeIds)
  const missing = await tx.query<{ id: string }>(
    `select asked.id from unnest($1::text[]) as asked (id)
     where not exists (select from ${BROWSE_TYPES[type].types} t where t.id = asked.id::uuid)`,
    [ids],
  )
  if (missing.length > 0) {
    const list = missing.map((row) => row.id).join(', ')
    throw requestProblem(`${type} type IDs don't exist`, 'typeIds', `[${list}]`)
  }
  await tx.query(
    `insert into browse_config (browse_type, option_id, algorithm, type_ids) values ($1, $2, $3, $4)
     on conflict (browse_type, option_id) do update set algorithm = excluded.algorithm, type_ids = excluded.type_ids`,
    [type, option, shelvingAlgorithm, ids],
  )
}

function typeIdsOf(value: unknown): string[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw invalid('typeIds', value, 'must be a list of UUIDs')
  return value.map((id: unknown) => {
    if (!hasUuidShape(id)) throw invalid('typeIds', id, 'must be a list of UUIDs')
    return id.toLowerCase()
  })
}

function invalid(key: string, value: unknown, message: string) {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  return faultsProblem(
    [
      {
        message: `${key} ${message}`,
        type: 'MethodArgumentNotValidException',
        code: 'validation_error',
        parameters: [{ key, value: text }],
      },
    ],
    400,
  )
}
