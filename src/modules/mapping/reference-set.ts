/** One reference record as the mapping needs it; locations and contributor types are also found by `code`. */
export type ReferenceEntry = { id: string; name: string; code?: string | null }

/** An authority source file: `codes` are the letter prefixes of its natural ids (`n`, `sh`). */
export type AuthoritySourceFile = { id: string; codes: string[] }

/**
 * The tenant's reference records, named as in FOLIO's mapping parameters. A list that is missing counts as empty,
 * except that an authority list that was never loaded gives the stub id where an empty one gives nothing
 * (folio-org/data-import-processing-core: MappingParameters.java).
 */
export type ReferenceSet = {
  identifierTypes?: readonly ReferenceEntry[]
  classificationTypes?: readonly ReferenceEntry[]
  instanceTypes?: readonly ReferenceEntry[]
  instanceFormats?: readonly ReferenceEntry[]
  instanceDateTypes?: readonly ReferenceEntry[]
  instanceNoteTypes?: readonly ReferenceEntry[]
  contributorTypes?: readonly ReferenceEntry[]
  contributorNameTypes?: readonly ReferenceEntry[]
  alternativeTitleTypes?: readonly ReferenceEntry[]
  electronicAccessRelationships?: readonly ReferenceEntry[]
  issuanceModes?: readonly ReferenceEntry[]
  subjectSources?: readonly ReferenceEntry[]
  subjectTypes?: readonly ReferenceEntry[]
  holdingsTypes?: readonly ReferenceEntry[]
  holdingsNoteTypes?: readonly ReferenceEntry[]
  callNumberTypes?: readonly ReferenceEntry[]
  locations?: readonly ReferenceEntry[]
  authorityIdentifierTypes?: readonly ReferenceEntry[]
  authorityNoteTypes?: readonly ReferenceEntry[]
  authoritySourceFiles?: readonly AuthoritySourceFile[]
}

/** Names of the lists in a `ReferenceSet` that hold plain reference records. */
export type ReferenceList = Exclude<keyof ReferenceSet, 'authoritySourceFiles'>

/** Finds reference ids of one `ReferenceSet`; its maps are built once, at the first use of a list. */
export type ReferenceIndex = {
  has: (list: ReferenceList) => boolean
  byName: (list: ReferenceList) => ReadonlyMap<string, string>
  byCode: (list: ReferenceList) => ReadonlyMap<string, string>
  entries: (list: ReferenceList) => readonly ReferenceEntry[]
}

/** The id FOLIO writes when a required reference record does not exist; storage then refuses it by foreign key. */
export const stubId = 'fe19bae4-da28-472b-be90-d442e2428ead'

/**
 * Wraps a reference set for look-ups. Keys of `byName` and `byCode` are trimmed lower-case text (`referenceKey`);
 * of two records with one key the first wins.
 */
export function indexReferences(reference: ReferenceSet): ReferenceIndex {
  const names = new Map<ReferenceList, Map<string, string>>()
  const codes = new Map<ReferenceList, Map<string, string>>()
  const entries = (list: ReferenceList) => reference[list] ?? []
  return {
    entries,
    has: (list) => reference[list] !== undefined,
    byName: (list) => cached(names, list, () => keyed(entries(list), (entry) => entry.name)),
    byCode: (list) => cached(codes, list, () => keyed(entries(list), (entry) => entry.code)),
  }
}

/** The form in which names and codes are compared. */
export function referenceKey(text: string): string {
  return text.trim().toLowerCase()
}

function cached<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key)
  if (value === undefined) {
    value = make()
    map.set(key, value)
  }
  return value
}

function keyed(
  entries: readonly ReferenceEntry[],
  keyOf: (entry: ReferenceEntry) => string | null | undefined,
): Map<string, string> {
  const ids = new Map<string, string>()
  for (const entry of entries) {
    const text = keyOf(entry)
    if (!text) continue
    const key = referenceKey(text)
    if (!ids.has(key)) ids.set(key, entry.id)
  }
  return ids
}
