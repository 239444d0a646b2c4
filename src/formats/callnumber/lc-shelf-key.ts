import { sortableText } from './sortable-text.ts'

const classNumber = /^([a-zA-Z]+) *(?:([0-9]+)(\.[0-9]+)?)?(.*)$/
const firstCutter = /\.?[A-Za-z][0-9]+|^\.[A-Za-z]| \.[A-Za-z]/
const cutterPieces = /[A-Za-z][0-9]+/g

/**
 * Shelf key of a Library of Congress or National Library of Medicine call number (already trimmed).
 * The digits of the class keep their zeros, and a class suffix that is a word sorts after cutters because of `_`.
 * `PR9199.3 1920 .L33` gives `PR 49199.3 41920 L33`.
 */
export function lcShelfKey(callNumber: string): string {
  const parsed = classNumber.exec(callNumber)
  let key = ''
  let rest = callNumber
  if (parsed) {
    const [, letters = '', digits, decimals = '', remainder = ''] = parsed
    key = letters.toUpperCase()
    if (digits !== undefined) key += ` ${digits.length}${digits}`
    key += decimals
    rest = remainder.trim()
  }
  const cutterStart = rest.search(firstCutter)
  const suffix = (cutterStart < 0 ? rest : rest.slice(0, cutterStart)).trim()
  if (suffix !== '') key = withClassSuffix(key, suffix)
  return cutterStart < 0 ? key : withCutters(key, rest.slice(cutterStart).trim().toUpperCase())
}

function withClassSuffix(key: string, suffix: string): string {
  const sortable = sortableText(suffix.toUpperCase())
  if (key === '') return sortable
  return /^\p{Alphabetic}/u.test(suffix) ? `${key} _${sortable}` : `${key} ${sortable}`
}

function withCutters(key: string, cutters: string): string {
  let result = key
  let offset = 0
  for (const piece of cutters.matchAll(cutterPieces)) {
    result = endWithBlank(result) + sortableText(cutters.slice(offset, piece.index))
    result = endWithBlank(result) + piece[0]
    offset = piece.index + piece[0].length
  }
  return offset < cutters.length ? endWithBlank(result) + sortableText(cutters.slice(offset)) : result
}

function endWithBlank(key: string): string {
  return key === '' || key.endsWith(' ') ? key : `${key} `
}
