import { now } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { readLinkingRules } from './linking-rules.ts'

/** Which of these authorities stored instances are linked to. */
export async function findLinkedAuthorities(
  tx: Transaction,
  authorityIds: readonly string[],
): Promise<Set<string>> {
  // Links outlive the instances that they were made for.
  const rows = await tx.query<{ id: string }>(
    `select distinct l.authority_id as id from instance_authority_link l
     where l.authority_id = any($1::uuid[]) and exists (select from instance i where i.id = l.instance_id)`,
    [authorityIds],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Removes the links of instances that are gone. */
export async function removeLinksOfInstances(tx: Transaction, instanceIds: readonly string[]): Promise<void> {
  if (instanceIds.length === 0) return
  await tx.query('delete from instance_authority_link where instance_id = any($1::uuid[])', [instanceIds])
}

/** A field of an instance's MARC record that names its authority in $9. */
export type LinkedField = { instanceId: string; tag: string; authorityId: string }

/**
 * Adds the links that fields name and that are not there; an authority that is not stored is passed over. The rule is
 * the one of the field's tag and the authority's kind of heading.
 */
export async function addMissingLinks(tx: Transaction, fields: readonly LinkedField[]): Promise<void> {
  if (fields.length === 0) return
  const authorities = await tx.query<{ id: string; heading_type: string | null }>(
    'select id, heading_type from authority where id = any($1::uuid[]) order by id for key share',
    [[...new Set(fields.map(({ authorityId }) => authorityId))]],
  )
  if (authorities.length === 0) return
  const headings = new Map(authorities.map((row) => [row.id, authorityTag(row.heading_type)]))
  const rules = await readLinkingRules(tx)
  const links = fields.flatMap(({ instanceId, tag, authorityId }) => {
    const heading = headings.get(authorityId)
    const rule = rules.find(({ bibField, authorityField }) => bibField === tag && authorityField === heading)
    return rule === undefined ? [] : [{ instanceId, authorityId, ruleId: rule.id }]
  })
  await tx.query(
    `insert into instance_authority_link (instance_id, authority_id, linking_rule_id, created_at, updated_at)
     select distinct wanted.instance_id, wanted.authority_id, wanted.rule_id, $4::timestamptz, $4::timestamptz
     from unnest($1::uuid[], $2::uuid[], $3::int[]) as wanted (instance_id, authority_id, rule_id)
     where not exists (
       select from instance_authority_link l
       where l.instance_id = wanted.instance_id and l.authority_id = wanted.authority_id
         and l.linking_rule_id = wanted.rule_id
     )`,
    [
      links.map((link) => link.instanceId),
      links.map((link) => link.authorityId),
      links.map((link) => link.ruleId),
      now(),
    ],
  )
}

const AUTHORITY_TAGS: readonly [start: string, tag: string][] = [
  ['personalName', '100'],
  ['corporateName', '110'],
  ['meetingName', '111'],
  ['uniformTitle', '130'],
  ['topicalTerm', '150'],
  ['geographicName', '151'],
  ['genreTerm', '155'],
]

/** The MARC field that holds a kind of heading; null for kinds that no rule links. */
function authorityTag(headingType: string | null): string | null {
  return AUTHORITY_TAGS.find(([start]) => headingType?.startsWith(start))?.[1] ?? null
}
