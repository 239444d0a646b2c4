import type { FieldChange } from '../../../lib/diff.ts'

/** Properties that the server keeps for itself and that say nothing about the record. */
const OWN = new Set([
  'id',
  '_version',
  'metadata',
  'effectiveShelvingOrder',
  'holdingsRecordId',
  'instanceId',
])

/** The fields of a document as a list of paths and values, as for a record that is new. */
export function fieldsOfDocument(document: Record<string, unknown>): FieldChange[] {
  const fields: FieldChange[] = []
  const add = (path: string, value: unknown): void => {
    if (value === null || value === undefined || value === '') return
    if (Array.isArray(value)) value.forEach((one, at) => add(`${path}[${at + 1}]`, one))
    else if (typeof value === 'object') {
      for (const [name, inner] of Object.entries(value)) add(path === '' ? name : `${path}.${name}`, inner)
    } else fields.push({ field: path, from: null, to: String(value) })
  }
  for (const [name, value] of Object.entries(document)) if (!OWN.has(name)) add(name, value)
  return fields
}

/** A value as text; objects as JSON. */
export function textOfValue(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
