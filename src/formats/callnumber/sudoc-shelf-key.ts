import { sortableText } from './sortable-text.ts'

const stem =
  /^([A-Za-z]+)\s*([0-9]+)(\.(?:[A-Za-z]+[0-9]*|[0-9]+))(\/(?:[A-Za-z]+(?:[0-9]+(?:-[0-9]+)?)?|[0-9]+(?:-[0-9]+)?))?:?(.*)$/

/**
 * Shelf key of a Superintendent of Documents number (already trimmed). Pieces that begin with a letter carry ` !` and
 * longer numbers (three characters up, as the years `989` and `1990`) carry `!`, which puts words before years and
 * years before short numbers.
 * `T22.19/2:V88/989` gives `T 222 219 12  !V 288 !3989` (folio-org/mod-inventory-storage: SuDocCallNumber.java).
 */
export function sudocShelfKey(callNumber: string): string {
  const parsed = stem.exec(callNumber)
  if (!parsed) return withPieces('', callNumber.startsWith(':') ? callNumber.slice(1) : callNumber)
  const [, author = '', office = '', series = '', subSeries = '', suffix = ''] = parsed
  let key = author
  for (const part of [office, series, subSeries, suffix]) key = withPieces(key, part)
  return key
}

function withPieces(key: string, part: string): string {
  if (part.trim() === '') return key
  const pieces = part.replace(/^[./:-]/, '').split(/[./ -]/)
  while (pieces.length > 1 && pieces.at(-1) === '') pieces.pop()
  let result = key
  for (const piece of pieces) {
    if (result !== '') result += ' '
    const text = piece.trim()
    if (text === '') continue
    if (/^\p{Alphabetic}/u.test(text)) result += ' !'
    else if (text.length >= 3) result += '!'
    result += sortableText(text)
  }
  return result
}
