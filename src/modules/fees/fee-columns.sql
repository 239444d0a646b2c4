-- What accounts and their history are asked for by: the user's page reads them on every visit.
alter table accounts
  add column user_id uuid generated always as ((doc ->> 'userId')::uuid) stored,
  add column loan_id uuid generated always as ((doc ->> 'loanId')::uuid) stored,
  add column is_open boolean generated always as (doc #>> '{status,name}' = 'Open') stored;
create index accounts_user on accounts (user_id, is_open);
create index accounts_loan on accounts (loan_id) where is_open;

alter table feefineactions
  add column user_id uuid generated always as ((doc ->> 'userId')::uuid) stored,
  add column account_id uuid generated always as ((doc ->> 'accountId')::uuid) stored;
create index feefineactions_user on feefineactions (user_id);
create index feefineactions_account on feefineactions (account_id);
