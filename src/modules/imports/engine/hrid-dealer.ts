/** Human-readable ids that were taken from a sequence: numbers in a row, with the form that they have now. */
export type HridRange = { prefix: string; pad: number; first: number; count: number }

/** Deals human-readable ids from ranges, one after the other. */
export class HridDealer {
  /** How many were asked for beyond what the ranges hold. */
  missing = 0
  readonly #ranges: HridRange[]

  constructor(ranges: readonly HridRange[]) {
    this.#ranges = ranges.map((range) => ({ ...range }))
  }

  /** The next id; an empty text when none is left, which `missing` counts. */
  next(): string {
    const range = this.#ranges[0]
    if (range === undefined) {
      this.missing += 1
      return ''
    }
    const hrid = range.prefix + String(range.first).padStart(range.pad, '0')
    range.first += 1
    range.count -= 1
    if (range.count === 0) this.#ranges.shift()
    return hrid
  }

  /** What has not been dealt. */
  rest(): HridRange[] {
    return this.#ranges.filter(({ count }) => count > 0)
  }
}
