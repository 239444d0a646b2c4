import type { MarcRecord } from './record.ts'

/**
 * The record as text, one line a field, in the form of marc4j's `Record.toString()` that FOLIO hands out as
 * `formattedContent`: `LEADER …`, `001 text`, `245 10$aTitle$cName`, each with a line end.
 */
export function formatLines(record: MarcRecord): string {
  let text = `LEADER ${record.leader}\n`
  for (const { tag, ind1, ind2, value, subfields } of record.fields) {
    if (subfields === null) {
      text += `${tag} ${value}\n`
      continue
    }
    text += `${tag} ${ind1}${ind2}`
    for (const subfield of subfields) text += `$${subfield.code}${subfield.value}`
    text += '\n'
  }
  return text
}
