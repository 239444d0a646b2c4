import {
  acceptedText,
  collectionRoutes,
  defineCollection,
  deleteDocuments,
  insertDocuments,
  lockDocuments,
  updateDocuments,
} from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import { isoInstant } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { notFound, textProblem } from '../../kernel/http/problems.ts'
import { JsonText, created, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import { hasUuidShape, newId } from '../../kernel/ids.ts'
import { users } from './users.ts'

const text = { type: 'string' }

function part(names: readonly string[], required: readonly string[] = []) {
  return {
    type: 'object',
    additionalProperties: false,
    required,
    properties: Object.fromEntries(names.map((name) => [name, text])),
  }
}

/** People who register themselves, until somebody makes users of them (folio-org/mod-users: ramls/staging_userdata.json). */
export const stagingUsers = defineCollection({
  path: '/staging-users',
  listKey: 'staging_users',
  table: 'staging_users',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['generalInfo', 'contactInfo'],
    properties: {
      isEmailVerified: { type: 'boolean' },
      minor: { type: 'boolean' },
      status: { type: 'string', enum: ['TIER-1', 'TIER-2'] },
      externalSystemId: { type: 'string', maxLength: 600 },
      generalInfo: part(
        ['firstName', 'preferredFirstName', 'middleName', 'lastName'],
        ['firstName', 'lastName'],
      ),
      addressInfo: part(['addressLine0', 'addressLine1', 'city', 'province', 'zip', 'country']),
      contactInfo: part(['phone', 'mobilePhone', 'email'], ['email']),
      preferredEmailCommunication: {
        type: 'array',
        maxItems: 3,
        uniqueItems: true,
        items: { type: 'string', enum: ['Support', 'Programs', 'Services'] },
      },
    },
  },
  permissions: 'staging-users',
  interface: { module: 'mod-users-19.6.0', id: 'staging-users', version: '1.2' },
  unique: [{ fields: ['externalSystemId'] }],
})

/** Endpoints of people who registered themselves. */
export const stagingUserRoutes: readonly Route[] = [
  ...collectionRoutes({ ...stagingUsers, methods: ['list'] }),
  { method: 'POST', path: '/staging-users', permissions: [stagingUsers.permissions.post], handler: post },
  {
    method: 'PUT',
    path: '/staging-users/:externalSystemId',
    permissions: ['staging-users.external-system-id.put'],
    handler: put,
  },
  {
    method: 'PUT',
    path: '/staging-users/:externalSystemId/mergeOrCreateUser',
    permissions: [stagingUsers.permissions.put],
    handler: mergeOrCreate,
  },
]

/** The server gives the external id; it is what the person is called by until there is a user. */
async function post(request: ApiRequest): Promise<Answer> {
  const sent = objectBody(request.body)
  const person = {
    ...sent,
    externalSystemId: newId(),
    status: sent.status ?? 'TIER-1',
    isEmailVerified: sent.isEmailVerified ?? false,
  }
  const [row] = await request.transaction((tx) => insertDocuments(tx, stagingUsers, request.actor, [person]))
  return created(new JsonText(acceptedText(row!)), row!.id!)
}

/** Replaces what is sent and keeps the rest; mail and external id never change. */
async function put(request: ApiRequest): Promise<Answer> {
  const sent = objectBody(request.body)
  stagingUsers.check(sent)
  return request.transaction(async (tx) => {
    const [row] = await tx.query<{ doc: string }>(
      `select doc from staging_users
       where octavo.fold((doc ->> 'externalSystemId') collate "C") = octavo.fold($1) for update`,
      [request.params.externalSystemId],
    )
    if (!row) throw notFound('No matching user found for update.')
    const stored = JSON.parse(row.doc) as Document & { id: string }
    const { email } = stored.contactInfo as Document
    const changed = {
      ...stored,
      ...sent,
      id: stored.id,
      externalSystemId: stored.externalSystemId,
      contactInfo: { ...(sent.contactInfo as Document), email },
    }
    const [outcome] = await updateDocuments(tx, stagingUsers, request.actor, [changed])
    return ok(new JsonText(acceptedText(outcome!)))
  })
}

/** Makes a user of the person, or completes the one that `userId` names; the person's entry ends (StagingUserService). */
async function mergeOrCreate(request: ApiRequest): Promise<Answer> {
  const id = request.params.externalSystemId!
  const userId = request.query.get('userId')
  return request.transaction(async (tx) => {
    const known = hasUuidShape(id) ? id.toLowerCase() : null
    const stored = known === null ? undefined : (await lockDocuments(tx, stagingUsers, [known])).get(known)
    if (stored === undefined) throw notFound(`staging user with id ${id} not found`)
    const person = JSON.parse(stored) as Document & { id: string }
    const user = userId === undefined ? null : await lockUser(tx, userId)
    const made = await userOf(tx, person, user)
    const [row] =
      user === null
        ? await insertDocuments(tx, users, request.actor, [made])
        : await updateDocuments(tx, users, request.actor, [{ ...made, id: user.id }])
    acceptedText(row!)
    await deleteDocuments(tx, stagingUsers, [person.id])
    return ok({ userId: row!.id })
  })
}

async function lockUser(tx: Transaction, userId: string): Promise<Document & { id: string }> {
  const id = userId.toLowerCase()
  const stored = hasUuidShape(id) ? (await lockDocuments(tx, users, [id])).get(id) : undefined
  if (stored === undefined) throw notFound(`user with id ${userId} not found`)
  return JSON.parse(stored) as Document & { id: string }
}

async function userOf(tx: Transaction, person: Document, user: Document | null): Promise<Document> {
  const homeType = await requireNamed(
    tx,
    'addresstype',
    'addressType',
    'Home',
    'unable to find address with home as address type',
  )
  const group = await groupOf(tx, person, user)
  const enrolled = String((person.metadata as Document).updatedDate)
  const days = Number(group?.expirationOffsetInDays)
  const expires = new Date(new Date(enrolled).getTime() + days * 86_400_000)
  return {
    ...user,
    active: true,
    type: user?.type ?? 'patron',
    externalSystemId: person.externalSystemId,
    preferredEmailCommunication: person.preferredEmailCommunication,
    enrollmentDate: enrolled,
    ...(group === null ? {} : { patronGroup: group.id }),
    ...(Number.isNaN(expires.getTime()) ? {} : { expirationDate: isoInstant(expires) }),
    personal: personalOf(person, (user?.personal ?? {}) as Document, String(homeType.id)),
  }
}

/** Minors get a group of their own; a new user the one for remote patrons; an existing user keeps theirs. */
async function groupOf(
  tx: Transaction,
  { minor }: Document,
  user: Document | null,
): Promise<Document | null> {
  if (minor !== true && user !== null) {
    const [row] = await tx.query<{ doc: string }>('select doc from groups where id = $1', [
      user.patronGroup ?? null,
    ])
    return row ? (JSON.parse(row.doc) as Document) : null
  }
  const name = minor === true ? 'Basic -- Minor (INTERNAL)' : 'Remote Non-circulating'
  return requireNamed(tx, 'groups', 'group', name, `unable to find patron group with ${name} as group`)
}

async function requireNamed(
  tx: Transaction,
  table: 'addresstype' | 'groups',
  property: string,
  name: string,
  complaint: string,
): Promise<Document> {
  const [row] = await tx.query<{ doc: string }>(
    `select doc from ${table} where octavo.fold((doc ->> '${property}') collate "C") = octavo.fold($1)`,
    [name],
  )
  if (!row) throw textProblem(400, complaint)
  return JSON.parse(row.doc) as Document
}

function personalOf(person: Document, before: Document, homeTypeId: string): Document {
  const { addressInfo = {}, contactInfo, generalInfo } = person as Record<string, Document>
  const others = ((before.addresses ?? []) as Document[]).map((address) => ({
    ...address,
    primaryAddress: false,
  }))
  const home = others.find(({ addressTypeId }: Document) => addressTypeId === homeTypeId) as
    | Document
    | undefined
  const address = {
    id: home?.id ?? newId(),
    countryId: addressInfo.country,
    addressLine1: addressInfo.addressLine0,
    addressLine2: addressInfo.addressLine1,
    city: addressInfo.city,
    region: addressInfo.province,
    postalCode: addressInfo.zip,
    addressTypeId: homeTypeId,
    primaryAddress: true,
  }
  return {
    ...before,
    ...contactInfo,
    ...generalInfo,
    // Mail, which is the one way that everybody has given.
    preferredContactTypeIds: ['002'],
    addresses: [...others.filter((other) => other !== home), address],
  }
}
