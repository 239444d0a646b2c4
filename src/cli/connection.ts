import { assemble } from '../app.ts'
import type { Octavo } from '../app.ts'
import { readCommandConfig, readPassword } from '../config.ts'
import { createLog } from '../kernel/log.ts'
import { findAdministrator } from '../modules/permissions/index.ts'
import { textOption } from './options.ts'
import type { Options } from './options.ts'
import { UsageError } from './usage-error.ts'

/** An answer that is not what was asked for; the message carries the server's words. */
export class ApiError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** A signed-in connection to a server's HTTP API. */
export type Connection = {
  address: string
  /** @returns the JSON answer, or undefined for an empty one. @throws ApiError */
  call<T>(method: string, path: string, body?: unknown): Promise<T>
  /** Sends bytes of a file. @throws ApiError */
  upload<T>(path: string, body: ReadableStream<Uint8Array>): Promise<T>
  /** Reads an answer's bytes. @throws ApiError */
  download(path: string): Promise<ReadableStream<Uint8Array>>
  close(): Promise<void>
}

/** Connects with a token that is already there. */
export function connectWithToken(
  address: string,
  tenant: string,
  token: string,
  close: () => Promise<void> = async () => undefined,
): Connection {
  const headers = { 'x-okapi-tenant': tenant, 'x-okapi-token': token }
  async function request(method: string, path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(new URL(path, address), {
      method,
      ...init,
      headers: { ...headers, ...(init.headers as Record<string, string> | undefined) },
    })
    if (!response.ok) throw new ApiError(response.status, messageOf(await response.text()))
    return response
  }
  async function json<T>(response: Response): Promise<T> {
    const text = await response.text()
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
  return {
    address,
    async call<T>(method: string, path: string, body?: unknown) {
      const init = body === undefined ? {} : { body: JSON.stringify(body) }
      return json<T>(
        await request(method, path, { ...init, headers: { 'content-type': 'application/json' } }),
      )
    },
    async upload<T>(path: string, body: ReadableStream<Uint8Array>) {
      const init = {
        body,
        duplex: 'half',
        headers: { 'content-type': 'application/octet-stream' },
      } as RequestInit
      return json<T>(await request('POST', path, init))
    },
    async download(path) {
      return (await request('GET', path, {})).body!
    },
    close,
  }
}

function messageOf(text: string): string {
  try {
    const body = JSON.parse(text) as { errors?: { message: string }[]; message?: string }
    return body.errors?.map((error) => error.message).join('; ') ?? body.message ?? text
  } catch {
    return text
  }
}

/** Signs in with a user name and password, as any other client. */
async function connectRemotely(
  address: string,
  tenant: string,
  username: string,
  password: string,
): Promise<Connection> {
  const response = await fetch(new URL('/authn/login', address), {
    method: 'POST',
    headers: { 'x-okapi-tenant': tenant, 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  }).catch((error: Error) => {
    throw new UsageError(`No Octavo answers on ${address}: ${error.message}`)
  })
  if (!response.ok) throw new ApiError(response.status, messageOf(await response.text()))
  const token = response.headers.get('x-okapi-token')
  if (token === null) throw new ApiError(response.status, 'The server gave no token.')
  return connectWithToken(address, tenant, token)
}

/**
 * Connects as the options `--url` and `--user` of a command say: to a server elsewhere, or on this machine.
 * @throws UsageError where a server elsewhere is named without user or password.
 */
export async function connect(tenant: string, values: Options['values']): Promise<Connection> {
  const user = textOption(values, 'user')
  const url = textOption(values, 'url')
  if (url === undefined) return connectLocally(tenant, user)
  const password = readPassword('OCTAVO_PASSWORD')
  if (user === undefined || password === null) {
    throw new UsageError('A server elsewhere needs --user NAME and the variable OCTAVO_PASSWORD.')
  }
  return connectRemotely(url, tenant, user, password)
}

const LOCAL_TOKEN_SECONDS = 86_400

/**
 * Connects on the server's own machine: whoever may read the data folder acts as the tenant's administrator (or
 * `username`). A running server is used; without one the work is done in this process.
 */
async function connectLocally(tenant: string, username: string | undefined): Promise<Connection> {
  const config = readCommandConfig()
  const octavo = await assemble(config, 'visitor', createLog(config.logLevel))
  try {
    const user = await octavo.app.db.tenant(tenant, (tx) => findAdministrator(tx, username))
    if (!user)
      throw new UsageError(`The tenant "${tenant}" has no user "${username ?? 'with all permissions'}".`)
    const token = await octavo.app.tokens.sign(
      { username: user.username, userId: user.id, tenant, type: 'legacy-access', tokenId: null },
      LOCAL_TOKEN_SECONDS,
    )
    const address = (await runningServer(config.host, config.port)) ?? (await serveHere(octavo))
    return connectWithToken(address, tenant, token, () => octavo.stop())
  } catch (error) {
    await octavo.stop()
    throw error
  }
}

async function runningServer(host: string, port: number): Promise<string | null> {
  const address = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`
  try {
    const response = await fetch(`${address}/admin/health`, { signal: AbortSignal.timeout(3000) })
    return response.ok ? address : null
  } catch {
    return null
  }
}

async function serveHere(octavo: Octavo): Promise<string> {
  const server = await octavo.http()
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  await octavo.work()
  return address
}
