const SEPARATORS = /[|;:]/g
const CODES: Record<string, string> = { '|': '%7C', ';': '%3B', ':': '%3A' }
const ESCAPED = /%7C|%3B|%3A/g
const CHARACTERS: Record<string, string> = { '%7C': '|', '%3B': ';', '%3A': ':' }

/** Protects the characters that separate values and their parts in cells of files. */
export function escaped(text: string): string {
  return text.replace(SEPARATORS, (mark) => CODES[mark]!)
}

/** The text that `escaped` made this of. */
export function restored(text: string): string {
  return text.replace(ESCAPED, (code) => CHARACTERS[code]!)
}
