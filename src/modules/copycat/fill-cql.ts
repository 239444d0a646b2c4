/**
 * Puts a value into a CQL query where the placeholder stands, so that it can only be a term: inside quotes its
 * quotes and backslashes are escaped, outside it comes with quotes of its own.
 * @example fillCql('bath.lccn=$identifier', '$identifier', '2004 1') // bath.lccn="2004 1"
 */
export function fillCql(query: string, placeholder: string, value: string): string {
  const escaped = value.replaceAll(/["\\]/g, String.raw`\$&`)
  let filled = ''
  let isQuoted = false
  for (let at = 0; at < query.length;) {
    if (query.startsWith(placeholder, at)) {
      filled += isQuoted ? escaped : `"${escaped}"`
      at += placeholder.length
      continue
    }
    const length = query[at] === '\\' ? 2 : 1
    if (query[at] === '"') isQuoted = !isQuoted
    filled += query.slice(at, at + length)
    at += length
  }
  return filled
}
