import { textProblem } from './problems.ts'

/** One part of a multipart body; `content` must be read, or is skipped, before the next part comes. */
export type Part = { name: string; fileName: string | null; content: AsyncIterable<Buffer> }

/** Of all header lines of a part together. */
const MAX_HEADER_BYTES = 16 * 1024
const LONG_HEADERS = 'The multipart body has headers that are too long.'

/** The boundary of a `multipart/form-data` content type. @throws Problem 400 for any other type */
function boundaryOf(contentType: string | undefined): string {
  const boundary = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType ?? '')
  const text = boundary?.[1] ?? boundary?.[2]
  if (text === undefined)
    throw textProblem(
      400,
      `Content-type header must be ["multipart/form-data"] with a boundary but it is "${contentType ?? ''}"`,
    )
  return text
}

/**
 * Reads a body of the type `multipart/form-data` part by part as its bytes arrive (RFC 7578); memory holds what the sender
 * puts into one piece.
 * @throws Problem 400 when the body is no such body or breaks off
 */
export async function* readParts(
  body: AsyncIterable<Buffer>,
  contentType: string | undefined,
): AsyncGenerator<Part> {
  // Every part follows a line end and the boundary; the first one may lack the line end.
  const reader = new PieceReader(body, Buffer.from('\r\n'))
  const delimiter = Buffer.from(`\r\n--${boundaryOf(contentType)}`)
  await drain(reader.until(delimiter))
  for (;;) {
    const end = await reader.text(Buffer.from('\n'))
    if (end.startsWith('--')) return
    if (end.trim() !== '') throw textProblem(400, 'The multipart body has a damaged boundary.')
    const headers = await reader.headers()
    const content = reader.until(delimiter)
    yield { ...dispositionOf(headers), content }
    await drain(content)
    if (await reader.closes()) return
  }
}

async function drain(pieces: AsyncIterable<Buffer>): Promise<void> {
  const iterator = pieces[Symbol.asyncIterator]()
  while (!(await iterator.next()).done) continue
}

function dispositionOf(headers: string): { name: string; fileName: string | null } {
  const line = /^content-disposition:(.*)$/im.exec(headers)?.[1] ?? ''
  const extended = /;\s*filename\*=(?:utf-8)''([^\s;]+)/i.exec(line)?.[1]
  const quoted = (name: string) => new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;]+))`, 'i')
  const value = (name: string) => {
    const found = quoted(name).exec(line)
    return found?.[1]?.replaceAll(/\\(["\\])/g, '$1') ?? found?.[2]
  }
  return { name: value('name') ?? '', fileName: decoded(extended) ?? value('filename') ?? null }
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Bytes that are taken up to a delimiter, whatever pieces they come in. */
class PieceReader {
  #rest: Buffer
  readonly #pieces: AsyncIterator<Buffer>

  constructor(source: AsyncIterable<Buffer>, start: Buffer) {
    this.#pieces = source[Symbol.asyncIterator]()
    this.#rest = start
  }

  /** Bytes before the next `delimiter`, which is passed over. */
  async *until(delimiter: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#rest.indexOf(delimiter)
      if (at >= 0) {
        const before = this.#rest.subarray(0, at)
        this.#rest = this.#rest.subarray(at + delimiter.length)
        if (before.length > 0) yield before
        return
      }
      const sure = this.#rest.length - delimiter.length + 1
      if (sure > 0) {
        const piece = this.#rest.subarray(0, sure)
        this.#rest = this.#rest.subarray(sure)
        yield piece
      }
      await this.#more()
    }
  }

  async text(delimiter: Buffer): Promise<string> {
    let text = ''
    for await (const piece of this.until(delimiter)) {
      text += piece.toString('utf8')
      if (text.length > MAX_HEADER_BYTES) throw textProblem(400, LONG_HEADERS)
    }
    return text
  }

  async headers(): Promise<string> {
    let lines = ''
    for (;;) {
      const line = (await this.text(Buffer.from('\n'))).trimEnd()
      if (line === '') return lines
      lines += `${line}\n`
      if (lines.length > MAX_HEADER_BYTES) throw textProblem(400, LONG_HEADERS)
    }
  }

  /** True when what follows a delimiter says that it was the last one; some senders leave out the line end there. */
  async closes(): Promise<boolean> {
    while (this.#rest.length < 2) await this.#more()
    return this.#rest.subarray(0, 2).equals(Buffer.from('--'))
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#pieces.next()
    if (done) throw textProblem(400, 'The multipart body ends before its last boundary.')
    this.#rest = Buffer.concat([this.#rest, value])
  }
}
