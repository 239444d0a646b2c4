import type { CqlSource } from '../../../formats/cql/index.ts'
import { isoInstant, now } from '../../../kernel/clock.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { answerList, listStatement, readListQuery } from '../../../kernel/lists/index.ts'
import { objectBody } from '../../../kernel/http/parameters.ts'
import { notFound, textProblem } from '../../../kernel/http/problems.ts'
import type { Answer, ApiRequest } from '../../../kernel/http/route.ts'
import { compileValidator } from '../../../kernel/http/validation.ts'
import { isUuid, newId } from '../../../kernel/ids.ts'
import { requireActor } from '../operation/operation.ts'

/** Who holds it may change, delete and unlock locked profiles. */
export const LOCK_PERMISSION = 'bulk-operations.profiles.item.lock.execute'

type ProfileRow = {
  id: string
  name: string
  description: string | null
  locked: boolean
  entity_type: string
  rule_details: string
  marc_rule_details: string
  created_at: Date
  created_by: string
  updated_at: Date
  updated_by: string
}

const text = { type: 'string' }
const rules = { type: 'array', items: { type: 'object' } }

const check = compileValidator({
  type: 'object',
  required: ['name', 'entityType'],
  properties: {
    id: text,
    name: { type: 'string', minLength: 1, maxLength: 255 },
    description: text,
    locked: { type: 'boolean' },
    entityType: { type: 'string', enum: ['USER', 'ITEM', 'HOLDINGS_RECORD', 'INSTANCE', 'INSTANCE_MARC'] },
    ruleDetails: rules,
    marcRuleDetails: rules,
  },
})

type Profile = {
  id?: string
  name: string
  description?: string
  locked?: boolean
  entityType: string
  ruleDetails?: object[]
  marcRuleDetails?: object[]
}

/** @throws Problem 422 listing the faults */
function readProfile(body: unknown): Profile {
  const sent = objectBody(body)
  const known = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null))
  check(known)
  return known as Profile
}

function dtoOf(row: ProfileRow): Record<string, unknown> {
  return {
    id: row.id,
    name: row.name,
    description: row.description ?? undefined,
    locked: row.locked,
    entityType: row.entity_type,
    ruleDetails: JSON.parse(row.rule_details) as unknown,
    marcRuleDetails: JSON.parse(row.marc_rule_details) as unknown,
    createdDate: isoInstant(row.created_at),
    createdBy: row.created_by,
    updatedDate: isoInstant(row.updated_at),
    updatedBy: row.updated_by,
  }
}

async function getProfile(tx: Transaction, id: string, lock = ''): Promise<ProfileRow> {
  const [row] = await tx.query<ProfileRow>(`select * from bulk_profile where id = $1 ${lock}`, [id])
  if (!row) throw notFound(`Profile with ID ${id} not found`)
  return row
}

function requireUnlocked(request: ApiRequest): void {
  if (!request.permissions.has(LOCK_PERMISSION))
    throw textProblem(403, `User is restricted to manage locked profiles: ${LOCK_PERMISSION} is required`)
}

/** Adds a profile. @throws Problem 422, 403 for a locked one without the permission to lock */
export async function createProfile(tx: Transaction, request: ApiRequest): Promise<Record<string, unknown>> {
  const sent = readProfile(request.body)
  if (sent.locked === true) requireUnlocked(request)
  const { userId } = requireActor(request.actor)
  const id = isUuid(sent.id) ? sent.id.toLowerCase() : newId()
  await tx.query(
    `insert into bulk_profile (id, name, description, locked, entity_type, rule_details, marc_rule_details,
       created_at, created_by, updated_at, updated_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8, $9)`,
    [id, ...valuesOf(sent), now(), userId],
  )
  return dtoOf(await getProfile(tx, id))
}

/** Replaces a profile. @throws Problem 404, 422, 403 when it is or becomes locked, without the permission */
export async function replaceProfile(
  tx: Transaction,
  request: ApiRequest,
  id: string,
): Promise<Record<string, unknown>> {
  const sent = readProfile(request.body)
  const stored = await getProfile(tx, id, 'for update')
  if (stored.locked || sent.locked === true) requireUnlocked(request)
  const { userId } = requireActor(request.actor)
  await tx.query(
    `update bulk_profile set name = $2, description = $3, locked = $4, entity_type = $5, rule_details = $6,
       marc_rule_details = $7, updated_at = $8, updated_by = $9
     where id = $1`,
    [id, ...valuesOf(sent), now(), userId],
  )
  return dtoOf(await getProfile(tx, id))
}

function valuesOf(profile: Profile): unknown[] {
  const { name, description = null, locked = false, entityType, ruleDetails, marcRuleDetails } = profile
  return [
    name,
    description,
    locked,
    entityType,
    JSON.stringify(ruleDetails ?? []),
    JSON.stringify(marcRuleDetails ?? []),
  ]
}

/** Deletes a profile. @throws Problem 404, 403 when it is locked, without the permission */
export async function deleteProfile(tx: Transaction, request: ApiRequest, id: string): Promise<void> {
  const stored = await getProfile(tx, id, 'for update')
  if (stored.locked) requireUnlocked(request)
  await tx.query('delete from bulk_profile where id = $1', [id])
}

const column = (name: string) => ({ kind: 'text', column: `bulk_profile.${name}` }) as const
const uuid = (name: string) => ({ kind: 'uuid', column: `bulk_profile.${name}` }) as const
const instant = (name: string) => ({ kind: 'timestamp', column: `bulk_profile.${name}` }) as const

const profileSource: CqlSource = {
  from: 'bulk_profile',
  alias: 'bulk_profile',
  document: 'to_jsonb(bulk_profile)',
  idColumn: 'bulk_profile.id',
  fields: {
    id: uuid('id'),
    name: column('name'),
    description: column('description'),
    locked: { kind: 'boolean', column: 'bulk_profile.locked' },
    entityType: column('entity_type'),
    createdDate: instant('created_at'),
    createdBy: uuid('created_by'),
    updatedDate: instant('updated_at'),
    updatedBy: uuid('updated_by'),
  },
}

/** `GET /bulk-operations/profiles` @throws CqlError, Problem 400 */
export async function answerProfiles(request: ApiRequest): Promise<Answer> {
  const page = readListQuery(request.query)
  const statement = listStatement(profileSource, { ...page, shown: 'bulk_profile.id::text' })
  return answerList<{ doc: string }>(
    request,
    {
      listKey: 'content',
      statement,
      write: async (tx, rows) => {
        const profiles = await tx.query<ProfileRow>(
          `select p.* from unnest($1::uuid[]) with ordinality as asked (id, place)
           join bulk_profile p on p.id = asked.id order by asked.place`,
          [rows.map(({ doc }) => doc)],
        )
        return profiles.map((row) => JSON.stringify(dtoOf(row)))
      },
    },
    page,
  )
}
