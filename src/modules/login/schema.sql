-- One password a user; the hash is a memory-hard one (kernel/auth/passwords).
create table auth_credentials (
  user_id uuid primary key,
  hash text not null,
  -- A password that everybody knows: it opens the door on this machine alone.
  is_sample boolean not null default false,
  changed_at timestamptz not null default now()
);

-- Failed tries since the last good one.
create table auth_attempts (
  user_id uuid primary key,
  attempt_count integer not null,
  last_attempt timestamptz not null,
  blocked_until timestamptz
);

-- Refresh tokens by their id. Those that descend from one log-in are a family: when a used one comes again,
-- somebody has stolen it, and the whole family ends.
create table refresh_token (
  id uuid primary key,
  family_id uuid not null,
  user_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  is_revoked boolean not null default false
);
create index refresh_token_user on refresh_token (user_id);
create index refresh_token_family on refresh_token (family_id);
