-- What a person set up for themselves on the screens, by name; see README.md for the bounds.
create table preference (
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  value json not null,
  primary key (user_id, name)
);
