/** A stretch of a line; `isChanged` marks what the other version does not have. */
export type Segment = { text: string; isChanged: boolean }

/** A line of a comparison. A changed line has both versions, with the words that differ marked. */
export type LineChange =
  | { kind: 'same'; line: string; isMoved: boolean }
  | { kind: 'removed'; line: string }
  | { kind: 'added'; line: string }
  | { kind: 'changed'; before: Segment[]; after: Segment[]; isMoved: boolean }

/** A field of a record that changed; a value that was not or is not there is null. */
export type FieldChange = { field: string; from: string | null; to: string | null }

/** Below this share of equal words two lines are two fields, not one that changed. */
const SIMILAR = 0.25

/**
 * Compares two MARC records, line by line: equal lines belong together wherever they stand, then lines of the same tag by
 * how many words they share. The order is that of the later record; removed lines stand where they were.
 */
export function diffLines(before: readonly string[], after: readonly string[]): LineChange[] {
  const partners = pairLines(before, after)
  const inOrder = keptInOrder(partners)
  const placed = new Set(partners.filter((at) => at !== null))
  const rows: LineChange[] = []
  let next = 0
  const removedUpTo = (end: number): void => {
    for (; next < end; next++) if (!placed.has(next)) rows.push({ kind: 'removed', line: before[next]! })
  }
  after.forEach((line, at) => {
    const from = partners[at]!
    if (from === null) {
      rows.push({ kind: 'added', line })
      return
    }
    const isMoved = !inOrder.has(at)
    if (!isMoved) removedUpTo(from)
    rows.push(
      before[from] === line
        ? { kind: 'same', line, isMoved }
        : { kind: 'changed', ...diffWords(before[from]!, line), isMoved },
    )
  })
  removedUpTo(before.length)
  return rows
}

/** For each later line the place of the earlier one that it was, or null. */
function pairLines(before: readonly string[], after: readonly string[]): (number | null)[] {
  const partners: (number | null)[] = after.map(() => null)
  const free = new Set(before.keys())
  const places = new Map<string, number[]>()
  for (const [at, line] of before.entries()) places.set(line, [...(places.get(line) ?? []), at])
  for (const [at, line] of after.entries()) {
    const from = places.get(line)?.shift()
    if (from === undefined) continue
    partners[at] = from
    free.delete(from)
  }
  for (const { from, at } of candidates(before, after, free, partners)) {
    if (!free.has(from) || partners[at] !== null) continue
    partners[at] = from
    free.delete(from)
  }
  return partners
}

/** How far apart, counted in changed lines of one tag, two lines may stand and still be compared. */
const REACH = 50

/** Pairs of changed lines with the same tag, the most similar first. */
function candidates(
  before: readonly string[],
  after: readonly string[],
  free: ReadonlySet<number>,
  partners: readonly (number | null)[],
): { from: number; at: number; likeness: number }[] {
  const earlier = byTag(before, [...free])
  const later = byTag(
    after,
    [...after.keys()].filter((at) => partners[at] === null),
  )
  const pairs = [...earlier].flatMap(([tag, places]) => {
    const others = later.get(tag) ?? []
    const least = places.length === 1 && others.length === 1 ? SIMILAR : 0
    return places.flatMap((from, rank) =>
      others.slice(Math.max(0, rank - REACH), rank + REACH).map((at) => ({
        from,
        at,
        likeness: Math.max(similarity(before[from]!, after[at]!), least),
      })),
    )
  })
  return pairs.filter(({ likeness }) => likeness >= SIMILAR).sort((one, two) => two.likeness - one.likeness)
}

function byTag(lines: readonly string[], places: readonly number[]): Map<string, number[]> {
  const tags = new Map<string, number[]>()
  for (const at of places) {
    const tag = lines[at]!.slice(0, 3)
    tags.set(tag, [...(tags.get(tag) ?? []), at])
  }
  return tags
}

/** The share of words that two lines have in common; tags, indicators and codes say little. */
function similarity(one: string, two: string): number {
  const words = contentWords(one)
  const others = contentWords(two)
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  let common = 0
  for (const word of others) {
    const left = counts.get(word) ?? 0
    if (left > 0) common++
    counts.set(word, left - 1)
  }
  return words.length + others.length === 0 ? 1 : (2 * common) / (words.length + others.length)
}

function contentWords(line: string): string[] {
  const words = wordsOf(line.slice(line.startsWith('00') ? 4 : 7))
  return words.filter((word) => word.trim() !== '' && !/^\$.$/.test(word))
}

/** The later lines that stand in the same order as before: the longest rising run of their earlier places. */
function keptInOrder(partners: readonly (number | null)[]): Set<number> {
  const tails: number[] = []
  const previous = new Map<number, number>()
  for (const [at, from] of partners.entries()) {
    if (from === null) continue
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (partners[tails[middle]!]! < from) low = middle + 1
      else high = middle
    }
    if (low > 0) previous.set(at, tails[low - 1]!)
    tails[low] = at
  }
  const kept = new Set<number>()
  for (let at = tails.at(-1); at !== undefined; at = previous.get(at)) kept.add(at)
  return kept
}

/** Words, and the blanks between them; a subfield code is a word of its own. */
function wordsOf(text: string): string[] {
  return text.match(/\$[a-z0-9]|\s+|[^\s$]+|\$/g) ?? []
}

/** Past this many steps a line counts as changed from its first to its last differing word. */
const MAX_STEPS = 1_000_000

/** Which words of two versions of a line differ. */
export function diffWords(before: string, after: string): { before: Segment[]; after: Segment[] } {
  const one = wordsOf(before)
  const two = wordsOf(after)
  let start = 0
  while (start < one.length && start < two.length && one[start] === two[start]) start++
  let end = 0
  while (end < one.length - start && end < two.length - start && one.at(-1 - end) === two.at(-1 - end)) end++
  const common = commonWords(one.slice(start, one.length - end), two.slice(start, two.length - end))
  const marked = (words: readonly string[], kept: ReadonlySet<number>): Segment[] =>
    merged(
      words.map((text, at) => ({
        text,
        isChanged: at >= start && at < words.length - end && !kept.has(at - start),
      })),
    )
  return { before: marked(one, common.one), after: marked(two, common.two) }
}

/** The longest common subsequence of two lists, as places in each. */
function commonWords(one: readonly string[], two: readonly string[]): { one: Set<number>; two: Set<number> } {
  const kept = { one: new Set<number>(), two: new Set<number>() }
  if (one.length * two.length > MAX_STEPS) return kept
  const width = two.length + 1
  const lengths = new Uint16Array((one.length + 1) * width)
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = two.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        one[i] === two[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
    }
  }
  for (let i = 0, j = 0; i < one.length && j < two.length;) {
    if (one[i] === two[j]) {
      kept.one.add(i++)
      kept.two.add(j++)
    } else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++
    else j++
  }
  return kept
}

/** Neighbours of one kind as one stretch; blanks between changed words belong to them. */
function merged(segments: readonly Segment[]): Segment[] {
  const rows: Segment[] = []
  segments.forEach((segment, at) => {
    const isBridge =
      segment.text.trim() === '' &&
      segments[at - 1]?.isChanged === true &&
      segments[at + 1]?.isChanged === true
    const isChanged = segment.isChanged || isBridge
    const last = rows.at(-1)
    if (last?.isChanged === isChanged) last.text += segment.text
    else rows.push({ text: segment.text, isChanged })
  })
  return rows
}

/** True for a line that is not as it was where it was. */
export function isChange(row: LineChange): boolean {
  return row.kind !== 'same' || row.isMoved
}

/** A stretch of rows to show, or how many unchanged rows are left out. */
export type Hunk =
  | { kind: 'rows'; rows: readonly LineChange[]; start: number }
  | { kind: 'gap'; count: number; start: number }

/** Only changed rows with some unchanged ones around them. */
export function hunksOf(rows: readonly LineChange[], around = 2): Hunk[] {
  const shown = new Set<number>()
  rows.forEach((row, at) => {
    if (!isChange(row)) return
    for (let near = at - around; near <= at + around; near++) shown.add(near)
  })
  const hunks: Hunk[] = []
  for (let start = 0, end = 0; start < rows.length; start = end) {
    const isShown = shown.has(start)
    while (end < rows.length && shown.has(end) === isShown) end++
    hunks.push(
      isShown
        ? { kind: 'rows', rows: rows.slice(start, end), start }
        : { kind: 'gap', count: end - start, start },
    )
  }
  return hunks
}
