import { findDocuments, listDocuments } from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { readFlag } from '../../kernel/http/parameters.ts'
import type { ApiRequest } from '../../kernel/http/route.ts'
import type { App } from '../../kernel/module.ts'
import { findPermissionUsers, permissionsOfUser } from '../permissions/index.ts'
import { groups, proxies } from '../users/index.ts'
import { createServicePointReader } from './service-points-of-user.ts'

/** What of a user is asked for beside the record itself. */
export type Parts = {
  groups: boolean
  permissions: boolean
  proxies: boolean
  servicePoints: boolean
  isExpanded: boolean
}

/** Parameters `include` (repeated or with commas; groups, perms and servicepoints when missing) and `expandPermissions`. */
export function readParts({ query }: ApiRequest): Parts {
  const asked = query.all('include').flatMap((value) => value.split(',').map((name) => name.trim()))
  const include = asked.some((name) => name !== '') ? asked : ['groups', 'perms', 'servicepoints']
  const isExpanded = readFlag(query, 'expandPermissions', false)
  return {
    groups: include.includes('groups'),
    permissions: include.includes('perms') || isExpanded,
    proxies: include.includes('proxiesfor'),
    servicePoints: include.includes('servicepoints'),
    isExpanded,
  }
}

/** Puts users together with what belongs to them. */
export type Composer = (
  tx: Transaction,
  request: ApiRequest,
  user: Document,
  parts: Parts,
) => Promise<Document>

/** Makes the composer; parts that a user does not have are left out (folio-org/mod-users-bl: ramls/compositeUser.json). */
export function createComposer(app: App): Composer {
  const servicePointsOfUser = createServicePointReader(app)

  return async (tx, request, user, parts) => {
    const composite: Document = { user }
    const id = String(user.id)
    if (parts.groups && typeof user.patronGroup === 'string') {
      const group = (await findDocuments(tx, groups, [user.patronGroup])).get(user.patronGroup)
      if (group !== undefined) composite.patronGroup = JSON.parse(group)
    }
    if (parts.permissions) {
      composite.permissions = (await permissionsOfUser(tx, app, id, parts.isExpanded)) ?? { permissions: [] }
    }
    if (parts.proxies) {
      const { texts } = await listDocuments(tx, proxies, { query: `userId==${id}`, limit: 1000, offset: 0 })
      if (texts.length > 0) composite.proxiesFor = texts.map((text) => JSON.parse(text) as Document)
    }
    if (parts.servicePoints) {
      const servicePoints = await servicePointsOfUser(tx, request, id)
      if (servicePoints !== null) composite.servicePointsUser = servicePoints
    }
    return composite
  }
}

/** The same for a list of users, with groups and permissions only, in the older form of `/bl-users`. */
export async function composeUsers(
  tx: Transaction,
  users: readonly Document[],
  parts: Parts,
): Promise<Document[]> {
  const groupIds = users.flatMap(({ patronGroup }) => (typeof patronGroup === 'string' ? [patronGroup] : []))
  const groupTexts = parts.groups
    ? await findDocuments(tx, groups, [...new Set(groupIds)])
    : new Map<string, string>()
  const ids = users.map(({ id }) => String(id))
  const held = parts.permissions ? await findPermissionUsers(tx, ids) : new Map<string, Document>()
  return users.map((user) => {
    const group = groupTexts.get(String(user.patronGroup))
    const permissions = held.get(String(user.id))
    return {
      users: user,
      ...(group === undefined ? {} : { groups: JSON.parse(group) as Document }),
      ...(permissions ? { permissions } : {}),
    }
  })
}
