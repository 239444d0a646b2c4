import type { Collection, UniqueFields } from './collection.ts'

/**
 * The table of a collection: `id`, the document, one generated column a reference with its foreign key, and
 * the unique indexes. Column names are the lower-cased field names, as FOLIO has and reports them.
 * Runs in a tenant's schema; tables named in `references` must be made before.
 */
export function collectionDdl({ table, references = [], unique = [] }: Collection): string {
  const columns = references.map(
    ({ field, table: target }) =>
      `  ${field.toLowerCase()} uuid generated always as ((doc ->> '${field}')::uuid) stored references ${target} (id)`,
  )
  return [
    `create table ${table} (`,
    ['  id uuid primary key', '  doc jsonb not null', ...columns].join(',\n'),
    ');',
    ...references.map(({ field }) => `create index on ${table} (${field.toLowerCase()});`),
    ...unique.map((rule) => uniqueIndex(table, rule)),
    '',
  ].join('\n')
}

const MATCHES = {
  folded: (value: string) => `octavo.fold(${value})`,
  lowered: (value: string) => `octavo.lowered(${value})`,
  exact: (value: string) => `(${value})`,
}

/** A property of the document as text by code points, so that its order and index are alike in any database. */
export function propertyText(document: string, field: string): string {
  return `((${document} ->> '${field}') collate "C")`
}

function uniqueIndex(
  table: string,
  { fields, match = 'folded', nullsAreEqual, where }: UniqueFields,
): string {
  const expressions = fields.map((field) => MATCHES[match](propertyText('doc', field))).join(', ')
  const nulls = nullsAreEqual ? ' nulls not distinct' : ''
  const condition = where === undefined ? '' : ` where ${where}`
  return `create unique index on ${table} (${expressions})${nulls}${condition};`
}
