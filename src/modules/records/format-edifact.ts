/**
 * EDIFACT with one segment a line. The release and terminator characters are those of a leading UNA segment,
 * else `?` and `'` (ISO 9735); a released terminator is data.
 */
export function formatEdifact(text: string): string {
  const hasService = text.startsWith('UNA') && text.length >= 9
  const release = hasService ? text[6]! : '?'
  const terminator = hasService ? text[8]! : "'"
  const lines: string[] = []
  let start = hasService ? 9 : 0
  if (hasService) lines.push(text.slice(0, 9))
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === release && release !== ' ') at += 1
    else if (text[at] === terminator) {
      lines.push(text.slice(start, at + 1).trim())
      start = at + 1
    }
  }
  const rest = text.slice(start).trim()
  if (rest !== '') lines.push(rest)
  return lines.map((line) => `${line}\n`).join('')
}
