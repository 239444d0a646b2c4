/** One directory entry; `length` and `start` are -1 where they are not numbers. */
export type DirectoryEntry = { tag: string; length: number; start: number }

/** The bytes of one field without its terminator. `open` marks the last one when its terminator is missing. */
export type FieldBytes = { from: number; to: number; open: boolean }

/** A tag with the bytes of its field. */
export type TaggedBytes = { tag: string; from: number; to: number }

/** The fields found, and what of directory or data was left over; nothing is left over in a sound assignment. */
export type Alignment = {
  fields: TaggedBytes[]
  /** Tags in the directory that no field is left for. */
  missing: string[]
  /** Fields that no directory entry is left for. */
  untagged: FieldBytes[]
}

// Costs of the steps; a match costs 0 to MAX_MISFIT, so an insertion is dearer than any bad length.
const MAX_MISFIT = 6
const WRONG_KIND = 4
const JOIN = 3
const LEFT_OVER = 12
const EMPTY_LEFT_OVER = 1

/** Alignments larger than this are not attempted. */
const MAX_CELLS = 4_000_000

const DELIMITER = 0x1f

type Step = 'match' | 'join' | 'split' | 'entry' | 'field'
const steps: Step[] = ['match', 'join', 'split', 'entry', 'field']

/**
 * Assigns directory entries to fields when their numbers differ, by the cheapest alignment: lengths that fit, a
 * terminator inside a field (two pieces for one entry), a terminator lost between two (one piece for two entries),
 * and as a last resort entries or fields left over. Returns null when there is too much to compare.
 */
export function alignDirectory(
  bytes: Buffer,
  entries: DirectoryEntry[],
  fields: FieldBytes[],
): Alignment | null {
  const columns = fields.length + 1
  if ((entries.length + 1) * columns > MAX_CELLS) return null
  const costs = new Float64Array((entries.length + 1) * columns).fill(Number.POSITIVE_INFINITY)
  const taken = new Uint8Array(costs.length)
  costs[0] = 0
  const withSubfields = fields.map((field) => bytes.subarray(field.from, field.to).includes(DELIMITER))
  const relax = (cell: number, cost: number, step: Step): void => {
    if (cost < costs[cell]!) {
      costs[cell] = cost
      taken[cell] = steps.indexOf(step)
    }
  }
  for (let row = 0; row <= entries.length; row += 1) {
    for (let column = 0; column <= fields.length; column += 1) {
      const here = costs[row * columns + column]!
      const entry = entries[row]
      const next = entries[row + 1]
      const field = fields[column]
      const following = fields[column + 1]
      const below = (row + 1) * columns + column
      if (entry !== undefined) relax(below, here + leftOverCost(entry.length), 'entry')
      if (field !== undefined) {
        relax(row * columns + column + 1, here + leftOverCost(field.to - field.from + 1), 'field')
      }
      if (entry === undefined || field === undefined) continue
      const delimited = withSubfields[column]!
      relax(below + 1, here + matchCost(entry, field.to - field.from, delimited), 'match')
      if (following !== undefined) {
        relax(
          below + 2,
          here + joinCost(entry, following.to - field.from, delimited || withSubfields[column + 1]!),
          'join',
        )
      }
      if (next !== undefined && entry.length > 0) {
        relax(below + columns + 1, here + splitCost(entry, next, field), 'split')
      }
    }
  }
  return readBack(entries, fields, taken)
}

function readBack(entries: DirectoryEntry[], fields: FieldBytes[], taken: Uint8Array): Alignment {
  const alignment: Alignment = { fields: [], missing: [], untagged: [] }
  const columns = fields.length + 1
  let row = entries.length
  let column = fields.length
  while (row > 0 || column > 0) {
    const step = steps[taken[row * columns + column]!]!
    const entry = entries[row - 1]
    const field = fields[column - 1]
    if (step === 'field') {
      if (field!.to > field!.from) alignment.untagged.push(field!)
      column -= 1
      continue
    }
    if (step === 'entry') {
      if (entry!.length !== 1 && entry!.length !== 0) alignment.missing.push(entry!.tag)
      row -= 1
      continue
    }
    if (step === 'match') {
      alignment.fields.push({ tag: entry!.tag, from: field!.from, to: field!.to })
    } else if (step === 'join') {
      column -= 1
      alignment.fields.push({ tag: entry!.tag, from: fields[column - 1]!.from, to: field!.to })
    } else {
      row -= 1
      const first = entries[row - 1]!
      const middle = field!.from + first.length - 1
      alignment.fields.push({ tag: entry!.tag, from: middle, to: field!.to })
      alignment.fields.push({ tag: first.tag, from: field!.from, to: middle })
    }
    row -= 1
    column -= 1
  }
  alignment.fields.reverse()
  alignment.missing.reverse()
  alignment.untagged.reverse()
  return alignment
}

function leftOverCost(length: number): number {
  return length === 0 || length === 1 ? EMPTY_LEFT_OVER : LEFT_OVER
}

function matchCost(entry: DirectoryEntry, bytes: number, hasSubfields: boolean): number {
  const wrongKind = bytes > 0 && entry.tag.startsWith('00') === hasSubfields
  return misfit(entry.length, bytes + 1) + (wrongKind ? WRONG_KIND : 0)
}

/** One entry over two pieces: a terminator stands within the field, and the length says so. */
function joinCost(entry: DirectoryEntry, bytes: number, hasSubfields: boolean): number {
  if (!isNear(entry.length, bytes + 1)) return Number.POSITIVE_INFINITY
  return JOIN + matchCost(entry, bytes, hasSubfields)
}

/** Two entries over one piece: the terminator between them is missing, so together they claim one byte more. */
function splitCost(first: DirectoryEntry, second: DirectoryEntry, field: FieldBytes): number {
  const claimed = first.length + second.length - 1
  const actual = field.to - field.from + 1
  if (second.length < 0 || first.length >= actual || !isNear(claimed, actual)) return Number.POSITIVE_INFINITY
  return JOIN + misfit(claimed, actual)
}

/** Lengths that count characters instead of bytes are wrong, but not by much. */
function isNear(claimed: number, actual: number): boolean {
  return Math.abs(claimed - actual) <= 2 + actual / 10
}

function misfit(claimed: number, actual: number): number {
  if (claimed < 0) return 1
  return claimed === actual ? 0 : Math.min(MAX_MISFIT, 1 + Math.log2(Math.abs(claimed - actual)))
}
