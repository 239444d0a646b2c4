import { EdifactWriteError } from './errors.ts'
import type { EdifactSegment } from './segment.ts'
import { DEFAULT_SERVICE, serviceText, type ServiceString } from './service-string.ts'

/**
 * The segments as EDIFACT text without line breaks; a UNA segment states the service characters.
 * @throws EdifactWriteError naming the segment whose tag or text cannot be written.
 */
export function writeMessage(segments: readonly EdifactSegment[], service = DEFAULT_SERVICE): string {
  return segments.map((segment) => writeSegment(segment, service)).join('')
}

/** One segment as EDIFACT text, terminator included. @throws EdifactWriteError */
export function writeSegment({ tag, dataElements }: EdifactSegment, service: ServiceString): string {
  if (tag === 'UNA') return serviceText(service)
  if (!/^[A-Z][A-Z0-9]{2}$/u.test(tag)) {
    throw new EdifactWriteError(`"${tag}" cannot be a segment tag: tags are three capital letters.`)
  }
  const elements = dataElements.map(({ components }) =>
    components.map(({ data }) => released(data, tag, service)).join(service.component),
  )
  return [tag, ...elements].join(service.element) + service.terminator
}

function released(data: string, tag: string, service: ServiceString): string {
  const { component, element, release, terminator } = service
  const special = [component, element, terminator]
  if (release !== ' ') special.push(release)
  if (!special.some((character) => data.includes(character))) return data
  if (release === ' ') {
    throw new EdifactWriteError(
      `The ${tag} segment holds a separator in its text and the service string has no release character: ${data}`,
    )
  }
  let text = ''
  for (const character of data) text += special.includes(character) ? release + character : character
  return text
}
