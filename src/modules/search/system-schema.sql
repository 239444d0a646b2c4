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

-- The headings of an authority, each of which is found by itself: the property that it is in, the property of the
-- authorized heading of that kind, whether it is authorized, see-from or see-also, its place in the record. One row
-- without a heading for a record that has none.
create function octavo.authority_headings(document json)
  returns table (field text, base text, reference text, place bigint, heading text)
  language sql immutable strict parallel safe rows 3 as $$
  with member as (
    select name, value, position,
      case when name like 'saft%' then lower(substr(name, 5, 1)) || substr(name, 6)
        when name like 'sft%' then lower(substr(name, 4, 1)) || substr(name, 5)
        else name end as base,
      case when name like 'saft%' then 'Auth/Ref' when name like 'sft%' then 'Reference' else 'Authorized' end
        as reference
    from json_each(document) with ordinality as listed (name, value, position)
  ), found as (
    select member.name, member.base, member.reference, member.position * 1000000 + coalesce(entry.position, 0) as place,
      coalesce(entry.value, member.value) #>> '{}' as heading
    from member
    left join lateral json_array_elements(
        case json_typeof(member.value) when 'array' then member.value else '[]' end
      ) with ordinality as entry (value, position) on json_typeof(member.value) = 'array'
    where member.base in ('personalName', 'personalNameTitle', 'corporateName', 'corporateNameTitle', 'meetingName',
        'meetingNameTitle', 'uniformTitle', 'namedEvent', 'topicalTerm', 'geographicName', 'genreTerm', 'chronTerm',
        'mediumPerfTerm', 'generalSubdivision', 'geographicSubdivision', 'chronSubdivision', 'formSubdivision')
      and json_typeof(coalesce(entry.value, member.value)) = 'string'
  )
  select * from found
  union all
  select null, null, null, 0, null where not exists (select from found)
$$;
