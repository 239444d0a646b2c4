import { isoInstant } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { noContent, ok } from '../../kernel/http/route.ts'
import type { ApiRequest, Route } from '../../kernel/http/route.ts'
import { isUuid, namedId } from '../../kernel/ids.ts'
import { readEvents } from '../inventory/index.ts'
import { auditProblem } from './audit-problem.ts'
import { listSettings, putSetting, readLimits, settingGroups } from './audit-settings.ts'
import type { AuditGroup } from './audit-settings.ts'
import type { Diff } from './diff.ts'
import { marcEvents } from './marc-events.ts'
import { diffsOf } from './record-changes.ts'
import { RECORD_KINDS } from './record-kinds.ts'

/** Who it was where nobody is known: FOLIO's screens write "anonymous" for it. */
const NOBODY = '00000000-0000-0000-0000-000000000000'
/** Where changes of MARC come from; FOLIO names the module that announced them. */
const ORIGIN = 'octavo'

/** `/audit-data/inventory`, `/audit-data/marc` and `/audit/config`, in the form of mod-audit. */
export function auditRoutes(): Route[] {
  return [
    ...(['instance', 'holdings', 'item'] as const).map((kind): Route => ({
      method: 'GET',
      path: `/audit-data/inventory/${kind}/:entityId`,
      permissions: [`audit.inventory.${kind}.collection.get`],
      handler: (request) => listInventoryEvents(request, kind),
    })),
    marcRoute('bib', 'MARC_BIB', 'audit.inventory'),
    marcRoute('authority', 'MARC_AUTHORITY', 'audit.authority'),
    ...settingRoutes(),
  ]
}

function settingRoutes(): Route[] {
  const permission = 'audit.config.groups'
  return [
    {
      method: 'GET',
      path: '/audit/config/groups',
      permissions: [`${permission}.collection.get`],
      handler: () => Promise.resolve(ok(settingGroups())),
    },
    {
      method: 'GET',
      path: '/audit/config/groups/:groupId/settings',
      permissions: [`${permission}.settings.collection.get`],
      handler: async (request) => {
        const settings = await request.transaction((tx) => listSettings(tx, request.params.groupId!))
        return ok({ settings, totalRecords: settings.length })
      },
    },
    {
      method: 'PUT',
      path: '/audit/config/groups/:groupId/settings/:settingId',
      permissions: [`${permission}.settings.item.put`],
      handler: async (request) => {
        const { groupId, settingId } = request.params
        await request.transaction((tx) => putSetting(tx, request.actor, groupId!, settingId!, request.body))
        return noContent()
      },
    },
  ]
}

async function listInventoryEvents(request: ApiRequest, kind: 'instance' | 'holdings' | 'item') {
  const { id, before } = readAsked(request)
  return request.transaction(async (tx) => {
    const events = await readEvents(tx, RECORD_KINDS[kind], id)
    const { page, total } = await pageOf(tx, events, before, 'audit.inventory')
    const diffs = await diffsOf(tx, RECORD_KINDS[kind], id, page)
    const inventoryAuditItems = page.map((event, i) =>
      auditItem(id, event, `${event.version}`, diffs[i] ?? null),
    )
    return ok({ inventoryAuditItems, totalRecords: total })
  })
}

function marcRoute(name: string, recordType: 'MARC_BIB' | 'MARC_AUTHORITY', group: AuditGroup): Route {
  return {
    method: 'GET',
    path: `/audit-data/marc/${name}/:entityId`,
    permissions: [`audit.marc.${name}.collection.get`],
    handler: async (request) => {
      const { id, before } = readAsked(request)
      return request.transaction(async (tx) => {
        const events = await marcEvents(tx, recordType, id)
        const { page, total } = await pageOf(tx, events, before, group)
        const marcAuditItems = page.map((event) => ({
          ...auditItem(event.matchedId, event, `marc ${event.generation}`, event.diff),
          origin: ORIGIN,
        }))
        return ok({ marcAuditItems, totalRecords: total })
      })
    },
  }
}

/** @throws Problem 400 for an id or instant that is none */
function readAsked({ params, query }: ApiRequest): { id: string; before: Date | null } {
  const { entityId } = params
  if (!isUuid(entityId)) throw auditProblem(400, 'validation', `Invalid UUID string: ${entityId}`)
  const eventTs = query.get('eventTs')
  if (eventTs === undefined) return { id: entityId.toLowerCase(), before: null }
  if (!/^\d{1,15}$/.test(eventTs)) {
    throw auditProblem(400, 'validation', `For input string: "${eventTs}"`)
  }
  return { id: entityId.toLowerCase(), before: new Date(Number(eventTs)) }
}

/**
 * The newest events from before an instant. What happened in one millisecond stays on one page, because the next page
 * begins before the last event's millisecond.
 */
async function pageOf<E extends { at: Date }>(
  tx: Transaction,
  events: readonly E[],
  before: Date | null,
  group: AuditGroup,
): Promise<{ page: E[]; total: number }> {
  const { pageSize, since } = await readLimits(tx, group)
  const shown = since === null ? [...events] : events.filter(({ at }) => at >= since)
  const newest = shown.toReversed().filter(({ at }) => before === null || at < before)
  const last = newest[pageSize - 1]
  const page = last
    ? newest.filter(({ at }, i) => i < pageSize || at.getTime() === last.at.getTime())
    : newest
  return { page, total: shown.length }
}

type AnyEvent = { action: string; at: Date; userId: string | null }

function auditItem(
  entityId: string,
  { action, at, userId }: AnyEvent,
  key: string,
  diff: Diff | null,
): object {
  return {
    eventId: namedId(`octavo/event/${entityId} ${action} ${at.getTime()} ${key}`),
    entityId,
    eventTs: at.getTime(),
    eventDate: isoInstant(at),
    action,
    userId: userId ?? NOBODY,
    ...(diff === null ? {} : { diff }),
  }
}
