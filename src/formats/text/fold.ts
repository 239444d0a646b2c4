/**
 * Three normal forms of text for comparing and searching. Each has a function of the same name in the
 * database (`octavo.fold`, `octavo.lowered`, `octavo.unaccented` in `src/kernel/db/functions.sql`) that
 * gives the same text, so that a value folded here can be compared with one folded there.
 */

// Combining diacritics only: vowel signs of Hebrew, Arabic and the Indic scripts carry meaning and stay.
const markBlocks = [
  '\\u0300-\\u036f',
  '\\u1ab0-\\u1aff',
  '\\u1dc0-\\u1dff',
  '\\u20d0-\\u20ff',
  '\\ufe20-\\ufe2f',
]
const combiningMarks = new RegExp(`[${markBlocks.join('')}]+`, 'g')

/**
 * Letters and punctuation that Unicode does not decompose although readers type a plain one, after
 * PostgreSQL's `contrib/unaccent/unaccent.rules`. Left side and right side correspond by position.
 */
export const plainLetters: readonly (readonly [from: string, to: string])[] = [
  ['ÐðĐđĦħıĸŁłŊŋØøŦŧ', 'DdDdHhiqLlNnOoTt'],
  ['ƀɃƁɓƂƃƇƈƉɖƊɗƋƌƐɛƑƒƓɠƖɩƗɨƘƙ', 'bBBbBbCcDdDdDdEeFfGgIiIiKk'],
  ['ƚȽƝɲƞȠƤƥƫƬƭƮʈƲʋƳƴƵƶǤǥȡȤȥȴȵȶȷ', 'lLNnnNPptTtTtVvYyZzGgdZzlntj'],
  ['ȺⱥȻȼȾⱦȿⱾɀⱿɄʉɆɇɈɉɌɍɎɏ', 'AaCcTtsSzZUuEeJjRrYy'],
  ['ʹʻʼʽʾʿ‘’‚‛′', "'''''''''''"],
  ['ʺ“”„‟″', '""""""'],
  ['‐‒–—―−', '------'],
]

/** Letters that stand for two; the same correspondence as `plainLetters`. */
export const letterPairs: readonly (readonly [from: string, to: string])[] = [
  ['Æ', 'AE'],
  ['æ', 'ae'],
  ['Œ', 'OE'],
  ['œ', 'oe'],
  ['ẞ', 'SS'],
  ['ß', 'ss'],
  ['Þ', 'TH'],
  ['þ', 'th'],
]

const plainForms = new Map<string, string>(letterPairs)
for (const [from, to] of plainLetters) {
  for (let i = 0; i < from.length; i += 1) plainForms.set(from.charAt(i), to.charAt(i))
}
const replaceable = new RegExp(`[${[...plainForms.keys()].join('')}]`, 'g')

// eslint-disable-next-line no-control-regex -- the whole of ASCII is meant
const asciiOnly = /^[\x00-\x7f]*$/

/**
 * Text without accents, case kept: compatibility decomposition, combining diacritics dropped, letters such
 * as ø, ł, æ and ß spelled plainly, curly quotes and long dashes straightened.
 *
 * @example unaccented('Søren Kierkegård’s') // "Soren Kierkegard's"
 */
export function unaccented(text: string): string {
  if (asciiOnly.test(text)) return text
  const bare = text.normalize('NFKD').replace(combiningMarks, '')
  return asciiOnly.test(bare) ? bare : bare.replace(replaceable, (letter) => plainForms.get(letter) ?? letter)
}

/**
 * Text in lower case, accents kept, in composed form. Greek final sigma becomes the ordinary one, because
 * the database lowers letter by letter and does not know where a word ends.
 *
 * @example lowered('ÉCOLE') // 'école'
 */
export function lowered(text: string): string {
  if (asciiOnly.test(text)) return text.toLowerCase()
  return lowerLetters(text.normalize('NFD')).normalize('NFC')
}

/**
 * Text without accents and in lower case: the form in which FOLIO compares text unless told otherwise.
 *
 * @example fold('Žluťoučký KŮŇ') // 'zlutoucky kun'
 */
export function fold(text: string): string {
  if (asciiOnly.test(text)) return text.toLowerCase()
  return lowerLetters(unaccented(text))
}

function lowerLetters(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ')
}
