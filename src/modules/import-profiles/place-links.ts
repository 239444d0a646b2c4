import { newId } from '../../kernel/ids.ts'
import type { Link } from './links.ts'
import type { ProfileAssociation, ProfileType } from './profile-types.ts'

/** The profile whose body carries the links: an empty profile id in them means it. */
export type LinkOwner = { id: string; type: ProfileType }

/** A link whose two ends are named; the places may still be open. */
export type NamedLink = Omit<Link, 'masterWrapperId' | 'detailWrapperId'> & {
  masterWrapperId: string | null
  detailWrapperId: string | null
}

/**
 * Fills in the ends of sent links: a missing profile id is the owner's, a missing type that of the profile.
 * Ids are lower-cased. @returns null in place of a link that has no end to be found.
 */
export function nameLink(
  sent: ProfileAssociation,
  owner: LinkOwner | null,
  typeOf: (id: string) => ProfileType | undefined,
): NamedLink | null {
  // A job's body speaks of its own tree alone, whatever id stands for the job in it.
  const isOwnRoot = owner?.type === 'JOB_PROFILE' && sent.masterProfileType === 'JOB_PROFILE'
  const masterProfileId = (isOwnRoot ? undefined : lower(sent.masterProfileId)) ?? owner?.id
  const detailProfileId = lower(sent.detailProfileId) ?? owner?.id
  if (masterProfileId === undefined || detailProfileId === undefined) return null
  const known = (id: string) => (id === owner?.id ? owner.type : typeOf(id))
  const masterProfileType = sent.masterProfileType ?? known(masterProfileId)
  const detailProfileType = sent.detailProfileType ?? known(detailProfileId)
  if (masterProfileType === undefined || detailProfileType === undefined) return null
  const jobProfileId =
    masterProfileType !== 'MATCH_PROFILE'
      ? null
      : owner?.type === 'JOB_PROFILE'
        ? owner.id
        : (lower(sent.jobProfileId) ?? null)
  return {
    id: lower(sent.id) ?? newId(),
    jobProfileId,
    masterProfileId,
    detailProfileId,
    masterProfileType,
    detailProfileType,
    masterWrapperId: lower(sent.masterWrapperId) ?? null,
    detailWrapperId: lower(sent.detailWrapperId) ?? null,
    order: sent.order ?? 0,
    reactTo: sent.reactTo ?? null,
  }
}

function lower(id: string | null | undefined): string | undefined {
  return id?.toLowerCase() || undefined
}

/**
 * Gives new links of one tree their places. A place that a client leaves open is found by order of appearance:
 * a master is the last place of its profile so far, a detail gets a place of its own. So the same profile can
 * stand twice, when the links below each place follow the link to it.
 * Source: folio-org/mod-di-converter-storage: CommonProfileAssociationService.java, wrapAssociationProfiles.
 */
export function placeLinks(added: readonly NamedLink[], existing: readonly Link[]): Link[] {
  const places = new Set(existing.map((link) => link.detailWrapperId))
  for (const { detailWrapperId } of added) if (detailWrapperId !== null) places.add(detailWrapperId)
  const last = new Map<string, string>()
  for (const link of existing) {
    if (link.masterProfileType !== 'MATCH_PROFILE') last.set(link.masterProfileId, link.masterWrapperId)
    last.set(link.detailProfileId, link.detailWrapperId)
  }
  // Places of masters that have come before the link to them.
  const awaited = new Map<string, string>()
  const taken = new Set(existing.map((link) => link.detailWrapperId))
  return added.map((link) => {
    const masterWrapperId = masterPlace(link, places, last, awaited)
    const detailWrapperId = detailPlace(link, taken, awaited)
    taken.add(detailWrapperId)
    last.set(link.detailProfileId, detailWrapperId)
    return { ...link, masterWrapperId, detailWrapperId }
  })
}

function masterPlace(
  link: NamedLink,
  places: ReadonlySet<string>,
  last: Map<string, string>,
  awaited: Map<string, string>,
): string {
  const { masterProfileId, masterProfileType, masterWrapperId } = link
  // A place below a match that is nowhere in the tree would be lost with all that is below it.
  const isUsable =
    masterProfileType !== 'MATCH_PROFILE' || (masterWrapperId !== null && places.has(masterWrapperId))
  if (masterWrapperId !== null && isUsable) {
    if (masterProfileType !== 'MATCH_PROFILE') last.set(masterProfileId, masterWrapperId)
    return masterWrapperId
  }
  const known = last.get(masterProfileId)
  if (known !== undefined) return known
  const place = newId()
  last.set(masterProfileId, place)
  awaited.set(masterProfileId, place)
  return place
}

function detailPlace(link: NamedLink, taken: ReadonlySet<string>, awaited: Map<string, string>): string {
  const { detailProfileId, detailWrapperId } = link
  if (detailWrapperId !== null && !taken.has(detailWrapperId)) return detailWrapperId
  const place = awaited.get(detailProfileId)
  if (place === undefined) return newId()
  awaited.delete(detailProfileId)
  return place
}

/**
 * The links that deleted relations mean: by id, else by their places, else by their profiles (with branch and
 * order where they are given). Each deletes one link.
 */
export function linksToDelete(
  deleted: readonly ProfileAssociation[],
  existing: readonly Link[],
  owner: LinkOwner,
): Link[] {
  const found = new Set<Link>()
  for (const relation of deleted) {
    const link = findDeleted(
      relation,
      existing.filter((candidate) => !found.has(candidate)),
      owner,
    )
    if (link !== undefined) found.add(link)
  }
  return [...found]
}

function findDeleted(
  relation: ProfileAssociation,
  links: readonly Link[],
  owner: LinkOwner,
): Link | undefined {
  const id = lower(relation.id)
  const master = lower(relation.masterWrapperId)
  const detail = lower(relation.detailWrapperId)
  const byId = id === undefined ? undefined : links.find((link) => link.id === id)
  if (byId) return byId
  if (master !== undefined && detail !== undefined) {
    const byPlace = links.find((link) => link.masterWrapperId === master && link.detailWrapperId === detail)
    if (byPlace || relation.masterProfileType !== 'ACTION_PROFILE') return byPlace
  }
  const masterProfileId = lower(relation.masterProfileId) ?? owner.id
  const detailProfileId = lower(relation.detailProfileId) ?? owner.id
  return links.find(
    (link) =>
      link.masterProfileId === masterProfileId &&
      link.detailProfileId === detailProfileId &&
      (!relation.reactTo || relation.reactTo === link.reactTo) &&
      (typeof relation.order !== 'number' || relation.order === link.order),
  )
}

/** Splits the links of a job into those that hang on its root and those that no longer do. */
export function reachableLinks(links: readonly Link[]): { kept: Link[]; lost: Link[] } {
  const below = Map.groupBy(links, (link) => link.masterWrapperId)
  const kept = new Set<Link>()
  const open = links.filter((link) => link.masterProfileType === 'JOB_PROFILE')
  for (let link = open.pop(); link !== undefined; link = open.pop()) {
    if (kept.has(link)) continue
    kept.add(link)
    if (link.detailProfileType === 'MATCH_PROFILE') open.push(...(below.get(link.detailWrapperId) ?? []))
  }
  return { kept: links.filter((link) => kept.has(link)), lost: links.filter((link) => !kept.has(link)) }
}
