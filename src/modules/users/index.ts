import { randomBytes } from 'node:crypto'
import {
  collectionRoutes,
  findDocuments,
  insertDocuments,
  seedDocuments,
} from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { describeRoutes } from '../../kernel/http/describe-routes.ts'
import { ok } from '../../kernel/http/route.ts'
import type { Actor, Route } from '../../kernel/http/route.ts'
import { isUuid } from '../../kernel/ids.ts'
import { readBeside } from '../../kernel/module.ts'
import type { Module, SeedOptions } from '../../kernel/module.ts'
import { addressTypes, departments, groups, proxies } from './collections.ts'
import { customFieldRoutes } from './custom-field-routes.ts'
import { customFields } from './custom-fields.ts'
import { descriptions } from './descriptions.ts'
import { expireUsers, inEveryTenant, removeUnusedPictures } from './expire-users.ts'
import { patronPinRoutes } from './patron-pin.ts'
import { pictureRoutes } from './profile-pictures.ts'
import { usersSchema, usersSystemSchema } from './schema.ts'
import { stagingUserRoutes, stagingUsers } from './staging-users.ts'
import { PICTURE_KEY, configurationRoutes, userSettings } from './user-settings.ts'
import { users } from './users.ts'

export { groups, proxies } from './collections.ts'
export { readCustomFields } from './custom-fields.ts'
export type { CustomField } from './custom-fields.ts'
export { readUserLists } from './user-lists.ts'
export type { UserLists } from './user-lists.ts'
export { updateUsers } from './update-users.ts'
export { users } from './users.ts'

/** Adds users in the name of the server. @throws Problem for the first that breaks a rule */
export async function insertUsers(tx: Transaction, list: readonly Document[]): Promise<void> {
  await insertDocuments(tx, users, null, list)
}

/** A user by id or, letter case and accents aside, by username; null when there is none. */
export async function findUser(
  tx: Transaction,
  key: { id: string } | { username: string },
): Promise<Document | null> {
  if ('id' in key) {
    const id = key.id.toLowerCase()
    const text = isUuid(id) ? (await findDocuments(tx, users, [id])).get(id) : undefined
    return text === undefined ? null : (JSON.parse(text) as Document)
  }
  const [row] = await tx.query<{ doc: string }>(
    'select doc from users where username_key = octavo.fold($1)',
    [key.username],
  )
  return row ? (JSON.parse(row.doc) as Document) : null
}

/**
 * Users with this whole value in one of the fields (`username`, `personal.email`…), letter case and accents aside. Reads
 * all users: for people who ask now and then.
 */
export async function findUsersByValue(
  tx: Transaction,
  fields: readonly string[],
  value: string,
  limit: number,
): Promise<Document[]> {
  const rows = await tx.query<{ doc: string }>(
    `select doc from users
     where exists (
       select from unnest($1::text[]) as field (path)
       where octavo.fold(users.doc #>> string_to_array(path, '.')) = octavo.fold($2)
     )
     order by id
     limit $3`,
    [fields, value, limit],
  )
  return rows.map(({ doc }) => JSON.parse(doc) as Document)
}

/** A user's name as records keep it. */
/** A user as a list of hits shows it. */
export type FoundUser = {
  id: string
  /** The barcode, else the user name. */
  number: string
  name: string
  matched: 'barcode' | 'username' | 'id'
  active: boolean
}

/** The users with this barcode, user name or id, letter case and accents aside; each is found by an index. */
export async function findUsersByNumber(tx: Transaction, value: string): Promise<FoundUser[]> {
  const id = value.trim().toLowerCase()
  return tx.query<FoundUser>(
    `select id, coalesce(doc ->> 'barcode', username, id::text) as number, coalesce(active, false) as active,
       case when barcode_key = octavo.fold($1) then 'barcode' when id = $2::uuid then 'id' else 'username' end as matched,
       coalesce(
         nullif(concat_ws(' ', doc #>> '{personal,firstName}', doc #>> '{personal,lastName}'), ''), username, id::text
       ) as name
     from users
     where barcode_key = octavo.fold($1) or username_key = octavo.fold($1) or id = $2::uuid
     order by id limit 10`,
    [value, isUuid(id) ? id : null],
  )
}

export type UserInfo = { firstName?: string; lastName?: string; userName?: string }

/** The name of who acts, as it stands in the user's record now. */
export async function userInfoOf(tx: Transaction, { userId, username }: Actor): Promise<UserInfo> {
  const user = await findUser(tx, { id: userId })
  const { firstName, lastName } = (user?.personal ?? {}) as UserInfo
  return {
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
    userName: username,
  }
}

function startValues(name: string): Document[] {
  return JSON.parse(readBeside(import.meta.dirname, `reference-data/${name}.json`)) as Document[]
}

async function seedUsers(tx: Transaction, { reference }: SeedOptions): Promise<void> {
  // Switched off, as in FOLIO. Its clients send the key back with every change, so there must be one.
  const value = {
    enabled: false,
    enabledObjectStorage: false,
    encryptionKey: randomBytes(16).toString('hex'),
    maxFileSize: 4,
  }
  await seedDocuments(tx, userSettings, [{ scope: 'mod-users', key: PICTURE_KEY, value }])
  if (!reference) return
  await seedDocuments(tx, groups, startValues('groups'))
  await seedDocuments(tx, addressTypes, startValues('address-types'))
}

// A library that is in no consortium has no users of other tenants; FOLIO's log-in screen asks all the same.
const userTenants: Route = {
  method: 'GET',
  path: '/user-tenants',
  permissions: ['user-tenants.collection.get'],
  handler: () => Promise.resolve(ok({ userTenants: [], totalRecords: 0 })),
}

/** People: patrons and staff, their groups, addresses, departments and proxies. */
export const usersModule: Module = {
  name: 'users',
  schema: { system: usersSystemSchema, tenant: usersSchema },
  interfaces: [
    { module: 'mod-users-19.6.0', id: 'users', version: '16.5' },
    { module: 'mod-users-19.6.0', id: 'user-tenants', version: '1.0' },
    { module: 'mod-users-19.6.0', id: 'patron-pin', version: '1.0' },
    ...[customFields, userSettings, stagingUsers].flatMap((collection) => collection.interface ?? []),
  ],
  routes: () =>
    describeRoutes(
      [
        ...[users, groups, addressTypes, departments, proxies].flatMap(collectionRoutes),
        userTenants,
        ...customFieldRoutes,
        ...collectionRoutes(userSettings),
        ...configurationRoutes,
        ...pictureRoutes,
        ...patronPinRoutes,
        ...stagingUserRoutes,
      ],
      descriptions,
    ),
  tasks: (app) => [
    { name: 'expire-users', pattern: '* * * * *', run: () => inEveryTenant(app, expireUsers) },
    {
      name: 'remove-unused-pictures',
      pattern: '7 3 * * *',
      run: () => inEveryTenant(app, removeUnusedPictures),
    },
  ],
  seedTenant: seedUsers,
}
