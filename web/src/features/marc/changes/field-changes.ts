import { fieldNames, versionText } from '#text/versions.ts'
import type { FieldChange } from '../../../lib/diff.ts'
import type { Diff } from '../history/wire.ts'

/** Tells the name behind an id of a field; the id itself where it is not known. */
export type NameOf = (field: string, id: string) => string

/** A field of a record in words: "Permanent location", "Notes, item note type". */
export function fieldLabel(path: string): string {
  const parts = path.split('.').map((name) => fieldNames[name] ?? words(name))
  const [first = '', ...others] = parts
  return [first, ...others.map((name) => name.charAt(0).toLowerCase() + name.slice(1))].join(', ')
}

function words(name: string): string {
  const plain = name
    .replace(/Ids?$/, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** The rows of a difference: a value against a value, and of lists what went beside what came. */
export function changesOfDiff(diff: Diff, nameOf: NameOf): FieldChange[] {
  const values = diff.fieldChanges.map(({ fieldName, fullPath, oldValue, newValue }) => ({
    field: fieldLabel(fullPath),
    from: valueText(fieldName, oldValue, nameOf),
    to: valueText(fieldName, newValue, nameOf),
  }))
  const lists = diff.collectionChanges.flatMap(({ collectionName, fullPath, itemChanges }) => {
    const gone = itemChanges.flatMap(({ changeType, oldValue }) => (changeType === 'ADDED' ? [] : [oldValue]))
    const come = itemChanges.flatMap(({ changeType, newValue }) =>
      changeType === 'REMOVED' ? [] : [newValue],
    )
    return Array.from({ length: Math.max(gone.length, come.length) }, (_, at) => ({
      field: fieldLabel(fullPath),
      from: valueText(collectionName, gone[at], nameOf),
      to: valueText(collectionName, come[at], nameOf),
    }))
  })
  return [...values, ...lists]
}

/** A value in words; null for none. */
function valueText(field: string, value: unknown, nameOf: NameOf): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'boolean') return value ? versionText.yes : versionText.no
  if (typeof value === 'string') return nameOf(field, value)
  if (Array.isArray(value)) return value.map((one) => valueText(field, one, nameOf) ?? '').join(', ')
  if (typeof value !== 'object') return String(value)
  const parts = Object.entries(value).flatMap(([name, inner]) => {
    const text = inner === false ? null : valueText(name, inner, nameOf)
    return text === null ? [] : [[name, text] as const]
  })
  if (parts.length === 1) return parts[0]![1]
  return parts.map(([name, text]) => `${fieldLabel(name)}: ${text}`).join('\n')
}

/** The fields that a difference touches, by their labels. */
export function fieldsOfDiff(diff: Diff | undefined): string[] {
  if (diff === undefined) return []
  return [...diff.fieldChanges, ...diff.collectionChanges].map(({ fullPath }) => fieldLabel(fullPath))
}
