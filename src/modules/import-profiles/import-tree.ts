import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { Problem, textProblem } from '../../kernel/http/problems.ts'
import type { Actor } from '../../kernel/http/route.ts'
import { compileValidator, withoutNulls } from '../../kernel/http/validation.ts'
import { isUuid } from '../../kernel/ids.ts'
import { findProfileTypes } from './find-profiles.ts'
import { linksOfJob, linksToMappings } from './links.ts'
import { isProfileType, profileKinds } from './profile-kinds.ts'
import { snapshotSchema } from './profile-schemas.ts'
import type { Profile, ProfileAssociation, ProfileSnapshot, ProfileType } from './profile-types.ts'
import { acceptUpdate, createProfile, updateProfile } from './save-profile.ts'
import { isLockedProfile, profileLists } from './shipped-profiles.ts'
import { currentTree } from './snapshots.ts'

const check = compileValidator(snapshotSchema)
// No tree that a screen can make comes near it.
const MAX_DEPTH = 50

/**
 * Imports the exported tree of a job profile: profiles that are there by id are overwritten, the others added.
 * @returns the tree as it is now.
 * @throws Problem 400 for another kind of tree or contents that are no profiles, 422 for what a profile's own
 *   endpoint would refuse
 */
export async function importTree(tx: Transaction, actor: Actor, body: unknown): Promise<ProfileSnapshot> {
  const sent = objectBody(body)
  check(sent)
  const tree = withoutNulls(sent) as unknown as ProfileSnapshot
  if (tree.contentType !== 'JOB_PROFILE') {
    throw textProblem(
      400,
      `Cannot import profile snapshot of ${tree.contentType} required type is JOB_PROFILE`,
    )
  }
  const nodes = new Map<string, ProfileSnapshot>()
  collect(tree, nodes, 0)
  const types = await findProfileTypes(tx, [...nodes.keys()])
  for (const [type] of profileLists) {
    for (const node of nodes.values()) {
      if (node.contentType === type) await saveNode(tx, actor, node, types.has(profileIdOf(node)))
    }
  }
  return currentTree(tx, 'JOB_PROFILE', profileIdOf(tree), null)
}

/** True for what `importTree` could save: the tree of a job profile whose nodes all hold profiles. */
export function isProfileTree(value: unknown): value is ProfileSnapshot {
  try {
    check(value)
    const tree = value as ProfileSnapshot
    collect(tree, new Map(), 0)
    return tree.contentType === 'JOB_PROFILE'
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

function profileIdOf(node: ProfileSnapshot): string {
  return (node.profileId ?? node.content?.id ?? '').toLowerCase()
}

function collect(node: ProfileSnapshot, nodes: Map<string, ProfileSnapshot>, depth: number): void {
  const id = profileIdOf(node)
  if (
    !isProfileType(node.contentType) ||
    !isUuid(id) ||
    typeof node.content !== 'object' ||
    depth > MAX_DEPTH
  ) {
    throw textProblem(400, `Cannot map profile content, error: node ${node.id} holds no profile`)
  }
  if (!nodes.has(id)) nodes.set(id, node)
  for (const child of node.childSnapshotWrappers ?? []) collect(child, nodes, depth + 1)
}

async function saveNode(
  tx: Transaction,
  actor: Actor,
  node: ProfileSnapshot,
  exists: boolean,
): Promise<void> {
  const kind = profileKinds[node.contentType]
  const id = profileIdOf(node)
  const profile = { ...(node.content as Profile), id, childProfiles: [], parentProfiles: [] }
  const update = contentUpdate(node.contentType, profile)
  update.addedRelations = relationsOf(node, node.contentType)
  if (!exists) {
    await createProfile(tx, kind, actor, update)
    return
  }
  // Default profiles are everywhere the same, so an exported tree has nothing to say about them.
  if (isLockedProfile(id)) return
  update.deletedRelations = await storedRelations(tx, node.contentType, id)
  await updateProfile(tx, kind, actor, id, update)
}

function contentUpdate(type: ProfileType, profile: Profile): ReturnType<typeof acceptUpdate> {
  try {
    return acceptUpdate(profileKinds[type], { profile })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw textProblem(400, `Cannot map profile content, error: ${error.message}`)
  }
}

/** Links below an action or a job as its own endpoint would take them; mappings belong to their actions. */
function relationsOf(node: ProfileSnapshot, owner: ProfileType): ProfileAssociation[] {
  if (owner !== 'JOB_PROFILE' && owner !== 'ACTION_PROFILE') return []
  return (node.childSnapshotWrappers ?? []).flatMap((child) => {
    if (owner === 'JOB_PROFILE' && child.contentType === 'MAPPING_PROFILE') return []
    const link: ProfileAssociation = {
      masterProfileId: profileIdOf(node),
      detailProfileId: profileIdOf(child),
      masterProfileType: node.contentType,
      detailProfileType: child.contentType,
      order: child.order ?? 0,
      ...(child.reactTo ? { reactTo: child.reactTo } : {}),
    }
    return [link, ...relationsOf(child, owner)]
  })
}

async function storedRelations(
  tx: Transaction,
  type: ProfileType,
  id: string,
): Promise<ProfileAssociation[]> {
  if (type === 'JOB_PROFILE') return linksOfJob(tx, id)
  return type === 'ACTION_PROFILE' ? linksToMappings(tx, [id]) : []
}
