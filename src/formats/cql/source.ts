/**
 * A record type as CQL sees it: where its columns and its document are, and what is joined to it. Every SQL
 * text in it is the module's own; nothing in it may come from a client.
 */
export type CqlSource = {
  /** What stands after `from` when another source joins this one: `holding` or `public.holding as holding`. */
  readonly from: string
  /** The alias that this source's SQL texts use; differs from every other along a chain of joins. */
  readonly alias: string
  /** SQL expression of type json or jsonb: `instance.doc`. Fields that are not declared are read from it. */
  readonly document: string
  /** SQL expression of the uuid that ends every `order by`, so that pages neither repeat nor skip rows. */
  readonly idColumn: string
  /** Declared fields by CQL index name; a name may have dots (`status.name`). */
  readonly fields: Readonly<Record<string, CqlField>>
  /** Other record types by the first part of an index name: `holdingsRecords.permanentLocationId`. */
  readonly joins?: Readonly<Record<string, CqlJoin>>
  /** Index names that a term without an index searches, joined by or; none means that it is refused. */
  readonly serverChoice?: readonly string[]
}

/** Rows of `source()` that belong to an outer row: `on('instance', 'holding')` is the SQL condition. */
export type CqlJoin = {
  readonly source: () => CqlSource
  readonly on: (outer: string, inner: string) => string
}

export type CqlField =
  | CqlUuidField
  | CqlTextField
  | CqlLoweredField
  | CqlWordsField
  | CqlExpressionField
  | CqlTimestampField
  | CqlNumberField
  | CqlBooleanField
  | CqlElementsField
  | CqlIsbnField

/** A uuid column: the primary key or a foreign key, with FOLIO's own rules for ids. */
export type CqlUuidField = { readonly kind: 'uuid'; readonly column: string }

/**
 * Text in a column, or in the document when no column is named. With `folded` the column holds `fold(value)`
 * already; otherwise comparisons call `octavo.fold(column)` (or `octavo.lowered`, `octavo.unaccented`), and
 * an index helps when it is made on that expression. A text column should be `collate "C"`: masks then use
 * the index and the order is by code point in any database.
 */
export type CqlTextField = TextRules & {
  readonly kind: 'text'
  readonly column?: string
  readonly folded?: boolean
}

/** Text compared without case but with accents, as barcodes are. With `lowered` the column holds `lowered(value)`. */
export type CqlLoweredField = {
  readonly kind: 'lowered'
  readonly column: string
  readonly lowered?: boolean
  readonly sort?: readonly string[]
}

/**
 * Text whose words are lexemes `<prefix>:<word>` of a tsvector column, one for each of `words(value)`, made by
 * the writer. Word relations ask the vector; phrases are checked again in the text itself. For an array or an
 * object the vector must hold the words of the values that are to be found.
 */
export type CqlWordsField = TextRules & {
  readonly kind: 'words'
  readonly vector: string
  readonly prefix: string
  readonly column?: string
  readonly folded?: boolean
}

/** A computed text, for example `concat_ws(' ', item.prefix, item.call_number)`; taken under collation "C". */
export type CqlExpressionField = TextRules & { readonly kind: 'expression'; readonly sql: string }

/** A timestamptz column whose value stands in the document as `2026-01-31T10:15:30.123+00:00`. */
export type CqlTimestampField = { readonly kind: 'timestamp'; readonly column: string }

/** A column of any numeric type; compared and sorted as a number with or without `/number`. */
export type CqlNumberField = { readonly kind: 'number'; readonly column: string }

/** A boolean column, null where the document has no such property. */
export type CqlBooleanField = { readonly kind: 'boolean'; readonly column: string }

/**
 * An array of objects that may be searched element by element: `identifiers =/@identifierTypeId=<uuid> "v"`.
 * `subfield` is the property that a term searches unless a modifier without a value names another; the vector
 * holds the words of this property.
 */
export type CqlElementsField = {
  readonly kind: 'elements'
  readonly path?: readonly string[]
  readonly subfield: string
  readonly modifiers: readonly string[]
  readonly vector?: string
  readonly prefix?: string
}

/**
 * ISBNs among the identifiers of one type, blanks and hyphens ignored. The vector holds
 * `words(normalizeDigits(value))` of each; identifiers of other types may share the prefix, because what the
 * vector finds is checked again.
 */
export type CqlIsbnField = {
  readonly kind: 'isbn'
  readonly typeId: string
  readonly path?: readonly string[]
  readonly vector?: string
  readonly prefix?: string
}

/**
 * How a text is compared; both are true unless said otherwise, and `/respectCase`, `/respectAccents`,
 * `/ignoreCase`, `/ignoreAccents` override them for one clause. `sort` replaces the sort expressions, which
 * are the first 600 characters of the compared form and then all of it.
 */
type TextRules = {
  readonly ignoreCase?: boolean
  readonly ignoreAccents?: boolean
  readonly sort?: readonly string[]
}
