import { LEADER, isControl } from '../../../lib/marc-text.ts'

/** A stretch of a line that Tab selects. */
export type Stop = readonly [from: number, to: number]

/** The subfields of a line: where the code stands, and where the text behind it begins and ends. */
export function subfieldsAt(line: string): { at: number; from: number; to: number; code: string }[] {
  const found = [...line.matchAll(/\$([a-zA-Z0-9])/g)].filter(({ index }) => index >= 6)
  return found.map(({ index, 1: code }, order) => {
    const end = found[order + 1]?.index ?? line.length
    const text = line.slice(index + 2, end)
    const from = index + 2 + (text.startsWith(' ') ? 1 : 0)
    return {
      at: index,
      from,
      to: Math.max(from, index + 2 + text.trimEnd().length),
      code: code!.toLowerCase(),
    }
  })
}

/** Where Tab stops in a line: tag, each indicator, each subfield; in fixed fields the text. */
export function stopsOf(line: string): Stop[] {
  const tag = line.slice(0, 3)
  if (tag === LEADER) {
    return [
      [9, 13],
      [21, 24],
    ]
  }
  if (line.length < 4) return [[0, line.length]]
  if (isControl(tag)) return [[4, line.length]]
  const indicators: Stop[] =
    line.length < 6
      ? []
      : [
          [4, 5],
          [5, 6],
        ]
  return [[0, 3], ...indicators, ...subfieldsAt(line).map(({ from, to }): Stop => [from, to])]
}
