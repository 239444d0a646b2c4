import type { Transaction } from '../../kernel/db/database.ts'
import { isoInstant, now } from '../../kernel/clock.ts'
import { metadataOf } from '../../kernel/metadata.ts'
import type { SeedOptions } from '../../kernel/module.ts'
import { readSampleProfiles } from '../../sample-library/read-sample.ts'
import { readDefaultProfiles } from './default-profiles/read-default-profiles.ts'
import type { ShippedProfiles } from './default-profiles/read-default-profiles.ts'
import { insertLinks, linksToMappings } from './links.ts'
import { nameLink, placeLinks } from './place-links.ts'
import type { NamedLink } from './place-links.ts'
import type { ProfileType } from './profile-types.ts'
import { profileLists } from './shipped-profiles.ts'

/** Loads the default profiles, and with `sample` those of the sample library; what is there already stays. */
export async function seedProfiles(tx: Transaction, { sample }: SeedOptions): Promise<void> {
  await seedSet(tx, readDefaultProfiles())
  if (sample) await seedSet(tx, readSampleProfiles() as ShippedProfiles)
}

async function seedSet(tx: Transaction, set: ShippedProfiles): Promise<void> {
  const date = isoInstant(now())
  const metadata = metadataOf(date, null, date, null)
  const rows = profileLists.flatMap(([kind, list]) =>
    set[list].map((profile) => ({
      id: profile.id,
      kind,
      hidden: profile.hidden,
      doc: { ...profile, parentProfiles: [], childProfiles: [], metadata },
    })),
  )
  const added = await tx.query<{ id: string; kind: ProfileType }>(
    `insert into import_profile (id, kind, hidden, doc)
     select id, kind, hidden, doc from jsonb_to_recordset($1) as profile (id uuid, kind text, hidden boolean, doc jsonb)
     on conflict do nothing
     returning id, kind`,
    [JSON.stringify(rows)],
  )
  await seedLinks(tx, set, new Map(added.map(({ id, kind }) => [id, kind])))
}

/**
 * The links of the profiles that were added. A tree that the library has already is left as it is, and a link
 * to a profile that it has deleted is left out.
 */
async function seedLinks(
  tx: Transaction,
  { associations }: ShippedProfiles,
  added: ReadonlyMap<string, ProfileType>,
): Promise<void> {
  const links: NamedLink[] = []
  for (const association of associations) {
    const { jobProfileId, masterProfileId } = association
    const link = nameLink(association, null, (id) => added.get(id))
    if (link !== null && added.has(jobProfileId ?? masterProfileId ?? '')) links.push(link)
  }
  const present = await tx.query<{ id: string }>('select id from import_profile where id = any($1)', [
    links.flatMap((link) => [link.masterProfileId, link.detailProfileId]),
  ])
  const ids = new Set(present.map(({ id }) => id))
  const mapped = new Set((await linksToMappings(tx, [...added.keys()])).map((link) => link.masterProfileId))
  const usable = links.filter(
    (link) =>
      ids.has(link.masterProfileId) &&
      ids.has(link.detailProfileId) &&
      !(link.detailProfileType === 'MAPPING_PROFILE' && mapped.has(link.masterProfileId)),
  )
  const jobs = Map.groupBy(usable, (link) => link.jobProfileId ?? link.masterProfileId)
  await insertLinks(
    tx,
    [...jobs.values()].flatMap((list) => placeLinks(list, [])),
  )
}
