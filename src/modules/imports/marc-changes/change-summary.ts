import type { MarcField, MarcRecord } from '../../../formats/marc/index.ts'
import { sameField } from './marc-fields.ts'

/** One difference between two versions of a record; the texts are lines such as `245 10 $aTitle`, null where there is none. */
export type FieldChange = {
  kind: 'added' | 'removed' | 'changed'
  tag: string
  before: string | null
  after: string | null
}

/**
 * What differs between two versions of a record, by tag: first what is changed or added, in the order of the new record,
 * then what is removed. The leader is compared without lengths and addresses; the order of fields is not compared.
 */
export function diffRecords(before: MarcRecord, after: MarcRecord): FieldChange[] {
  const changes: FieldChange[] = []
  if (comparableLeader(before.leader) !== comparableLeader(after.leader)) {
    changes.push({
      kind: 'changed',
      tag: 'LDR',
      before: `LDR ${before.leader}`,
      after: `LDR ${after.leader}`,
    })
  }
  const oldFields = Map.groupBy(before.fields, ({ tag }) => tag)
  const newFields = Map.groupBy(after.fields, ({ tag }) => tag)
  const tags = [...new Set([...oldFields.keys(), ...newFields.keys()])].sort()
  for (const tag of tags) diffTag(tag, oldFields.get(tag) ?? [], newFields.get(tag) ?? [], changes)
  return changes
}

/** A field as one line: tag, indicators and subfields, or tag and text; a blank indicator is a blank. */
export function fieldLine({ tag, ind1, ind2, value, subfields }: MarcField): string {
  if (subfields === null) return `${tag} ${value}`
  let line = `${tag} ${ind1}${ind2} `
  for (const subfield of subfields) line += `$${subfield.code}${subfield.value}`
  return line
}

function comparableLeader(leader: string): string {
  return leader.slice(5, 12) + leader.slice(17)
}

function diffTag(tag: string, before: MarcField[], after: MarcField[], changes: FieldChange[]): void {
  const gone = [...before]
  const fresh: MarcField[] = []
  for (const field of after) {
    const at = gone.findIndex((old) => sameField(old, field))
    if (at < 0) fresh.push(field)
    else gone.splice(at, 1)
  }
  const partners = pairSimilar(gone, fresh)
  for (const field of fresh) {
    const partner = partners.get(field)
    changes.push({
      kind: partner ? 'changed' : 'added',
      tag,
      before: partner ? fieldLine(partner) : null,
      after: fieldLine(field),
    })
  }
  const paired = new Set(partners.values())
  for (const field of gone) {
    if (!paired.has(field)) changes.push({ kind: 'removed', tag, before: fieldLine(field), after: null })
  }
}

/** Old fields by the new one that most likely came of them: the most subfields in common, then the same place. */
function pairSimilar(gone: readonly MarcField[], fresh: readonly MarcField[]): Map<MarcField, MarcField> {
  const partners = new Map<MarcField, MarcField>()
  const free = new Set(gone)
  // Hundreds of fields of one tag (items in 9XX) are paired by place, since every pair would have to be weighed.
  if (gone.length * fresh.length <= 2500) {
    const weighed = fresh.flatMap((field) =>
      gone.map((old) => ({ field, old, common: inCommon(old, field) })),
    )
    weighed.sort((a, b) => b.common - a.common)
    for (const { field, old, common } of weighed) {
      if (common === 0) break
      if (partners.has(field) || !free.has(old)) continue
      partners.set(field, old)
      free.delete(old)
    }
  }
  const rest = free.values()
  for (const field of fresh) {
    if (partners.has(field)) continue
    const next = rest.next()
    if (next.done) break
    partners.set(field, next.value)
  }
  return partners
}

function inCommon(a: MarcField, b: MarcField): number {
  if (a.subfields === null || b.subfields === null) return 0
  const texts = new Set(a.subfields.map(({ code, value }) => code + value))
  return b.subfields.filter(({ code, value }) => texts.has(code + value)).length
}
