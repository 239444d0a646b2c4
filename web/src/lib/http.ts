import { callSent, connectionLost, connectionWorks } from './connection.ts'
import { renewLogin } from './login-renewal.ts'
import { OfflineError } from './offline-error.ts'
import { currentTenant } from './session.ts'

/** One complaint of an answer: what is wrong, and with which field. */
export type FieldProblem = {
  message: string
  field: string | null
  value: string | null
  code: string | null
}

/** An answer that refuses; `problems` are FOLIO's `errors[]`, or the text of the answer as one problem. */
export class ApiError extends Error {
  readonly status: number
  readonly problems: readonly FieldProblem[]
  /** The body as it came, for "technical detail". */
  readonly technical: string

  constructor(status: number, problems: readonly FieldProblem[], technical: string) {
    super(problems.map(({ message }) => message).join(' ') || `The server answered ${status}.`)
    this.status = status
    this.problems = problems
    this.technical = technical
  }

  /** True when somebody else saved the record in between (FOLIO's optimistic locking). */
  get isConflict(): boolean {
    return this.status === 409 && /optimistic locking/i.test(this.technical)
  }

  /** The permission that a 403 asks for, or null. */
  get missingPermission(): string | null {
    return this.status === 403
      ? (/permission[s]?:?\s*\[?([\w.-]+(?:\.[\w.-]+)+)/i.exec(this.technical)?.[1] ?? null)
      : null
  }
}

export { OfflineError } from './offline-error.ts'

export type Query = Record<string, string | number | boolean | undefined>
type Options = {
  query?: Query
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

/** The address of a path with its query; undefined values are left out. */
export function address(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? path : `${path}?${search}`
}

function problemsOf(text: string): FieldProblem[] {
  try {
    const body = JSON.parse(text) as {
      errors?: { message?: string; code?: string; parameters?: { key: string; value?: string }[] }[]
      errorMessage?: string
      message?: string
    }
    if (Array.isArray(body.errors)) {
      return body.errors.map(({ message, code, parameters }) => ({
        message: message ?? '',
        field: parameters?.[0]?.key ?? null,
        value: parameters?.[0]?.value ?? null,
        code: code ?? null,
      }))
    }
    const message = body.errorMessage ?? body.message
    if (message !== undefined) return [{ message, field: null, value: null, code: null }]
  } catch {
    // Plain text, as many of FOLIO's answers are.
  }
  return text === '' ? [] : [{ message: text, field: null, value: null, code: null }]
}

async function send(
  method: string,
  path: string,
  { query, body, headers, signal }: Options,
): Promise<Response> {
  const isRaw = body instanceof Blob || body instanceof ArrayBuffer || typeof body === 'string'
  // Uploads take as long as they take.
  const answered = isRaw ? undefined : callSent()
  try {
    const response = await fetch(address(path, query), {
      method,
      headers: {
        'x-okapi-tenant': currentTenant(),
        ...(body === undefined
          ? {}
          : { 'content-type': isRaw ? 'application/octet-stream' : 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
    // A proxy says that the server behind it is away.
    if (response.status === 502 || response.status === 504)
      throw new Error(`The proxy answered ${response.status}.`)
    connectionWorks()
    return response
  } catch (error) {
    if (signal?.aborted) throw error
    connectionLost()
    throw new OfflineError('No answer from the server.', { cause: error })
  } finally {
    answered?.()
  }
}

/** An expired access cookie is not sent at all, so the server says 400 "Token missing" as well as 401. */
async function isLoginOver(response: Response): Promise<boolean> {
  if (response.status === 401) return true
  return response.status === 400 && (await response.clone().text()).startsWith('Token missing')
}

/**
 * Calls the API as the signed-in person. An expired log-in is renewed first silently, else in a window over the
 * page, and the call is then made once more.
 * @throws ApiError when the answer is not 2xx
 * @throws OfflineError when there is no answer
 */
export async function request(method: string, path: string, options: Options = {}): Promise<Response> {
  const sentAt = Date.now()
  let response = await send(method, path, options)
  if (await isLoginOver(response)) {
    await renewLogin(sentAt)
    response = await send(method, path, options)
  }
  if (!response.ok) {
    const text = await response.text()
    throw new ApiError(response.status, problemsOf(text), text)
  }
  return response
}

async function json<T>(method: string, path: string, options?: Options): Promise<T> {
  const text = await (await request(method, path, options)).text()
  return (text === '' ? undefined : JSON.parse(text)) as T
}

/** The API with JSON bodies; the type of an answer is the caller's word. */
export const http = {
  get: <T>(path: string, query?: Query, signal?: AbortSignal) =>
    json<T>('GET', path, { query: query ?? {}, signal }),
  post: <T>(path: string, body?: unknown, options?: Options) => json<T>('POST', path, { ...options, body }),
  put: <T>(path: string, body?: unknown, options?: Options) => json<T>('PUT', path, { ...options, body }),
  patch: <T>(path: string, body?: unknown, options?: Options) => json<T>('PATCH', path, { ...options, body }),
  delete: <T>(path: string, options?: Options) => json<T>('DELETE', path, options),
}
