import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { huntBodies, huntCql } from './hunt.ts'
import type { Call, Finding } from './hunt.ts'
import { createRandom } from './random.ts'

// A long hunt with random queries and bodies: `npm run fuzz -- --cql 100000 --bodies 10000 --seed 7`. It starts a server
// of its own with the sample library, and ends with code 1 when a call failed, was slow, or memory grew.

const { values } = parseArgs({
  options: {
    cql: { type: 'string' },
    bodies: { type: 'string' },
    seed: { type: 'string' },
    port: { type: 'string' },
  },
})
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const port = Number(values.port ?? 9232)
const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'octavo-fuzz-'))
// Root runs PostgreSQL as another user, who must be able to enter the folder.
chmodSync(folder, 0o755)

// The server's heap may grow to this before it is cleaned; what is kept beyond it, after a whole hunt, has leaked.
const ALLOWED_GROWTH_MIB = 150

const child = spawn(path.join(root, 'bin/octavo'), ['serve'], {
  env: { ...process.env, OCTAVO_DATA_DIR: folder, OCTAVO_PORT: String(port), OCTAVO_LOG_LEVEL: 'error' },
  stdio: ['ignore', 'inherit', 'inherit'],
})

const agent = new Agent({ keepAlive: true, maxSockets: 4 })

function send(method: string, url: string, headers: Record<string, string>, body?: string) {
  return new Promise<{ status: number; text: string; token: string }>((resolve) => {
    const request = httpRequest({ host: '127.0.0.1', port, method, path: url, headers, agent }, (reply) => {
      let text = ''
      reply.setEncoding('utf8').on('data', (piece: string) => (text += text.length < 1000 ? piece : ''))
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, text, token: String(reply.headers['x-okapi-token']) }),
      )
    })
    request.on('error', (error) => resolve({ status: 0, text: error.message, token: '' }))
    request.end(body)
  })
}

async function signIn(): Promise<string> {
  const headers = { 'x-okapi-tenant': 'diku', 'content-type': 'application/json' }
  const body = JSON.stringify({ username: 'diku_admin', password: 'admin' })
  for (let tries = 0; tries < 600; tries += 1) {
    const { status, token } = await send('POST', '/authn/login', headers, body)
    if (status === 201) return token
    await delay(200)
  }
  throw new Error('The server did not answer in two minutes.')
}

function memoryMiB(): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

async function hunt(
  name: string,
  run: (call: Call, tick: () => void) => Promise<Finding[]>,
): Promise<Finding[]> {
  const token = await signIn()
  const headers = { 'x-okapi-tenant': 'diku', 'x-okapi-token': token, 'content-type': 'application/json' }
  const byStatus = new Map<number, number>()
  const call: Call = async (method, url, body) => {
    const reply = await send(method, url, headers, body)
    byStatus.set(reply.status, (byStatus.get(reply.status) ?? 0) + 1)
    return reply
  }
  let done = 0
  const findings = await run(call, () => {
    done += 1
    if (done % 5000 === 0) console.log(`${name}: ${done} sent, server at ${memoryMiB()} MiB`)
  })
  console.log(
    `${name}: answers by status`,
    Object.fromEntries([...byStatus].sort(([one], [other]) => one - other)),
  )
  return findings
}

try {
  console.log(`seed ${seed}`)
  const random = createRandom(seed)
  const cql = Number(values.cql ?? 20_000)
  const bodies = Number(values.bodies ?? 5000)
  const warm = [
    ...(await hunt('warm-up', (call) => huntCql(call, random, Math.min(cql, 2000)))),
    ...(await hunt('warm-up', (call) => huntBodies(call, random, Math.min(bodies, 1000)))),
  ]
  const before = memoryMiB()
  const findings = [
    ...warm,
    ...(await hunt('queries', (call, tick) => huntCql(call, random, cql, tick))),
    ...(await hunt('bodies', (call, tick) => huntBodies(call, random, bodies, tick))),
  ]
  await delay(5000)
  const after = memoryMiB()
  console.log(`memory of the server: ${before} MiB after the warm-up, ${after} MiB at the end`)
  for (const finding of findings.slice(0, 50)) console.log(JSON.stringify(finding))
  console.log(`${findings.length} findings`)
  if (findings.length > 0 || after > before + ALLOWED_GROWTH_MIB) process.exitCode = 1
} finally {
  child.kill('SIGTERM')
  while (child.exitCode === null && child.signalCode === null) await delay(50)
  agent.destroy()
  rmSync(folder, { recursive: true, force: true })
}
