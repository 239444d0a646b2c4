-- The ledger of everything long. A chunk is done when the transaction that did its work marked it so.
create table job (
  id uuid primary key,
  -- The order in which jobs came.
  number bigint generated always as identity,
  -- The first of several jobs that count as one when workers choose, such as the parts of a file; else the job.
  group_id uuid not null,
  tenant text not null references tenant (id) on delete cascade,
  kind text not null,
  state text not null default 'running' check (state in ('running', 'finished', 'cancelled')),
  -- No more chunks will be added; only then can the job finish.
  is_sealed boolean not null default false,
  created_at timestamptz not null default now(),
  -- When a chunk of the group was claimed last; kept on the group's first job, also when that one has ended.
  last_claimed_at timestamptz,
  -- When a chunk was taken over last from a worker that had died; kept there too.
  resumed_at timestamptz,
  finished_at timestamptz
);
create index job_running on job (tenant) where state = 'running';

create table chunk (
  job_id uuid not null references job (id) on delete cascade,
  no integer not null,
  -- 0 ready, 1 claimed, 2 done, 3 given up
  state smallint not null default 0,
  -- Counts the claims and so fences: a worker that lost its lease can't commit under an old number.
  attempt integer not null default 0,
  worker integer,
  lease_until timestamptz,
  not_before timestamptz,
  input json not null,
  counts json,
  error text,
  finished_at timestamptz,
  primary key (job_id, no)
) with (fillfactor = 70);
create index chunk_open on chunk (job_id, state, no) where state < 2;
create index chunk_claimed on chunk (job_id) where state = 1;

-- Each process that runs jobs draws a number and holds an advisory lock on it while it lives.
create sequence worker_number as integer cycle;
