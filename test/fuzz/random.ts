/** Random values that are the same again for the same seed. */
export type Random = {
  /** 0 up to, not including, `below`. */
  number(below: number): number
  /** True once in `of` times. */
  once(of: number): boolean
  pick<T>(list: readonly T[]): T
}

/** A small generator of 32 bits (mulberry32): not for secrets, quick, and good enough to hunt with. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
  const number = (below: number) => Math.floor(next() * below)
  return {
    number,
    once: (of) => number(of) === 0,
    pick: (list) => list[number(list.length)]!,
  }
}
