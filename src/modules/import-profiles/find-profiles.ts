import type { Transaction } from '../../kernel/db/database.ts'
import { isUuid } from '../../kernel/ids.ts'
import { notFound } from '../../kernel/http/problems.ts'
import type { ProfileKind } from './profile-kinds.ts'
import type { JobProfile, Profile, ProfileType } from './profile-types.ts'

export type FoundProfile = { type: ProfileType; profile: Profile }

/** Profiles of any kind by id; unknown ids are left out. */
export async function findProfiles(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, FoundProfile>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<{ id: string; kind: ProfileType; doc: string }>(
    'select id, kind, doc from import_profile where id = any($1)',
    [[...new Set(ids)]],
  )
  return new Map(rows.map(({ id, kind, doc }) => [id, { type: kind, profile: JSON.parse(doc) as Profile }]))
}

/** The kinds of profiles by id, without reading them. */
export async function findProfileTypes(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, ProfileType>> {
  const rows = await tx.query<{ id: string; kind: ProfileType }>(
    'select id, kind from import_profile where id = any($1)',
    [[...new Set(ids)]],
  )
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}

/** A job profile by id; null when there is none or the id belongs to another kind. */
export async function findJobProfile(tx: Transaction, id: string): Promise<JobProfile | null> {
  if (!isUuid(id)) return null
  const found = (await findProfiles(tx, [id.toLowerCase()])).get(id.toLowerCase())
  return found?.type === 'JOB_PROFILE' ? (found.profile as JobProfile) : null
}

/** One profile, locked against other writers when it is to be changed. @throws Problem 404 */
export async function getProfile(
  tx: Transaction,
  { type, title }: ProfileKind,
  id: string,
  lock: '' | 'for update' = '',
): Promise<Profile> {
  const [row] = await tx.query<{ doc: string }>(
    `select doc from import_profile where kind = $1 and id = $2 ${lock}`,
    [type, id],
  )
  if (!row) throw notFound(`${title} with id '${id}' was not found`)
  return JSON.parse(row.doc) as Profile
}
