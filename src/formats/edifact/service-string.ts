/** The characters that structure an interchange, one each (ISO 9735: service string advice). */
export type ServiceString = {
  component: string
  element: string
  decimal: string
  /** Makes the next character plain text; a blank when there is none. */
  release: string
  /** Blank before syntax version 4, then the repetition separator. */
  repetition: string
  terminator: string
}

/** What holds where no UNA segment says otherwise. */
export const DEFAULT_SERVICE: ServiceString = {
  component: ':',
  element: '+',
  decimal: '.',
  release: '?',
  repetition: ' ',
  terminator: "'",
}

/** Characters of a UNA segment: the tag and the six service characters. */
export const SERVICE_LENGTH = 9

export type ReadServiceString = { service: ServiceString; length: number }

/**
 * Reads the UNA segment at the start of a text of at least `SERVICE_LENGTH` characters; null when there is none or
 * its characters cannot serve. A UNA whose blank was lost (`UNA:+.?'UNB`) is 8 characters long.
 */
export function readServiceString(text: string): ReadServiceString | null {
  if (!text.startsWith('UNA') || text.length < SERVICE_LENGTH) return null
  const full = serviceOf(text.slice(3, SERVICE_LENGTH))
  if (full !== null) return { service: full, length: SERVICE_LENGTH }
  if (!isLetterOrDigit(text.charAt(8))) return null
  const short = serviceOf(`${text.slice(3, 7)} ${text.charAt(7)}`)
  return short === null ? null : { service: short, length: SERVICE_LENGTH - 1 }
}

function serviceOf(characters: string): ServiceString | null {
  const [component = '', element = '', decimal = '', release = '', repetition = '', terminator = ''] =
    characters
  const separators = [component, element, terminator]
  if (separators.includes(' ') || [...characters].some(isLetterOrDigit)) return null
  if (release !== ' ') separators.push(release)
  if (new Set(separators).size < separators.length) return null
  return { component, element, decimal, release, repetition, terminator }
}

/** The UNA segment that states the characters, terminator included. */
export function serviceText(service: ServiceString): string {
  const { component, element, decimal, release, repetition, terminator } = service
  return `UNA${component}${element}${decimal}${release}${repetition}${terminator}`
}

/** Whether the character can stand in a segment tag or a word and so cannot be a service character. */
export function isLetterOrDigit(character: string): boolean {
  return /^[A-Za-z0-9]$/u.test(character)
}
