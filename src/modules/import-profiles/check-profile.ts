import type { Transaction } from '../../kernel/db/database.ts'
import { faultsProblem, textProblem } from '../../kernel/http/problems.ts'
import type { FoundProfile } from './find-profiles.ts'
import type { Link } from './links.ts'
import type { ProfileKind } from './profile-kinds.ts'
import type { ActionProfile, MappingProfile, Profile } from './profile-types.ts'

// The checks and texts of folio-org/mod-di-converter-storage: services/*ProfileServiceImpl.java, in their order.

/** @throws Problem 422 listing the texts, when there are any. */
export function refuse(texts: readonly string[]): void {
  if (texts.length > 0) throw faultsProblem(texts.map((message) => ({ message, parameters: [] })))
}

/** Name and id taken, relations sent inside the profile. `id` is null for a new profile without an id. */
export async function checkCommon(
  tx: Transaction,
  { type, label }: ProfileKind,
  profile: Profile,
  id: string | null,
  isNew: boolean,
): Promise<string[]> {
  const [found] = await tx.query<{ name_taken: boolean; id_taken: boolean }>(
    `select
       exists (
         select from import_profile
         where kind = $1 and octavo.lowered(btrim(doc ->> 'name')) = octavo.lowered(btrim($2))
           and id is distinct from $3::uuid
       ) as name_taken,
       $4 and exists (select from import_profile where id = $3::uuid) as id_taken`,
    [type, profile.name, id, isNew],
  )
  const texts: string[] = []
  if (found!.name_taken) texts.push(`${label} '${profile.name}' already exists`)
  if ((profile.childProfiles ?? []).length > 0) texts.push(`${label} read-only 'child' field should be empty`)
  if ((profile.parentProfiles ?? []).length > 0)
    texts.push(`${label} read-only 'parent' field should be empty`)
  // FOLIO puts the name where the text announces the id.
  if (found!.id_taken) texts.push(`${label} with id '${profile.name}' already exists`)
  return texts
}

type Profiles = ReadonlyMap<string, FoundProfile>

/** The first refusal that FOLIO gives a job's tree: links to profiles that are not there. @throws Problem 404 */
export function requireLinkedProfiles(links: readonly Link[], profiles: Profiles): void {
  for (const [type, name] of [
    ['ACTION_PROFILE', 'ActionProfiles'],
    ['MATCH_PROFILE', 'MatchProfiles'],
  ] as const) {
    const missing = links
      .filter((link) => link.detailProfileType === type && profiles.get(link.detailProfileId)?.type !== type)
      .map((link) => `'${link.detailProfileId}'`)
    if (missing.length > 0) {
      throw textProblem(404, `Linked ${name} with ids ${missing.join(', ')} were not found`)
    }
  }
}

/** Whether a job's tree can work. MODIFY right below a match is admitted, unlike in FOLIO since Quesnelia. */
export function checkJobTree(
  links: readonly Link[],
  profiles: Profiles,
): { empty: string[]; actions: string[] } {
  const actions: string[] = []
  const actionOf = (link: Link) =>
    link.detailProfileType === 'ACTION_PROFILE'
      ? (profiles.get(link.detailProfileId)!.profile as ActionProfile).action
      : null
  const onlyModifies = links.every((link) => actionOf(link) === 'MODIFY')
  for (const link of links) {
    const action = actionOf(link)
    if (action === 'UPDATE' && link.masterProfileType !== 'MATCH_PROFILE') {
      actions.push(
        `ActionProfile with id '${link.detailProfileId}' and action UPDATE requires linked MatchProfile`,
      )
    }
    if (action === 'MODIFY' && link.masterProfileType === 'JOB_PROFILE' && onlyModifies) {
      actions.push('Modify action cannot be used as a standalone action')
    }
  }
  if (!links.some((link) => link.detailProfileType === 'ACTION_PROFILE')) {
    actions.push('Linked ActionProfile was not found after MatchProfile')
  }
  return { empty: links.length === 0 ? ['Job profile does not contain any associations'] : [], actions }
}

export function checkAction({ action, folioRecord }: ActionProfile): string[] {
  return folioRecord === 'MARC_BIBLIOGRAPHIC' && action === 'CREATE'
    ? [`Can't create ActionProfile for MARC Bib record type with Create action`]
    : []
}

/** Repeatable fields that have an action but nothing to do it with. */
export function checkMapping({ mappingDetails }: MappingProfile): string[] {
  return (mappingDetails?.mappingFields ?? []).flatMap(({ repeatableFieldAction: action, subfields }) =>
    action && action !== 'DELETE_EXISTING' && (subfields ?? []).length === 0
      ? [`Invalid repeatableFieldAction for empty subfields: ${action}`]
      : [],
  )
}

const UNLIKE_TYPES =
  'Unable to complete requested change. MARC Update Action profiles can only be linked with MARC Update Mapping profiles ' +
  'and MARC Modify Action profiles can only be linked with MARC Modify Mapping profiles. ' +
  'Please ensure your Action and Mapping profiles are of like types and try again.'

/** Whether an action and a mapping fit together; `mismatch` is the text for records of different types. */
export function checkPair(action: ActionProfile, mapping: MappingProfile, mismatch: string): string[] {
  if (action.folioRecord !== mapping.existingRecordType) return [mismatch]
  const option = mapping.mappingDetails?.marcMappingOption
  return option !== undefined && option !== action.action ? [UNLIKE_TYPES] : []
}
