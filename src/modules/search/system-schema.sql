-- All texts of a document but ids, blank between: what "all fields" searches (folio-org/mod-search:
-- AbstractAllValuesProcessor leaves out what ends in Id or Ids).
create function octavo.all_texts(document json) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  texts text;
begin
  case json_typeof(document)
    when 'object' then
      select string_agg(octavo.all_texts(member.value), ' ') into texts
      from json_each(document) as member (name, value)
      where member.name !~ 'Ids?$' or member.name = 'formerIds';
    when 'array' then
      select string_agg(octavo.all_texts(entry.value), ' ') into texts
      from json_array_elements(document) as entry (value);
    when 'string' then
      texts := document #>> '{}';
    else
      texts := null;
  end case;
  return texts;
end $$;
