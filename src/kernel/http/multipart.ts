import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import { textProblem } from './problems.ts'

/** One part of a multipart body; `content` must be read, or is skipped, before the next part comes. */
export type Part = { name: string; fileName: string | null; content: AsyncIterable<Buffer> }

/** Of all header lines of a part together. */
const MAX_HEADER_BYTES = 16 * 1024

/** @throws Problem 400 for a type that is not `multipart/form-data` with a boundary */
function openParser(contentType: string | undefined): Busboy {
  if (!/^multipart\/form-data\s*;.*\bboundary=/i.test(contentType ?? '')) {
    throw textProblem(
      400,
      `Content-type header must be ["multipart/form-data"] with a boundary but it is "${contentType ?? ''}"`,
    )
  }
  return new Busboy({
    headers: { 'content-type': contentType! },
    // Without this a part that names no file would be held in memory whole.
    isPartAFile: () => true,
    preservePath: true,
    limits: { headerSize: MAX_HEADER_BYTES },
  })
}

/**
 * Reads a body of the type `multipart/form-data` part by part as its bytes arrive (RFC 7578); memory holds what the
 * sender puts into one piece.
 * @throws Problem 400 when the body is no such body or breaks off
 */
export async function* readParts(
  body: AsyncIterable<Buffer>,
  contentType: string | undefined,
): AsyncGenerator<Part> {
  const parser = openParser(contentType)
  const parts: Part[] = []
  let wake = () => {}
  parser.on('file', (name, content, fileName) => {
    // A body that breaks off is told by the parser as a whole; unheard, the part's own word of it would end the process.
    content.on('error', () => {})
    parts.push({ name: name ?? '', fileName: fileName ?? null, content })
    wake()
  })
  let isOver = false
  const reading = pipeline(Readable.from(body), parser)
    .catch(() => {
      throw textProblem(400, 'The multipart body ends before its last boundary.')
    })
    .finally(() => {
      isOver = true
      wake()
    })
  reading.catch(() => {})
  for (;;) {
    const part = parts.shift()
    if (part !== undefined) {
      yield part
      ;(part.content as Readable).resume()
    } else if (isOver) {
      return await reading
    } else {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
}
