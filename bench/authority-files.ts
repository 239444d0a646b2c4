import { readFileSync } from 'node:fs'
import { readRecords } from './iso2709.ts'
import type { RawRecord } from './iso2709.ts'
import { DELIMITER, createRandom, vocabularyOf, writeVaried } from './vary-records.ts'

/** A copy of an authority with a heading and numbers of its own; `edit` is added to the heading and in a 670. */
function vary(record: RawRecord, number: number, word: () => string, edit: string): RawRecord {
  const digits = String(number).padStart(8, '0')
  const fields = record.fields.map(({ tag, body }) => {
    if (tag === '001') return { tag, body: `n  ${digits} ` }
    if (tag === '010') return { tag, body: `  ${DELIMITER}an  ${digits} ` }
    if (tag === '035') return { tag, body: `  ${DELIMITER}a(BENCH)${digits}` }
    if (!tag.startsWith('1')) return { tag, body }
    const prefix = `${DELIMITER}a${edit}${word()} ${word()} ${number} `
    return { tag, body: body.replace(`${DELIMITER}a`, prefix) }
  })
  if (edit !== '') fields.push({ tag: '670', body: `  ${DELIMITER}a${edit}again` })
  return { leader: record.leader, fields }
}

/**
 * Writes `count` authorities made from those of `base` to `target`. With an `edit` they are those that the same call
 * without it has made, with other headings.
 */
export async function writeAuthorities(
  base: string,
  target: string,
  count: number,
  edit = '',
): Promise<void> {
  const records = readRecords(readFileSync(base))
  const words = vocabularyOf(records, (tag) => tag.startsWith('1'))
  const random = createRandom(20_260_101)
  const word = () => words[Math.floor(random() * words.length)]!
  await writeVaried(target, records, count, (record, index) => vary(record, index, word, edit))
}
