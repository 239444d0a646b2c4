-- Values of documents in a type of their own; null for what is no such value, so that one odd record fails no query.
create function octavo.uuid_of(text) returns uuid
  language sql stable parallel safe as $$
  select case when pg_input_is_valid($1, 'uuid') then $1::uuid end
$$;

create function octavo.number_of(text) returns numeric
  language sql stable parallel safe as $$
  select case when pg_input_is_valid($1, 'numeric') then $1::numeric end
$$;

-- An instant; one without a zone is in UTC.
create function octavo.instant_of(text) returns timestamptz
  language sql stable parallel safe as $$
  select case
    when not pg_input_is_valid($1, 'timestamptz') then null
    when $1 ~ 'T.*(Z|[+-]\d\d(:?\d\d)?)$' then $1::timestamptz
    else $1::timestamp at time zone 'UTC'
  end
$$;
