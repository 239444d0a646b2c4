export { escapeXmlAttribute, escapeXmlText } from './escape-xml.ts'
export { fold, lowered, unaccented } from './fold.ts'
export { longestWord, wordline, words, wordsWithAnd } from './words.ts'
export { normalizeDigits } from './digits.ts'
