-- Keys of outside services, each of which acts as a user. Only a digest is kept: who reads the table can use none.
create table api_key (
  id uuid primary key,
  digest bytea not null unique,
  user_id uuid not null references users (id) on delete cascade,
  description text,
  created_at timestamptz not null,
  created_by uuid
);
create index api_key_user on api_key (user_id);
