/** Why a text cannot be read as one EDIFACT message. */
export type EdifactReadCode = 'EMPTY' | 'NOT_EDIFACT' | 'NO_MESSAGE' | 'NOT_INVOICE' | 'JSON'

/** A text that holds no readable message. The text of the error is written for the person who uploaded the file. */
export class EdifactReadError extends Error {
  readonly code: EdifactReadCode

  constructor(code: EdifactReadCode, message: string) {
    super(message)
    this.name = 'EdifactReadError'
    this.code = code
  }
}

/** A segment that cannot be written: a wrong tag, or separators in the text and no release character for them. */
export class EdifactWriteError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'EdifactWriteError'
  }
}

/** A mapping expression that cannot be read or applied; the text is the one FOLIO's clients know where it has one. */
export class EdifactExpressionError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'EdifactExpressionError'
  }
}
