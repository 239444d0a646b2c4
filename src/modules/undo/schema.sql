-- An undo of an import or a bulk edit; its id is that of its job in the ledger. One that ended with ERROR may be followed
-- by another.
create table undo_run (
  id uuid primary key,
  -- The job or the bulk edit that is undone.
  job_id uuid not null,
  status text not null default 'RUNNING' check (status in ('RUNNING', 'COMMITTED', 'ERROR')),
  user_id uuid not null,
  started_at timestamptz not null default clock_timestamp(),
  completed_at timestamptz,
  -- Records of the undone work that are gone through.
  total integer not null,
  -- Sums over the chunks, written once at the end.
  counts json,
  error_text text
);
create index undo_run_job on undo_run (job_id, started_at);

-- Records that an undo did not put back, with the reason. record_type as in record_change; 5 is a user.
create table undo_left (
  undo_id uuid not null references undo_run (id) on delete cascade,
  record_type smallint not null,
  record_id uuid not null,
  hrid text,
  -- The place of the record in the undone work.
  seq integer not null,
  reason_kind text not null,
  reason text not null,
  primary key (undo_id, record_type, record_id)
);
create index undo_left_seq on undo_left (undo_id, seq);
