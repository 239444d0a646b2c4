-- What loans and requests are asked for by: every page of a user, a title or an item reads them.
alter table loan
  add column user_id uuid generated always as ((doc ->> 'userId')::uuid) stored,
  add column item_id uuid generated always as ((doc ->> 'itemId')::uuid) stored,
  add column is_open boolean generated always as (coalesce(doc #>> '{status,name}', 'Open') = 'Open') stored;
create index loan_user on loan (user_id, is_open);
create index loan_item on loan (item_id, is_open);

alter table request
  add column requester_id uuid generated always as ((doc ->> 'requesterId')::uuid) stored,
  add column instance_id uuid generated always as ((doc ->> 'instanceId')::uuid) stored,
  add column item_id uuid generated always as ((doc ->> 'itemId')::uuid) stored,
  add column is_open boolean generated always as (doc ->> 'status' like 'Open%') stored;
create index request_requester on request (requester_id, is_open);
create index request_instance on request (instance_id, is_open);
create index request_item on request (item_id, is_open);

alter table audit_loan
  add column loan_id uuid generated always as ((doc #>> '{loan,id}')::uuid) stored;
create index audit_loan_loan on audit_loan (loan_id);

-- Each state of a loan is kept, whoever writes it.
create function keep_loan_history() returns trigger language plpgsql as $$
declare
  entry uuid := gen_random_uuid();
  state jsonb := case tg_op when 'DELETE' then old.doc else new.doc end;
begin
  insert into audit_loan (id, doc) values (entry, jsonb_build_object(
    'id', entry,
    'operation', left(tg_op, 1),
    'createdDate', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"'),
    'loan', state));
  return null;
end $$;
create trigger loan_history after insert or update or delete on loan
  for each row execute function keep_loan_history();
