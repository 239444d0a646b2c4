import { controlField, dataField, isControlTag, type MarcField, type Subfield } from './record.ts'

const DELIMITER = '\u001f'

/**
 * Builds a field from its tag and the text between its terminators, whatever state the text is in: missing
 * or non-ASCII indicators become blanks, words before the first delimiter become $a, a delimiter with nothing behind it
 * is dropped. What had to be guessed is added to `warnings`.
 */
export function fieldFromText(tag: string, text: string, warnings: string[]): MarcField {
  if (isControlTag(tag)) {
    if (text.includes(DELIMITER))
      warnings.push(`Field ${tag} is a control field but contains subfield delimiters.`)
    return controlField(tag, text)
  }
  const delimiter = text.indexOf(DELIMITER)
  const head = delimiter === -1 ? text : text.slice(0, delimiter)
  const first = characterAt(head, 0)
  const second = characterAt(head, first.length)
  const stray = head.slice(first.length + second.length)
  if (second === '' && text !== '') warnings.push(`Field ${tag} lacks indicators; blanks were assumed.`)
  if (first > '\u007f' || second > '\u007f') {
    warnings.push(`Field ${tag} has an indicator that is no ASCII character; a blank was assumed.`)
  }
  const subfields: Subfield[] = []
  if (/[\p{L}\p{N}]/u.test(stray)) {
    warnings.push(`Field ${tag} has text before its first subfield; it was read as $a.`)
    subfields.push({ code: 'a', value: stray })
  } else if (stray !== '') {
    warnings.push(`Field ${tag} has "${stray}" before its first subfield; it was left out.`)
  }
  if (delimiter !== -1) readSubfields(tag, text.slice(delimiter + 1), subfields, warnings)
  else if (subfields.length === 0) warnings.push(`Field ${tag} is empty.`)
  return dataField(tag, indicatorFrom(first), indicatorFrom(second), subfields)
}

function indicatorFrom(character: string): string {
  return character === '' || character > '\u007f' ? ' ' : character
}

function readSubfields(tag: string, text: string, subfields: Subfield[], warnings: string[]): void {
  for (const part of text.split(DELIMITER)) {
    const code = characterAt(part, 0)
    if (code === '') {
      warnings.push(`Field ${tag} has a subfield delimiter with nothing behind it.`)
      continue
    }
    if (code > '\u007f') warnings.push(`Field ${tag} has the unusual subfield code "${code}".`)
    subfields.push({ code, value: part.slice(code.length) })
  }
}

/** The whole character at the position, also where it takes two code units; '' behind the end. */
function characterAt(text: string, at: number): string {
  const codePoint = text.codePointAt(at)
  return codePoint === undefined ? '' : String.fromCodePoint(codePoint)
}

/**
 * A leader of exactly 24 characters for a record held as Unicode: leader/09 `a`, two indicators and two characters
 * per subfield code, entry map 4500; characters outside printable ASCII become blanks.
 */
export function unicodeLeader(leader: string): string {
  if (
    leader.length === 24 &&
    leader.charCodeAt(9) === 0x61 &&
    leader.startsWith('22', 10) &&
    leader.endsWith('4500')
  ) {
    if (!unprintable.test(leader)) return leader
  }
  // Blanks before the entry map are what a copied leader loses first.
  const whole = leader.length < 24 && leader.endsWith('4500') ? leader.slice(0, -4).padEnd(20, ' ') : leader
  const clean = whole.slice(0, 24).padEnd(24, ' ').replaceAll(new RegExp(unprintable, 'g'), ' ')
  return `${clean.slice(0, 9)}a22${clean.slice(12, 20)}4500`
}

const unprintable = /[^\x20-\x7e]/
