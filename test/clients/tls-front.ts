import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { createServer } from 'node:tls'

/** A server's address behind TLS, for clients that refuse plain HTTP. */
export type TlsFront = { address: string; certificate: string; close(): void }

/** Passes what comes over TLS on to `port`; the certificate is made in `folder` by the machine's openssl. */
export async function openTlsFront(folder: string, port: number): Promise<TlsFront> {
  const key = path.join(folder, 'front-key.pem')
  const certificate = path.join(folder, 'front.pem')
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key]
  execFileSync('openssl', [...request, '-out', certificate, ...subject], { stdio: 'ignore' })
  const front = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (secure) => {
    const plain = connect(port, '127.0.0.1')
    secure.pipe(plain).pipe(secure)
    secure.on('error', () => plain.destroy())
    plain.on('error', () => secure.destroy())
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  const { port: own } = front.address() as { port: number }
  return { address: `https://localhost:${own}`, certificate, close: () => void front.close() }
}
