/** A field of two records, its values in lines that can be read and compared. */
export type ComparedField = {
  field: string
  left: readonly string[]
  right: readonly string[]
  isSame: boolean
}

/** What says nothing of the title itself, as its copies do. */
const LEFT_OUT = new Set([
  'id',
  'hrid',
  'tenantId',
  'shared',
  '_version',
  'metadata',
  'isBoundWith',
  'matchKey',
  'statusUpdatedDate',
  'holdings',
  'items',
])
const ID_FIELD = /Ids?$/

/** The values of a field as lines: one for each entry of a list, ids left out. */
function linesOf(value: unknown): string[] {
  if (value === undefined || value === null || value === '' || value === false) return []
  if (Array.isArray(value)) return value.flatMap((entry) => linesOf(entry))
  if (typeof value !== 'object') return [String(value)]
  const parts = Object.entries(value).flatMap(([name, part]) => (ID_FIELD.test(name) ? [] : linesOf(part)))
  return parts.length === 0 ? [] : [parts.join(' · ')]
}

/** "physicalDescriptions" as "Physical descriptions". */
function nameOf(field: string): string {
  const words = field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Two titles field by field, in the order of the first. Fields that hold ids only are left out. */
export function compareTitles(left: object, right: object): ComparedField[] {
  const one = left as Record<string, unknown>
  const other = right as Record<string, unknown>
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((field) => !LEFT_OUT.has(field) && !ID_FIELD.test(field))
    .map((field) => {
      const lines = { left: [...new Set(linesOf(one[field]))], right: [...new Set(linesOf(other[field]))] }
      return { field: nameOf(field), ...lines, isSame: lines.left.join('\n') === lines.right.join('\n') }
    })
    .filter((compared) => compared.left.length > 0 || compared.right.length > 0)
}
