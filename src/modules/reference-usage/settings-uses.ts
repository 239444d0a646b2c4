import type { Transaction } from '../../kernel/db/database.ts'
import { RULE_SETS, readRules } from '../mapping/index.ts'
import type { MappingRule } from '../mapping/index.ts'
import type { UsedList } from './used-lists.ts'

/** An import profile or a mapping rule that names a value. */
export type SettingsUse =
  | { kind: 'profile'; id: string; name: string; profileType: string }
  | { kind: 'rule'; recordType: string; tag: string; target: string }

/** What import profiles and mapping rules say of each value of a list, by the value's id. */
export async function findSettingsUses(tx: Transaction, list: UsedList): Promise<Map<string, SettingsUse[]>> {
  const values = await tx.query<{ id: string; name: string | null; code: string | null }>(
    `select id::text as id, doc ->> 'name' as name, doc ->> 'code' as code from ${list.table}`,
  )
  const uses = new Map<string, SettingsUse[]>(values.map(({ id }) => [id, []]))
  const byName = new Map(values.map(({ id, name }) => [(name ?? '').toLowerCase(), id]))
  for (const profile of await readProfiles(tx)) {
    for (const id of idsIn(profile.doc)) {
      uses.get(id)?.push({ kind: 'profile', id: profile.id, name: profile.name, profileType: profile.kind })
    }
  }
  for (const use of await rulesNaming(tx, list.ruleFunctions ?? [])) {
    const id = byName.get(use.name.toLowerCase())
    const { recordType, tag, target } = use
    if (id !== undefined) uses.get(id)?.push({ kind: 'rule', recordType, tag, target })
  }
  return uses
}

type ProfileRow = { id: string; kind: string; name: string; doc: unknown }

/** Profiles are hundreds at most. */
async function readProfiles(tx: Transaction): Promise<ProfileRow[]> {
  const rows = await tx.query<{ id: string; kind: string; doc: string }>(
    'select id::text as id, kind, doc from import_profile order by id',
  )
  return rows.map(({ id, kind, doc }) => {
    const document = JSON.parse(doc) as { id?: string; name?: string }
    // Its own id is no use of anything.
    return { id, kind, name: document.name ?? '', doc: { ...document, id: undefined } }
  })
}

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi

/**
 * The ids that a profile uses. `acceptedValues` of a mapping field lists all values that could be chosen: of those only
 * the ones count whose name stands in the field's `value`.
 */
function idsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') {
    for (const id of value.match(UUID) ?? []) found.add(id.toLowerCase())
  } else if (Array.isArray(value)) for (const entry of value) idsIn(entry, found)
  else if (typeof value === 'object' && value !== null) {
    const { acceptedValues, ...rest } = value as Record<string, unknown>
    idsIn(Object.values(rest), found)
    for (const [id, name] of Object.entries((acceptedValues ?? {}) as Record<string, unknown>)) {
      if (typeof rest.value === 'string' && rest.value.includes(`"${String(name)}"`))
        found.add(id.toLowerCase())
    }
  }
  return found
}

type Naming = { recordType: string; tag: string; target: string; name: string }

async function rulesNaming(tx: Transaction, functions: readonly string[]): Promise<Naming[]> {
  if (functions.length === 0) return []
  const found: Naming[] = []
  for (const recordType of RULE_SETS) {
    const rules = await readRules(tx, recordType)
    for (const [tag, ofTag] of Object.entries(rules)) {
      for (const rule of ofTag.flatMap((one) => one.entity ?? [one])) {
        for (const name of namesIn(rule, functions)) {
          found.push({ recordType, tag, target: rule.target ?? '', name })
        }
      }
    }
  }
  return found
}

function namesIn(rule: MappingRule, functions: readonly string[]): Set<string> {
  const conditions = (rule.rules ?? []).flatMap((entry) => entry.conditions)
  const named = conditions
    .filter(({ type }) => type.split(',').some((name) => functions.includes(name.trim())))
    .flatMap(({ parameter }) => [parameter?.name, ...((parameter?.names as unknown[] | undefined) ?? [])])
  return new Set(named.filter((name) => typeof name === 'string'))
}
