import type { Readable } from 'node:stream'
import type { Transaction } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { JsonSchema } from './validation.ts'

/** Who acts: the signed-in user of a tenant. */
export type Actor = { userId: string; username: string; tenant: string }

/** A body that is JSON text already, sent as it is. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** What a handler answers. A `string` body leaves as text/plain, `JsonText` and objects as JSON. */
export type Answer = {
  status: number
  body?: unknown
  headers?: Record<string, string | string[]>
}

/** A request as handlers see it. */
export type ApiRequest = {
  method: string
  /** Path as sent, without the query. */
  path: string
  tenant: string
  /** The signed-in user; null only on public routes. */
  actor: Actor | null
  /** Permissions of the user with all sub-permissions. */
  permissions: ReadonlySet<string>
  params: Record<string, string>
  /** Query parameters; names are case-insensitive, as in FOLIO's servers. */
  query: QueryParameters
  /** The parsed JSON body (undefined when empty), or for `stream` routes a byte stream. */
  body: unknown
  headers: Record<string, string | string[] | undefined>
  cookies: Record<string, string | undefined>
  remoteAddress: string
  /** Host name and port that the client used, for addresses in answers. */
  host: string
  log: Log
  /** Opens the request's transaction in its tenant; call it once and do all the work inside. */
  transaction<T>(fn: (tx: Transaction) => Promise<T>): Promise<T>
}

export type StreamRequest = ApiRequest & { body: Readable }

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A JSON Schema with the name under which the description of the API lists it. */
export type NamedSchema = { name: string; schema: JsonSchema }

/** What the description of the API says of an endpoint beside its path and permissions. */
export type RouteDescription = {
  /** One line: what it does. */
  summary: string
  /** Query parameters. */
  parameters?: readonly { name: string; description: string; schema: JsonSchema }[]
  body?: NamedSchema
  /** The status of success and what is answered then; without a schema nothing, or something that is not described. */
  status?: number
  answer?: NamedSchema
}

/** One endpoint. `permissions` are those the caller must all have; `'public'` asks for no token at all. */
export type Route = {
  method: Method
  /** Path with `:name` parameters. */
  path: string
  permissions: readonly string[] | 'public'
  handler: (request: ApiRequest) => Promise<Answer>
  /** `json` (default) parses the body; `stream` hands over the bytes of any content type, unbuffered. */
  body?: 'json' | 'stream'
  /** True for routes that work without a tenant, such as the list of tenants. */
  tenantless?: boolean
  description?: RouteDescription
  /** True for routes of outside services, which send an API key in place of a token. */
  takesApiKey?: boolean
}

export class QueryParameters {
  readonly #values = new Map<string, string[]>()
  constructor(search: string) {
    for (const [name, value] of new URLSearchParams(search)) {
      const key = name.toLowerCase()
      const list = this.#values.get(key)
      if (list) list.push(value)
      else this.#values.set(key, [value])
    }
  }

  get(name: string): string | undefined {
    return this.#values.get(name.toLowerCase())?.[0]
  }

  all(name: string): string[] {
    return this.#values.get(name.toLowerCase()) ?? []
  }

  names(): string[] {
    return [...this.#values.keys()]
  }
}

export function ok(body: unknown): Answer {
  return { status: 200, body }
}

/** 201 with the stored record; RMB's `Location` holds only the id. */
export function created(body: unknown, location?: string): Answer {
  return location === undefined ? { status: 201, body } : { status: 201, body, headers: { location } }
}

export function noContent(): Answer {
  return { status: 204 }
}
