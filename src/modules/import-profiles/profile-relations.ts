import { compileCql, parseCql } from '../../formats/cql/index.ts'
import type { CqlSource } from '../../formats/cql/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import type { Page } from '../../kernel/http/parameters.ts'
import { findProfiles } from './find-profiles.ts'
import type { Profile, ProfileType, RelatedProfile } from './profile-types.ts'

/** `details` are the profiles below, `masters` those above. */
export type Direction = 'details' | 'masters'

/** Profiles as CQL sees them. */
export const profileSource: CqlSource = {
  from: 'import_profile',
  alias: 'import_profile',
  document: 'import_profile.doc',
  idColumn: 'import_profile.id',
  fields: { id: { kind: 'uuid', column: 'import_profile.id' } },
}

type LinkRow = { near: string; far: string; place: string }

/** Adds parentProfiles and childProfiles to profiles of one kind, with three queries for all of them. */
export async function withRelations(tx: Transaction, profiles: readonly Profile[]): Promise<Profile[]> {
  const ids = profiles.map(({ id }) => id)
  const children = await linkRows(tx, 'details', ids)
  const parents = await linkRows(tx, 'masters', ids)
  const related = await findProfiles(
    tx,
    [...children, ...parents].map(({ far }) => far),
  )
  const childrenOf = Map.groupBy(children, ({ near }) => near)
  const parentsOf = Map.groupBy(parents, ({ near }) => near)
  const shown = (rows: readonly LinkRow[] | undefined, direction: Direction) =>
    (rows ?? []).flatMap(({ far, place }) => {
      const found = related.get(far)
      return found === undefined ? [] : [relatedProfile(found.type, found.profile, direction, place)]
    })
  return profiles.map((profile) => ({
    ...profile,
    parentProfiles: shown(parentsOf.get(profile.id), 'masters'),
    childProfiles: shown(childrenOf.get(profile.id), 'details'),
  }))
}

function linkRows(tx: Transaction, direction: Direction, ids: readonly string[]): Promise<LinkRow[]> {
  const [near, far] = direction === 'details' ? ['master_id', 'detail_id'] : ['detail_id', 'master_id']
  return tx.query<LinkRow>(
    `select ${near} as near, ${far} as far, detail_wrapper_id as place
     from import_profile_link where ${near} = any($1) order by detail_order, position`,
    [ids],
  )
}

/** The related profiles of one, as the lists of associated profiles ask for them: filtered, sorted, paged. */
export async function relatedProfiles(
  tx: Transaction,
  direction: Direction,
  id: string,
  request: Page & { type: ProfileType | null; query: string | undefined },
): Promise<RelatedProfile[]> {
  const [near, far] = direction === 'details' ? ['master_id', 'detail_id'] : ['detail_id', 'master_id']
  const query = parseCql(request.query ?? '')
  const cql = compileCql(query, profileSource, 3)
  const order = query.sort.length > 0 ? cql.orderBy : 'link.detail_order, link.position'
  const rows = await tx.query<{ kind: ProfileType; doc: string; place: string }>(
    `select import_profile.kind, import_profile.doc, link.detail_wrapper_id as place
     from import_profile_link as link
     join import_profile on import_profile.id = link.${far}
     where link.${near} = $1 and ($2::text is null or import_profile.kind = $2) and (${cql.where})
     order by ${order} limit ${request.limit} offset ${request.offset}`,
    [id, request.type, ...cql.params],
  )
  return rows.map(({ kind, doc, place }) =>
    relatedProfile(kind, JSON.parse(doc) as Profile, direction, place),
  )
}

/** FOLIO shows a related profile as a node without children, with its place when it stands below. */
function relatedProfile(
  contentType: ProfileType,
  content: Profile,
  direction: Direction,
  place: string,
): RelatedProfile {
  return {
    id: content.id,
    ...(direction === 'details' ? { profileWrapperId: place } : {}),
    contentType,
    content,
    order: 0,
    childSnapshotWrappers: [],
  }
}
