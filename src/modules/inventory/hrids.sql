create table hrid_settings (
  id uuid primary key,
  doc jsonb not null
);
create unique index hrid_settings_one_row on hrid_settings ((true));

insert into hrid_settings (id, doc)
select (doc ->> 'id')::uuid, doc
from (values ('{
  "id": "a501f2a8-5b31-48b2-874d-2191e48db8cd",
  "instances": { "prefix": "in", "startNumber": 1 },
  "holdings": { "prefix": "ho", "startNumber": 1 },
  "items": { "prefix": "it", "startNumber": 1 },
  "commonRetainLeadingZeroes": true
}'::jsonb)) as start_value (doc);

create sequence hrid_instances_seq maxvalue 99999999999;
create sequence hrid_holdings_seq maxvalue 99999999999;
create sequence hrid_items_seq maxvalue 99999999999;

create function number_lock(sequence regclass) returns bigint
  language sql immutable parallel safe
  return (913000002::bigint << 32) | sequence::oid::bigint;

-- Takes `amount` numbers in a row and returns the first. The sequence is moved under a lock that is given back
-- at once, not at commit: the block that took it is rolled back, which a sequence does not take part in.
create function reserve_numbers(sequence regclass, amount bigint) returns bigint
  language plpgsql as $$
declare
  first_number bigint;
begin
  begin
    perform pg_advisory_xact_lock(number_lock(sequence));
    first_number := nextval(sequence);
    if amount > 1 then
      perform setval(sequence, first_number + amount - 1);
    end if;
    raise sqlstate 'OC001';
  exception when sqlstate 'OC001' then
    return first_number;
  end;
end $$;

create function restart_numbers(sequence regclass, start_number bigint) returns void
  language plpgsql as $$
begin
  perform pg_advisory_xact_lock(number_lock(sequence));
  perform setval(sequence, start_number, false);
end $$;
