import { array, constantFrom, oneof, record, tuple } from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { controlField, dataField, isControlTag } from '../../../formats/marc/index.ts'
import type { MarcField, MarcRecord } from '../../../formats/marc/index.ts'
import { isNonRepeatableTag } from './marc-fields.ts'

const LEADER = '00000cam a2200000 a 4500'

/** A field from a line such as `245 1# $aTitle$cName` or `001 text`; `#` is a blank indicator. */
export function fieldOf(line: string): MarcField {
  const tag = line.slice(0, 3)
  if (isControlTag(tag)) return controlField(tag, line.slice(4))
  const [ind1 = ' ', ind2 = ' '] = line.slice(4, 6).replaceAll('#', ' ')
  const subfields = line
    .slice(7)
    .split('$')
    .slice(1)
    .map((part) => ({ code: part.charAt(0), value: part.slice(1) }))
  return dataField(tag, ind1, ind2, subfields)
}

/** A record from lines as `fieldOf` reads them; a line `LDR …` is the leader. */
export function recordOf(...lines: string[]): MarcRecord {
  const leader = lines.find((line) => line.startsWith('LDR '))?.slice(4) ?? LEADER
  return { leader, fields: lines.filter((line) => !line.startsWith('LDR ')).map(fieldOf) }
}

/** The fields as lines that `fieldOf` reads. */
export function linesOf({ fields }: Pick<MarcRecord, 'fields'>): string[] {
  return fields.map(({ tag, ind1, ind2, value, subfields }) => {
    if (subfields === null) return `${tag} ${value}`
    const indicators = (ind1 + ind2).replaceAll(' ', '#')
    return `${tag} ${indicators} ${subfields.map((subfield) => `$${subfield.code}${subfield.value}`).join('')}`
  })
}

const subfields = array(
  record({ code: constantFrom('a', 'b', '0', '9'), value: constantFrom('x', 'y', 'xy', 'X') }),
  { minLength: 1, maxLength: 3 },
)
const indicator = constantFrom(' ', '1', 'f')

/** Fields in any order over few tags and texts, so that equal ones, repeated ones and 999 ff come up often. */
export const anyField: Arbitrary<MarcField> = oneof(
  tuple(constantFrom('001', '005', '007', '008'), constantFrom('x', 'y', 'z')).map(([tag, value]) =>
    controlField(tag, value),
  ),
  tuple(
    constantFrom('035', '100', '245', '500', '650', '651', '947', '999'),
    indicator,
    indicator,
    subfields,
  ).map(([tag, ind1, ind2, each]) => dataField(tag, ind1, ind2, each)),
)

export const anyRecord: Arbitrary<MarcRecord> = array(anyField, { maxLength: 12 }).map((fields) => ({
  leader: LEADER,
  fields,
}))

/** As `anyRecord`, but without a second one of a field that MARC knows once. */
export const validRecord: Arbitrary<MarcRecord> = anyRecord.map(({ leader, fields }) => {
  const seen = new Set<string>()
  const isFirst = ({ tag, ind1, ind2 }: MarcField): boolean => {
    if (!isNonRepeatableTag(tag) && tag + ind1 + ind2 !== '999ff') return true
    if (seen.has(tag)) return false
    seen.add(tag)
    return true
  }
  return { leader, fields: fields.filter(isFirst) }
})
