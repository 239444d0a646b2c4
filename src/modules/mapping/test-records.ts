import { controlField, dataField } from '../../formats/marc/record.ts'
import type { MarcField, MarcRecord } from '../../formats/marc/record.ts'

const bibLeader = '00000nam a2200000 a 4500'

/**
 * A MARC record for a test, one line a field: `001 in1`, `245 10 $aTitle /$cName` (`#` is a blank indicator). A line
 * `LDR …` replaces the leader of a monograph.
 */
export function recordOf(...lines: string[]): MarcRecord {
  const leader = lines.find((line) => line.startsWith('LDR '))?.slice(4) ?? bibLeader
  return { leader, fields: lines.filter((line) => !line.startsWith('LDR ')).map(fieldOf) }
}

/** The fields of a record as lines, in the form that `recordOf` reads. */
export function linesOf(record: MarcRecord): string[] {
  return record.fields.map(({ tag, ind1, ind2, value, subfields }) => {
    if (subfields === null) return `${tag} ${value}`
    const indicators = (ind1 + ind2).replaceAll(' ', '#')
    return `${tag} ${indicators} ${subfields.map((subfield) => `$${subfield.code}${subfield.value}`).join('')}`
  })
}

function fieldOf(line: string): MarcField {
  const tag = line.slice(0, 3)
  if (tag.startsWith('00')) return controlField(tag, line.slice(4))
  const [ind1 = ' ', ind2 = ' '] = line.slice(4, 6).replaceAll('#', ' ')
  const parts = line.slice(8).split('$')
  return dataField(
    tag,
    ind1,
    ind2,
    line.length > 7 ? parts.map((part) => ({ code: part[0] ?? '', value: part.slice(1) })) : [],
  )
}
