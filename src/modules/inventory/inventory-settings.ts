import { createHash } from 'node:crypto'
import { isoInstant, now } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { fieldProblem, notFound } from '../../kernel/http/problems.ts'
import { noContent, ok } from '../../kernel/http/route.ts'
import type { Actor, Route } from '../../kernel/http/route.ts'

const SKIPS_UNCHANGED = 'inventory.optimize-updates.enabled'

type Definition = { value: string; type: 'BOOLEAN'; centralManaged: boolean; description: string }

/** The settings with their values at first (folio-org/mod-inventory-storage: 08-create-settings-table.xml). */
const SETTINGS: Readonly<Record<string, Definition>> = {
  [SKIPS_UNCHANGED]: {
    value: 'false',
    type: 'BOOLEAN',
    centralManaged: true,
    description:
      'Enables optimization to prevent redundant updates in Inventory (Instance, Holding, and Item).',
  },
}

type SettingRow = { value: string; updated_at: Date; updated_by: string | null }

/** Whether a PUT of what is stored already is left alone: no write, no new version. */
export async function skipsUnchangedRecords(tx: Transaction): Promise<boolean> {
  return (await findRow(tx, SKIPS_UNCHANGED))?.value === 'true'
}

async function findRow(tx: Transaction, key: string): Promise<SettingRow | undefined> {
  const [row] = await tx.query<SettingRow>(
    'select value, updated_at, updated_by from inventory_setting where key = $1',
    [key],
  )
  return row
}

/** `/inventory-settings/{key}`. */
export function inventorySettingRoutes(): Route[] {
  return [
    {
      method: 'GET',
      path: '/inventory-settings/:key',
      permissions: ['inventory-storage.settings.item.get'],
      handler: async (request) => ok(await request.transaction((tx) => getSetting(tx, request.params.key!))),
    },
    {
      method: 'PATCH',
      path: '/inventory-settings/:key',
      permissions: ['inventory-storage.settings.item.patch'],
      handler: async (request) => {
        const { value } = objectBody(request.body)
        await request.transaction((tx) => patchSetting(tx, request.actor, request.params.key!, value))
        return noContent()
      },
    },
  ]
}

async function getSetting(tx: Transaction, key: string): Promise<object> {
  const setting = requireSetting(key)
  const row = await findRow(tx, key)
  return {
    id: settingId(key),
    key,
    ...setting,
    ...(row && {
      value: row.value,
      updatedDate: isoInstant(row.updated_at),
      ...(row.updated_by === null ? {} : { updatedByUserId: row.updated_by }),
    }),
  }
}

/** @throws Problem 404 for an unknown setting, 422 for a value of another type */
async function patchSetting(
  tx: Transaction,
  actor: Actor | null,
  key: string,
  value: unknown,
): Promise<void> {
  requireSetting(key)
  const text = String(value).toLowerCase()
  if ((typeof value !== 'boolean' && typeof value !== 'string') || (text !== 'true' && text !== 'false')) {
    throw fieldProblem('Setting value should be a boolean', 'value', value)
  }
  await tx.query(
    `insert into inventory_setting (key, value, updated_at, updated_by) values ($1, $2, $3, $4)
     on conflict (key) do update
       set value = excluded.value, updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
    [key, text, now(), actor?.userId ?? null],
  )
}

function requireSetting(key: string): Definition {
  const setting = Object.hasOwn(SETTINGS, key) ? SETTINGS[key] : undefined
  if (setting === undefined) throw notFound(`Setting not found: ${key}`)
  return setting
}

/** The same id for a key in every tenant (the shape of a uuid of version 5). */
function settingId(key: string): string {
  const digest = createHash('sha1').update(`octavo/setting/${key}`).digest('hex')
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}
