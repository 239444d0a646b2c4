-- MARC in its stored form (src/formats/marc/compact.ts): 24 bytes of leader, then for each field its tag, its body and
-- 0x1E; the body is text, or two indicators and 0x1F code text for each subfield. What fits no pattern is 0x1D and JSON.

-- Bytes without 0x00, which MARC can hold and text cannot.
create or replace function octavo.without_nul(bytes bytea) returns bytea
  language plpgsql immutable strict parallel safe as $$
declare
  rest bytea := bytes;
  kept bytea := '';
  place int;
begin
  loop
    place := position('\x00'::bytea in rest);
    exit when place = 0;
    kept := kept || substring(rest from 1 for place - 1);
    rest := substring(rest from place + 1);
  end loop;
  return kept || rest;
end $$;

-- Whether an indicator is the one asked for: `*` is any, blanks of any kind are equal.
create or replace function octavo.is_indicator(wanted text, stored text) returns boolean
  language sql immutable strict parallel safe
  return wanted = '*' or btrim(wanted, E' \t\n\r\v\f') = btrim(stored, E' \t\n\r\v\f');

-- The texts of a control field (tag 00X), or of one subfield of the data fields with these indicators, in record order.
-- Jumps from one field with the tag to the next, without decoding what lies between.
-- The cost says that reading a record takes about as long as ten thousand comparisons, so that an index is used.
create or replace function octavo.marc_texts(marc bytea, tag text, ind1 text, ind2 text, code text) returns text[]
  language plpgsql immutable strict parallel safe cost 10000 as $$
declare
  head bytea := '\x1e'::bytea || convert_to(tag, 'UTF8');
  rest bytea;
  place int;
  body bytea;
  content text;
  subfield text;
  texts text[] := '{}';
begin
  if octet_length(marc) = 0 then
    return texts;
  end if;
  if get_byte(marc, 0) = 29 then
    return octavo.marc_json_texts(
      octavo.readable_json(convert_from(substring(marc from 2), 'UTF8')), tag, ind1, ind2, code);
  end if;
  rest := '\x1e'::bytea || substring(marc from 25);
  loop
    place := position(head in rest);
    exit when place = 0;
    rest := substring(rest from place + 4);
    place := position('\x1e'::bytea in rest);
    body := substring(rest from 1 for place - 1);
    rest := substring(rest from place);
    if position('\x00'::bytea in body) > 0 then
      body := octavo.without_nul(body);
    end if;
    content := convert_from(body, 'UTF8');
    if left(tag, 2) = '00' then
      texts := texts || content;
    elsif octavo.is_indicator(ind1, left(content, 1)) and octavo.is_indicator(ind2, substr(content, 2, 1)) then
      foreach subfield in array (string_to_array(content, E'\x1f'))[2:] loop
        if left(subfield, 1) = code then
          texts := texts || substr(subfield, 2);
        end if;
      end loop;
    end if;
  end loop;
  return texts;
end $$;

-- The same of a record that is stored as JSON. EDIFACT is JSON too, without "fields".
create or replace function octavo.marc_json_texts(record json, tag text, ind1 text, ind2 text, code text)
  returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(found.value order by place, part), '{}')
  from json_array_elements(case json_typeof(record -> 'fields') when 'array' then record -> 'fields' else '[]' end)
    with ordinality as listed (field, place)
  cross join lateral (select field -> tag) as content (body)
  cross join lateral (
    select content.body #>> '{}', 0 where left(tag, 2) = '00' and json_typeof(content.body) = 'string'
    union all
    select subfield ->> code, subfields.part
    from json_array_elements(
      case when left(tag, 2) <> '00' and json_typeof(content.body) = 'object' then content.body -> 'subfields' else '[]' end)
      with ordinality as subfields (subfield, part)
    where octavo.is_indicator(ind1, content.body ->> 'ind1') and octavo.is_indicator(ind2, content.body ->> 'ind2')
      and subfield ->> code is not null
  ) as found (value, part)
$$;
