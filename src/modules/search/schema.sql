-- Jobs that keep the ids of what a query finds, to be read once.
create table search_id_job (
  id uuid primary key,
  query text not null,
  entity_type text not null,
  status text not null,
  created_at timestamptz not null
);

create table search_id_page (
  job_id uuid not null references search_id_job (id) on delete cascade,
  no bigint not null,
  ids uuid[] not null,
  primary key (job_id, no)
);

create table search_language (
  code text collate "C" primary key,
  analyzer text
);

create table search_feature (
  feature text collate "C" primary key,
  is_enabled boolean not null
);

-- The order of a long result, kept while somebody scrolls through it: a page of it costs the same at every place.
-- `key` is the digest of what was asked. Unlogged: it is made again when it is gone.
create unlogged table search_order (
  key bytea primary key,
  total bigint not null,
  made_at timestamptz not null default clock_timestamp()
);

create unlogged table search_order_page (
  key bytea not null references search_order (key) on delete cascade,
  no int not null,
  ids uuid[] not null,
  primary key (key, no)
);
