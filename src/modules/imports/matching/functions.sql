-- What match profiles compare, as index expressions: immutable, and without an error for any document, because an index
-- that fails would fail the writers of its table. compare-values.ts does the same to incoming values.

-- The texts at a path of names in a document: of a scalar, of each scalar in an array, of a member of each object in an
-- array; of objects that have `only_member` with the text `only_value` alone, where that is given. One array may lie on
-- the way. 25 microseconds for a scalar of a 2 KB document, 70 for an array; as one query over all steps 115 and 380.
-- The cost says that reading a document takes about as long as ten thousand comparisons, so that an index is used.
create or replace function octavo.json_texts(doc json, path text[], only_member text, only_value text) returns text[]
  language plpgsql immutable parallel safe cost 10000 as $$
declare
  parent json;
  reached json := case when strpos(doc::text, '\u') = 0 then doc else octavo.readable_json(doc::text) end;
  last int := cardinality(path);
begin
  for step in 1..last loop
    parent := reached;
    reached := parent -> path[step];
    if reached is null then
      return '{}';
    end if;
    if json_typeof(reached) = 'array' then
      return array(
        select element #>> path[step + 1:]
        from json_array_elements(reached) as elements (element)
        where json_typeof(element #> path[step + 1:]) in ('string', 'number', 'boolean')
          and (only_member is null or element ->> only_member = only_value)
      );
    end if;
  end loop;
  if json_typeof(reached) not in ('string', 'number', 'boolean')
    or only_member is not null and parent ->> only_member is distinct from only_value then
    return '{}';
  end if;
  return array[reached #>> '{}'];
end $$;

-- A text without all that has no word in it for octavo.wordline: letters and digits stay, in their case.
create or replace function octavo.letters_and_digits(text) returns text
  language plpgsql immutable strict parallel safe as $$
begin
  if octet_length($1) = char_length($1) then
    return regexp_replace($1, '[^0-9A-Za-z]+', '', 'g');
  end if;
  return (
    select coalesce(string_agg(letter, '' order by place), '')
    from string_to_table($1, null) with ordinality as split (letter, place)
    where octavo.wordline(letter) <> ' '
  );
end $$;

-- A text as it is compared: reduced to the comparison part, then folded, in lower case, as words, or as it is. Null
-- when nothing is left.
create or replace function octavo.match_form(value text, part text, form text) returns text
  language plpgsql immutable parallel safe cost 100 as $$
declare
  reduced text := case part
    when 'NUMERICS_ONLY' then regexp_replace(value, '[^0-9]+', '', 'g')
    when 'ALPHANUMERICS_ONLY' then octavo.letters_and_digits(value)
    else value
  end;
begin
  return case form
    when 'fold' then nullif(octavo.fold(reduced), '')
    when 'lower' then nullif(octavo.lowered(reduced), '')
    when 'words' then nullif(octavo.wordline(reduced), ' ')
    else nullif(reduced, '')
  end;
end $$;

-- Keys of a GIN index: the forms of all texts, or their words. Cut, so that they fit into an index page.
create or replace function octavo.match_keys(texts text[], part text, form text) returns text[]
  language plpgsql immutable parallel safe as $$
declare
  keys text[] := '{}';
  key text;
  value text;
begin
  foreach value in array texts loop
    key := octavo.match_form(value, part, form);
    if key is null then
      continue;
    elsif form = 'words' then
      keys := keys || string_to_array(btrim(key), ' ');
    else
      keys := keys || left(key, 600);
    end if;
  end loop;
  return keys;
end $$;

-- Keys of a GIN index by which texts within texts are found: all runs of three letters in the forms of the texts.
create or replace function octavo.match_grams(texts text[], part text, form text) returns text[]
  language plpgsql immutable parallel safe as $$
begin
  return array(
    select substr(key, place, 3)
    from unnest(texts) as given (value)
    cross join lateral octavo.match_form(value, part, form) as formed (key)
    cross join lateral generate_series(1, length(key) - 2) as places (place)
  );
end $$;

-- Key of a b-tree index: the form of the only text, from its end if `is_reversed`.
create or replace function octavo.match_key(texts text[], part text, form text, is_reversed boolean) returns text
  language sql immutable parallel safe
  return left(
    case when is_reversed then reverse(octavo.match_form(texts[1], part, form)) else octavo.match_form(texts[1], part, form) end,
    600);
