import type { Transaction } from '../../kernel/db/database.ts'
import { readFlag, readPage, uuidParameter } from '../../kernel/http/parameters.ts'
import { JsonText, created, noContent, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Method, Route } from '../../kernel/http/route.ts'
import { isUuid } from '../../kernel/ids.ts'
import { deleteProfile } from './delete-profile.ts'
import { getProfile } from './find-profiles.ts'
import {
  createFormConfig,
  deleteFormConfig,
  getFormConfig,
  listFormConfigs,
  updateFormConfig,
} from './form-configs.ts'
import { importTree } from './import-tree.ts'
import { listProfiles } from './list-profiles.ts'
import {
  associatedProfiles,
  createAssociation,
  deleteAssociation,
  getAssociation,
  listAssociations,
  profileTypeOf,
  updateAssociation,
} from './profile-associations.ts'
import { isProfileType, profileKinds } from './profile-kinds.ts'
import type { ProfileKind } from './profile-kinds.ts'
import { matchProfilesOf } from './profile-tree.ts'
import type { MatchProfile } from './profile-types.ts'
import { listShipped } from './shipped-profiles.ts'
import { withRelations } from './profile-relations.ts'
import type { Direction } from './profile-relations.ts'
import { acceptUpdate, createProfile, updateProfile } from './save-profile.ts'
import { createJobProfileSnapshot, currentTree, getSnapshotText } from './snapshots.ts'

type Handler = (request: ApiRequest) => Promise<Answer>

/** Is told which match profiles were saved, in the transaction that saves them. */
export type MatchProfilesSaved = (tx: Transaction, profiles: readonly MatchProfile[]) => Promise<void>

function route(method: Method, path: string, permission: string, handler: Handler): Route {
  return { method, path, permissions: [permission], handler }
}

/** All endpoints of mod-di-converter-storage but the field protections. */
export function importProfileRoutes(onMatchesSaved: MatchProfilesSaved): Route[] {
  return [
    ...Object.values(profileKinds).flatMap((kind) => profileRoutes(kind, onMatchesSaved)),
    ...associationRoutes(),
    ...snapshotRoutes(onMatchesSaved),
    ...formConfigRoutes(),
    {
      ...route('GET', '/octavo/import/profiles/shipped', 'converter-storage.jobprofile.collection.get', () =>
        Promise.resolve(ok(listShipped())),
      ),
      description: {
        summary: 'Lists the ids of the profiles that ship with Octavo, and of those that cannot be changed',
      },
    },
    route('GET', '/data-import-profiles/entityTypes', 'converter-storage.entitytypes.get', () =>
      Promise.resolve(ok({ entityTypes, totalRecords: entityTypes.length })),
    ),
  ]
}

// folio-org/mod-di-converter-storage: services/util/EntityTypes.java
const entityTypes = [
  'INVENTORY_HOLDINGS',
  'INVENTORY_INSTANCE',
  'INVENTORY_ITEM',
  'INVOICE',
  'MARC_AUTHORITY_RECORD',
  'MARC_BIB_RECORD',
  'MARC_HOLDINGS_RECORD',
  'ORDER',
  'ERROR',
]

function profileRoutes(kind: ProfileKind, onMatchesSaved: MatchProfilesSaved): Route[] {
  const list = `/data-import-profiles/${kind.listKey}`
  const item = `${list}/:id`
  return [
    route('GET', list, `${kind.permission}.collection.get`, listProfiles(kind)),
    route('POST', list, `${kind.permission}.post`, async (request) => {
      const update = acceptUpdate(kind, request.body)
      return request.transaction(async (tx) => {
        const saved = await createProfile(tx, kind, request.actor!, update)
        if (kind.type === 'MATCH_PROFILE') await onMatchesSaved(tx, [saved.profile as MatchProfile])
        return created(saved)
      })
    }),
    route('GET', item, `${kind.permission}.item.get`, async (request) => {
      const id = uuidParameter(request.params)
      const isWithRelations = readFlag(request.query, 'withRelations', false)
      return request.transaction(async (tx) => {
        const profile = await getProfile(tx, kind, id)
        return ok(isWithRelations ? (await withRelations(tx, [profile]))[0] : profile)
      })
    }),
    route('PUT', item, `${kind.permission}.put`, async (request) => {
      const id = uuidParameter(request.params)
      const update = acceptUpdate(kind, request.body)
      return request.transaction(async (tx) => {
        const profile = await updateProfile(tx, kind, request.actor!, id, update)
        if (kind.type === 'MATCH_PROFILE') await onMatchesSaved(tx, [profile as MatchProfile])
        return ok(profile)
      })
    }),
    route('DELETE', item, `${kind.permission}.delete`, async (request) => {
      const id = uuidParameter(request.params)
      await request.transaction((tx) => deleteProfile(tx, kind, id))
      return noContent()
    }),
  ]
}

function associationRoutes(): Route[] {
  const list = '/data-import-profiles/profileAssociations'
  const item = `${list}/:id`
  const read = 'converter-storage.profileassociations'
  const write = 'converter-storage.profileassociation'
  return [
    route('GET', list, `${read}.collection.get`, (request) => {
      const master = profileTypeOf(request.query.get('master'))
      const detail = profileTypeOf(request.query.get('detail'))
      return request.transaction(async (tx) => ok(await listAssociations(tx, master, detail)))
    }),
    route('POST', list, `${write}.post`, (request) =>
      request.transaction(async (tx) => created(await createAssociation(tx, request.body))),
    ),
    route('GET', item, `${read}.item.get`, (request) => {
      const id = uuidParameter(request.params)
      return request.transaction(async (tx) => ok(await getAssociation(tx, id)))
    }),
    route('PUT', item, `${write}.put`, (request) => {
      const id = uuidParameter(request.params)
      return request.transaction(async (tx) => ok(await updateAssociation(tx, id, request.body)))
    }),
    route('DELETE', item, `${write}.delete`, async (request) => {
      const id = uuidParameter(request.params)
      await request.transaction((tx) => deleteAssociation(tx, id))
      return noContent()
    }),
    route('GET', `${item}/details`, `${read}.details.item.get`, (request) =>
      related(request, 'details', 'masterType', 'detailType'),
    ),
    route('GET', `${item}/masters`, `${read}.masters.item.get`, (request) =>
      related(request, 'masters', 'detailType', 'masterType'),
    ),
  ]
}

/** `ownType` names the kind of the profile in the path, `otherType` filters the related ones. */
function related(
  request: ApiRequest,
  direction: Direction,
  ownType: string,
  otherType: string,
): Promise<Answer> {
  const id = uuidParameter(request.params)
  const type = profileTypeOf(request.query.get(ownType))
  const other = request.query.get(otherType)
  const list = {
    ...readPage(request.query),
    query: request.query.get('query'),
    type: isProfileType(other) ? other : null,
  }
  return request.transaction(async (tx) => ok(await associatedProfiles(tx, direction, id, type, list)))
}

function snapshotRoutes(onMatchesSaved: MatchProfilesSaved): Route[] {
  const stored = '/data-import-profiles/jobProfileSnapshots/:id'
  const current = '/data-import-profiles/profileSnapshots'
  return [
    route('POST', stored, 'converter-storage.jobprofilesnapshots.post', (request) => {
      const id = uuidParameter(request.params)
      return request.transaction(async (tx) => created(await createJobProfileSnapshot(tx, id)))
    }),
    route('GET', stored, 'converter-storage.jobprofilesnapshots.get', (request) => {
      const id = uuidParameter(request.params)
      return request.transaction(async (tx) => ok(new JsonText(await getSnapshotText(tx, id))))
    }),
    route('GET', `${current}/:id`, 'converter-storage.profileSnapshots.get', (request) => {
      const id = uuidParameter(request.params)
      const type = profileTypeOf(request.query.get('profileType'))
      const job = request.query.get('jobProfileId')
      const jobProfileId = isUuid(job) ? job.toLowerCase() : null
      return request.transaction(async (tx) => ok(await currentTree(tx, type, id, jobProfileId)))
    }),
    route('POST', current, 'converter-storage.profileSnapshots.post', (request) =>
      request.transaction(async (tx) => {
        const tree = await importTree(tx, request.actor!, request.body)
        await onMatchesSaved(tx, matchProfilesOf(tree))
        return created(tree)
      }),
    ),
  ]
}

function formConfigRoutes(): Route[] {
  const list = '/converter-storage/forms/configs'
  const item = `${list}/:formName`
  const permission = 'converter-storage.forms-configs'
  return [
    // FOLIO asks for the permission on one where it lists, and for that on the list where it shows one.
    route('GET', list, `${permission}.item.get`, (request) =>
      request.transaction(async (tx) => ok(await listFormConfigs(tx))),
    ),
    route('POST', list, `${permission}.post`, (request) =>
      request.transaction(async (tx) => created(await createFormConfig(tx, request.body))),
    ),
    route('GET', item, `${permission}.collection.get`, (request) =>
      request.transaction(async (tx) => ok(await getFormConfig(tx, formName(request)))),
    ),
    route('PUT', item, `${permission}.put`, (request) =>
      request.transaction(async (tx) => ok(await updateFormConfig(tx, formName(request), request.body))),
    ),
    route('DELETE', item, `${permission}.delete`, async (request) => {
      await request.transaction((tx) => deleteFormConfig(tx, formName(request)))
      return noContent()
    }),
  ]
}

function formName({ params }: ApiRequest): string {
  return params.formName!
}
