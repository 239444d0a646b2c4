import { collectionDdl } from '../../kernel/collections/index.ts'
import { permissionSets, permissionUsers } from './collections.ts'

// A permission's name is its key: unlike FOLIO's unique indexes elsewhere, letter case counts.
/** The tenant's tables of this module. */
export const permissionsSchema = `
${collectionDdl(permissionSets)}
create unique index permissions_name on permissions ((doc ->> 'permissionName'));

${collectionDdl(permissionUsers)}
alter table permissions_users
  add column user_id uuid not null generated always as ((doc ->> 'userId')::uuid) stored;
create index permissions_users_user on permissions_users (user_id);
`
