-- Documents lie in `doc` as the text that leaves the server. Columns beside it are written by the code that
-- writes the document; there are no triggers and no foreign keys (see README.md).
-- toast_tuple_target: compressing documents of 2 to 8 KB halves the load rate.

create table instance (
  id uuid primary key,
  version int not null,
  -- The folded hrid: FOLIO compares it without case and accents.
  hrid_key text collate "C" not null,
  match_key text collate "C",
  source text collate "C",
  -- The folded title, first 600 characters: what titles are compared and sorted by.
  title_key text collate "C" not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The first date of the publication as a year, 0 for none.
  date1 int not null,
  -- The folded index title, first 600 characters, where it is not `title_key`: what searches sort by.
  sort_title text collate "C",
  -- The values that search filters and counts by, a line each (instance-facets.ts).
  facets text collate "C" not null,
  words tsvector not null,
  doc json not null
) with (
  fillfactor = 50,
  -- A big import is tidied up when it has ended; a vacuum in its middle takes a tenth of its speed.
  autovacuum_vacuum_insert_threshold = 1000000,
  autovacuum_analyze_threshold = 50000
);

-- Documents lie apart from what is searched and counted, as they are: a row keeps to its page when it is changed in nothing
-- that an index holds, and no index is written then (fillfactor leaves the room for it).
alter table instance alter column doc set storage external, alter column words set storage external;

create unique index instance_hrid_key on instance (hrid_key);
create unique index instance_match_key_key on instance (octavo.fold(match_key)) where match_key is not null;
create index instance_title_key on instance (title_key);
create index instance_sort_title on instance (coalesce(sort_title, title_key));
-- Many records share their values: the index is small, and counts of the whole catalogue read nothing else. A b-tree
-- has no room for long texts; the few records that have them are in the index after it.
create index instance_facets on instance (facets) where octet_length(facets) < 2000;
create index instance_long_facets on instance (id) where octet_length(facets) >= 2000;
-- The pending list holds a whole import, which sorts it into the index when it has ended: sorting as it goes costs
-- the import 80 microseconds a record of 51 lexemes, a third of the database's work.
create index instance_words on instance using gin (words)
  with (fastupdate = on, gin_pending_list_limit = 1048576);
create index instance_created_at on instance using brin (created_at) with (pages_per_range = 32);
create index instance_updated_at on instance using brin (updated_at) with (pages_per_range = 32);

create table holdings_record (
  id uuid primary key,
  version int not null,
  -- The folded hrid: FOLIO compares it without case and accents.
  hrid_key text collate "C" not null,
  instance_id uuid not null,
  permanent_location_id uuid,
  effective_location_id uuid,
  source_id uuid,
  updated_at timestamptz not null,
  doc json not null
) with (toast_tuple_target = 8160);

create unique index holdings_record_hrid_key on holdings_record (hrid_key);
create index holdings_record_instance_id on holdings_record (instance_id);
create index holdings_record_updated_at on holdings_record using brin (updated_at) with (pages_per_range = 32);

-- Circulation and bulk edits rewrite items: room for one more version lets it stay on its page.
create table item (
  id uuid primary key,
  version int not null,
  -- The folded hrid: FOLIO compares it without case and accents.
  hrid_key text collate "C" not null,
  holdings_record_id uuid not null,
  barcode_key text collate "C",
  status text collate "C",
  material_type_id uuid,
  effective_location_id uuid,
  item_order int,
  updated_at timestamptz not null,
  doc json not null
) with (toast_tuple_target = 8160, fillfactor = 85);

create unique index item_hrid_key on item (hrid_key);
create unique index item_barcode_key on item (barcode_key) where barcode_key is not null;
create index item_holdings_record_id on item (holdings_record_id, item_order);
-- What stands at a place: the commonest question about items that is not about one of them.
create index item_effective_location_id on item (effective_location_id);
create index item_updated_at on item using brin (updated_at) with (pages_per_range = 32);

-- The document that an update or delete replaced. record_type: 1 instance, 2 holdings, 3 item, 4 authority.
create table record_change (
  record_type smallint not null,
  record_id uuid not null,
  version int not null,
  job_id uuid,
  user_id uuid,
  changed_at timestamptz not null,
  is_deletion boolean not null,
  doc json not null
) with (toast_tuple_target = 8160);

create index record_change_record on record_change (record_id, version);
create index record_change_changed_at on record_change using brin (changed_at) with (pages_per_range = 32);

-- MARC that old clients keep beside an instance (`/source-record/marc-json`); it is no source record.
create table instance_source_marc (
  id uuid primary key references instance (id) on delete cascade,
  doc json not null
);

-- Settings that were changed from what they are at first (inventory-settings.ts).
create table inventory_setting (
  key text primary key,
  value text not null,
  updated_at timestamptz not null,
  updated_by uuid
);
