-- One bulk edit. Tables below name it by its small number, which stands in every row of theirs.
create table bulk_operation (
  id uuid primary key,
  hr_id int generated always as identity unique,
  user_id uuid not null,
  operation_type text not null default 'UPDATE',
  entity_type text not null,
  identifier_type text,
  status text not null,
  approach text not null,
  -- The name of the uploaded file without its ending: what files are named after.
  base_name text not null default '',
  total int not null default 0,
  processed int not null default 0,
  matched int not null default 0,
  committed int not null default 0,
  matched_errors int not null default 0,
  matched_warnings int not null default 0,
  committed_errors int not null default 0,
  committed_warnings int not null default 0,
  -- The job of the step that runs; null between steps. While it runs its chunks tell how far it is.
  job_id uuid,
  -- The rules as they were read, null before the first.
  rules json,
  marc_rules json,
  -- Links by their names on the wire, as far as there are any.
  links jsonb not null default '{}',
  fql_query_id uuid,
  fql_query text,
  user_friendly_query text,
  -- The edited file that counts: the part of its key that is its own. Null when there is none.
  edited_file uuid,
  -- How many rows it has behind its header.
  edited_rows int,
  error_message text,
  -- What somebody wrote at the commit, for whoever reads the history.
  note text,
  -- What the changes amount to, as JSON; null where they were not kept (`bulk_change`).
  review json,
  is_expired boolean not null default false,
  -- Of an expired one: whether all that it had was taken away. Where that broke off it is begun again.
  is_cleared boolean not null default false,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  -- When the changes were written: what depends on the time of a write is worked out with it again.
  committed_at timestamptz
);
create index bulk_operation_job on bulk_operation (job_id) where job_id is not null;
create index bulk_operation_started_at on bulk_operation (started_at);

-- Identifiers that wait to be matched. `key` is the form in which the record's index has it; null where it can't be there.
create table bulk_identifier (
  operation_no int not null,
  line int not null,
  value text collate "C" not null,
  key text collate "C",
  primary key (operation_no, line)
);

-- A matched record. What it said then is its document of `version`, which `record_change` keeps when it changes; users
-- have no versions, so their documents are kept here.
create table bulk_record (
  operation_no int not null,
  -- Its place among the matched ones, without gaps.
  no int not null,
  record_id uuid not null,
  version int,
  line int not null,
  identifier text not null,
  -- 0 matched, 1 written, 2 nothing to change, 3 refused
  state smallint not null default 0,
  -- The version that the commit wrote.
  committed_version int,
  -- Of MARC instances: which state of the MARC was matched, and which the commit left (`readMarcVersions`).
  marc_version text,
  committed_marc_version text,
  -- Of users: what the record said when it was matched.
  doc jsonb,
  -- Of users: what the commit wrote; before it, what an edited file asks for.
  edited_doc jsonb,
  primary key (operation_no, no)
) with (
  -- Every row is written once more, by the commit: half of each page is kept for that.
  fillfactor = 50
);
-- The record first: with the operation first this index looks as good as the key for ranges of places, to a planner without
-- statistics of rows so new, and each chunk would read the whole operation.
create unique index bulk_record_record on bulk_record (record_id, operation_no);

-- Records below matched ones that the commit changed along with them. record_type as in `record_change`.
create table bulk_record_below (
  operation_no int not null,
  record_type smallint not null,
  record_id uuid not null,
  primary key (operation_no, record_type, record_id)
);

-- What is to be said of identifiers and records. stage: 1 matching, 2 rules, 3 commit.
create table bulk_problem (
  operation_no int not null,
  stage smallint not null,
  is_warning boolean not null,
  -- The line of the identifier while matching, the place of the record later.
  place int not null,
  ordinal smallint not null default 0,
  identifier text not null,
  message text not null,
  link text,
  primary key (operation_no, stage, is_warning, place, ordinal)
);

-- What the last review found, property by property: kept where it was asked for, for the screens.
create table bulk_change (
  operation_no int not null,
  place int not null,
  -- The column of the table, or `MARC` and a tag.
  field text collate "C" not null,
  before text not null,
  after text not null,
  primary key (operation_no, place, field)
);

-- Rules kept to be used again.
create table bulk_profile (
  id uuid primary key,
  name text not null,
  description text,
  locked boolean not null default false,
  entity_type text not null,
  rule_details json not null,
  marc_rule_details json not null,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null
);
