-- Number shown to people as the job's number; clients call it hrId.
create sequence job_execution_number as integer;

-- What records are mapped with, frozen when their jobs begin: profile, rules, reference data, protections. The
-- jobs of one upload share it.
create table import_context (
  id uuid primary key,
  context json not null
);

create table job_execution (
  id uuid primary key,
  hr_id integer not null unique,
  parent_id uuid not null,
  subordination text not null check (
    subordination in ('PARENT_SINGLE', 'PARENT_MULTIPLE', 'CHILD', 'COMPOSITE_PARENT', 'COMPOSITE_CHILD')
  ),
  source_type text not null check (source_type in ('FILES', 'ONLINE', 'COMPOSITE')),
  status text not null,
  error_status text,
  -- Why the job as a whole could not run, in words; null while nothing is wrong.
  error_text text,
  profile_id uuid,
  profile_name text,
  profile_data_type text,
  is_profile_hidden boolean not null default false,
  -- The profile tree as it was when the profile was set.
  profile_snapshot json,
  source_path text,
  file_name text not null,
  user_id uuid not null,
  first_name text not null,
  last_name text not null,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  completed_at timestamptz,
  total integer not null default 0,
  part_number integer not null default 1,
  part_count integer not null default 1,
  records_in_file integer not null default 0,
  -- Of a part of an uploaded file, else null: where its bytes lie there; and how many records stand before it.
  first_record integer not null default 0,
  byte_offset bigint,
  byte_length bigint,
  -- What the job's records are mapped with; null until it begins.
  context_id uuid references import_context (id),
  -- Sums over the chunks, written once when the job ends; while it runs they are summed when asked for.
  summary json,
  -- Fields that clients add and expect back.
  extra json,
  is_deleted boolean not null default false,
  -- The job whose failed or unread records this one loads again.
  original_id uuid,
  -- What was kept of the job beside this row: its journal, file, posted records and context.
  log_state text not null default 'kept' check (log_state in ('kept', 'ending', 'purged'))
);
create index job_execution_status on job_execution (status, completed_at);
create index job_execution_ended on job_execution (completed_at) where completed_at is not null;
create index job_execution_original on job_execution (original_id) where original_id is not null;
create index job_execution_parent on job_execution (parent_id) where subordination in ('CHILD', 'COMPOSITE_CHILD');

create table upload_definition (
  id uuid primary key,
  meta_job_id uuid not null,
  status text not null check (status in ('NEW', 'IN_PROGRESS', 'LOADED', 'COMPLETED', 'ERROR')),
  created_at timestamptz not null default clock_timestamp(),
  created_by uuid not null,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by uuid not null
);
create index upload_definition_user on upload_definition (created_by, created_at);

create table file_definition (
  id uuid primary key,
  upload_id uuid not null references upload_definition (id) on delete cascade,
  position integer not null,
  name text not null,
  size_kb integer,
  ui_key text,
  status text not null check (status in ('NEW', 'UPLOADING', 'UPLOADED', 'ERROR')),
  -- Key of the bytes in the file store.
  source_path text,
  job_id uuid not null,
  -- The composite job that imports the file in parts; null when "job_id" imports it as a whole.
  composite_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  uploaded_at timestamptz,
  byte_size bigint,
  -- What the bytes are (marc, marcxml, marcjson, edifact, unknown) and, when unusable, why.
  format text,
  format_reason text,
  encoding text,
  record_count integer,
  -- What was found in it, once somebody asked and all of it was looked at (inspection/inspection.ts).
  inspection json,
  -- Where the chunks lie: [{"offset", "length", "first", "count"}].
  chunks json
);
create index file_definition_upload on file_definition (upload_id);
create index file_definition_job on file_definition (job_id);
create index file_definition_composite on file_definition (composite_id) where composite_id is not null;

-- Keys of the file store that are given out, each once. A client that has one may send the file in parts to
-- signed addresses; the row goes a while after, the file stays.
create table stored_upload (
  id uuid primary key,
  key text not null unique,
  created_at timestamptz not null default clock_timestamp(),
  -- When its parts were joined to the file; it takes no more of them then.
  assembled_at timestamptz
);
create index stored_upload_age on stored_upload (created_at);

create table upload_part (
  upload_id uuid not null references stored_upload (id) on delete cascade,
  number integer not null,
  -- Key of the part's bytes in the file store.
  file_key text not null,
  byte_size bigint not null,
  etag text not null,
  primary key (upload_id, number)
);

-- Records that a client posted itself, as it sent them. The client's chunk id makes a repeat harmless.
create table posted_chunk (
  job_id uuid not null references job_execution (id) on delete cascade,
  chunk_id uuid not null,
  first_order integer not null,
  record_count integer not null,
  content_type text not null,
  -- A JSON array of the records' texts.
  records text not null,
  posted_at timestamptz not null default clock_timestamp(),
  primary key (job_id, chunk_id)
);
create index posted_chunk_order on posted_chunk (job_id, first_order);

-- One row a record and job, written with the record: the log, the journal and the error list read it.
create table journal (
  job_no integer not null,
  seq integer not null,
  -- MARC_BIB, MARC_HOLDING, MARC_AUTHORITY, EDIFACT as 0 to 3; null when the record could not be read.
  record_type smallint,
  source_record_id uuid,
  title text,
  control_number text,
  byte_offset bigint,
  byte_length integer,
  -- What was done, as JSON: [[entity, action, id, hrid, parent or location, error], …].
  steps text not null,
  -- The kind of the first error, its text in words and FOLIO's text for the same.
  error_kind text,
  error text,
  folio_error text,
  -- What the matches looked for and found, as JSON (MatchTrace); null where the profile has none.
  matches text,
  primary key (job_no, seq)
);
-- Pages of the failed records, and what they are grouped by.
create index journal_errors on journal (job_no, seq) include (error_kind) where error_kind is not null;

-- The expression indexes that matches of import profiles have asked for; each is named as its row.
create table match_index (
  name text primary key,
  -- The first question that asked for it: field, form, part and criterion say what is indexed.
  question json not null,
  state text not null default 'building' check (state in ('building', 'ready', 'failed')),
  asked_at timestamptz not null default clock_timestamp()
);

-- A preview of an import; its id is that of its job in the ledger. What it says of each record is in preview_record.
create table import_preview (
  id uuid primary key,
  upload_id uuid not null,
  file_id uuid not null,
  file_name text not null,
  profile_id uuid not null,
  profile_name text not null,
  -- What records are mapped with; null when the preview has ended.
  context_id uuid references import_context (id),
  status text not null default 'RUNNING' check (status in ('RUNNING', 'FINISHED', 'ERROR')),
  user_id uuid not null,
  started_at timestamptz not null default clock_timestamp(),
  completed_at timestamptz,
  total integer not null,
  -- Sums over the records that were gone through; one worker alone writes them.
  counts json not null,
  error_text text
);
create index import_preview_upload on import_preview (upload_id);
create index import_preview_started_at on import_preview (started_at);

-- What would become of each record of a previewed file; no foreign key, which would be checked for each row.
create table preview_record (
  preview_id uuid not null,
  seq integer not null,
  record_type smallint,
  title text,
  control_number text,
  byte_offset bigint,
  byte_length integer,
  -- Bits: 1 something would be created, 2 updated, 4 discarded, 8 an error.
  outcomes smallint not null,
  -- As in journal, without the ids of what would be made.
  steps text not null,
  -- The fields that would change, as JSON: preview/preview-row.ts; null when nothing stored would.
  changes text,
  error_kind text,
  error text,
  folio_error text,
  matches text,
  primary key (preview_id, seq)
);
create index preview_record_errors on preview_record (preview_id, error_kind, seq) where error_kind is not null;
