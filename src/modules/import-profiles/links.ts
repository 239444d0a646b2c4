import type { Transaction } from '../../kernel/db/database.ts'
import type { ProfileAssociation, ProfileType, ReactTo } from './profile-types.ts'

/** A stored link of two profiles. */
export type Link = {
  id: string
  jobProfileId: string | null
  masterProfileId: string
  detailProfileId: string
  masterProfileType: ProfileType
  detailProfileType: ProfileType
  masterWrapperId: string
  detailWrapperId: string
  order: number
  reactTo: ReactTo | null
}

const COLUMNS = `
  id, job_profile_id as "jobProfileId", master_profile_id as "masterProfileId",
  detail_profile_id as "detailProfileId", master_profile_type as "masterProfileType",
  detail_profile_type as "detailProfileType", master_wrapper_id as "masterWrapperId",
  detail_wrapper_id as "detailWrapperId", detail_order as "order", react_to as "reactTo"`

function select(tx: Transaction, where: string, params: readonly unknown[]): Promise<Link[]> {
  return tx.query<Link>(
    `select ${COLUMNS} from import_profile_association where ${where} order by detail_order, position`,
    params,
  )
}

/** The links of a job's tree, without those of its actions to mappings; siblings in their order. */
export function linksOfJob(tx: Transaction, jobProfileId: string): Promise<Link[]> {
  return select(
    tx,
    "job_profile_id = $1 or (master_profile_type = 'JOB_PROFILE' and master_profile_id = $1)",
    [jobProfileId],
  )
}

/** The links of actions to their mappings. */
export function linksToMappings(tx: Transaction, actionProfileIds: readonly string[]): Promise<Link[]> {
  return select(
    tx,
    "master_profile_type = 'ACTION_PROFILE' and detail_profile_type = 'MAPPING_PROFILE' and master_profile_id = any($1)",
    [actionProfileIds],
  )
}

/** All links in which a profile stands above or below. */
export function linksOfProfile(tx: Transaction, profileId: string): Promise<Link[]> {
  return select(tx, 'master_profile_id = $1 or detail_profile_id = $1', [profileId])
}

export async function findLink(tx: Transaction, id: string): Promise<Link | null> {
  return (await select(tx, 'id = $1', [id]))[0] ?? null
}

/** Links between profiles of two kinds, as the low-level endpoint lists them. */
export function linksOfTypes(tx: Transaction, master: ProfileType, detail: ProfileType): Promise<Link[]> {
  return select(tx, 'master_profile_type = $1 and detail_profile_type = $2', [master, detail])
}

export async function insertLinks(tx: Transaction, links: readonly Link[]): Promise<void> {
  if (links.length === 0) return
  await tx.execute(
    `insert into import_profile_association (
       id, job_profile_id, master_profile_id, detail_profile_id, master_profile_type, detail_profile_type,
       master_wrapper_id, detail_wrapper_id, detail_order, react_to)
     select "id", "jobProfileId", "masterProfileId", "detailProfileId", "masterProfileType", "detailProfileType",
       "masterWrapperId", "detailWrapperId", "order", "reactTo"
     from jsonb_to_recordset($1) as link (
       "id" uuid, "jobProfileId" uuid, "masterProfileId" uuid, "detailProfileId" uuid, "masterProfileType" text,
       "detailProfileType" text, "masterWrapperId" uuid, "detailWrapperId" uuid, "order" integer, "reactTo" text,
       "place" integer)
     order by "place"`,
    [JSON.stringify(links.map((link, place) => ({ ...link, place })))],
  )
}

/** @returns how many were there. */
export function deleteLinks(tx: Transaction, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return Promise.resolve(0)
  return tx.execute('delete from import_profile_association where id = any($1)', [ids])
}

/** A link as the endpoints show it: without what it does not have. */
export function shownLink(link: Link): ProfileAssociation {
  const { jobProfileId, reactTo, ...rest } = link
  return {
    ...rest,
    triggered: false,
    ...(reactTo === null ? {} : { reactTo }),
    ...(jobProfileId === null ? {} : { jobProfileId }),
  }
}
