type Entry = Record<string, unknown>

/**
 * What follows the rules for an instance, in place: source `MARC`, ids that several subfields joined into one object
 * taken apart, languages once each, links without uri and related titles without title dropped, and the ISBN and ISSN
 * of related titles made into identifiers (folio-org/data-import-processing-core: MarcToInstanceMapper.java).
 */
export function instanceAfterRules(document: Record<string, unknown>): Record<string, unknown> {
  document.source = 'MARC'
  splitJoinedIds(document.identifiers as Entry[] | undefined, 'identifierTypeId', 'value')
  splitJoinedIds(
    document.classifications as Entry[] | undefined,
    'classificationTypeId',
    'classificationNumber',
  )
  const languages = document.languages as string[] | undefined
  if (languages !== undefined && languages.length > 1) document.languages = [...new Set(languages)]
  keepEntriesWith(document, 'electronicAccess', 'uri')
  for (const name of ['precedingTitles', 'succeedingTitles']) {
    const titles = document[name] as Entry[] | undefined
    if (titles === undefined) continue
    keepEntriesWith(document, name, 'title')
    for (const title of titles) moveNumbersToIdentifiers(title)
  }
  return document
}

/** Drops the entries of a list whose `property` is missing, and the list when none is left. */
export function keepEntriesWith(document: Record<string, unknown>, name: string, property: string): void {
  const list = document[name] as Entry[] | undefined
  if (list === undefined || list.every((entry) => entry[property])) return
  const kept = list.filter((entry) => entry[property])
  if (kept.length > 0) document[name] = kept
  else delete document[name]
}

/**
 * A rule without "one object per subfield" that meets a repeated subfield gives ids joined by a blank and values joined
 * likewise; the pieces become entries, the first in place, the others at the end. The last takes the rest of the values.
 */
function splitJoinedIds(list: Entry[] | undefined, idProperty: string, valueProperty: string): void {
  if (list === undefined) return
  const { length } = list
  for (let i = 0; i < length; i++) {
    const entry = list[i]!
    const id = entry[idProperty]
    if (typeof id !== 'string' || id.length <= 36 || !/^(?:[0-9a-f-]{36} )+[0-9a-f-]{36}$/.test(id)) continue
    const ids = id.split(' ')
    const values = String(entry[valueProperty] ?? '')
      .split(' ')
      .filter((value, at) => value !== '' || at === 0)
    entry[idProperty] = ids[0]
    if (values.length < 2) continue
    entry[valueProperty] = values[0]
    for (let at = 1; at < ids.length && at < values.length; at++) {
      const rest = at === ids.length - 1 ? values.slice(at).join(' ') : values[at]
      list.push({ [valueProperty]: rest, [idProperty]: ids[at] })
    }
  }
}

function moveNumbersToIdentifiers(title: Entry): void {
  const identifiers: Entry[] = []
  for (const [id, value] of [
    ['isbnId', 'isbnValue'],
    ['issnId', 'issnValue'],
  ] as const) {
    if (title[id] && title[value]) identifiers.push({ value: title[value], identifierTypeId: title[id] })
    delete title[id]
    delete title[value]
  }
  if (identifiers.length > 0) title.identifiers = identifiers
}
