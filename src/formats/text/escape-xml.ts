const special = /[&<>"\t\n\r]|[^\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const references: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A parser turns a bare carriage return into a line feed, and all three of these into blanks in attributes.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** A text as the value of an XML attribute; characters that XML has no room for become U+FFFD. */
export function escapeXmlAttribute(text: string): string {
  return text.replace(special, (character) => references[character] ?? '\ufffd')
}

/** A text as the content of an XML element; characters that XML has no room for become U+FFFD. */
export function escapeXmlText(text: string): string {
  return text.replace(special, (character) => {
    return character === '"' || character === '\t' || character === '\n'
      ? character
      : (references[character] ?? '\ufffd')
  })
}
