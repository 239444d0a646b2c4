import type { Transaction } from '../../kernel/db/database.ts'
import { readMarc, sourcesInForce } from '../records/index.ts'

/** The MARC record of an instance in the state in which it was found. */
export type InstanceMarc = {
  /** What tells this state of the MARC from every other: kept at the match, asked for again at the commit. */
  version: string
  matchedId: string
  generation: number
}

/** Why the MARC of an instance cannot be edited. */
export type MarcMissing = { problem: string }

const SOURCE_MISSING = 'SRS record associated with the instance is missing.'

/**
 * The MARC records of instances, by the ids of those; every id has an entry. An instance without one, or with several,
 * has the reason: an edit of one of several would part the instance from the others
 * (folio-org/mod-bulk-operations: SrsService).
 */
export async function readMarcOf(
  tx: Transaction,
  instanceIds: readonly string[],
): Promise<Map<string, InstanceMarc | MarcMissing>> {
  const sources = await sourcesInForce(tx, instanceIds)
  return new Map(
    instanceIds.map((instanceId): [string, InstanceMarc | MarcMissing] => {
      const all = sources.get(instanceId) ?? []
      // One that was deleted says nothing beside one that is not.
      const actual = all.filter(({ isDeleted }) => !isDeleted)
      const [source, ...others] = actual.length > 0 ? actual : all
      if (source === undefined) return [instanceId, { problem: SOURCE_MISSING }]
      if (others.length > 0) {
        const ids = [source, ...others].map(({ matchedId }) => matchedId)
        return [instanceId, { problem: severalSources(ids) }]
      }
      const { id, matchedId, generation, updatedAt } = source
      return [instanceId, { version: `${id} ${updatedAt}`, matchedId, generation }]
    }),
  )
}

function severalSources(matchedIds: readonly string[]): string {
  return (
    'Multiple SRS records are associated with the instance. ' +
    `The following SRS have been identified: ${matchedIds.join(', ')}.`
  )
}

/**
 * The MARC of versions that `readMarcOf` has given, in compact form. Earlier generations are kept, so it is that of the
 * version unless somebody has changed the generation in place since; versions whose record is gone are missing.
 */
export async function readMarcVersions(
  tx: Transaction,
  versions: readonly string[],
): Promise<Map<string, Buffer>> {
  const idOf = (version: string) => version.slice(0, version.indexOf(' '))
  const stored = await readMarc(tx, versions.map(idOf))
  const found = new Map<string, Buffer>()
  for (const version of versions) {
    const marc = stored.get(idOf(version))
    if (marc !== undefined) found.set(version, marc)
  }
  return found
}
