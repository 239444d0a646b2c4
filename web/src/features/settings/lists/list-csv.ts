import { listsText } from '#text/settings-lists.ts'
import { formatCsv, parseCsv } from './csv.ts'
import type { ListField, ReferenceList } from './list-declarations.ts'
import {
  draftOf,
  findFaults,
  folded,
  isChanged,
  lockReason,
  shownText,
  toBody,
  valueName,
} from './list-values.ts'
import type { ListValue, OtherLists } from './list-values.ts'
import type { SavedValue } from './list-api.ts'

/** What a CSV file would do to a list. */
export type ImportPlan = {
  writes: readonly (SavedValue & { name: string })[]
  added: number
  changed: number
  same: number
  problems: readonly { line: number; text: string }[]
}

/** The values as CSV, with the columns that the page shows. */
export function valuesAsCsv(list: ReferenceList, values: readonly ListValue[], others: OtherLists): string {
  const header = [
    ...list.fields.map(({ label }) => label),
    ...(list.hasSource ? [listsText.columns.source] : []),
  ]
  const rows = values.map((value) => [
    ...list.fields.map((field) => shownText(value, field, others)),
    ...(list.hasSource ? [value.source ?? ''] : []),
  ])
  return formatCsv([header, ...rows])
}

/**
 * Compares a CSV file with a list: values are told by their first column.
 * @throws Error in words when the file has no columns that can be used
 */
export function planImport(
  list: ReferenceList,
  values: readonly ListValue[],
  others: OtherLists,
  text: string,
): ImportPlan {
  const [header = [], ...lines] = parseCsv(text)
  const columns = header.map((name) => list.fields.find((field) => isColumn(field, name)))
  const first = list.fields[0]!
  if (columns.every((column) => column === undefined)) throw new Error(listsText.csv.notCsv)
  if (!columns.includes(first)) throw new Error(listsText.csv.noName(first.label))
  const byName = new Map(values.map((value) => [folded(valueName(list, value)), value]))
  const seen = new Set<string>()
  const writes: ImportPlan['writes'][number][] = []
  const problems: ImportPlan['problems'][number][] = []
  let same = 0
  lines.forEach((cells, at) => {
    const problem = (reason: string) => problems.push({ line: at + 2, text: reason })
    const texts = new Map(columns.map((column, place) => [column, (cells[place] ?? '').trim()]))
    const name = texts.get(first) ?? ''
    const stored = byName.get(folded(name)) ?? null
    if (name === '') return void problem(listsText.csv.missing(first.label))
    if (seen.has(folded(name))) return void problem(listsText.csv.twice(name))
    seen.add(folded(name))
    const draft: Record<string, string> = { ...draftOf(list, stored) }
    for (const [field, content] of texts) {
      if (field === undefined) continue
      const id = idOf(field, content, others)
      if (id === null) return void problem(listsText.csv.unknownValue(field.label, content))
      draft[field.name] = id
    }
    if (!isChanged(list, stored, draft)) return void same++
    if (stored !== null && lockReason(list, stored) !== null) return void problem(listsText.csv.locked(name))
    const [fault] = Object.entries(findFaults(list, values, draft, stored?.id ?? null))
    if (fault !== undefined) {
      const field = list.fields.find((one) => one.name === fault[0])!
      return void problem(`${field.label}: ${fault[1]}`)
    }
    writes.push({ id: stored?.id ?? null, body: toBody(list, stored, draft), name })
  })
  const added = writes.filter(({ id }) => id === null).length
  return { writes, added, changed: writes.length - added, same, problems }
}

function isColumn(field: ListField, name: string): boolean {
  return [field.label, field.name].some((one) => folded(one) === folded(name))
}

/** What a field stores for a cell of the file: of a reference the id; null for a name that its list has not. */
function idOf(field: ListField, text: string, others: OtherLists): string | null {
  if (field.list === undefined || text === '') return text
  const found = others
    .get(field.list)
    ?.find(
      ({ id, name, code }) =>
        id === text || [name, code].some((one) => folded(String(one ?? '')) === folded(text)),
    )
  return found?.id ?? null
}
