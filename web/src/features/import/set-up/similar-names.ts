/** Shorter beginnings are of too many files. */
const LETTERS = 3

/**
 * What names of files of the same origin have in common, as the job list's pattern: the part before the first number,
 * else the name without its ending. `vendor-2026-11-30.mrc` gives `vendor-*`. Null when too little is left.
 */
export function similarNames(fileName: string): string | null {
  const stem = fileName.replace(/\.[^.]*$/, '')
  const beginning = /^[^\d*]*/.exec(stem)![0]
  return /\p{L}/u.test(beginning) && beginning.trim().length >= LETTERS ? `${beginning}*` : null
}
