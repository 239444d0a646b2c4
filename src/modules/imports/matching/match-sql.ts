import type { MatchIndex } from './lookup-keys.ts'
import { KEY_LENGTH } from './lookup-keys.ts'
import { qualifierForm } from './compare-values.ts'
import type { MatchQuestion, StoredField } from './match-question.ts'

/** Puts a value into a statement: as a parameter of a query, or as a literal of an index, which can have none. */
export type Put = (value: string | readonly string[] | null, type: 'text' | 'text[]') => string

type Present = Exclude<StoredField, { kind: 'none' }>

/** All texts of a field as text[]; `row` is what stands before a column. */
function textsSql(field: Present, put: Put, row: 't.' | '', isOnlyApplied: boolean): string {
  if (field.kind === 'marc') {
    const { tag, ind1, ind2, subfield } = field
    const parts = [tag, ind1, ind2, subfield].map((text) => put(text, 'text'))
    return `octavo.marc_texts(${row}marc, ${parts.join(', ')})`
  }
  const only = isOnlyApplied ? field.only : null
  const condition = `${put(only?.member ?? null, 'text')}, ${put(only?.value ?? null, 'text')}`
  return `octavo.json_texts(${row}doc, ${put(field.path, 'text[]')}, ${condition})`
}

/**
 * What an index holds, and a query must repeat word for word to use it. Qualifiers and conditions on elements play no
 * role: they are checked on what is found.
 */
export function keySql(question: MatchQuestion, { kind }: MatchIndex, put: Put, row: 't.' | ''): string {
  const texts = textsSql(question.field as Present, put, row, false)
  const reading = `${put(question.part, 'text')}, ${put(question.form, 'text')}`
  if (kind === 'texts') return `octavo.match_keys(${texts}, ${reading})`
  if (kind === 'grams') return `octavo.match_grams(${texts}, ${reading})`
  return `(octavo.match_key(${texts}, ${reading}, ${kind === 'reversed'})) collate "C"`
}

/** The forms of a row's texts that may be compared, as `compared (form)`: what stands after `from`, and the condition. */
export function formsSql(question: MatchQuestion, put: Put): { from: string; where: string } {
  const { form, part, qualifier } = question
  const field = question.field as Present
  if (part === null && qualifier === null && form !== 'words' && field.column?.isWhole) {
    return {
      from: `(select t.${field.column.name}::text as form) as compared`,
      where: 'compared.form is not null',
    }
  }
  const conditions = ['compared.form is not null']
  if (qualifier !== null) {
    const text = `octavo.match_form(raw.text, null, ${put(qualifierForm(form), 'text')})`
    const value = put(qualifier.value, 'text')
    const tests = {
      BEGINS_WITH: `starts_with(${text}, ${value})`,
      ENDS_WITH: `right(${text}, length(${value})) = ${value}`,
      CONTAINS: `strpos(${text}, ${value}) > 0`,
    }
    conditions.push(tests[qualifier.type])
  }
  return {
    from:
      `unnest(${textsSql(field, put, 't.', true)}) as raw (text) ` +
      `cross join lateral octavo.match_form(raw.text, ${put(part, 'text')}, ${put(form, 'text')}) as compared (form)`,
    where: conditions.join(' and '),
  }
}

/** Whether a form fulfils the question's criterion with `asked.value`. */
export function comparisonSql({ criterion, form, range }: MatchQuestion, existing: string, put: Put): string {
  if (range !== null) {
    const text = `${existing} collate "C"`
    return `(${text} >= ${put(range.from, 'text')} and ${text} < ${put(range.below, 'text')})`
  }
  switch (criterion) {
    case 'EXACTLY_MATCHES':
      return form === 'words' ? `strpos(${existing}, asked.value) > 0` : `${existing} = asked.value`
    case 'EXISTING_VALUE_CONTAINS_INCOMING_VALUE':
      return `strpos(${existing}, asked.value) > 0`
    case 'INCOMING_VALUE_CONTAINS_EXISTING_VALUE':
      return `strpos(asked.value, ${existing}) > 0`
    case 'EXISTING_VALUE_BEGINS_WITH_INCOMING_VALUE':
      return `starts_with(${existing}, asked.value)`
    case 'INCOMING_VALUE_BEGINS_WITH_EXISTING_VALUE':
      return `starts_with(asked.value, ${existing})`
    case 'EXISTING_VALUE_ENDS_WITH_INCOMING_VALUE':
      return `right(${existing}, length(asked.value)) = asked.value`
    case 'INCOMING_VALUE_ENDS_WITH_EXISTING_VALUE':
      return `right(asked.value, length(${existing})) = ${existing}`
  }
}

/** The key of a form in a scan: its words, or its first characters, as `split (key)`. */
export function scanKeySql(question: MatchQuestion): string {
  return question.form === 'words'
    ? `string_to_table(btrim(compared.form), ' ') as split (key)`
    : `left(compared.form, ${KEY_LENGTH}) as split (key)`
}
