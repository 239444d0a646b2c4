import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openTlsFront } from './tls-front.ts'

// Real FOLIO clients against a running server. Python and its package index are needed, so this is no part of
// `npm test`: run it with `npm run clients`.

const CLIENTS = [
  'folio-data-import==0.6.9',
  'folioclient==1.0.15',
  'ldlite==4.0.1',
  'psycopg[binary]==3.2.13',
]
const PORT = 9232
const address = `http://127.0.0.1:${PORT}`
const root = path.resolve(import.meta.dirname, '../..')
const environment = path.join(root, '.octavo/clients')
const performanceFile = path.resolve(root, '../shared/samples/bench/perf_2k_bib_Create.mrc')
const sampleFile = path.join(root, 'src/sample-library/books.mrc')

function installClients(): void {
  const python = path.join(environment, 'bin/python')
  if (!existsSync(python)) {
    mkdirSync(path.dirname(environment), { recursive: true })
    execFileSync('python3', ['-m', 'venv', environment], { stdio: 'inherit' })
  }
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', ...CLIENTS], { stdio: 'inherit' })
}

async function startServer(folder: string) {
  const server = spawn(path.join(root, 'bin/octavo'), ['serve'], {
    env: { ...process.env, OCTAVO_DATA_DIR: folder, OCTAVO_PORT: String(PORT), OCTAVO_LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  for (let tries = 0; tries < 600; tries += 1) {
    const isUp = await fetch(`${address}/admin/health`).then(
      (response) => response.ok,
      () => false,
    )
    if (isUp) return server
    await delay(100)
  }
  throw new Error('The server did not answer in a minute.')
}

/** Runs folio_data_import over one file, as a librarian's script would. @returns what it printed. */
function runFolioDataImport(folder: string, file: string): string {
  copyFileSync(file, path.join(folder, path.basename(file)))
  const result = spawnSync(
    path.join(environment, 'bin/folio-data-import'),
    [
      'marc',
      '--gateway-url',
      address,
      '--tenant-id',
      'diku',
      '--username',
      'diku_admin',
      '--password',
      'admin',
      '--marc-file-paths',
      path.basename(file),
      '--batch-size',
      '100',
      '--no-progress',
      '--import-profile-name',
      'Default - Create instance and SRS MARC Bib',
    ],
    { cwd: folder, encoding: 'utf8', timeout: 600_000 },
  )
  const output = result.stdout + result.stderr
  process.stdout.write(output)
  if (result.status !== 0) throw new Error(`folio-data-import ended with ${result.status}.`)
  return output
}

/** Runs a session of a Python client that lies beside this file, with `at` as the server's address. */
async function runSession(name: string, at: string, certificate = ''): Promise<void> {
  const child = spawn(path.join(environment, 'bin/python'), [path.join(import.meta.dirname, name), at], {
    stdio: 'inherit',
    env: { ...process.env, ...(certificate === '' ? {} : { SSL_CERT_FILE: certificate }) },
  })
  await once(child, 'exit')
  if (child.exitCode !== 0) throw new Error(`${name} ended with ${child.exitCode}.`)
}

installClients()
const folder = mkdtempSync(path.join(tmpdir(), 'octavo-clients-'))
// Open to PostgreSQL's own user, so that the database lies in the folder and goes with it.
chmodSync(folder, 0o755)
const server = await startServer(path.join(folder, 'data'))
try {
  const file = existsSync(performanceFile) ? performanceFile : sampleFile
  const output = runFolioDataImport(folder, file)
  const expected = file === performanceFile ? 2000 : 73
  const wasComplete = new RegExp(`Total records imported: ${expected}\\b`).test(output)
  if (!wasComplete) throw new Error(`The client did not report ${expected} records.`)
  await runSession('folio_client_session.py', address)
  const front = await openTlsFront(folder, PORT)
  await runSession('ldlite_session.py', front.address, front.certificate)
  front.close()
  process.stdout.write('All clients are content.\n')
} finally {
  server.kill('SIGTERM')
  while (server.exitCode === null && server.signalCode === null) await delay(50)
  rmSync(folder, { recursive: true, force: true })
}
