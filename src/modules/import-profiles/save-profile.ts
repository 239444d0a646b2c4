import type { Transaction } from '../../kernel/db/database.ts'
import { isoInstant, now } from '../../kernel/clock.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import type { Actor } from '../../kernel/http/route.ts'
import { compileValidator, withoutNulls } from '../../kernel/http/validation.ts'
import { newId } from '../../kernel/ids.ts'
import { metadataOf } from '../../kernel/metadata.ts'
import type { Metadata } from '../../kernel/metadata.ts'
import { userInfoOf } from '../users/index.ts'
import { getProfile } from './find-profiles.ts'
import { profileKinds } from './profile-kinds.ts'
import type { ProfileKind } from './profile-kinds.ts'
import { updateSchema } from './profile-schemas.ts'
import type { ActionProfile, Profile, ProfileAssociation, ProfileType } from './profile-types.ts'
import { planLinks, writeLinks } from './save-links.ts'
import { isLockedProfile } from './shipped-profiles.ts'

/** What the profile endpoints take and give. */
export type ProfileUpdate = {
  id?: string
  profile: Profile
  addedRelations: ProfileAssociation[]
  deletedRelations: ProfileAssociation[]
}

const checks = Object.fromEntries(
  Object.values(profileKinds).map(({ type }) => [type, compileValidator(updateSchema(type))]),
) as Record<ProfileType, (body: unknown) => void>

/** The body of a POST or PUT, checked against the kind's schema. @throws Problem 400, 422 listing the faults */
export function acceptUpdate({ type }: ProfileKind, body: unknown): ProfileUpdate {
  const sent = objectBody(body)
  checks[type](sent)
  const { profile, addedRelations, deletedRelations } = withoutNulls(sent) as Partial<ProfileUpdate>
  return {
    profile: profile!,
    addedRelations: addedRelations ?? [],
    deletedRelations: deletedRelations ?? [],
  }
}

/** Adds a profile with its links. @throws Problem 422 with FOLIO's texts, 404 for links to nothing */
export async function createProfile(
  tx: Transaction,
  kind: ProfileKind,
  actor: Actor,
  update: ProfileUpdate,
): Promise<ProfileUpdate> {
  const sent = { ...update.profile, id: update.profile.id?.toLowerCase() || newId() }
  const plan = await planLinks(tx, kind, sent, update, true)
  const profile = await completed(tx, kind, actor, sent, null)
  await tx.execute('insert into import_profile (id, kind, hidden, doc) values ($1, $2, $3, $4)', [
    profile.id,
    kind.type,
    profile.hidden,
    JSON.stringify(profile),
  ])
  const addedRelations = await writeLinks(tx, plan)
  return { id: profile.id, profile, addedRelations, deletedRelations: update.deletedRelations }
}

/**
 * Replaces a profile and changes its links. Of a default profile only the tags can change.
 * @returns the stored profile.
 * @throws Problem 404, 400 for a default profile, 422 with FOLIO's texts
 */
export async function updateProfile(
  tx: Transaction,
  kind: ProfileKind,
  actor: Actor,
  id: string,
  update: ProfileUpdate,
): Promise<Profile> {
  const stored = await getProfile(tx, kind, id, 'for update')
  const sent = { ...update.profile, id }
  if (isLockedProfile(id) && !differsInTagsOnly(sent, stored)) {
    throw textProblem(400, `Can\`t update default ${kind.type} with id ${id}`)
  }
  const plan = await planLinks(tx, kind, sent, update, false)
  const profile = await completed(tx, kind, actor, sent, stored)
  await tx.execute('update import_profile set hidden = $2, doc = $3 where id = $1', [
    id,
    profile.hidden,
    JSON.stringify(profile),
  ])
  await writeLinks(tx, plan)
  return profile
}

async function completed(
  tx: Transaction,
  { type }: ProfileKind,
  actor: Actor,
  sent: Profile,
  stored: Profile | null,
): Promise<Profile> {
  const { deleted: _deleted, ...profile } = sent as Profile & { deleted?: boolean }
  return {
    ...profile,
    ...(type === 'ACTION_PROFILE'
      ? { remove9Subfields: removesAuthorityLinks(profile as ActionProfile) }
      : {}),
    userInfo: await userInfoOf(tx, actor),
    parentProfiles: [],
    childProfiles: [],
    hidden: profile.hidden ?? false,
    metadata: stampOf(actor, stored?.metadata),
  }
}

/** The server decides this flag, whatever is sent (folio-org/mod-di-converter-storage: ActionProfileServiceImpl.java). */
function removesAuthorityLinks({ folioRecord }: ActionProfile): boolean {
  return folioRecord === 'INSTANCE' || folioRecord === 'MARC_BIBLIOGRAPHIC'
}

function stampOf({ userId }: Actor, stored: Metadata | undefined): Metadata {
  const date = isoInstant(now())
  return metadataOf(stored?.createdDate ?? date, stored ? stored.createdByUserId : userId, date, userId)
}

const ownByServer = new Set([
  'tags',
  'metadata',
  'parentProfiles',
  'childProfiles',
  'remove9Subfields',
  'deleted',
])

/** Compares what a library can say; properties that are false or empty count as missing. */
function differsInTagsOnly(sent: Profile, stored: Profile): boolean {
  return comparable(sent) === comparable(stored)
}

function comparable(profile: Profile): string {
  const own = Object.entries(profile).filter(([name]) => !ownByServer.has(name))
  return JSON.stringify(sorted(Object.fromEntries(own)))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(
        ([, member]) =>
          member !== false && member !== null && !(Array.isArray(member) && member.length === 0),
      )
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  )
}
