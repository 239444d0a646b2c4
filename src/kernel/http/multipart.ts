import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import type { BusboyInstance } from '@fastify/busboy'
import { textProblem } from './problems.ts'
import type { Problem } from './problems.ts'

/** One part of a multipart body; `content` must be read, or is skipped, before the next part comes. */
export type Part = { name: string; fileName: string | null; content: AsyncIterable<Buffer> }

/** Of all header lines of a part together. */
const MAX_HEADER_BYTES = 16 * 1024

/** @throws Problem 400 for a type that is not `multipart/form-data` with a boundary */
function openParser(contentType: string | undefined): BusboyInstance {
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

function brokenOff(): Problem {
  return textProblem(400, 'The multipart body ends before its last boundary.')
}

async function* contentOf(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream as AsyncIterable<Buffer>
  } catch {
    throw brokenOff()
  }
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
  const streams: Readable[] = []
  let wake = () => {}
  parser.on('file', (name, content, fileName) => {
    // The word of a body that breaks off inside a part that nobody reads would end the process.
    content.on('error', () => {})
    streams.push(content)
    parts.push({ name: name ?? '', fileName: fileName ?? null, content: contentOf(content) })
    wake()
  })
  let isOver = false
  const reading = pipeline(Readable.from(body), parser)
    .catch(() => {
      throw brokenOff()
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
      streams.shift()!.resume()
    } else if (isOver) {
      return await reading
    } else {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
}
