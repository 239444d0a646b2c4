import type { Transaction } from '../../kernel/db/database.ts'
import { uuidParameter } from '../../kernel/http/parameters.ts'
import { notFound } from '../../kernel/http/problems.ts'
import { ok } from '../../kernel/http/route.ts'
import type { Route } from '../../kernel/http/route.ts'
import type { App } from '../../kernel/module.ts'
import type { UseCounts } from './count-uses.ts'
import { usageCounter } from './counted-lists.ts'
import type { CountedUsage } from './counted-lists.ts'
import { findSettingsUses } from './settings-uses.ts'
import type { SettingsUse } from './settings-uses.ts'
import { USED_LISTS } from './used-lists.ts'
import type { UsedList } from './used-lists.ts'

const counts = { type: 'object', additionalProperties: { type: 'integer' } }
const state = { type: 'string', enum: ['counted', 'counting'] }
const countedAt = { type: 'string', format: 'date-time' }

/** Two endpoints for each list, so that each asks for the permission of its list. */
export function usageRoutes(app: App): Route[] {
  const count = usageCounter(app)
  return USED_LISTS.flatMap((list): Route[] => [
    {
      method: 'GET',
      path: `/octavo/reference-usage/${list.id}`,
      permissions: [list.permission],
      description: {
        summary: `How many records, profiles and mapping rules use each value of ${list.id}`,
        answer: {
          name: 'referenceUsage',
          schema: {
            type: 'object',
            properties: { state, countedAt, usage: { type: 'object', additionalProperties: counts } },
          },
        },
      },
      handler: async (request) => {
        const counted = await count(request.tenant, list)
        if (counted === null) return ok({ state: 'counting' })
        const uses = await request.transaction((tx) => findSettingsUses(tx, list))
        return ok({ ...stateOf(counted), usage: withSettings(counted, uses) })
      },
    },
    {
      method: 'GET',
      path: `/octavo/reference-usage/${list.id}/:id`,
      permissions: [list.permission],
      description: {
        summary: `What uses one value of ${list.id}: counts, and the profiles and mapping rules by name`,
        answer: {
          name: 'referenceValueUsage',
          schema: {
            type: 'object',
            properties: { id: { type: 'string' }, state, countedAt, counts, settings: { type: 'array' } },
          },
        },
      },
      handler: async (request) => {
        const id = uuidParameter(request.params, 'id')
        const settings = await request.transaction((tx) => settingsOf(tx, list, id))
        const counted = await count(request.tenant, list)
        if (counted === null) return ok({ id, state: 'counting', settings })
        const own = { ...counted.usage[id], ...countSettings(settings) }
        return ok({ id, ...stateOf(counted), counts: own, settings })
      },
    },
  ])
}

function stateOf({ countedAt: time }: CountedUsage): Record<string, string> {
  return { state: 'counted', countedAt: new Date(time).toISOString() }
}

async function settingsOf(tx: Transaction, list: UsedList, id: string): Promise<SettingsUse[]> {
  const uses = (await findSettingsUses(tx, list)).get(id)
  if (uses === undefined) throw notFound(`There is no value ${id} in ${list.id}`)
  return uses
}

function withSettings(
  { usage }: CountedUsage,
  uses: ReadonlyMap<string, readonly SettingsUse[]>,
): Record<string, UseCounts> {
  const all: Record<string, UseCounts> = { ...usage }
  for (const [id, settings] of uses) {
    if (settings.length > 0) all[id] = { ...usage[id], ...countSettings(settings) }
  }
  return all
}

function countSettings(settings: readonly SettingsUse[]): UseCounts {
  const profile = settings.filter(({ kind }) => kind === 'profile').length
  const rule = settings.length - profile
  return { ...(profile > 0 && { profile }), ...(rule > 0 && { rule }) }
}
