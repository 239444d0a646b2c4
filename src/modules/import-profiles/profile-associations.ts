import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { fieldProblem, notFound, textProblem } from '../../kernel/http/problems.ts'
import { compileValidator, withoutNulls } from '../../kernel/http/validation.ts'
import { findProfiles, findProfileTypes } from './find-profiles.ts'
import {
  deleteLinks,
  findLink,
  insertLinks,
  linksOfJob,
  linksOfTypes,
  linksToMappings,
  shownLink,
} from './links.ts'
import type { Link } from './links.ts'
import { nameLink, placeLinks } from './place-links.ts'
import type { NamedLink } from './place-links.ts'
import { isProfileType } from './profile-kinds.ts'
import { relatedProfiles } from './profile-relations.ts'
import type { Direction } from './profile-relations.ts'
import { associationSchema } from './profile-schemas.ts'
import type { ProfileAssociation, ProfileType, RelatedProfile } from './profile-types.ts'

const check = compileValidator(associationSchema)

/** A profile type from a query parameter. @throws Problem 400 with FOLIO's text */
export function profileTypeOf(text: string | undefined): ProfileType {
  if (isProfileType(text)) return text
  throw textProblem(
    400,
    `The specified type: ${text ?? 'null'} is wrong. It should be [ACTION_PROFILE, MAPPING_PROFILE, MATCH_PROFILE, JOB_PROFILE]`,
  )
}

/** All links between profiles of two kinds. */
export async function listAssociations(
  tx: Transaction,
  master: ProfileType,
  detail: ProfileType,
): Promise<{ profileAssociations: ProfileAssociation[]; totalRecords: number }> {
  const links = await linksOfTypes(tx, master, detail)
  return { profileAssociations: links.map(shownLink), totalRecords: links.length }
}

/** @throws Problem 404 */
export async function getAssociation(tx: Transaction, id: string): Promise<ProfileAssociation> {
  const link = await findLink(tx, id)
  if (link === null) throw missing(id)
  return shownLink(link)
}

/** Adds one link outside a profile's body. Its id is always new. @throws Problem 422 */
export async function createAssociation(tx: Transaction, body: unknown): Promise<ProfileAssociation> {
  const { id: _sent, ...link } = await acceptLink(tx, body)
  return shownLink(await storeLink(tx, nameAgain(link)))
}

/** Replaces one link. @throws Problem 404, 422 */
export async function updateAssociation(
  tx: Transaction,
  id: string,
  body: unknown,
): Promise<ProfileAssociation> {
  const stored = await findLink(tx, id)
  if (stored === null) throw missing(id)
  const sent = await acceptLink(tx, body)
  await deleteLinks(tx, [id])
  return shownLink(await storeLink(tx, { ...keepPlaces(sent, stored), id }))
}

/** @throws Problem 404 */
export async function deleteAssociation(tx: Transaction, id: string): Promise<void> {
  if ((await deleteLinks(tx, [id])) === 0) throw missing(id)
}

/** A profile with those that stand below (details) or above it (masters). @throws Problem 404 */
export async function associatedProfiles(
  tx: Transaction,
  direction: Direction,
  id: string,
  type: ProfileType,
  request: { type: ProfileType | null; query: string | undefined; limit: number; offset: number },
): Promise<RelatedProfile> {
  const found = (await findProfiles(tx, [id])).get(id)
  if (found?.type !== type) {
    throw notFound(`${direction === 'details' ? 'Master' : 'Detail'} profile with id '${id}' was not found`)
  }
  return {
    id,
    contentType: type,
    content: found.profile,
    order: 0,
    childSnapshotWrappers: await relatedProfiles(tx, direction, id, request),
  }
}

function missing(id: string): Error {
  return notFound(`Profile association with id '${id}' was not found`)
}

async function acceptLink(tx: Transaction, body: unknown): Promise<NamedLink> {
  const sent = objectBody(body)
  check(sent)
  const association = withoutNulls(sent) as ProfileAssociation
  const ids = [association.masterProfileId!, association.detailProfileId!].map((id) => id.toLowerCase())
  const types = await findProfileTypes(tx, ids)
  for (const [index, key] of (['masterProfileId', 'detailProfileId'] as const).entries()) {
    const id = ids[index]!
    const wanted = association[index === 0 ? 'masterProfileType' : 'detailProfileType']
    if (types.has(id) && (wanted === undefined || types.get(id) === wanted)) continue
    throw fieldProblem(`There is no ${wanted ?? 'profile'} with id '${id}'`, key, id)
  }
  return nameLink(association, null, (id) => types.get(id))!
}

function nameAgain(link: Omit<NamedLink, 'id'>): NamedLink {
  return nameLink({ ...link }, null, () => undefined)!
}

/** A side that keeps its profile keeps its place. */
function keepPlaces(sent: NamedLink, stored: Link): NamedLink {
  return {
    ...sent,
    jobProfileId: sent.jobProfileId ?? stored.jobProfileId,
    masterWrapperId:
      sent.masterWrapperId ??
      (sent.masterProfileId === stored.masterProfileId ? stored.masterWrapperId : null),
    detailWrapperId:
      sent.detailWrapperId ??
      (sent.detailProfileId === stored.detailProfileId ? stored.detailWrapperId : null),
  }
}

async function storeLink(tx: Transaction, link: NamedLink): Promise<Link> {
  const isToMapping =
    link.masterProfileType === 'ACTION_PROFILE' && link.detailProfileType === 'MAPPING_PROFILE'
  const job = link.masterProfileType === 'JOB_PROFILE' ? link.masterProfileId : link.jobProfileId
  const existing = isToMapping
    ? await linksToMappings(tx, [link.masterProfileId])
    : job === null
      ? []
      : await linksOfJob(tx, job)
  const [placed] = placeLinks([link], existing)
  if (isToMapping) {
    await deleteLinks(
      tx,
      existing.map(({ id }) => id),
    )
  }
  await insertLinks(tx, [placed!])
  return placed!
}
