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

-- The hashes that a user had before, newest last: a new password must differ from the last ones.
create table auth_credentials_history (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  hash text not null
);
create index auth_credentials_history_user on auth_credentials_history (user_id, id);

-- A link by which a password may be set, until it is used or over.
create table auth_password_action (
  id uuid primary key,
  user_id uuid not null,
  expires_at timestamptz not null
);
create index auth_password_action_user on auth_password_action (user_id);

-- What users are told by mail. A link is made from its action when the mail is written; it is nowhere stored.
create table notice_to_send (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  event text not null,
  action_id uuid,
  kept_at timestamptz not null default now()
);
