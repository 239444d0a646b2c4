import { rawRecord } from '../support/marc-bytes.ts'
import type { RawField, RawOptions } from '../support/marc-bytes.ts'

const FIXED = '260101s2001    xx            000 0 eng  '

/** A small bibliographic record: control number, title and what else it shall hold. */
export function book(
  number: string,
  title: string | null,
  more: readonly RawField[] = [],
  options: RawOptions = {},
): Buffer {
  const titleField: RawField[] = title === null ? [] : [['245', `00$a${title}`]]
  return rawRecord([['001', number], ['008', FIXED], ...titleField, ...more], options)
}

/** A 952 as the sample library's profile reads it: one item of the main library. */
export function copy(barcode: string, materialType = 'book'): RawField {
  return ['952', `  $bKU/CC/DI/M$hPR 1$p${barcode}$y${materialType}`]
}

/** A file of many plain records with one copy each. */
export function manyBooks(count: number, prefix: string): Buffer {
  return Buffer.concat(
    Array.from({ length: count }, (_, index) =>
      book(`${prefix}${index}`, `Book ${index} of ${prefix}`, [copy(`${prefix}-${index}`)]),
    ),
  )
}
