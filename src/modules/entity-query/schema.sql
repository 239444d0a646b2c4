-- Queries that were sent to be run, and the ids of what they found, in the order of the ids.
create table entity_query (
  id uuid primary key,
  entity_type_id uuid not null,
  fql text not null,
  fields text[] not null,
  user_id uuid not null,
  max_size int not null,
  status text not null,
  total int not null default 0,
  failure text,
  started_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);

create index entity_query_started_at on entity_query (started_at);

create table entity_query_page (
  query_id uuid not null references entity_query (id) on delete cascade,
  no int not null,
  ids uuid[] not null,
  primary key (query_id, no)
);
