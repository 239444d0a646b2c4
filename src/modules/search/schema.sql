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
