import { now } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { compileValidator } from '../../kernel/http/validation.ts'
import { entityNotFound, entityProblem, invalidBody } from './entity-problems.ts'

/** A link of an instance's MARC field to an authority, made by a linking rule. */
export type InstanceLink = {
  id: number
  authorityId: string
  authorityNaturalId?: string
  instanceId: string
  linkingRuleId: number
  status: string
  errorCause?: string
}

type SentLink = { authorityId: string; instanceId: string; linkingRuleId: number }

/** What an instance is linked to, and by which rule. */
export type WantedLink = Pick<SentLink, 'authorityId' | 'linkingRuleId'>

const uuid = { type: 'string', format: 'uuid' }
const linkingRule = { type: 'integer', minimum: 0, maximum: 2_147_483_647 }

const check = compileValidator({
  type: 'object',
  required: ['links'],
  properties: {
    links: {
      type: 'array',
      items: {
        type: 'object',
        required: ['authorityId', 'authorityNaturalId', 'instanceId', 'linkingRuleId'],
        properties: {
          authorityId: uuid,
          authorityNaturalId: { type: 'string' },
          instanceId: uuid,
          linkingRuleId: linkingRule,
        },
      },
    },
  },
})

/** The links of an instance in the order in which they were made; the natural id is the authority's own. */
export async function readInstanceLinks(tx: Transaction, instanceId: string): Promise<InstanceLink[]> {
  const rows = await tx.query<{
    id: number
    authority_id: string
    natural_id: string | null
    linking_rule_id: number
    status: string
    error_cause: string | null
  }>(
    `select link.id, authority_id, linking_rule_id, status, error_cause,
       coalesce(authority.natural_id, deleted_authority.natural_id) as natural_id
     from instance_authority_link as link
       left join authority on authority.id = link.authority_id
       left join deleted_authority on deleted_authority.id = link.authority_id
     where instance_id = $1
     order by link.id`,
    [instanceId],
  )
  return rows.map((row) => ({
    id: row.id,
    authorityId: row.authority_id,
    ...(row.natural_id === null ? {} : { authorityNaturalId: row.natural_id }),
    instanceId,
    linkingRuleId: row.linking_rule_id,
    status: row.status,
    ...(row.error_cause === null ? {} : { errorCause: row.error_cause }),
  }))
}

/** A link as the overlay of bibliographic records needs it: which field is linked, and to what. */
export type FieldLink = { id: number; tag: string; authorityId: string; naturalId: string }

/** The links of many instances by the instance's id, with the tags of the linked fields; one query. */
export async function readFieldLinks(
  tx: Transaction,
  instanceIds: readonly string[],
): Promise<Map<string, FieldLink[]>> {
  const rows = await tx.query<FieldLink & { instanceId: string }>(
    `select link.id, rule.doc ->> 'bibField' as tag, link.authority_id as "authorityId",
       coalesce(authority.natural_id, '') as "naturalId", link.instance_id as "instanceId"
     from instance_authority_link as link
       join instance_authority_linking_rule as rule on rule.id = link.linking_rule_id
       left join authority on authority.id = link.authority_id
     where link.instance_id = any($1::uuid[])
     order by link.id`,
    [instanceIds],
  )
  const links = new Map<string, FieldLink[]>()
  for (const { instanceId, ...link } of rows) links.set(instanceId, [...(links.get(instanceId) ?? []), link])
  return links
}

/** Ends links whose fields no longer name their authority. */
export async function endLinks(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.query('delete from instance_authority_link where id = any($1::int[])', [ids])
}

/**
 * Replaces the links of an instance with those of a body: those that are there already keep their ids.
 * @throws Problem 422 for links of another instance or by an unknown rule, 404 for unknown authorities.
 */
export async function replaceInstanceLinks(tx: Transaction, instanceId: string, body: object): Promise<void> {
  check(body)
  const links = (body as { links: SentLink[] }).links.map((link) => ({
    authorityId: link.authorityId.toLowerCase(),
    instanceId: link.instanceId.toLowerCase(),
    linkingRuleId: link.linkingRuleId,
  }))
  const strangers = links.filter((link) => link.instanceId !== instanceId)
  if (strangers.length > 0) {
    throw invalidBody(
      `Link should have instanceId = ${instanceId}`,
      strangers.map((link) => ({ key: 'instanceId', value: link.instanceId })),
    )
  }
  await setInstanceLinks(tx, instanceId, links)
}

/**
 * Makes the links of an instance those given; those that are there already keep their ids.
 * @throws Problem 422 for an unknown rule, 404 for unknown authorities.
 */
export async function setInstanceLinks(
  tx: Transaction,
  instanceId: string,
  links: readonly WantedLink[],
): Promise<void> {
  await refuseUnknown(tx, links)
  const stored = await tx.query<{ id: number; authority_id: string; linking_rule_id: number }>(
    `select id, authority_id, linking_rule_id from instance_authority_link
     where instance_id = $1 order by id for update`,
    [instanceId],
  )
  const sentKeys = new Set(links.map((link) => `${link.authorityId} ${link.linkingRuleId}`))
  const storedKeys = new Set(stored.map((link) => `${link.authority_id} ${link.linking_rule_id}`))
  const gone = stored.filter((link) => !sentKeys.has(`${link.authority_id} ${link.linking_rule_id}`))
  const added = links.filter((link) => !storedKeys.has(`${link.authorityId} ${link.linkingRuleId}`))
  await tx.query('delete from instance_authority_link where id = any($1)', [gone.map(({ id }) => id)])
  await tx.query(
    `insert into instance_authority_link (instance_id, authority_id, linking_rule_id, created_at, updated_at)
     select $1, authority_id, linking_rule_id, $4, $4
     from unnest($2::uuid[], $3::int[]) as added (authority_id, linking_rule_id)`,
    [
      instanceId,
      added.map(({ authorityId }) => authorityId),
      added.map(({ linkingRuleId }) => linkingRuleId),
      now(),
    ],
  )
}

async function refuseUnknown(tx: Transaction, links: readonly WantedLink[]): Promise<void> {
  const authorityIds = [...new Set(links.map(({ authorityId }) => authorityId))]
  const authorities = await tx.query<{ id: string }>(
    'select id from authority where id = any($1) order by id for key share',
    [authorityIds],
  )
  const known = new Set(authorities.map(({ id }) => id))
  const missing = authorityIds.filter((id) => !known.has(id))
  if (missing.length > 0) throw entityNotFound('Authority', `[${missing.join(', ')}]`)
  const ruleIds = [...new Set(links.map(({ linkingRuleId }) => linkingRuleId))]
  const rules = await tx.query<{ id: number }>(
    'select id from instance_authority_linking_rule where id = any($1)',
    [ruleIds],
  )
  const unknown = ruleIds.filter((ruleId) => !rules.some(({ id }) => id === ruleId))
  if (unknown.length === 0) return
  throw entityProblem(422, {
    message: `Linking rule with ID [${unknown.join(', ')}] was not found`,
    type: 'LinkingRuleNotFoundException',
    code: 'validation',
    parameters: unknown.map((id) => ({ key: 'linkingRuleId', value: String(id) })),
  })
}
