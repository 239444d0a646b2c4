import { textProblem } from '../../kernel/http/problems.ts'

const OFFERED = ['application/json', 'application/xml', 'text/xml'] as const

export type MediaType = (typeof OFFERED)[number]

/**
 * The type that a client wants most of those that are offered; `usual` where it does not care.
 * @throws Problem 406 when it wants none of them
 */
export function acceptedType(header: string | string[] | undefined, usual: MediaType): MediaType {
  const wanted = [header ?? []].flat().join(',')
  if (wanted.trim() === '') return usual
  const ranges = wanted.split(',').map((range) => {
    const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((one) => one.startsWith('q='))?.slice(2)
    return { type: type!, quality: quality === undefined ? 1 : Number(quality) || 0 }
  })
  const candidates = [usual, ...OFFERED.filter((type) => type !== usual)]
  let best: MediaType | null = null
  let bestQuality = 0
  for (const candidate of candidates) {
    const quality = qualityOf(candidate, ranges)
    if (quality > bestQuality) {
      best = candidate
      bestQuality = quality
    }
  }
  if (best === null) throw textProblem(406, `Unsupported media type: ${wanted}`)
  return best
}

/** The quality of the most exact range that a type lies in. */
function qualityOf(candidate: MediaType, ranges: readonly { type: string; quality: number }[]): number {
  const [group] = candidate.split('/')
  for (const range of [candidate, `${group}/*`, '*/*']) {
    const found = ranges.find(({ type }) => type === range)
    if (found) return found.quality
  }
  return 0
}
