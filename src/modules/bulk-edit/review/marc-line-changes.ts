/** The lines of one tag that go and come. */
export type TagChange = { tag: string; before: string; after: string }

// Every change of a record writes its time anew; that is no change that anybody asked for.
const TIME_OF_CHANGE = '005'

/** What differs between two MARC records as lines of text, tag by tag: lines that both have are left out. */
export function changedMarcLines(before: string, after: string): TagChange[] {
  const earlier = linesByTag(before)
  const later = linesByTag(after)
  const tags = [...new Set([...earlier.keys(), ...later.keys()])].sort()
  return tags.flatMap((tag): TagChange[] => {
    if (tag === TIME_OF_CHANGE) return []
    const [gone, come] = without(earlier.get(tag) ?? [], later.get(tag) ?? [])
    return gone.length + come.length === 0 ? [] : [{ tag, before: gone.join('\n'), after: come.join('\n') }]
  })
}

function linesByTag(text: string): Map<string, string[]> {
  const lines = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    if (line === '') continue
    // `LEADER 00000cam…` is the one line whose name is longer than a tag.
    const tag = line.startsWith('LEADER ') ? 'LEADER' : line.slice(0, 3)
    const rest = line.slice(tag.length + 1)
    lines.set(tag, [...(lines.get(tag) ?? []), tag === 'LEADER' ? withoutLengths(rest) : rest])
  }
  return lines
}

/** The lengths in a leader are computed when a record is written. */
function withoutLengths(leader: string): string {
  return `00000${leader.slice(5, 12)}00000${leader.slice(17)}`
}

/** Both lists without what they share, each line as often as both have it. */
function without(one: readonly string[], other: readonly string[]): [string[], string[]] {
  const come = [...other]
  const gone = one.filter((line) => {
    const at = come.indexOf(line)
    if (at >= 0) come.splice(at, 1)
    return at < 0
  })
  return [gone, come]
}
