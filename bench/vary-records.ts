import { createWriteStream, readFileSync } from 'node:fs'
import { once } from 'node:events'
import { readRecords, writeRecord } from './iso2709.ts'
import type { RawRecord } from './iso2709.ts'

export const DELIMITER = '\u001f'
const ISBN_SUBFIELD = new RegExp(`${DELIMITER}a[0-9X-]+`)

/** Small deterministic random numbers, so that every run makes the same file. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function isbn13(number: number): string {
  const digits = `978${String(number % 1_000_000_000).padStart(9, '0')}`
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  )
  return digits + String((10 - (sum % 10)) % 10)
}

/** Words of some fields of the records, as often as they occur there. */
export function vocabularyOf(
  records: readonly RawRecord[],
  isOfInterest: (tag: string) => boolean,
): string[] {
  const words: string[] = []
  for (const { fields } of records) {
    for (const { tag, body } of fields) {
      if (isOfInterest(tag)) words.push(...(body.slice(2).match(/\p{L}{3,}/gu) ?? []))
    }
  }
  return words
}

/** A copy of `record` with control number, LCCN, ISBN, 035 and title of its own. */
function vary(record: RawRecord, number: number, words: readonly string[], random: () => number): RawRecord {
  const word = () => words[Math.floor(random() * words.length)]!
  const id = String(number).padStart(9, '0')
  let hasTitle = false
  const fields = record.fields.map(({ tag, body }) => {
    if (tag === '001') return { tag, body: `bench${id}` }
    if (tag === '010') return { tag, body: `  ${DELIMITER}a  ${id.slice(-8)} ` }
    if (tag === '020') return { tag, body: body.replace(ISBN_SUBFIELD, `${DELIMITER}a${isbn13(number)}`) }
    if (tag === '035') return { tag, body: `  ${DELIMITER}a(BENCH)${id}` }
    if (tag === '245' && !hasTitle) {
      hasTitle = true
      const prefix = `${DELIMITER}a${word()} ${word()} ${word()} ${number} `
      return { tag, body: body.replace(`${DELIMITER}a`, prefix) }
    }
    return { tag, body }
  })
  return { leader: record.leader, fields }
}

/**
 * Writes `count` records made from those of `base` to `target`, each with its own numbers and title; `first`
 * is the number of the first, so that several files do not repeat each other.
 */
export async function varyRecords(base: string, target: string, count: number, first: number): Promise<void> {
  const records = readRecords(readFileSync(base))
  const words = vocabularyOf(records, (tag) => tag === '245' || tag.startsWith('65'))
  const random = createRandom(20_260_101 + first)
  await writeVaried(target, records, count, (record, index) => vary(record, first + index, words, random))
}

/** Writes `count` records, made by `make` from `records` in turn. */
export async function writeVaried(
  target: string,
  records: readonly RawRecord[],
  count: number,
  make: (record: RawRecord, index: number) => RawRecord,
): Promise<void> {
  const out = createWriteStream(target)
  for (let start = 0; start < count; start += 1000) {
    const pieces: Buffer[] = []
    for (let index = start; index < Math.min(start + 1000, count); index += 1) {
      pieces.push(writeRecord(make(records[index % records.length]!, index)))
    }
    if (!out.write(Buffer.concat(pieces))) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
}
