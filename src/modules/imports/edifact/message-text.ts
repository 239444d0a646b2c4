import { interchangeText, messageText } from '../../../formats/edifact/index.ts'
import type { RawIncoming } from '../decode-incoming.ts'

/**
 * The headers (UNA, UNB, UNG) of the messages of a file, each with the offset of the first message that it is for:
 * it holds until the next one. A message alone does not say who sent it, nor what its separators are.
 */
export type MessageHeaders = [offset: number, text: string][]

/** True for the formats of EDIFACT: that of a file, and that which a client names when it posts. */
export function isEdifact(format: string): boolean {
  return format === 'edifact' || format === 'EDIFACT_RAW'
}

/** The header of the message that begins at an offset; empty where the file has none. */
export function headerAt(headers: MessageHeaders | null, offset: number): string {
  return headers?.findLast(([from]) => from <= offset)?.[1] ?? ''
}

/**
 * An incoming message as an interchange of its own, which is FOLIO's raw record. What a client posts is one already;
 * a message of a file gets the header that stands before it, and trailers.
 */
export function incomingText({ bytes, format, header = '' }: RawIncoming): string {
  if (format === 'EDIFACT_RAW') return bytes.toString('utf8')
  return interchangeText(header, messageText(header, bytes))
}
