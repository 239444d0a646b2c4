import { diffLines } from '../../lib/diff.ts'
import type { LineChange } from '../../lib/diff.ts'

/** A field that both sides changed; null where a side took it out. */
export type LineOverlap = { base: string; mine: string | null; theirs: string | null }

/** A line of the merged record, or an overlap that a person must decide. */
type MergedLine = { kind: 'line'; text: string } | { kind: 'overlap'; overlap: LineOverlap }

export type Merge = { lines: readonly MergedLine[]; overlaps: readonly LineOverlap[] }

type Side = {
  /** What became of each base line, in order of equal texts; null where it went. */
  fates: Map<string, (string | null)[]>
  rows: readonly LineChange[]
}

const text = (segments: readonly { text: string }[]): string => segments.map((one) => one.text).join('')

function sideOf(base: readonly string[], lines: readonly string[]): Side {
  const rows = diffLines(base, lines)
  const fates = new Map<string, (string | null)[]>()
  const add = (line: string, fate: string | null): void => {
    fates.set(line, [...(fates.get(line) ?? []), fate])
  }
  for (const row of rows) {
    if (row.kind === 'same') add(row.line, row.line)
    if (row.kind === 'removed') add(row.line, null)
    if (row.kind === 'changed') add(text(row.before), text(row.after))
  }
  return { fates, rows }
}

/**
 * Puts my changes on the record that somebody else saved meanwhile: three versions of the lines, compared with the one
 * that both began from. The order is theirs; my new lines follow the line that they followed in mine.
 */
export function mergeLines(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): Merge {
  const own = sideOf(base, mine)
  const other = sideOf(base, theirs)
  const additions = additionsAfter(own.rows)
  const lines: MergedLine[] = []
  const place = (line: string): void => {
    lines.push({ kind: 'line', text: line })
  }
  const follow = (line: string | null): void => additions.get(line)?.splice(0).forEach(place)
  follow(null)
  for (const row of other.rows) {
    if (row.kind === 'added') {
      dropAddition(additions, row.line)
      place(row.line)
      continue
    }
    const before = row.kind === 'changed' ? text(row.before) : row.line
    const after = row.kind === 'removed' ? null : row.kind === 'changed' ? text(row.after) : row.line
    const fate = own.fates.get(before)?.shift()
    const wanted = fate === undefined ? before : fate
    const merged = wanted === before || wanted === after ? after : after === before ? wanted : undefined
    if (merged === undefined)
      lines.push({ kind: 'overlap', overlap: { base: before, mine: wanted, theirs: after } })
    else if (merged !== null) place(merged)
    follow(before)
  }
  for (const rest of additions.values()) rest.splice(0).forEach(place)
  const overlaps = lines.flatMap((line) => (line.kind === 'overlap' ? [line.overlap] : []))
  return { lines, overlaps }
}

/** The lines that I added, by the base line that they stand behind. */
function additionsAfter(rows: readonly LineChange[]): Map<string | null, string[]> {
  const additions = new Map<string | null, string[]>()
  let behind: string | null = null
  for (const row of rows) {
    if (row.kind === 'added') additions.set(behind, [...(additions.get(behind) ?? []), row.line])
    else behind = row.kind === 'changed' ? text(row.before) : row.line
  }
  return additions
}

/** A line that both sides added stands there once. */
function dropAddition(additions: Map<string | null, string[]>, line: string): void {
  for (const lines of additions.values()) {
    const at = lines.indexOf(line)
    if (at === -1) continue
    lines.splice(at, 1)
    return
  }
}

/** The merged record with the choices that were made for the overlaps, in their order. */
export function decidedLines({ lines, overlaps }: Merge, choices: readonly ('mine' | 'theirs')[]): string[] {
  return lines.flatMap((line) => {
    if (line.kind === 'line') return [line.text]
    const { mine, theirs } = line.overlap
    const chosen = choices[overlaps.indexOf(line.overlap)] === 'mine' ? mine : theirs
    return chosen === null ? [] : [chosen]
  })
}
