import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { TestReply } from '../support/app.ts'
import type { Api } from './import-client.ts'

const program = path.resolve(import.meta.dirname, '../../bin/octavo')

/** A real server with a private PostgreSQL below a folder of its own, to be killed and started again. */
export class ServerProcess {
  readonly folder: string
  readonly #env: Record<string, string>
  #child: ChildProcess | null = null
  #address = ''
  #token = ''
  /** What the server has printed since its last start. */
  output = ''
  #login: { tenant: string; username: string; password: string } | null = null

  private constructor(folder: string, env: Record<string, string>) {
    this.folder = folder
    this.#env = env
  }

  static async create(env: Record<string, string>): Promise<ServerProcess> {
    const folder = await mkdtemp(path.join(tmpdir(), 'octavo-crash-'))
    // Root runs PostgreSQL as another user, who must be able to enter the folder.
    await chmod(folder, 0o755)
    return new ServerProcess(folder, env)
  }

  #environment(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      DATABASE_URL: '',
      OCTAVO_DATA_DIR: this.folder,
      OCTAVO_PORT: '0',
      OCTAVO_SAMPLE: 'off',
      OCTAVO_LOG_LEVEL: 'error',
      OCTAVO_ADMIN_PASSWORD: 'a-test-password',
      ...this.#env,
    }
  }

  /** Starts the server and waits until it answers. */
  async start(): Promise<void> {
    const child = spawn(program, ['serve'], {
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    this.output = ''
    child.stderr!.on('data', (text: Buffer) => (this.output += text.toString()))
    this.#address = await new Promise<string>((resolve, reject) => {
      child.stdout!.on('data', (text: Buffer) => {
        this.output += text.toString()
        const found = /Octavo answers on (http:\S+)/.exec(this.output)?.[1]
        if (found !== undefined) resolve(found)
      })
      child.once('exit', () => reject(new Error(`The server ended before it answered: ${this.output}`)))
    })
  }

  /** Runs a command of the product beside the server. */
  async run(...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(program, args, { env: this.#environment() })
    return stdout
  }

  /** Signs in; the token stays good over restarts. */
  async signIn(tenant: string, username: string): Promise<void> {
    this.#login = { tenant, username, password: 'a-test-password' }
    const { headers } = await this.#send('POST', '/authn/login', { username, password: 'a-test-password' })
    this.#token = String(headers['x-okapi-token'])
  }

  async #send(
    method: string,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestReply> {
    const isBytes = Buffer.isBuffer(body)
    const reply = await fetch(this.#address + url, {
      method,
      headers: {
        'x-okapi-tenant': this.#login!.tenant,
        ...(this.#token === '' ? {} : { 'x-okapi-token': this.#token }),
        'content-type': isBytes ? 'application/octet-stream' : 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    const text = await reply.text()
    return {
      status: reply.status,
      text,
      get json() {
        return JSON.parse(text) as unknown
      },
      headers: Object.fromEntries(reply.headers),
    }
  }

  /** The calls of whoever signed in, on whatever address the server has now. */
  readonly api: Api = {
    get: (url) => this.#send('GET', url),
    post: (url, body, headers) => this.#send('POST', url, body, headers),
    put: (url, body) => this.#send('PUT', url, body),
    del: (url, body) => this.#send('DELETE', url, body),
  }

  /** Ends the server with a signal. @returns its exit code, null when the signal ended it. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return null
    const ended = once(child, 'exit')
    child.kill(signal)
    const [code] = (await ended) as [number | null]
    return code
  }

  /** Kills the main process of the private PostgreSQL, as a machine without memory does. */
  async killPostgres(): Promise<void> {
    const pid = await this.#postgresPid()
    process.kill(pid!, 'SIGKILL')
  }

  async #postgresPid(): Promise<number | null> {
    const file = path.join(this.folder, 'postgres/postmaster.pid')
    const text = await readFile(file, 'utf8').catch(() => null)
    return text === null ? null : Number(text.split('\n')[0])
  }

  /** Ends everything that still runs and removes the folder. */
  async remove(): Promise<void> {
    await this.end('SIGTERM')
    const pid = await this.#postgresPid()
    if (pid !== null) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended already.
      }
    }
    await rm(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}
