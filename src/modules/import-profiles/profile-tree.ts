import { newId } from '../../kernel/ids.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import type { Link } from './links.ts'
import { profileKinds } from './profile-kinds.ts'
import type { MatchProfile, Profile, ProfileSnapshot, ProfileType } from './profile-types.ts'

export type TreeRoot = { profileId: string; type: ProfileType; wrapperId: string | null }

/** What a tree is built from: the links of one job, the mapping links of actions, the profiles by id. */
export type TreeParts = {
  links: readonly Link[]
  mappingLinks: readonly Link[]
  profiles: ReadonlyMap<string, { type: ProfileType; profile: Profile }>
}

/**
 * Builds the tree of a profile; every node gets an id of its own.
 * @throws Problem 422 naming a profile that a link points to but that is not there.
 */
export function buildTree(root: TreeRoot, { links, mappingLinks, profiles }: TreeParts): ProfileSnapshot {
  const below = Map.groupBy(links, (link) => link.masterWrapperId)
  const mappings = Map.groupBy(mappingLinks, (link) => link.masterProfileId)
  const rootName = profiles.get(root.profileId)?.profile.name ?? root.profileId

  function childrenOf(type: ProfileType, profileId: string, wrapperId: string | null): readonly Link[] {
    if (type === 'JOB_PROFILE') return links.filter((link) => link.masterProfileType === 'JOB_PROFILE')
    if (type === 'ACTION_PROFILE') return mappings.get(profileId) ?? []
    return wrapperId === null ? [] : (below.get(wrapperId) ?? [])
  }

  function node(
    type: ProfileType,
    profileId: string,
    wrapperId: string | null,
    link: Link | null,
  ): ProfileSnapshot {
    const found = profiles.get(profileId)
    if (found?.type !== type) {
      const { title } = profileKinds[type]
      throw textProblem(
        422,
        `The profile "${rootName}" points to the ${title} with id '${profileId}', which does not exist.`,
      )
    }
    return {
      id: newId(),
      profileId,
      ...(wrapperId === null ? {} : { profileWrapperId: wrapperId }),
      contentType: type,
      ...(link === null || link.reactTo === null ? {} : { reactTo: link.reactTo }),
      content: found.profile,
      order: link?.order ?? 0,
      childSnapshotWrappers: childrenOf(type, profileId, wrapperId).map((child) =>
        node(child.detailProfileType, child.detailProfileId, child.detailWrapperId, child),
      ),
    } as ProfileSnapshot
  }

  return node(root.type, root.profileId, root.wrapperId, null)
}

/** All match profiles of a tree, each as often as it stands there. */
export function matchProfilesOf(tree: ProfileSnapshot): MatchProfile[] {
  const own = tree.contentType === 'MATCH_PROFILE' ? [tree.content] : []
  return [...own, ...tree.childSnapshotWrappers.flatMap(matchProfilesOf)]
}
