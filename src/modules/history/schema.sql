-- Settings of version histories that were changed from what they are at first (audit-settings.ts).
create table audit_setting (
  id text primary key,
  value jsonb not null,
  updated_at timestamptz not null,
  updated_by uuid
);
