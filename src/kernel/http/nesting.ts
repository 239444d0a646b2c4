/** Far deeper than any record or profile tree, far less than what exhausts the stack of whatever walks a body. */
export const MAX_NESTING = 500

const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * True for JSON text with more open brackets at once than any body has. It looks at each character outside of texts
 * once, and is done before anything is parsed.
 */
export function isNestedDeeply(text: string): boolean {
  let depth = 0
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case QUOTE:
        index = endOfText(text, index)
        if (index < 0) return false
        break
      case 0x5b:
      case 0x7b:
        depth += 1
        if (depth > MAX_NESTING) return true
        break
      case 0x5d:
      case 0x7d:
        depth -= 1
        break
    }
  }
  return false
}

/** The place of the quote that ends a text; -1 when none does, and the body is no JSON. */
function endOfText(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end >= 0) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1
    if (escapes % 2 === 0) return end
    end = text.indexOf('"', end + 1)
  }
  return -1
}
