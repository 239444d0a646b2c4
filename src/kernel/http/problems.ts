/** One fault of a request, in the form FOLIO's modules answer 422 with. */
export type Fault = {
  message: string
  type?: string
  code?: string
  parameters?: { key: string; value: string }[]
}

/** An expected refusal: it becomes an HTTP answer with this status, never a logged failure. */
export class Problem extends Error {
  readonly status: number
  /** Text answers as `text/plain`, anything else as JSON. */
  readonly body: unknown
  constructor(status: number, body: unknown, message: string) {
    super(message)
    this.status = status
    this.body = body
  }
}

/** A refusal in plain text, as FOLIO's 400, 404, 409 and 413. */
export function textProblem(status: number, message: string): Problem {
  return new Problem(status, message, message)
}

/** 404 with FOLIO's usual text. */
export function notFound(message = 'Not found'): Problem {
  return textProblem(404, message)
}

/** A refusal that lists its faults: `{"errors":[…],"total_records":n}`. */
export function faultsProblem(faults: Fault[], status = 422): Problem {
  return new Problem(
    status,
    { errors: faults, total_records: faults.length },
    faults[0]?.message ?? 'invalid',
  )
}

/** 422 for one field; `key` is the path of the property, `value` what was sent. */
export function fieldProblem(message: string, key: string, value: unknown, code = '-1'): Problem {
  return faultsProblem([{ message, type: '1', code, parameters: [{ key, value: shownValue(value) }] }])
}

const SHOWN_CHARACTERS = 200

/** A value that was sent as an error shows it. Objects as JSON: their own text could be anything, or none. */
export function shownValue(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}
