import type { Transaction } from '../../kernel/db/database.ts'
import { notFound } from '../../kernel/http/problems.ts'
import { findProfiles } from './find-profiles.ts'
import { linksOfJob, linksToMappings } from './links.ts'
import type { Link } from './links.ts'
import { profileKinds } from './profile-kinds.ts'
import { buildTree } from './profile-tree.ts'
import type { TreeRoot } from './profile-tree.ts'
import type { ProfileSnapshot, ProfileType } from './profile-types.ts'

/**
 * The tree of a profile as it is now: of a job all of it, of an action its mapping, of a match what is below
 * its first place in the job `jobProfileId`.
 * @throws Problem 404 when there is no such profile, 422 naming a linked profile that is missing
 */
export async function currentTree(
  tx: Transaction,
  type: ProfileType,
  profileId: string,
  jobProfileId: string | null,
): Promise<ProfileSnapshot> {
  const job = type === 'JOB_PROFILE' ? profileId : jobProfileId
  const links = job === null || type === 'MAPPING_PROFILE' ? [] : await linksOfJob(tx, job)
  const actions = links
    .filter((link) => link.detailProfileType === 'ACTION_PROFILE')
    .map((link) => link.detailProfileId)
  const mappingLinks = await linksToMappings(tx, type === 'ACTION_PROFILE' ? [profileId] : actions)
  const profiles = await findProfiles(tx, [
    profileId,
    ...[...links, ...mappingLinks].map((link) => link.detailProfileId),
  ])
  if (profiles.get(profileId)?.type !== type) {
    throw notFound(`${profileKinds[type].title} with id '${profileId}' was not found`)
  }
  return buildTree(rootOf(type, profileId, links, mappingLinks), { links, mappingLinks, profiles })
}

function rootOf(
  type: ProfileType,
  profileId: string,
  links: readonly Link[],
  mappingLinks: readonly Link[],
): TreeRoot {
  if (type === 'MATCH_PROFILE') {
    const place = links.find((link) => link.detailProfileId === profileId)
    return { type, profileId, wrapperId: place?.detailWrapperId ?? null }
  }
  const below = (type === 'ACTION_PROFILE' ? mappingLinks : links).find(
    (link) => link.masterProfileId === profileId,
  )
  return { type, profileId, wrapperId: below?.masterWrapperId ?? null }
}

/**
 * Stores the tree of a job profile as it is now, so that later changes do not touch a job that runs by it.
 * @throws Problem 404 when there is no such job profile, 422 naming a linked profile that is missing
 */
export async function createJobProfileSnapshot(
  tx: Transaction,
  jobProfileId: string,
): Promise<ProfileSnapshot> {
  const tree = await currentTree(tx, 'JOB_PROFILE', jobProfileId.toLowerCase(), null)
  await tx.execute('insert into import_profile_snapshot (id, job_profile_id, doc) values ($1, $2, $3)', [
    tree.id,
    tree.profileId,
    JSON.stringify(tree),
  ])
  return tree
}

/** A stored tree as JSON text. @throws Problem 404 */
export async function getSnapshotText(tx: Transaction, id: string): Promise<string> {
  const [row] = await tx.query<{ doc: string }>('select doc from import_profile_snapshot where id = $1', [id])
  if (!row) throw notFound(`Profile snapshot with id '${id}' was not found`)
  return row.doc
}
