import type { Parameters } from '../../formats/cql/index.ts'

/**
 * Where the texts of a field lie, as SQL: one text, or `value` of every `entry` of the JSON array `list` for which
 * `where` holds. Every SQL text is the module's own; nothing in it may come from a client.
 */
export type Values = { readonly list?: string; readonly value: string; readonly where?: string }

/**
 * The prefixes under which the words of a field are lexemes of its source's vector. Its words may be under `shared`
 * prefixes too, among those of other fields; a coarse one has words of other fields under its own.
 */
export type FieldLexemes = {
  readonly prefixes: readonly string[]
  readonly shared?: readonly string[]
  readonly isCoarse?: boolean
}

/** The records that a field belongs to: those that are searched, or items and holdings below them. */
export type Scope = 'record' | 'item' | 'holdings'

/**
 * How texts are made alike before they are compared: `raw` not at all, `lower` without case, `fold` without case and
 * accents, `dense` in lower case without blanks and hyphens; blanks around them never count.
 */
export type Form = 'raw' | 'lower' | 'fold' | 'dense'

/**
 * Text compared by its words, or with `hasSpacedWords` by what stands between blanks. Whole values and wildcards
 * compare folded. `termForms` gives the texts that are looked for in place of a term, one of which must be found.
 */
export type TextField = {
  readonly kind: 'text'
  readonly scope: Scope
  readonly values: Values
  readonly lexemes?: FieldLexemes
  /** An indexed column with the folded beginning of the text, where there is one. */
  readonly keyColumn?: string
  readonly hasSpacedWords?: boolean
  readonly termForms?: (term: string) => readonly string[]
}

/** Text compared as a whole. */
export type KeywordField = {
  readonly kind: 'keyword'
  readonly scope: Scope
  readonly values: Values
  readonly form: Form
  /** A column that holds the value in its form, and is compared by itself. */
  readonly column?: string
  /** A uuid column: compared as one where the term is a uuid. */
  readonly uuidColumn?: string
  /** What a term becomes before it is compared; the masks `*` at its ends stay. */
  readonly termForms?: (term: string) => readonly string[]
  /** Compares `values` as they are after this SQL function of the text, and not in `form`. */
  readonly valueForm?: (sql: string) => string
  /** A tsquery that records with this value, or one that begins so, meet; null where there is none. */
  readonly narrow?: (value: string, isBeginning: boolean) => string | null
  /** True when what `narrow` finds has the value for certain. */
  readonly isNarrowExact?: boolean
  /** The letter of the field's entries in `instance.facets`, and whether they hold ids. */
  readonly facet?: { readonly letter: string; readonly isId: boolean }
  /** True where the field is the same for all rows that one record is found as. */
  readonly isOfRecord?: boolean
}

/** True or false, never missing: `condition` is when it is true. `entry` is that of the mark in `instance.facets`. */
export type FlagField = {
  readonly kind: 'flag'
  readonly scope: Scope
  readonly condition: string
  readonly entry?: string
  readonly isOfRecord?: boolean
}

export type DateField = {
  readonly kind: 'date'
  readonly scope: Scope
  readonly column: string
  readonly isOfRecord?: boolean
}

/** A number in a column. */
export type NumberField = { readonly kind: 'number'; readonly scope: Scope; readonly column: string }

/** Values that an index of another module answers: `matches` is the condition on a row for a text. */
export type IndexedField = {
  readonly kind: 'indexed'
  readonly scope: 'record'
  readonly matches: (text: string, parameters: Parameters) => string
}

export type SearchField = TextField | KeywordField | FlagField | DateField | NumberField | IndexedField

/** What is sorted by: an SQL expression, or one for each direction. */
export type SortKey = string | { readonly ascending: string; readonly descending: string }

/** A kind of record that is searched. */
export type SearchSource = {
  /** As FOLIO's messages call it. */
  readonly name: string
  /** What stands after `from`. */
  readonly from: string
  /** The table of the documents, and its id. */
  readonly table: string
  readonly idColumn: string
  /** Where rows have items of their own, and not those of their instance: what stands after `from`, up to `and`. */
  readonly ownItems?: string
  /** The tsvector that all word vectors of the source are about. */
  readonly vector: string
  /** The prefix of the lexemes in which a wanted text counts most. */
  readonly rankPrefix: string
  readonly fields: ReadonlyMap<string, readonly SearchField[]>
  /** Sort keys by name, in order; the id is added behind them. */
  readonly sorts: Readonly<Record<string, readonly SortKey[]>>
  /** Sort expressions that are never null, so that an index on them gives their order. */
  readonly neverNull: ReadonlySet<string>
}

/** A text at a path of a document: `textAt('instance.doc', 'dates', 'date1')`. */
export function textAt(document: string, ...path: string[]): Values {
  return {
    value: path.reduce(
      (sql, name, i) => `${sql} ${i === path.length - 1 ? '->>' : '->'} '${name}'`,
      document,
    ),
  }
}

/** The texts of an array of texts. */
export function textsAt(document: string, ...path: string[]): Values {
  return { list: path.reduce((sql, name) => `${sql} -> '${name}'`, document), value: `entry.value #>> '{}'` }
}

/** One property of each object of an array. */
export function membersAt(document: string, list: string, member: string, where?: string): Values {
  return {
    list: `${document} -> '${list}'`,
    value: `entry.value ->> '${member}'`,
    ...(where === undefined ? {} : { where }),
  }
}

/** The condition that some value meets a condition. */
export function someValue({ list, value, where }: Values, condition: (sql: string) => string): string {
  if (list === undefined) return condition(`(${value})`)
  const and = where === undefined ? '' : `${where} and `
  return `exists (select from json_array_elements(${list}) as entry (value) where ${and}${condition(`(${value})`)})`
}

/** All values as one text, null for none. */
export function allValues({ list, value, where }: Values): string {
  if (list === undefined) return `(${value})`
  return `(select string_agg(${value}, ' ') from json_array_elements(${list}) as entry (value)${
    where === undefined ? '' : ` where ${where}`
  })`
}

/** A text in one of the forms, as SQL. */
export function inForm(form: Form, sql: string): string {
  if (form === 'raw') return `btrim(${sql})`
  if (form === 'lower') return `octavo.lowered(btrim(${sql}))`
  if (form === 'dense') return `translate(octavo.lowered(${sql}), ' -', '')`
  return `octavo.fold(btrim(${sql}))`
}

/** Makers of the fields of one scope. */
export function fieldsIn(scope: Scope) {
  return {
    text: (values: Values, more: Partial<TextField> = {}): TextField => ({
      kind: 'text',
      scope,
      values,
      ...more,
    }),
    keyword: (values: Values, form: Form, more: Partial<KeywordField> = {}): KeywordField => ({
      kind: 'keyword',
      scope,
      values,
      form,
      ...more,
    }),
  }
}

/** The parts of a call number as one text, blank ones left out; null for none. */
export function joinedParts(parts: readonly string[], separator: string): string {
  return `nullif(concat_ws('${separator}', ${parts.map((part) => `nullif(btrim(${part}), '')`).join(', ')}), '')`
}

/** A text in small letters A to Z and digits only; null for none. */
export function lettersAndDigits(sql: string): string {
  return `nullif(regexp_replace(lower(${sql}), '[^a-z0-9]', '', 'g'), '')`
}
