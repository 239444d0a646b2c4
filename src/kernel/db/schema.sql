create schema if not exists octavo;

-- One row a tenant. A tenant is a schema and a role; the role owns nothing and sees that schema alone.
create table if not exists octavo.tenant (
  id text primary key,
  name text not null,
  description text,
  schema text not null unique,
  role text not null unique,
  state text not null default 'creating' check (state in ('creating', 'ready', 'deleting')),
  created_at timestamptz not null default now()
);

-- Which text of a module's schema a tenant (or '' for the system) was made with.
create table if not exists octavo.schema_version (
  tenant text not null,
  module text not null,
  sha256 text not null,
  installed_at timestamptz not null default now(),
  primary key (tenant, module)
);

-- Values that every process of the installation must share, such as the token key.
create table if not exists octavo.shared_value (
  name text primary key,
  value text not null
);
