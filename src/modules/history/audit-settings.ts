import { isoInstant, now } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { compileValidator } from '../../kernel/http/validation.ts'
import type { Actor } from '../../kernel/http/route.ts'
import { auditProblem } from './audit-problem.ts'

type SettingValue = string | number | boolean

type SettingType = 'INTEGER' | 'BOOLEAN'

type Setting = {
  key: string
  value: SettingValue
  type: SettingType
  description: string
  groupId: string
  metadata?: { updatedDate: string; updatedByUserId?: string }
}

export type AuditGroup = 'audit.inventory' | 'audit.authority'

const GROUPS: Readonly<Record<AuditGroup, { name: string; description: string; records: string }>> = {
  'audit.inventory': {
    name: 'Inventory Audit Configuration',
    description: 'Group of configurations for audit of inventory records: instances, holdings, items, etc.',
    records: 'inventory',
  },
  'audit.authority': {
    name: 'Authority Audit Configuration',
    description: 'Group of configurations for audit of authority records',
    records: 'authority',
  },
}

const PAGE_SIZE = 'records.page.size'
const RETENTION = 'records.retention.period'
const ENABLED = 'enabled'

/** What a group has, with the values at first (folio-org/mod-audit: populate_setting_table.sql). */
const SETTINGS: readonly {
  key: string
  value: SettingValue
  type: SettingType
  describe: (of: string) => string
}[] = [
  { key: PAGE_SIZE, value: 10, type: 'INTEGER', describe: () => 'Number of records to display per page' },
  { key: ENABLED, value: true, type: 'BOOLEAN', describe: (of) => `Defines if the ${of} audit is enabled` },
  {
    key: RETENTION,
    value: -1,
    type: 'INTEGER',
    describe: (of) => `Retention period for ${of} record in days`,
  },
]

const checkSetting = compileValidator({
  type: 'object',
  required: ['key', 'value', 'type'],
  additionalProperties: false,
  properties: {
    key: { type: 'string', pattern: '^[a-z0-9.]+$' },
    value: { type: ['string', 'integer', 'boolean'] },
    type: { enum: ['STRING', 'INTEGER', 'BOOLEAN'] },
    description: { type: 'string', maxLength: 500 },
    groupId: { type: 'string' },
    metadata: { type: 'object' },
  },
})

/** The groups of settings. */
export function settingGroups(): object {
  const groups = Object.entries(GROUPS).map(([id, { name, description }]) => ({
    id,
    name,
    description,
  }))
  return { settingGroups: groups, totalRecords: groups.length }
}

function requireGroup(id: string): AuditGroup {
  if (id in GROUPS) return id as AuditGroup
  throw auditProblem(404, 'notFound', `Setting group with id '${id}' not found`)
}

type SettingRow = { id: string; value: string; updated_at: Date; updated_by: string | null }

/** The settings of a group. @throws Problem 404 for an unknown group */
export async function listSettings(tx: Transaction, groupId: string): Promise<Setting[]> {
  const group = requireGroup(groupId)
  const rows = await tx.query<SettingRow>(
    `select id, value, updated_at, updated_by from audit_setting where id like $1 || '.%'`,
    [group],
  )
  const changed = new Map(rows.map((row) => [row.id, row]))
  return SETTINGS.map(({ key, value, type, describe }) => {
    const row = changed.get(`${group}.${key}`)
    return {
      key,
      value: row ? (JSON.parse(row.value) as SettingValue) : value,
      type,
      description: describe(GROUPS[group].records),
      groupId: group,
      ...(row ? { metadata: metadataOf(row) } : {}),
    }
  })
}

function metadataOf({ updated_at: at, updated_by: by }: SettingRow) {
  return { updatedDate: isoInstant(at), ...(by === null ? {} : { updatedByUserId: by }) }
}

/**
 * Changes the value of a setting.
 * @throws Problem 404 for an unknown one, 400 for a value of another type, 422 for a body that is none
 */
export async function putSetting(
  tx: Transaction,
  actor: Actor | null,
  groupId: string,
  key: string,
  sent: unknown,
): Promise<void> {
  const body = objectBody(sent)
  checkSetting(body)
  const group = requireGroup(groupId)
  const setting = SETTINGS.find((one) => one.key === key)
  if (!setting) {
    throw auditProblem(404, 'notFound', `Setting with key '${key}' in group '${group}' not found`)
  }
  const { value } = body as { value: SettingValue }
  if (setting.type === 'INTEGER' && !Number.isInteger(value)) {
    throw auditProblem(400, 'validation', 'Setting value should be an integer')
  }
  if (setting.type === 'BOOLEAN' && typeof value !== 'boolean') {
    throw auditProblem(400, 'validation', 'Setting value should be a boolean')
  }
  if (key === PAGE_SIZE && ((value as number) < 1 || (value as number) > MAX_PAGE)) {
    throw auditProblem(400, 'validation', `Setting value should be between 1 and ${MAX_PAGE}`)
  }
  await tx.query(
    `insert into audit_setting (id, value, updated_at, updated_by) values ($1, $2, $3, $4)
     on conflict (id) do update set value = excluded.value, updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
    [`${group}.${key}`, JSON.stringify(value), now(), actor?.userId ?? null],
  )
}

// A page is computed in memory from the documents of its versions.
const MAX_PAGE = 1000

/** How much of a history is shown: so many events a page, and none from before that instant. */
export async function readLimits(
  tx: Transaction,
  group: AuditGroup,
): Promise<{ pageSize: number; since: Date | null }> {
  const settings = new Map((await listSettings(tx, group)).map(({ key, value }) => [key, value]))
  const days = settings.get(RETENTION) as number
  return {
    pageSize: settings.get(PAGE_SIZE) as number,
    since: days < 0 ? null : new Date(now().getTime() - days * 86_400_000),
  }
}
