import type { Transaction } from '../../kernel/db/database.ts'
import { fieldProblem } from '../../kernel/http/problems.ts'
import {
  checkAction,
  checkCommon,
  checkJobTree,
  checkMapping,
  checkPair,
  refuse,
  requireLinkedProfiles,
} from './check-profile.ts'
import { findProfiles, findProfileTypes } from './find-profiles.ts'
import type { FoundProfile } from './find-profiles.ts'
import { deleteLinks, insertLinks, linksOfJob, linksOfProfile, linksToMappings, shownLink } from './links.ts'
import type { Link } from './links.ts'
import { linksToDelete, nameLink, placeLinks, reachableLinks } from './place-links.ts'
import type { NamedLink } from './place-links.ts'
import type { ProfileKind } from './profile-kinds.ts'
import type { ActionProfile, MappingProfile, Profile, ProfileAssociation } from './profile-types.ts'

type Relations = { addedRelations: ProfileAssociation[]; deletedRelations: ProfileAssociation[] }

/** What will become of a profile's links once it is stored. */
export type LinkPlan = { added: Link[]; removed: string[] }

/**
 * Works out what the relations of a sent profile do to the stored links, and checks the profile together with
 * them.
 * @throws Problem 422 with FOLIO's texts, 404 for links to profiles that are not there
 */
export async function planLinks(
  tx: Transaction,
  kind: ProfileKind,
  profile: Profile,
  { addedRelations, deletedRelations }: Relations,
  isNew: boolean,
): Promise<LinkPlan> {
  const owner = { id: profile.id, type: kind.type }
  const stored = isNew
    ? []
    : await (kind.type === 'JOB_PROFILE' ? linksOfJob : linksOfProfile)(tx, profile.id)
  const named = await nameLinks(tx, addedRelations, owner)
  const sentIds = new Set(named.map(({ id }) => id))
  const deleted = new Set(linksToDelete(deletedRelations, stored, owner))
  for (const link of stored) if (sentIds.has(link.id)) deleted.add(link)
  const remaining = stored.filter((link) => !deleted.has(link))
  const toMappings = named.filter((link) => isToMapping(link))
  const inTree = named.filter((link) => !isToMapping(link))
  const placed = placeLinks(inTree, remaining)
  const replaced = await linksToMappings(
    tx,
    toMappings.map((link) => link.masterProfileId),
  )
  const added = [...placed, ...placeLinks(lastOfEachAction(toMappings), replaced)]
  const removed = new Set([...deleted, ...replaced])
  const tree = kind.type === 'JOB_PROFILE' ? reachableLinks([...remaining, ...placed]) : null
  if (tree !== null) refuseOrphans(tree.lost, named)
  for (const link of tree?.lost ?? []) removed.add(link)
  const plan = {
    added: added.filter((link) => !removed.has(link)),
    removed: [...removed].map(({ id }) => id),
  }
  const surviving = [...remaining.filter((link) => !removed.has(link)), ...plan.added]
  await checkProfile(tx, kind, profile, isNew, tree?.kept ?? surviving, named)
  return plan
}

/** Writes the links of a plan. @returns the added ones, as the endpoints show them. */
export async function writeLinks(
  tx: Transaction,
  { added, removed }: LinkPlan,
): Promise<ProfileAssociation[]> {
  await deleteLinks(tx, removed)
  await insertLinks(tx, added)
  return added.map(shownLink)
}

/** A sent link below a match that stands nowhere in the job could never run. */
function refuseOrphans(lost: readonly Link[], sent: readonly NamedLink[]): void {
  const index = sent.findIndex((link) => lost.some(({ id }) => id === link.id))
  if (index === -1) return
  const { masterProfileId } = sent[index]!
  throw fieldProblem(
    `The match profile with id '${masterProfileId}' is not part of this job profile`,
    `addedRelations[${index}].masterProfileId`,
    masterProfileId,
  )
}

function isToMapping(link: { masterProfileType: string; detailProfileType: string }): boolean {
  return link.masterProfileType === 'ACTION_PROFILE' && link.detailProfileType === 'MAPPING_PROFILE'
}

/** An action has one mapping: the last that is said counts. */
function lastOfEachAction(links: readonly NamedLink[]): NamedLink[] {
  return [...new Map(links.map((link) => [link.masterProfileId, link])).values()]
}

async function nameLinks(
  tx: Transaction,
  relations: readonly ProfileAssociation[],
  owner: { id: string; type: ProfileKind['type'] },
): Promise<NamedLink[]> {
  const ids = relations.flatMap(({ masterProfileId, detailProfileId }) =>
    [masterProfileId, detailProfileId].filter((id) => typeof id === 'string' && id !== ''),
  )
  const types = await findProfileTypes(tx, ids as string[])
  return relations.map((relation, index) => {
    const link = nameLink(relation, owner, (id) => types.get(id))
    if (link === null) {
      const id = relation.detailProfileId ?? relation.masterProfileId
      throw fieldProblem(
        `The linked profile with id '${id}' was not found`,
        `addedRelations[${index}].detailProfileId`,
        id,
      )
    }
    return link
  })
}

async function checkProfile(
  tx: Transaction,
  kind: ProfileKind,
  profile: Profile,
  isNew: boolean,
  links: readonly Link[],
  added: readonly NamedLink[],
): Promise<void> {
  const ids = [...links, ...added].flatMap((link) => [link.masterProfileId, link.detailProfileId])
  const profiles = await findProfiles(tx, ids)
  profiles.set(profile.id, { type: kind.type, profile })
  const common = () => checkCommon(tx, kind, profile, profile.id, isNew)
  if (kind.type === 'JOB_PROFILE') {
    requireLinkedProfiles(links, profiles)
    requireEnds(added, profiles)
    const { empty, actions } = checkJobTree(links, profiles)
    refuse([...empty, ...(await common()), ...actions])
    return
  }
  requireEnds(added, profiles)
  const pairs = checkPairs(profile, links, added, profiles)
  if (kind.type === 'ACTION_PROFILE') {
    refuse([...(await common()), ...checkAction(profile as ActionProfile), ...pairs.added, ...pairs.kept])
  } else if (kind.type === 'MAPPING_PROFILE') {
    refuse([...pairs.added, ...(await common()), ...checkMapping(profile as MappingProfile), ...pairs.kept])
  } else {
    refuse(await common())
  }
}

/** Links to profiles that are not there, which the database would refuse less clearly. */
function requireEnds(added: readonly NamedLink[], profiles: ReadonlyMap<string, FoundProfile>): void {
  added.forEach((link, index) => {
    for (const [key, id, type] of [
      ['masterProfileId', link.masterProfileId, link.masterProfileType],
      ['detailProfileId', link.detailProfileId, link.detailProfileType],
    ] as const) {
      if (profiles.get(id)?.type === type) continue
      throw fieldProblem(`There is no ${type} with id '${id}'`, `addedRelations[${index}].${key}`, id)
    }
  })
}

function checkPairs(
  sent: Profile,
  links: readonly Link[],
  added: readonly NamedLink[],
  profiles: ReadonlyMap<string, FoundProfile>,
): { added: string[]; kept: string[] } {
  const texts = { added: [] as string[], kept: [] as string[] }
  const addedIds = new Set(added.map(({ id }) => id))
  for (const link of links.filter((candidate) => isToMapping(candidate))) {
    const action = profiles.get(link.masterProfileId)!.profile as ActionProfile
    const mapping = profiles.get(link.detailProfileId)!.profile as MappingProfile
    const sendsAction = link.masterProfileId === sent.id
    if (addedIds.has(link.id)) {
      const text = sendsAction
        ? `Mapping profile '${mapping.name}' can not be linked to this Action profile. ExistingRecordType and FolioRecord types are different`
        : `Action profile '${action.name}' can not be linked to this Mapping profile. FolioRecord and ExistingRecordType types are different`
      texts.added.push(...checkPair(action, mapping, text))
    } else {
      const text = sendsAction
        ? 'Can not update ActionProfile recordType and linked MappingProfile recordType are different'
        : 'Can not update MappingProfile recordType and linked ActionProfile recordType are different'
      texts.kept.push(...checkPair(action, mapping, text))
    }
  }
  return texts
}
