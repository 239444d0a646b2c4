import { deleteDocuments, insertDocuments } from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { Problem, faultsProblem } from '../../kernel/http/problems.ts'
import type { Fault } from '../../kernel/http/problems.ts'
import type { Actor } from '../../kernel/http/route.ts'
import { BLOCKED_HOLDINGS_FIELDS, BLOCKED_INSTANCE_FIELDS } from './blocked-fields.ts'
import { contentOf } from './instance-relations.ts'
import type { RelatedTitle } from './instance-representation.ts'
import { precedingSucceedingTitles } from './relation-lists.ts'
import { INSTANCE_FIELDS } from './record-schemas.ts'
import { holdingsSpec, instanceSpec } from './record-spec.ts'
import type { Holdings, Instance } from './records.ts'
import { holdingsBodies, instanceBodies } from './storage-bodies.ts'
import type { BodyReader } from './storage-bodies.ts'
import { lockRecords } from './update-records.ts'

/*
 * Records that follow their MARC: what the mapping makes of it takes the place of the fields that MARC rules, and
 * everything else stays as it is.
 */

/** Fields that the mapping fills but that are the server's or people's own. */
const OWN_FIELDS: readonly string[] = ['id', 'hrid', '_version', 'staffSuppress', 'discoverySuppress']

/** Locks instances in the order of their ids. @returns those that are there */
export async function lockInstances(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, Instance & { _version: number }>> {
  return lockedDocuments(await lockRecords(tx, instanceSpec, ids))
}

/** Locks holdings records in the order of their ids. @returns those that are there */
export async function lockHoldings(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, Holdings & { _version: number }>> {
  return lockedDocuments(await lockRecords(tx, holdingsSpec, ids))
}

function lockedDocuments<T>(
  rows: ReadonlyMap<string, { id: string; version: number; record: T }>,
): Map<string, T & { _version: number }> {
  return new Map([...rows].map(([id, { version, record }]) => [id, { ...record, _version: version }]))
}

/**
 * The instance that a MARC record makes: of a stored one the fields that MARC does not rule stay, suppression too,
 * unless the record is marked as deleted.
 * @throws Problem 422 listing what the mapped instance lacks
 */
export function instanceFromMarc(stored: Instance | null, mapped: Record<string, unknown>): Instance {
  const document = { ...withoutRuled(stored ?? {}, BLOCKED_INSTANCE_FIELDS), ...own(mapped, INSTANCE_FIELDS) }
  const isDeleted = mapped.deleted === true
  const marks = isDeleted ? { deleted: true, staffSuppress: true, discoverySuppress: true } : {}
  return whole(instanceBodies, 'instance', { ...document, ...identityOf(stored), ...marks })
}

/**
 * The holdings record that a MARC record makes; of a stored one the fields that MARC does not rule stay.
 * @throws Problem 422 listing what the mapped record lacks
 */
export function holdingsFromMarc(stored: Holdings | null, mapped: Record<string, unknown>): Holdings {
  const document = { ...withoutRuled(stored ?? {}, BLOCKED_HOLDINGS_FIELDS), ...own(mapped) }
  return whole(holdingsBodies, 'holdings', { ...document, ...identityOf(stored) })
}

/** Checks a mapped record as one that a client sends; a refusal says that it was mapped, and names the field. */
function whole<T>(bodies: BodyReader<T>, noun: string, document: object): T {
  try {
    return bodies.whole(document)
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 422) throw error
    const { errors } = error.body as { errors: Fault[] }
    throw faultsProblem(
      errors.map((fault) => {
        const key = fault.parameters?.[0]?.key ?? ''
        return { ...fault, message: `The mapped ${noun} is invalid: ${key} ${fault.message}` }
      }),
    )
  }
}

function withoutRuled(stored: object, ruled: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !ruled.includes(name)))
}

function own(mapped: Record<string, unknown>, known?: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(mapped).filter(
      ([name]) => !OWN_FIELDS.includes(name) && (known === undefined || known.includes(name)),
    ),
  )
}

function identityOf(stored: Instance | Holdings | null): object {
  if (stored === null) return {}
  const { id, hrid, _version } = stored
  return { id, hrid, _version }
}

/** An instance with what the mapping makes of its MARC. */
export type MappedInstance = { instanceId: string; mapped: Record<string, unknown> }

/**
 * Makes the unconnected titles before and after instances those that their MARC names; those that are alike stay
 * untouched, and so do titles that are instances of their own (folio-org/mod-quick-marc:
 * PrecedingSucceedingTitlesHelper). The number of statements does not depend on that of the instances.
 */
export async function replaceMarcTitles(
  tx: Transaction,
  actor: Actor | null,
  instances: readonly MappedInstance[],
): Promise<void> {
  const rows = await tx.query<{ id: string; doc: string }>(
    `select id, doc from preceding_succeeding_title
     where (precedinginstanceid is null and succeedinginstanceid = any($1::uuid[]))
       or (succeedinginstanceid is null and precedinginstanceid = any($1::uuid[]))
     order by id for update`,
    [instances.map(({ instanceId }) => instanceId)],
  )
  const left = new Map<string, string[]>()
  for (const { id, doc } of rows) {
    const content = contentOf(JSON.parse(doc) as Document)
    left.set(content, [...(left.get(content) ?? []), id])
  }
  const added = instances
    .flatMap(titlesOfMarc)
    .filter((title) => left.get(contentOf(title))?.pop() === undefined)
  const gone = [...left.values()].flat()
  if (gone.length > 0) await deleteDocuments(tx, precedingSucceedingTitles, gone)
  if (added.length > 0) await insertDocuments(tx, precedingSucceedingTitles, actor, added)
}

function titlesOfMarc({ instanceId, mapped }: MappedInstance): Document[] {
  const ofMarc = (name: string, side: string) =>
    ((mapped[name] ?? []) as RelatedTitle[]).map(({ title, hrid, identifiers }) => ({
      ...(title ? { title } : {}),
      ...(hrid ? { hrid } : {}),
      ...(identifiers ? { identifiers } : {}),
      [side]: instanceId,
    }))
  return [
    ...ofMarc('precedingTitles', 'succeedingInstanceId'),
    ...ofMarc('succeedingTitles', 'precedingInstanceId'),
  ]
}

/** The ids of instances by their human-readable ids; those that are not there are missing. */
export async function findInstancesByHrid(
  tx: Transaction,
  hrids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.query<{ hrid: string; id: string }>(
    `select asked.hrid, i.id from unnest($1::text[]) as asked (hrid)
     join instance i on i.hrid_key = octavo.fold(asked.hrid)`,
    [hrids],
  )
  return new Map(rows.map(({ hrid, id }) => [hrid, id]))
}
