/** Which elements and attributes stay; `any` are the attributes of all elements. */
export type SafeHtml = {
  elements: ReadonlySet<string>
  attributes: Readonly<Record<string, readonly string[]>> & { any: readonly string[] }
}

const VOID = new Set(['br'])
const BLOCKS = new Set(['p', 'ol', 'ul', 'h1', 'h2', 'h3'])
const WITHOUT_CONTENT = new Set(['script', 'style'])
// A tag is looked for so far; what is longer is text. It bounds the time for text that is full of open tags.
const MAX_TAG = 4000
const SCHEME = /^(?:https?|ftp|mailto|tel):/i

/**
 * HTML that holds only safe elements and attributes, each closed in its place. The text of other elements stays, except
 * that of scripts and styles; bare characters of markup become references. Addresses that could be programs go.
 *
 * @example
 * cleanHtml('<p onclick="x()">1 < 2<script>x()</script>', safe) // '<p>1 &lt; 2</p>'
 */
export function cleanHtml(html: string, safe: SafeHtml): string {
  const open: string[] = []
  let out = ''
  let position = 0
  while (position < html.length) {
    const start = html.indexOf('<', position)
    if (start < 0) break
    out += escapeText(html.slice(position, start))
    const end = endOfMarkup(html, start)
    if (end < 0) {
      out += '&lt;'
      position = start + 1
      continue
    }
    const tag = /^<(\/?)([a-z][a-z0-9]*)/i.exec(html.slice(start, start + 32))
    position = end
    if (!tag) continue
    const name = tag[2]!.toLowerCase()
    const isEnd = tag[1] === '/'
    if (WITHOUT_CONTENT.has(name) && !isEnd) position = endOfElement(html, end, name)
    else if (safe.elements.has(name)) {
      out += isEnd
        ? closeElement(open, name)
        : openElement(open, name, safeAttributes(html.slice(start + tag[0].length, end - 1), name, safe))
    }
  }
  out += escapeText(html.slice(position))
  return out + open.toReversed().map(closed).join('')
}

const closed = (name: string) => `</${name}>`

/**
 * The place after a tag, comment or declaration that begins at `start`; -1 when none does. Another bracket before the
 * end means that this one was text, so that each character is looked at about once.
 */
function endOfMarkup(html: string, start: number): number {
  if (html.startsWith('<!--', start)) {
    const end = html.indexOf('-->', start + 4)
    return end < 0 ? html.length : end + 3
  }
  if (!/[a-z/!?]/i.test(html[start + 1] ?? '')) return -1
  const limit = Math.min(html.length, start + MAX_TAG)
  for (let index = start + 1; index < limit; index += 1) {
    const character = html[index]!
    if (character === '>') return index + 1
    if (character === '<') return -1
    if (character !== '"' && character !== "'") continue
    index = html.indexOf(character, index + 1)
    if (index < 0) return -1
  }
  return -1
}

/** The place after the end tag of an element whose content goes; the end of the text when there is none. */
function endOfElement(html: string, from: number, name: string): number {
  const pattern = new RegExp(`</${name}[^>]*>`, 'gi')
  pattern.lastIndex = from
  const match = pattern.exec(html)
  return match ? match.index + match[0].length : html.length
}

function openElement(open: string[], name: string, attributes: string): string {
  let out = ''
  if (BLOCKS.has(name) && open.includes('p')) out += closeElement(open, 'p')
  if (name === 'li' && open.lastIndexOf('li') > Math.max(open.lastIndexOf('ol'), open.lastIndexOf('ul'))) {
    out += closeElement(open, 'li')
  }
  if (!VOID.has(name)) open.push(name)
  return `${out}<${name}${attributes}>`
}

function closeElement(open: string[], name: string): string {
  const place = open.lastIndexOf(name)
  if (place < 0) return ''
  return open.splice(place).toReversed().map(closed).join('')
}

const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g

function safeAttributes(text: string, name: string, { attributes }: SafeHtml): string {
  const allowed = [...attributes.any, ...(attributes[name] ?? [])]
  const kept = new Map<string, string>()
  for (const [, attribute, double, single, bare] of text.matchAll(ATTRIBUTE)) {
    const key = attribute!.toLowerCase()
    const value = double ?? single ?? bare ?? ''
    if (!allowed.includes(key) || kept.has(key) || (key === 'href' && !isSafeAddress(value))) continue
    kept.set(key, ` ${key}="${escapeText(value).replaceAll('"', '&quot;')}"`)
  }
  return [...kept.values()].join('')
}

/** A scheme can hide behind blanks and references, so an address without a known one must have no place for it. */
function isSafeAddress(value: string): boolean {
  const address = value.trim()
  return SCHEME.test(address) || !/[:&]/.test(address.split(/[/?#]/)[0]!)
}

function escapeText(text: string): string {
  return text
    .replaceAll(/&(?!(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
