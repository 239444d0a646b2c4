const zero = 0x30
const nine = 0x39
const period = 0x2e

/**
 * Digits (decimals allowed) written so that plain text order is numeric order: leading zeros go, and the count of
 * the remaining digits before the period comes first. `1999` gives `41999`, `00001` gives `11`, `56.5` gives `256.5`.
 */
export function sortableNumber(digits: string): string {
  let start = 0
  while (digits.charCodeAt(start) === zero) start++
  let end = start
  while (isDigit(digits.charCodeAt(end))) end++
  return `${end - start}${digits.slice(start)}`
}

/**
 * Text reduced to words and numbers that sort on a shelf: letters in upper case, each run of digits and periods as
 * a sortable number, anything else one blank. Only ASCII letters and digits count; a blank may remain at the end.
 * `v. 3` gives `V 13`; `O41b` gives `O 241B` (marc4j/marc4j: org/marc4j/callnum/Utils.java).
 */
export function sortableText(text: string): string {
  let key = ''
  let state: 'start' | 'word' | 'gap' | 'number' = 'start'
  let numberStart = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (isLetter(code)) {
      if (state === 'number') key += sortableNumber(text.slice(numberStart, i))
      key += text[i]!.toUpperCase()
      state = 'word'
    } else if (isDigit(code)) {
      if (state === 'number') continue
      if (state === 'word') key += ' '
      numberStart = i
      state = 'number'
    } else if (state === 'word') {
      key += ' '
      state = 'gap'
    } else if (state === 'number' && code !== period) {
      key += `${sortableNumber(text.slice(numberStart, i))} `
      state = 'gap'
    }
  }
  return state === 'number' ? key + sortableNumber(text.slice(numberStart)) : key
}

function isDigit(code: number): boolean {
  return code >= zero && code <= nine
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
}
