import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'
import { setClockOffset } from '../../kernel/clock.ts'
import { openMailer } from '../../kernel/mail/mailer.ts'
import type { Mailer } from '../../kernel/mail/mailer.ts'
import { sendNotices } from './send-notices.ts'

let app: TestApp
let server: Server
let mailer: Mailer
let received: string[] = []
let isRefusing = false

/** Speaks as much SMTP as a mail needs, and keeps what it gets. */
function smtpServer(): Server {
  return createServer((socket) => {
    let text = ''
    let isData = false
    socket.write('220 test\r\n')
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        if (isData) {
          if (line === '.') {
            isData = false
            socket.write('250 kept\r\n')
          } else received[received.length - 1] += `${line}\n`
        } else if (line === 'DATA') {
          isData = true
          received.push('')
          socket.write('354 go on\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write(isRefusing && line.startsWith('RCPT') ? '451 later\r\n' : '250 ok\r\n')
      }
    })
    socket.on('error', () => undefined)
  })
}

beforeAll(async () => {
  server = smtpServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  mailer = openMailer(`smtp://127.0.0.1:${port}`, 'desk@example.org')
  app = await testApp({
    env: { OCTAVO_SMTP_URL: `smtp://127.0.0.1:${port}`, OCTAVO_MAIL_FROM: 'desk@example.org' },
  })
})
beforeEach(() => {
  received = []
  isRefusing = false
})
afterEach(() => setClockOffset(0))
afterAll(async () => {
  await app.close()
  server.close()
})

async function addUser(part: object = {}) {
  const id = randomUUID()
  const username = `m-${id.slice(0, 8)}`
  const user = { id, username, active: true, personal: { lastName: 'M', email: `${username}@example.org` } }
  expect((await app.post('/users', { ...user, ...part })).status).toBe(201)
  return user
}

const send = () => sendNotices(app.octavo.app, mailer, 'diku')

async function waiting(): Promise<number> {
  const rows = await app.octavo.app.db.tenant('diku', (tx) => tx.query('select from notice_to_send'))
  return rows.length
}

/** A mail without the line breaks and signs of its transport. */
const plain = (mail: string) => mail.replaceAll('=\n', '').replaceAll('=3D', '=')

describe('mails', () => {
  test('bring the link that sets a password, and then say that it was set', async () => {
    const user = await addUser()
    await app.post('/bl-users/password-reset/link', { userId: user.id })
    await send()
    expect(received).toHaveLength(1)
    const mail = plain(received[0]!)
    expect(mail).toContain('From: desk@example.org')
    expect(mail).toContain(`To: ${user.personal.email}`)
    expect(mail).toContain('Subject: Set your password')
    const token = /\/reset-password\/(\S+)\?tenant=diku/.exec(mail)![1]!
    const reset = await app.raw(
      'POST',
      '/bl-users/password-reset/reset',
      { 'x-okapi-tenant': 'diku', 'x-okapi-token': token, 'content-type': 'application/json' },
      JSON.stringify({ newPassword: 'Rainy-Day-42' }),
    )
    expect(reset.status).toBe(204)
    await send()
    expect(received[1]).toContain('Subject: Your password was set')
    expect(received[1]).not.toContain('/reset-password/')
    expect(await waiting()).toBe(0)
  })

  test('are not sent for a link that is over, nor to somebody without an address', async () => {
    const late = await addUser()
    const nowhere = await addUser({ personal: { lastName: 'N' } })
    await app.post('/bl-users/password-reset/link', { userId: late.id })
    await app.post('/bl-users/password-reset/link', { userId: nowhere.id })
    setClockOffset(86_401_000)
    await send()
    expect([received, await waiting()]).toEqual([[], 0])
  })

  test('that the server refuses are kept, and tried again later', async () => {
    const user = await addUser()
    await app.post('/bl-users/password-reset/link', { userId: user.id })
    isRefusing = true
    await send()
    expect([received.length, await waiting()]).toEqual([0, 1])
    isRefusing = false
    await send()
    expect(received).toEqual([])
    await app.octavo.app.db.tenant('diku', (tx) =>
      tx.query("update notice_to_send set next_try_at = now() - interval '1 second'"),
    )
    await send()
    expect([received.length, await waiting()]).toEqual([1, 0])
  })
})
