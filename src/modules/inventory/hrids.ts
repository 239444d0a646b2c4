import type { Transaction } from '../../kernel/db/database.ts'
import { isoInstant, now } from '../../kernel/clock.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { noContent, ok } from '../../kernel/http/route.ts'
import type { Actor, Route } from '../../kernel/http/route.ts'
import { compileValidator, withoutNulls } from '../../kernel/http/validation.ts'
import { readBeside } from '../../kernel/module.ts'

/** The record types that have human readable ids. */
export type HridKind = 'instances' | 'holdings' | 'items'

/** Numbers in a row: `first`, `first + 1`, … with the prefix and the width that their HRIDs have now. */
export type HridBlock = { prefix: string; first: number; pad: number }

type HridSetting = { prefix?: string; startNumber: number }

type HridSettings = Record<HridKind, HridSetting> & {
  id: string
  commonRetainLeadingZeroes?: boolean
  metadata?: Record<string, unknown>
}

const SEQUENCES: Record<HridKind, string> = {
  instances: 'hrid_instances_seq',
  holdings: 'hrid_holdings_seq',
  items: 'hrid_items_seq',
}
const KINDS = Object.keys(SEQUENCES) as HridKind[]
const DIGITS = 11
const MAX_NUMBER = 99_999_999_999

/** The settings with their start values, sequences and functions of HRIDs, for a tenant's schema. */
export const hridDdl = readBeside(import.meta.dirname, 'hrids.sql')

/**
 * Takes `count` consecutive numbers. Others that take numbers at the same time never wait for this
 * transaction to end, and numbers are not given back when it fails: gaps are normal, as in FOLIO.
 * A block of any length costs one statement, well under a millisecond.
 */
export async function reserveHrids(tx: Transaction, kind: HridKind, count: number): Promise<HridBlock> {
  const [row] = await tx.query<{ doc: string; first: number | null }>(
    `select doc, case when $2 > 0 then reserve_numbers($1::regclass, $2) end as first from hrid_settings`,
    [SEQUENCES[kind], count],
  )
  const settings = JSON.parse(row!.doc) as HridSettings
  return {
    prefix: settings[kind].prefix ?? '',
    first: row!.first ?? 0,
    pad: settings.commonRetainLeadingZeroes === false ? 0 : DIGITS,
  }
}

/** The HRID of one number of a block, for example `in00000000042`. */
export function formatHrid({ prefix, pad }: Pick<HridBlock, 'prefix' | 'pad'>, number: number): string {
  return prefix + String(number).padStart(pad, '0')
}

/** `count` new HRIDs, ready to use. */
export async function reserveHridTexts(tx: Transaction, kind: HridKind, count: number): Promise<string[]> {
  if (count === 0) return []
  const block = await reserveHrids(tx, kind, count)
  return Array.from({ length: count }, (_, index) => formatHrid(block, block.first + index))
}

const setting = {
  type: 'object',
  required: ['startNumber'],
  additionalProperties: false,
  properties: {
    prefix: { type: 'string', pattern: '^[0-9a-zA-Z.-]{0,10}$' },
    startNumber: { type: 'integer', minimum: 1, maximum: MAX_NUMBER },
    currentNumber: { type: 'integer' },
  },
}

const checkSettings = compileValidator({
  type: 'object',
  required: KINDS,
  additionalProperties: false,
  properties: {
    id: { type: 'string', format: 'uuid' },
    instances: setting,
    holdings: setting,
    items: setting,
    commonRetainLeadingZeroes: { type: 'boolean' },
    metadata: { type: 'object' },
  },
})

/** The settings with the last number given out of each kind. */
async function readSettings(tx: Transaction): Promise<Record<string, unknown>> {
  const columns = KINDS.map(
    (kind) => `(select last_value - (not is_called)::int from ${SEQUENCES[kind]}) as ${kind}`,
  )
  const [row] = await tx.query<{ doc: string } & Record<HridKind, number>>(
    `select doc, ${columns.join(', ')} from hrid_settings`,
  )
  const settings = JSON.parse(row!.doc) as HridSettings
  const current = KINDS.map((kind) => [kind, { ...settings[kind], currentNumber: row![kind] }])
  return { ...settings, ...Object.fromEntries(current) }
}

/**
 * Replaces the settings and restarts all three sequences at their `startNumber`, changed or not
 * (folio-org/mod-inventory-storage: HridManager). Sequences don't roll back, so they come last.
 * @throws Problem 422 naming the field.
 */
async function updateSettings(tx: Transaction, actor: Actor | null, body: unknown): Promise<void> {
  const sent = withoutNulls(objectBody(body))
  checkSettings(sent)
  const { metadata: _dropped, ...settings } = sent as HridSettings
  for (const kind of KINDS) {
    const { prefix, startNumber } = settings[kind]
    settings[kind] = { ...(prefix === undefined ? {} : { prefix }), startNumber }
  }
  const metadata = { updatedDate: isoInstant(now()), ...(actor ? { updatedByUserId: actor.userId } : {}) }
  await tx.execute(
    `update hrid_settings
     set doc = $1::jsonb || jsonb_build_object(
       'id', doc -> 'id',
       'metadata', jsonb_build_object('createdDate', $2::jsonb -> 'updatedDate') || coalesce(doc -> 'metadata', '{}') || $2::jsonb
     )`,
    [JSON.stringify({ commonRetainLeadingZeroes: true, ...settings }), JSON.stringify(metadata)],
  )
  await tx.query(
    `select ${KINDS.map((kind, index) => `restart_numbers('${SEQUENCES[kind]}', $${index + 1})`).join(', ')}`,
    KINDS.map((kind) => settings[kind].startNumber),
  )
}

const PATH = '/hrid-settings-storage/hrid-settings'

/** The endpoints of the HRID settings. */
export const hridRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: PATH,
    permissions: ['inventory-storage.hrid-settings.item.get'],
    handler: async (request) => ok(await request.transaction(readSettings)),
  },
  {
    method: 'PUT',
    path: PATH,
    permissions: ['inventory-storage.hrid-settings.item.put'],
    handler: async (request) => {
      await request.transaction((tx) => updateSettings(tx, request.actor, request.body))
      return noContent()
    },
  },
]
