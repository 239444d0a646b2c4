import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../db/database.ts'
import { createLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { ok } from './route.ts'
import { createHttpServer } from './server.ts'

let server: FastifyInstance | null = null
afterEach(() => server?.close())

async function startServer(trusted: string): Promise<FastifyInstance> {
  const config = readConfig({ OCTAVO_TRUST_PROXY: trusted, OCTAVO_LOG_LEVEL: 'silent' })
  const log = createLog('silent')
  server = await createHttpServer({
    config,
    log,
    db: openDatabase('postgres://127.0.0.1:1/none', 1, log),
    metrics: createMetrics(),
    routes: [
      {
        method: 'GET',
        path: '/address',
        permissions: [],
        handler: (request) => Promise.resolve(ok({ address: request.remoteAddress })),
      },
    ],
    checkCaller: () => Promise.resolve({ tenant: '', actor: null, permissions: new Set() }),
    isReady: () => true,
  })
  return server
}

/** The address that a request seems to come from, when it arrives from 127.0.0.1 through these proxies. */
async function addressSeen(trusted: string, forwardedFor: string): Promise<string> {
  const started = await startServer(trusted)
  const reply = await started.inject({ url: '/address', headers: { 'x-forwarded-for': forwardedFor } })
  return (reply.json() as { address: string }).address
}

describe('the address of a client', () => {
  it.each([
    ['is that of the connection when no proxy is trusted', 'off', '192.0.2.7', '127.0.0.1'],
    ['is what a trusted proxy says', 'loopback', '192.0.2.7', '192.0.2.7'],
    [
      'is what the proxy has added, not what the client claims',
      'loopback',
      '10.9.9.9, 192.0.2.7',
      '192.0.2.7',
    ],
    [
      'is looked for behind several trusted proxies',
      'loopback,10.0.0.0/24',
      '192.0.2.7, 10.0.0.2',
      '192.0.2.7',
    ],
    ['is that of the connection when another is trusted', '10.0.0.2', '192.0.2.7', '127.0.0.1'],
  ])('%s', async (_rule, trusted, forwardedFor, address) => {
    expect(await addressSeen(trusted, forwardedFor)).toBe(address)
  })
})

describe('what is not HTTP', () => {
  it.each([
    ['an address with bare bytes', 'GET /users/\u00e9 HTTP/1.1\r\nhost: x\r\n\r\n', '400 Bad Request'],
    ['no request at all', 'hello\r\n\r\n', '400 Bad Request'],
    [
      'endless headers',
      `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
    ],
  ])('%s is answered, and the connection closed with notice', async (_what, sent, status) => {
    const started = await startServer('off')
    await started.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect((started.server.address() as AddressInfo).port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(sent, 'latin1')
    const answer = await text(socket)
    expect(answer).toContain(`HTTP/1.1 ${status}\r\n`)
    expect(answer).toContain('\r\nconnection: close\r\n')
  })
})
