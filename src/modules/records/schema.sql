-- A snapshot is the set of source records of one job execution; its id is the job's.
create table snapshot (
  id uuid primary key,
  status text not null,
  processing_started_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  created_by uuid,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by uuid
);

-- One row a generation of a source record. The MARC stands here once, in the compact form of formats/marc.
create table source_record (
  id uuid primary key,
  matched_id uuid not null,
  generation integer not null,
  snapshot_id uuid not null,
  -- MARC_BIB, MARC_HOLDING, MARC_AUTHORITY, EDIFACT as 0 to 3.
  record_type smallint not null,
  -- ACTUAL, OLD, DRAFT, DELETED as 0 to 3.
  state smallint not null,
  -- The instance, holdings or authority made of the record, and its human-readable id.
  external_id uuid,
  external_hrid text,
  record_order integer,
  leader_status "char",
  is_suppressed boolean not null default false,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  -- When it became current again because the generation after it was taken back; it moved updated_at as well.
  restored_at timestamptz,
  marc bytea not null
) with (toast_tuple_target = 8160);
alter table source_record alter column marc set storage external;
create unique index source_record_generation on source_record (matched_id, generation);
create index source_record_external on source_record (external_id) where external_id is not null;
create index source_record_hrid on source_record (external_hrid) where external_hrid is not null;
create index source_record_snapshot on source_record (snapshot_id, record_order);

-- What the MARC of a record cannot say: the raw text of one that has none (EDIFACT, or it could not be read),
-- and why it failed. Imported MARC never has a row here.
create table source_record_raw (
  id uuid primary key references source_record (id) on delete cascade,
  content text,
  error_description text,
  -- Any JSON value.
  error_content text
);
