import { decodeCompact } from '../../../formats/marc/index.ts'
import type { MarcField, MarcRecord } from '../../../formats/marc/index.ts'
import { now } from '../../../kernel/clock.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { Problem } from '../../../kernel/http/problems.ts'
import { instanceFromMarc, lockInstances, updateInstances } from '../../inventory/index.ts'
import type { Instance } from '../../inventory/index.ts'
import { mapInstance, setUpdatedTime005 } from '../../mapping/index.ts'
import { addSnapshot, currentSources, replaceGenerations } from '../../records/index.ts'
import { compileCurrentRules } from '../current-rules.ts'
import { endLinks } from '../instance-links.ts'
import { readLinkingRules } from '../linking-rules.ts'
import type { LinkingRule } from '../linking-rules.ts'
import { removeLinksOfInstances } from '../links-of-records.ts'
import {
  headingFor,
  namesAuthority,
  renumberedSubfields,
  unlinkedSubfields,
  updatedSubfields,
} from './controlled-subfields.ts'
import { readLinkableAuthorities } from './linked-authorities.ts'
import type { LinkableAuthority } from './linked-authorities.ts'
import type { LinkedRecordsChunk } from './note-authority-changes.ts'

type Link = { id: number; instanceId: string; authorityId: string; ruleId: number }

/** A linked record on its way to what its authorities say now. */
type LinkedRecord = {
  instanceId: string
  links: Link[]
  instance: Instance
  marc: MarcRecord
  matchedId: string
  generation: number
  isChanged: boolean
}

/** What became of links; `failed` has the reason by the link's id. */
type Fates = { ended: Set<number>; failed: Map<number, string> }

/** What the links of a chunk are settled with. */
type Surroundings = {
  chunk: LinkedRecordsChunk
  rules: ReadonlyMap<number, LinkingRule>
  authorities: ReadonlyMap<string, LinkableAuthority>
}

/**
 * Takes over into the linked records of a chunk what their authorities say now: the fields that name them, 005 and a
 * new generation of the MARC, and the instances mapped from it. A link that cannot follow says why. The number of
 * statements does not depend on that of the records; a chunk that is run again finds nothing to change.
 * @returns how many records were changed
 */
export async function updateLinkedRecords(
  tx: Transaction,
  chunk: LinkedRecordsChunk,
  jobId: string,
): Promise<number> {
  const authorityIds = [...chunk.headings, ...chunk.numbers, ...chunk.ended]
  const instanceIds = await linkedInstances(tx, chunk, authorityIds)
  const stored = await lockInstances(tx, instanceIds)
  await removeLinksOfInstances(
    tx,
    instanceIds.filter((id) => !stored.has(id)),
  )
  // Read under the locks: who saves a record sets its links while it holds the instance.
  const links = await readLinks(tx, [...stored.keys()], authorityIds)
  const surroundings = {
    chunk,
    rules: new Map((await readLinkingRules(tx)).map((rule) => [rule.id, rule])),
    authorities: new Map(
      (await readLinkableAuthorities(tx, 'id', authorityIds)).map((authority) => [authority.id, authority]),
    ),
  }
  const fates: Fates = { ended: new Set(), failed: new Map() }
  const records = await readRecords(tx, links, stored, fates)
  for (const record of records) followAuthorities(record, surroundings, fates)
  const changed = records.filter(({ isChanged }) => isChanged)
  await storeRecords(tx, { userId: chunk.userId, jobId }, changed, fates)
  await settleLinks(tx, links, fates)
  return changed.length
}

async function linkedInstances(
  tx: Transaction,
  { from, before }: LinkedRecordsChunk,
  authorityIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select distinct instance_id as id from instance_authority_link
     where authority_id = any($1::uuid[]) and ($2::uuid is null or instance_id >= $2)
       and ($3::uuid is null or instance_id < $3)`,
    [authorityIds, from, before],
  )
  return rows.map(({ id }) => id)
}

function readLinks(
  tx: Transaction,
  instanceIds: readonly string[],
  authorityIds: readonly string[],
): Promise<Link[]> {
  return tx.query<Link>(
    `select id, instance_id as "instanceId", authority_id as "authorityId", linking_rule_id as "ruleId"
     from instance_authority_link
     where instance_id = any($1::uuid[]) and authority_id = any($2::uuid[]) order by id for update`,
    [instanceIds, authorityIds],
  )
}

async function readRecords(
  tx: Transaction,
  links: readonly Link[],
  stored: ReadonlyMap<string, Instance>,
  fates: Fates,
): Promise<LinkedRecord[]> {
  const byInstance = new Map<string, Link[]>()
  for (const link of links)
    byInstance.set(link.instanceId, [...(byInstance.get(link.instanceId) ?? []), link])
  const sources = await currentSources(tx, [...byInstance.keys()], true)
  const records: LinkedRecord[] = []
  for (const [instanceId, own] of byInstance) {
    const source = sources.get(instanceId)
    if (source === undefined) {
      for (const { id } of own) fates.failed.set(id, 'The instance has no MARC record.')
      continue
    }
    records.push({
      instanceId,
      links: own,
      instance: stored.get(instanceId)!,
      marc: decodeCompact(source.marc!),
      matchedId: source.matchedId,
      generation: source.generation,
      isChanged: false,
    })
  }
  return records
}

/** Changes the fields of a record that name the authorities of its links. */
function followAuthorities(
  record: LinkedRecord,
  { chunk, rules, authorities }: Surroundings,
  fates: Fates,
): void {
  for (const { id, authorityId, ruleId } of record.links) {
    const rule = rules.get(ruleId)!
    const authority = authorities.get(authorityId)
    const fields = record.marc.fields.filter(
      (field) => field.tag === rule.bibField && namesAuthority(field, authorityId),
    )
    if (authority === undefined || chunk.ended.includes(authorityId)) {
      fates.ended.add(id)
      change(record, fields, unlinkedSubfields)
    } else if (chunk.numbers.includes(authorityId)) {
      change(record, fields, (field) => renumberedSubfields(authority, field))
    } else {
      const heading = authority.marc && headingFor(rule, authority.marc)
      if (heading === null) fates.failed.set(id, missingHeading(authority, rule))
      else change(record, fields, (field) => updatedSubfields(rule, heading, authority, field))
    }
  }
}

function change(
  record: LinkedRecord,
  fields: readonly MarcField[],
  make: (field: MarcField) => MarcField['subfields'],
): void {
  for (const field of fields) {
    const made = make(field)
    if (JSON.stringify(made) === JSON.stringify(field.subfields)) continue
    field.subfields = made
    record.isChanged = true
  }
}

function missingHeading({ id, marc }: LinkableAuthority, { authorityField }: LinkingRule): string {
  return marc === null
    ? `Source record not found for [authorityId: ${id}]`
    : `Source record don't contains [authorityId: ${id}, tag: ${authorityField}]`
}

/** Stores changed records and what the mapping makes of them; one that is refused keeps its MARC too. */
async function storeRecords(
  tx: Transaction,
  { userId, jobId }: { userId: string | null; jobId: string },
  records: readonly LinkedRecord[],
  fates: Fates,
): Promise<void> {
  if (records.length === 0) return
  const writer = userId === null ? null : { userId }
  const at = now()
  const rules = await compileCurrentRules(tx, 'marc-bib')
  const ready: { record: LinkedRecord; instance: Instance }[] = []
  for (const record of records) {
    setUpdatedTime005(record.marc, at)
    try {
      const instance = instanceFromMarc(record.instance, mapInstance(rules, record.marc))
      ready.push({ record, instance })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      fail(record, error.message, fates)
    }
  }
  const outcomes = await updateInstances(
    tx,
    writer,
    ready.map(({ instance }) => instance),
    { at, jobId },
  )
  const written = ready.filter(({ record }, i) => {
    const outcome = outcomes[i]!
    if (!outcome.ok) fail(record, outcome.problem.message, fates)
    return outcome.ok
  })
  if (written.length === 0) return
  const snapshotId = await addSnapshot(tx, writer)
  const generations = await replaceGenerations(
    tx,
    writer,
    written.map(({ record: { matchedId, generation, marc } }) => ({
      matchedId,
      follows: generation,
      snapshotId,
      marc,
    })),
  )
  // Nobody else writes the MARC of an instance that is locked, but its own endpoint: then the chunk is run again.
  for (const generation of generations) if (!generation.ok) throw generation.problem
}

function fail({ links }: LinkedRecord, cause: string, fates: Fates): void {
  for (const { id } of links) {
    fates.ended.delete(id)
    fates.failed.set(id, cause)
  }
}

async function settleLinks(tx: Transaction, links: readonly Link[], { ended, failed }: Fates): Promise<void> {
  await endLinks(tx, [...ended])
  const kept = links.filter(({ id }) => !ended.has(id))
  if (kept.length === 0) return
  await tx.query(
    `update instance_authority_link l
     set status = case when fate.cause is null then 'ACTUAL' else 'ERROR' end, error_cause = fate.cause,
       updated_at = $3
     from unnest($1::int[], $2::text[]) as fate (id, cause) where l.id = fate.id`,
    [kept.map(({ id }) => id), kept.map(({ id }) => failed.get(id) ?? null), now()],
  )
}
