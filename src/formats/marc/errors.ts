/** What kind of damage stopped a record from being read. */
export type MarcReadCode =
  | 'EMPTY'
  | 'NOT_MARC'
  | 'TRUNCATED'
  | 'LEADER'
  | 'DIRECTORY'
  | 'FIELD'
  | 'RECORD_TERMINATOR'
  | 'JSON'
  | 'XML'

/** Details that accompany a read error. */
export type MarcReadDetails = {
  /** The text FOLIO's parser (marc4j) gives for the same damage, where its clients see it. */
  folioMessage?: string
  /** Offset in bytes from the start of the record's bytes; null where bytes have no meaning (JSON, XML). */
  position?: number
}

/** A record that cannot be read. The message is written for the librarian who uploaded the file. */
export class MarcReadError extends Error {
  readonly code: MarcReadCode
  readonly folioMessage: string | null
  readonly position: number | null

  constructor(code: MarcReadCode, message: string, details: MarcReadDetails = {}) {
    super(message)
    this.name = 'MarcReadError'
    this.code = code
    this.folioMessage = details.folioMessage ?? null
    this.position = details.position ?? null
  }
}

/** A record that ISO 2709 cannot express: a bad tag or indicator, or a delimiter inside the text. */
export class MarcWriteError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MarcWriteError'
  }
}

/** A record or field longer than the five and four digits that ISO 2709 leaves for its length. */
export class MarcTooLongError extends MarcWriteError {
  /** Tag of the field that is too long, or null when the record as a whole is. */
  readonly tag: string | null
  /** Length in bytes that would have to be written. */
  readonly bytes: number

  constructor(message: string, tag: string | null, bytes: number) {
    super(message)
    this.name = 'MarcTooLongError'
    this.tag = tag
    this.bytes = bytes
  }
}
