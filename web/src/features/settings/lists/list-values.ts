import { listsText } from '#text/settings-lists.ts'
import { settingsText } from '#text/settings.ts'
import type { ListField, ReferenceList } from './list-declarations.ts'

/** A value of a reference list as the API has it. */
export type ListValue = {
  id: string
  source?: string
  metadata?: { updatedDate?: string }
  [field: string]: unknown
}

/** What is being typed into a row, by field name. */
export type Draft = Readonly<Record<string, string>>

/** The values of other lists that fields of this one hold, by the list's id. */
export type OtherLists = ReadonlyMap<string, readonly ListValue[]>

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })

/** Sources of values on which programs rely; FOLIO's own screens close them too. */
const SHIPPED = new Set(['folio', 'system', 'rdacontent', 'rdacarrier', 'rdamodeissue', 'marcrelator'])

/** Why a value can't be changed, or null. */
export function lockReason(list: ReferenceList, value: ListValue): string | null {
  if (!list.hasSource || list.changes === 'rename') return null
  if (value.source === 'consortium') return listsText.sharedWhy
  return SHIPPED.has(value.source ?? '') ? listsText.shippedWhy : null
}

/** What a value is called: its first field. */
export function valueName(list: ReferenceList, value: ListValue): string {
  return fieldText(value, list.fields[0]!)
}

export function fieldText(value: ListValue, field: ListField): string {
  const content = value[field.name]
  return content === undefined || content === null ? '' : String(content as string | number)
}

/** The text that a field shows: of a reference the name, not the id. */
export function shownText(value: ListValue, field: ListField, others: OtherLists): string {
  const text = fieldText(value, field)
  if (field.list === undefined) return text
  return (
    others
      .get(field.list)
      ?.find(({ id }) => id === text)
      ?.name?.toString() ?? text
  )
}

/** Text without letter case and accents, as the server compares names. */
export function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}

/** The values that have a text in one of their columns. */
export function filterValues(
  list: ReferenceList,
  values: readonly ListValue[],
  text: string,
  others: OtherLists,
): readonly ListValue[] {
  const wanted = folded(text)
  if (wanted === '') return values
  return values.filter((value) =>
    [...list.fields.map((field) => shownText(value, field, others)), value.source ?? ''].some((one) =>
      folded(one).includes(wanted),
    ),
  )
}

/** The values in the order of a column: a field, `source` or `updated`. */
export function sortValues(
  list: ReferenceList,
  values: readonly ListValue[],
  column: string,
  isDescending: boolean,
  others: OtherLists,
): readonly ListValue[] {
  const field = list.fields.find(({ name }) => name === column)
  const text = (value: ListValue): string => {
    if (column === 'source') return value.source ?? ''
    if (column === 'updated') return value.metadata?.updatedDate ?? ''
    return shownText(value, field ?? list.fields[0]!, others)
  }
  const sign = isDescending ? -1 : 1
  return values.toSorted((a, b) => sign * collator.compare(text(a), text(b)))
}

export function draftOf(list: ReferenceList, value: ListValue | null): Draft {
  return Object.fromEntries(
    list.fields.map((field) => [field.name, value === null ? '' : fieldText(value, field)]),
  )
}

/** What is wrong with a draft, by field name. `id` is the value that is being changed, null for a new one. */
export function findFaults(
  list: ReferenceList,
  values: readonly ListValue[],
  draft: Draft,
  id: string | null,
): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {}
  for (const field of list.fields) {
    const text = (draft[field.name] ?? '').trim()
    if (text === '') {
      if (field.isRequired === true) faults[field.name] = settingsText.needed
      continue
    }
    if (field.kind === 'number' && !/^-?\d+$/.test(text)) faults[field.name] = listsText.wholeNumber
    const twin = field.isUnique === true ? findTwin(values, field, text, id) : undefined
    if (twin !== undefined) faults[field.name] = listsText.taken(text, valueName(list, twin))
  }
  return faults
}

function findTwin(
  values: readonly ListValue[],
  field: ListField,
  text: string,
  id: string | null,
): ListValue | undefined {
  const key = folded(text)
  return values.find((value) => value.id !== id && folded(fieldText(value, field)) === key)
}

/** The record to send: what is stored with the draft's fields in it; nothing that the screen does not know is lost. */
export function toBody(list: ReferenceList, stored: ListValue | null, draft: Draft): Record<string, unknown> {
  const body: Record<string, unknown> = { ...stored }
  delete body.metadata
  for (const { name, kind } of list.fields) {
    const text = (draft[name] ?? '').trim()
    if (text === '') delete body[name]
    else body[name] = kind === 'number' ? Number(text) : text
  }
  if (list.hasSource && stored === null) body.source = 'local'
  return body
}

export function isChanged(list: ReferenceList, stored: ListValue | null, draft: Draft): boolean {
  const before = draftOf(list, stored)
  return list.fields.some(({ name }) => (draft[name] ?? '').trim() !== before[name])
}
