/** Where a mapping rule writes: `path` has member names, `list` says that the last one is an array. */
export type TargetPath = { path: readonly string[]; list: boolean }

export type TargetRecordType = 'INSTANCE' | 'HOLDINGS' | 'ITEM'

/**
 * Profiles name item fields as FOLIO's business interface shows them (`materialType.id`); stored items hold the
 * bare id (folio-org/mod-inventory: UpdateItemEventHandler.java, getItemAsJsonWithProperFields).
 */
const storedItemPaths: Readonly<Record<string, string>> = {
  'materialType.id': 'materialTypeId',
  'permanentLoanType.id': 'permanentLoanTypeId',
  'temporaryLoanType.id': 'temporaryLoanTypeId',
  'permanentLocation.id': 'permanentLocationId',
  'temporaryLocation.id': 'temporaryLocationId',
}

/**
 * The place in a stored document that a rule's path names: `item.materialType.id` gives `materialTypeId`.
 * Null when the path names no member.
 */
export function targetPath(path: string, recordType: TargetRecordType): TargetPath | null {
  const list = path.endsWith('[]')
  const root = path.indexOf('.')
  const members = path.slice(root + 1).replaceAll('[]', '')
  if (root === -1 || members === '') return null
  const stored =
    recordType === 'ITEM' && Object.hasOwn(storedItemPaths, members) ? storedItemPaths[members]! : members
  return { path: stored.split('.'), list }
}

/** Name of a member inside a repeatable object: `item.notes[].staffOnly` gives `staffOnly`. */
export function memberName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).replace('[]', '')
}
