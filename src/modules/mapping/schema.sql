-- A row only where the library has changed the default rules of a record type.
create table mapping_rules (
  record_type text primary key check (record_type in ('marc-bib', 'marc-holdings', 'marc-authority')),
  rules json not null,
  updated_at timestamptz not null default clock_timestamp()
);
