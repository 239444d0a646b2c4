-- Columns of users beside the document. Keys hold the folded text, in which FOLIO's values must be unique and are
-- compared; sort keys are cut so that two of them fit into one index entry.
alter table users
  add column username text generated always as (doc ->> 'username') stored,
  -- Null where the document does not say; a user is active only when it says so.
  add column active boolean generated always as ((doc ->> 'active')::boolean) stored,
  add column username_key text collate "C" generated always as (octavo.fold(doc ->> 'username')) stored,
  add column barcode_key text collate "C" generated always as (octavo.fold(doc ->> 'barcode')) stored,
  add column external_id_key text collate "C" generated always as (octavo.fold(doc ->> 'externalSystemId')) stored,
  add column last_name_sort text collate "C"
    generated always as (left(octavo.fold(doc #>> '{personal,lastName}'), 200)) stored,
  add column first_name_sort text collate "C"
    generated always as (left(octavo.fold(doc #>> '{personal,firstName}'), 200)) stored,
  add column words tsvector generated always as (octavo.user_words(doc)) stored;
create unique index users_username on users (username_key);
create unique index users_barcode on users (barcode_key);
create unique index users_external_id on users (external_id_key);
create index users_name on users (last_name_sort, first_name_sort, id);
create index users_departments on users using gin ((doc -> 'departments'));
create index users_custom_fields on users using gin ((doc -> 'customFields'));
-- Who is to be made inactive: looked for every minute.
create index users_expiring on users ((doc ->> 'expirationDate') collate "C") where active;
create index users_words on users using gin (words);

alter table proxyfor
  add column user_key text collate "C" generated always as (octavo.fold(doc ->> 'userId')) stored,
  add column proxy_key text collate "C" generated always as (octavo.fold(doc ->> 'proxyUserId')) stored;
create index proxyfor_user on proxyfor (user_key);
create index proxyfor_proxy on proxyfor (proxy_key);

create table patronpin (
  id uuid primary key references users (id) on delete cascade,
  hash text not null
);

create table profile_picture (
  id uuid primary key,
  bytes bytea not null,
  kept_at timestamptz not null default now()
);
