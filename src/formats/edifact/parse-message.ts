import { EnvelopeReader } from './envelope.ts'
import { EdifactReadError } from './errors.ts'
import type { EdifactComponent, EdifactElement, EdifactSegment } from './segment.ts'
import { DEFAULT_SERVICE, type ServiceString } from './service-string.ts'
import { readSegment, tokenize } from './tokenize.ts'

/** A message with the service segments around it. */
export type EdifactMessage = {
  segments: EdifactSegment[]
  service: ServiceString
  /** It begins with UNH, ends with UNT and nothing breaks off. An incomplete message may lack lines. */
  isComplete: boolean
  /** What is wrong with it, in sentences. */
  warnings: string[]
}

/**
 * Reads the text of one interchange with one message. The segments are those of the text in order, UNA with no
 * elements as FOLIO has it (folio-org/mod-source-record-manager: EdifactRecordParser.java). A repetition separator
 * (syntax version 4) stays in the text, because FOLIO's content has no place for it.
 * @throws EdifactReadError when the text holds no message.
 */
export function parseMessage(text: string): EdifactMessage {
  if (text.trim() === '') throw new EdifactReadError('EMPTY', 'The record is empty.')
  const envelope = new EnvelopeReader()
  const segments: EdifactSegment[] = []
  const messages = []
  let service = DEFAULT_SERVICE
  for (const raw of tokenize(text)) {
    const ended = envelope.take(raw)
    if (ended !== null) messages.push(ended)
    if (raw.tag === '') continue
    service = raw.service
    segments.push(readSegment(raw))
  }
  const last = envelope.end()
  if (last !== null) messages.push(last)
  const warnings = [...messages.flatMap((message) => message.warnings), ...envelope.warnings]
  const [first] = messages
  if (first === undefined) {
    throw segments.length === 0
      ? new EdifactReadError('NOT_EDIFACT', 'The record is not EDIFACT: it has neither UNA, UNB nor UNH.')
      : new EdifactReadError('NO_MESSAGE', 'The EDIFACT record holds no message (UNH segment).')
  }
  if (messages.length > 1) {
    warnings.unshift(`The record holds ${messages.length} messages; it should hold one.`)
  }
  return { segments, service, isComplete: messages.every(({ isComplete }) => isComplete), warnings }
}

/** The segments as the JSON text of FOLIO's parsed content. */
export function messageToJson(segments: readonly EdifactSegment[]): string {
  return JSON.stringify({ segments })
}

/**
 * Reads FOLIO's parsed content. An element without components counts as empty.
 * @throws EdifactReadError naming the segment, counted from 1.
 */
export function messageFromJson(value: unknown): EdifactSegment[] {
  const segments = isObject(value) ? value['segments'] : null
  if (!Array.isArray(segments)) throw wrongShape('Parsed EDIFACT is an object with a "segments" array.')
  return segments.map((segment: unknown, index) => segmentFromJson(segment, index + 1))
}

function segmentFromJson(value: unknown, number: number): EdifactSegment {
  const { tag, dataElements = [] } = isObject(value) ? value : {}
  if (typeof tag !== 'string') throw wrongShape(`Segment ${number} has no "tag" text.`)
  if (!Array.isArray(dataElements)) throw wrongShape(`The "dataElements" of segment ${number} are no array.`)
  return { tag, dataElements: dataElements.map((element: unknown) => elementFromJson(element, number, tag)) }
}

function elementFromJson(value: unknown, number: number, tag: string): EdifactElement {
  const components = isObject(value) ? (value['components'] ?? []) : null
  if (!Array.isArray(components)) {
    throw wrongShape(`An element of segment ${number} (${tag}) has no "components" array.`)
  }
  const read = components.map((component: unknown): EdifactComponent => {
    const data = isObject(component) ? (component['data'] ?? '') : null
    if (typeof data !== 'string')
      throw wrongShape(`A component of segment ${number} (${tag}) has no "data" text.`)
    return { data }
  })
  return { components: read.length === 0 ? [{ data: '' }] : read }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function wrongShape(message: string): EdifactReadError {
  return new EdifactReadError('JSON', message)
}
