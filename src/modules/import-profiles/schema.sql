create table import_profile (
  id uuid primary key,
  kind text collate "C" not null check (kind in ('JOB_PROFILE', 'MATCH_PROFILE', 'ACTION_PROFILE', 'MAPPING_PROFILE')),
  hidden boolean not null,
  doc jsonb not null
);

-- Names are unique in each kind, letter case and surrounding blanks aside.
create unique index import_profile_name on import_profile (kind, octavo.lowered(btrim(doc ->> 'name')));

-- A link of two profiles. Wrappers are the places of a job's tree, so that one profile can stand in several.
create table import_profile_association (
  id uuid primary key,
  job_profile_id uuid references import_profile (id) on delete cascade,
  master_profile_id uuid not null references import_profile (id) on delete cascade,
  detail_profile_id uuid not null references import_profile (id),
  master_profile_type text collate "C" not null,
  detail_profile_type text collate "C" not null,
  master_wrapper_id uuid not null,
  detail_wrapper_id uuid not null,
  detail_order integer not null,
  react_to text collate "C",
  position bigint generated always as identity
);

create index on import_profile_association (master_profile_id);
create index on import_profile_association (detail_profile_id);
create index on import_profile_association (job_profile_id);

-- A match has one place above it at most, so a tree never runs in a circle.
create unique index import_profile_association_place on import_profile_association (detail_wrapper_id)
  where detail_profile_type = 'MATCH_PROFILE';

-- An action has one mapping.
create unique index import_profile_association_mapping on import_profile_association (master_profile_id)
  where master_profile_type = 'ACTION_PROFILE' and detail_profile_type = 'MAPPING_PROFILE';

-- Links as the lists of related profiles show them: an action below a match also belongs to the job.
create view import_profile_link as
  select position, master_profile_id as master_id, master_profile_type as master_type,
    detail_profile_id as detail_id, detail_profile_type as detail_type, detail_wrapper_id, detail_order
  from import_profile_association
  union all
  select position, job_profile_id, 'JOB_PROFILE', detail_profile_id, detail_profile_type, detail_wrapper_id, 0
  from import_profile_association
  where master_profile_type = 'MATCH_PROFILE' and detail_profile_type = 'ACTION_PROFILE' and job_profile_id is not null;

-- Trees as they were when a job took them.
create table import_profile_snapshot (
  id uuid primary key,
  job_profile_id uuid not null,
  created_at timestamptz not null default now(),
  doc json not null
);

create table import_form_config (
  form_name text collate "C" primary key,
  id uuid not null unique,
  doc jsonb not null
);
