import type { Transaction } from '../../kernel/db/database.ts'
import { COUNTRY_CODES, countryName, languageName } from './code-names.ts'
import type { Choice, NamedList, ValueSource } from './column.ts'
import { findField } from './entity-types.ts'
import type { EntityType } from './entity-types.ts'
import { fieldNotFound, noValues } from './query-problems.ts'

/** So many values are offered at most, as in FOLIO. */
const MOST_VALUES = 1000

/**
 * The values that a screen offers for a field, by label; `search` is text that the labels contain.
 * @throws Problem 404 for an unknown field, 400 for one that has no such list
 */
export async function readFieldValues(
  tx: Transaction,
  entityType: EntityType,
  name: string,
  search: string,
): Promise<Choice[]> {
  const found = findField(entityType, name)
  if (found === null) throw fieldNotFound(entityType.name, name)
  if (found.field.source === null) throw noValues(name)
  const wanted = search.toLowerCase()
  const values = await readValues(tx, found.field.source)
  return values
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en', { sensitivity: 'accent' }))
    .slice(0, MOST_VALUES)
}

async function readValues(tx: Transaction, source: ValueSource): Promise<readonly Choice[]> {
  switch (source.kind) {
    case 'values':
      return source.values
    case 'list':
      return readNames(tx, source.list, source.value)
    case 'known':
      return KNOWN[source.name](tx)
  }
}

async function readNames(tx: Transaction, list: NamedList, value: 'id' | 'name'): Promise<Choice[]> {
  const rows = await tx.query<{ id: string; name: string | null }>(
    `select id, ${list.name(list.table)} as name from ${list.table}`,
  )
  const named = rows.flatMap(({ id, name }) => (name === null ? [] : [{ id, name }]))
  if (value === 'id') return named.map(({ id, name }) => ({ value: id, label: name }))
  return same(named.map(({ name }) => name))
}

function same(labels: readonly string[]): Choice[] {
  return [...new Set(labels)].map((label) => ({ value: label, label }))
}

async function readTexts(tx: Transaction, statement: string): Promise<string[]> {
  const rows = await tx.query<{ value: string }>(statement)
  return rows.map(({ value }) => value)
}

const KNOWN = {
  tags: async (tx: Transaction) => same(await readTexts(tx, `select doc ->> 'label' as value from tag`)),
  sources: async (tx: Transaction) =>
    same(await readTexts(tx, 'select distinct source as value from instance where source is not null')),
  languages: async (tx: Transaction) =>
    (
      await readTexts(
        tx,
        `select distinct e.value from instance cross join json_array_elements_text(instance.doc -> 'languages') as e (value)`,
      )
    ).map((value) => ({ value, label: languageName(value) })),
  countries: () => Promise.resolve(COUNTRY_CODES.map((value) => ({ value, label: countryName(value) }))),
}
