/** A field as tag and body; in the body `$x` stands for the delimiter 0x1F and the code x. Text is written in UTF-8. */
export type RawField = [tag: string, body: string | Buffer]

export type RawOptions = {
  /** Characters 5-9 of the leader: status, type, level, control, character coding. */
  head?: string
  /** Characters 17-19 of the leader. */
  tail?: string
  /** What the writer does with numbers too large for their place: write more digits (the default) or drop the first. */
  overflow?: 'grow' | 'wrap'
}

/** An ISO 2709 record put together by hand, with the right numbers, for tests to damage. */
export function rawRecord(fields: RawField[], options: RawOptions = {}): Buffer {
  const digits = (value: number, count: number): string => {
    const text = String(value).padStart(count, '0')
    return options.overflow === 'wrap' ? text.slice(-count) : text
  }
  const bodies = fields.map(([, body]) => Buffer.concat([bodyBytes(body), Buffer.from([0x1e])]))
  let start = 0
  const directory = fields
    .map(([tag], index) => {
      const length = bodies[index]!.length
      const entry = `${tag}${digits(length, 4)}${digits(start, 5)}`
      start += length
      return entry
    })
    .join('')
  const base = 24 + directory.length + 1
  const total = digits(base + start + 1, 5)
  const leader = `${total}${options.head ?? 'nam a'}22${digits(base, 5)}${options.tail ?? ' a '}4500`
  return Buffer.concat([Buffer.from(`${leader}${directory}\u001e`, 'latin1'), ...bodies, Buffer.from([0x1d])])
}

function bodyBytes(body: string | Buffer): Buffer {
  return typeof body === 'string' ? Buffer.from(body.replaceAll('$', '\u001f')) : body
}

/** The bytes with a part replaced; the replacement may have another length. */
export function replaced(bytes: Buffer, at: number, length: number, replacement: string): Buffer {
  return Buffer.concat([
    bytes.subarray(0, at),
    Buffer.from(replacement, 'latin1'),
    bytes.subarray(at + length),
  ])
}

/** The bytes in pieces of a size, as a stream may deliver them. */
export function inPieces(bytes: Uint8Array, size: number): Uint8Array[] {
  const pieces: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size))
  return pieces
}

/** Piece sizes around everything that matters in a record: one byte, the leader, blocks of files and pipes. */
export const pieceSizes = [1, 2, 3, 7, 23, 24, 25, 1000, 4096, 65536]
