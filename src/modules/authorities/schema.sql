-- Documents lie in `doc`; the columns beside it are written by the code that writes the document, as in inventory.
create table authority (
  id uuid primary key,
  version int not null,
  -- First 600 characters, so that the index has room.
  natural_id text collate "C",
  source_file_id uuid,
  -- The folded heading, first 600 characters.
  heading_key text collate "C",
  heading_type text collate "C",
  source text collate "C",
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- What headings are counted by (`facetText`).
  facets text collate "C" not null,
  words tsvector not null,
  doc json not null
) with (toast_tuple_target = 8160);

create index authority_natural_id on authority (natural_id);
create index authority_heading_key on authority (heading_key);
-- Many records share their facets: the index is small, and counts of all authorities read nothing else.
create index authority_facets on authority (facets);
create index authority_words on authority using gin (words) with (fastupdate = on);

-- Authorities that were deleted, as they are listed with `deleted=true`; apart, so that no other query meets them.
create table deleted_authority (
  id uuid primary key,
  version int not null,
  natural_id text collate "C",
  source_file_id uuid,
  heading_key text collate "C",
  heading_type text collate "C",
  source text collate "C",
  created_at timestamptz not null,
  updated_at timestamptz not null,
  facets text collate "C" not null,
  words tsvector not null,
  doc json not null
) with (toast_tuple_target = 8160);

-- The next number of a source file whose human-readable ids are given out here.
create table authority_number (
  source_file_id uuid primary key references authority_source_file (id) on delete cascade,
  next_number bigint not null
);

create table instance_authority_linking_rule (
  id int primary key,
  doc json not null
);

-- No foreign keys to instances and authorities: both are deleted in bulk, and links outlive them.
create table instance_authority_link (
  id int generated always as identity primary key,
  instance_id uuid not null,
  authority_id uuid not null,
  linking_rule_id int not null references instance_authority_linking_rule (id),
  status text not null default 'ACTUAL',
  error_cause text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index instance_authority_link_instance_id on instance_authority_link (instance_id);
create index instance_authority_link_authority_id on instance_authority_link (authority_id);

-- What was changed of headings and numbers of authorities, for the report of FOLIO's screens. Insert-only.
create table authority_data_stat (
  id uuid primary key,
  authority_id uuid not null,
  action text not null,
  natural_id_old text,
  natural_id_new text,
  heading_old text,
  heading_new text,
  -- Tags of the MARC field of the heading.
  heading_type_old text,
  heading_type_new text,
  source_file_old uuid,
  source_file_new uuid,
  started_by uuid,
  started_at timestamptz not null
);

create index authority_data_stat_started_at on authority_data_stat (started_at);
create index instance_authority_link_updated_at on instance_authority_link (updated_at);
