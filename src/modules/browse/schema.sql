-- Values that can be browsed, each once, and which records have them. Everything here is made from the documents of
-- instances, items and authorities (store-entries.ts) and can be made again from them.

-- Values that share what filters ask for. `kind` is that of kinds.ts; the ids are '' where a value has none.
create table browse_group (
  id int generated always as identity primary key,
  kind smallint not null,
  -- Type of subject, kind of name, type of classification or call number, field of a heading.
  type_id text collate "C" not null,
  -- Source of a subject, location of a call number (kind 5), source file of an authority.
  source_id text collate "C" not null,
  -- How many values it has, without browse_group_change and less the dead ones in browse_doubt.
  total bigint not null default 0,
  unique (kind, type_id, source_id)
);

-- Insert-only for writers: a count that all of them update would make them wait for each other. Settled by settle.ts.
create table browse_group_change (
  group_id int not null,
  change int not null
);

create table browse_value (
  -- MD5 of what makes it this value, so that writers need not look it up.
  id uuid primary key,
  kind smallint not null,
  group_id int not null,
  -- The folded value, first 250 characters: what it files by.
  key text collate "C" not null,
  -- Shelf keys of numbers, by algorithm; that of nlm is that of lc.
  lc_key text collate "C",
  dewey_key text collate "C",
  sudoc_key text collate "C",
  value text not null,
  authority_id text collate "C",
  call_number text,
  prefix text,
  suffix text,
  -- Of a call number in one location: the value of the call number wherever it stands.
  base_id uuid
) with (autovacuum_analyze_scale_factor = 0.05);

create index browse_value_key on browse_value (kind, key) where kind in (1, 2, 6);
create index browse_value_group on browse_value (group_id, key);
create index browse_value_lc on browse_value (group_id, lc_key, key) where lc_key is not null;
create index browse_value_dewey on browse_value (group_id, dewey_key, key) where dewey_key is not null;
create index browse_value_sudoc on browse_value (group_id, sudoc_key, key) where sudoc_key is not null;
create index browse_value_base on browse_value (group_id, base_id) where base_id is not null;
create index browse_value_authority on browse_value (authority_id) where authority_id is not null;

-- Which instances have a subject, contributor or classification; and, with the authority's own id as the value, which
-- are controlled by an authority. `role` is the type of a contributor.
create table browse_entry (
  value_id uuid not null,
  instance_id uuid not null,
  role uuid
) with (autovacuum_analyze_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);

create index browse_entry_value on browse_entry (value_id, instance_id, role);
create index browse_entry_instance on browse_entry (instance_id);

-- The call number of each item that has one.
create table browse_item (
  item_id uuid primary key,
  instance_id uuid not null,
  value_id uuid not null,
  -- The same number in the item's location; null where the item has none.
  place_id uuid
) with (autovacuum_analyze_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);

create index browse_item_value on browse_item (value_id, instance_id, place_id);
create index browse_item_place on browse_item (place_id, instance_id) where place_id is not null;

-- Values that lost an entry, and so may have none left. Whoever deletes entries adds them in the same transaction.
create table browse_doubt (
  value_id uuid not null
);

-- Records whose entries are to be made, a list a row, as one transaction wrote them. record_type: as in record_change.
create table browse_pending (
  seq bigint generated always as identity primary key,
  record_type smallint not null,
  record_ids uuid[] not null,
  created_at timestamptz not null default clock_timestamp()
);

create table browse_config (
  browse_type text not null,
  option_id text not null,
  algorithm text not null,
  type_ids text[] not null default '{}',
  primary key (browse_type, option_id)
);
