-- Values of documents in a type of their own; null for what is no such value, so that one odd record fails no query.
-- Not in SQL alone, which would be put in place of its call and read the document once for each use of the value.
create function octavo.uuid_of(value text) returns uuid
  language plpgsql stable strict parallel safe as $$
begin
  return case when pg_input_is_valid(value, 'uuid') then value::uuid end;
end $$;

create function octavo.number_of(value text) returns numeric
  language plpgsql stable strict parallel safe as $$
begin
  return case when pg_input_is_valid(value, 'numeric') then value::numeric end;
end $$;

-- An instant; one without a zone is in UTC. Words such as "now" are none.
create function octavo.instant_of(value text) returns timestamptz
  language plpgsql stable strict parallel safe as $$
begin
  if value not like '____-__-__%' or not pg_input_is_valid(value, 'timestamptz') then
    return null;
  end if;
  if value like '%T%Z' or value like '%T%+%' or value like '%T%-%' then
    return value::timestamptz;
  end if;
  return value::timestamp at time zone 'UTC';
end $$;
