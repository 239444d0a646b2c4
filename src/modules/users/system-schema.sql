-- What the index "keywords" searches (folio-org/mod-users: db_scripts/schema.json, fullTextIndex keywords).
-- array_to_string is only stable, because it can print any type; of text it is immutable, as generated columns ask.
create function octavo.user_keywords(doc jsonb) returns text
  language sql immutable parallel safe as $$
  select array_to_string(array[
    doc ->> 'username', doc #>> '{personal,firstName}', doc #>> '{personal,preferredFirstName}',
    doc #>> '{personal,lastName}', doc #>> '{personal,middleName}', doc #>> '{personal,email}',
    doc ->> 'barcode', doc ->> 'id', doc ->> 'externalSystemId', doc ->> 'customFields'
  ], ' ')
$$;

-- The words of a user's fields, each with the mark of its field before it.
create function octavo.user_words(doc jsonb) returns tsvector
  language sql immutable parallel safe as $$
  select array_to_tsvector(array(
    select distinct mark || ':' || word
    from (values
      ('username', doc ->> 'username'),
      ('barcode', doc ->> 'barcode'),
      ('external', doc ->> 'externalSystemId'),
      ('first', doc #>> '{personal,firstName}'),
      ('middle', doc #>> '{personal,middleName}'),
      ('last', doc #>> '{personal,lastName}'),
      ('preferred', doc #>> '{personal,preferredFirstName}'),
      ('email', doc #>> '{personal,email}'),
      ('custom', doc ->> 'customFields'),
      ('keyword', octavo.user_keywords(doc))
    ) as field (mark, content), string_to_table(octavo.wordline(content), ' ') as split (word)
    where word <> ''
  ))
$$;
