import { request as httpRequest } from 'node:http'
import { expect } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { fileBody, fileHeaders } from './bulk-edit-client.ts'
import { readJsonPath } from './json-path.ts'
import { createProfileSteps } from './workload-steps.ts'
import type { Step } from './workload-steps.ts'

/** An answer as the load script's extractors see it: the body, and the header as it came over the wire. */
type SeenReply = { status: number; text: string; header: string }

/** A virtual user of the load script: it fills values into requests and takes others from the answers. */
export class VirtualUser {
  readonly values: Record<string, string>
  readonly #app: TestApp
  readonly #bytes: Buffer
  constructor(app: TestApp, values: Record<string, string>, bytes: Buffer) {
    this.#app = app
    this.values = values
    this.#bytes = bytes
  }

  fill(text: string): string {
    return text
      .replaceAll('${__time(,)}', String(Date.now()))
      .replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
        if (this.values[name] === undefined) throw new Error(`Nothing has been read as ${name}.`)
        return this.values[name]
      })
  }

  /** Sends one request and takes the first of what each path or pattern finds, as JMeter's extractors do. */
  async send(step: Step): Promise<{ reply: SeenReply; missing: string[] }> {
    const reply = await this.#ask(step)
    const missing: string[] = []
    for (const [names, paths] of step.reads) {
      const found = paths.startsWith('$')
        ? paths.split(';').map((path) => readJsonPath(JSON.parse(reply.text), this.fill(path))[0])
        : [new RegExp(paths).exec(`${reply.header}\n${reply.text}`)?.[1]]
      for (const [index, name] of names.split(';').entries()) {
        if (found[index] === undefined) missing.push(name)
        else this.values[name] = String(found[index])
      }
    }
    return { reply, missing }
  }

  async #ask({ method, url, body }: Step): Promise<SeenReply> {
    const target = this.fill(url)
    if (method === 'PUT') return putBytes(target.slice(1), this.#bytes)
    if (target.startsWith('/bulk-operations/upload')) {
      const { status, text } = await this.#app.post(target, fileBody('ids.csv', this.#bytes), fileHeaders)
      return { status, text, header: '' }
    }
    const isUpload = /\/files\/[^/]+$/.test(target)
    const sent = isUpload ? this.#bytes : body === null ? undefined : (JSON.parse(this.fill(body)) as unknown)
    const { status, text } =
      method === 'GET' ? await this.#app.get(target) : await this.#app.post(target, sent)
    return { status, text, header: '' }
  }
}

/** Sends bytes to an address over a socket, with no header but their length. */
function putBytes(url: string, bytes: Buffer): Promise<SeenReply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      url,
      { method: 'PUT', headers: { 'content-length': bytes.length } },
      (reply) => {
        let text = ''
        reply.setEncoding('utf8').on('data', (piece: string) => (text += piece))
        reply.on('end', () => {
          const lines = reply.rawHeaders.flatMap((name, index, all) =>
            index % 2 === 0 ? [`${name}: ${all[index + 1]}`] : [],
          )
          resolve({ status: reply.statusCode!, text, header: lines.join('\n') })
        })
      },
    )
    request.on('error', reject)
    request.end(bytes)
  })
}

/** Makes the profile "PTF - Create 3" as the workload's script does. */
export async function makeWorkloadProfile(app: TestApp): Promise<void> {
  await makeProfileBySteps(app, createProfileSteps())
}

/** Sends the steps of a script that makes profiles. @returns what it has read from the answers, by name. */
export async function makeProfileBySteps(
  app: TestApp,
  steps: readonly Step[],
): Promise<Record<string, string>> {
  const user = new VirtualUser(app, {}, Buffer.alloc(0))
  for (const step of steps) {
    const { reply, missing } = await user.send(step)
    expect(reply.status, `${step.url} ${reply.text}`).toBe(step.method === 'GET' ? 200 : 201)
    expect(missing, step.url).toEqual([])
  }
  return user.values
}
