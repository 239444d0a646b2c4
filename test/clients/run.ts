import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

// Real FOLIO clients against a running server. Python and its package index are needed, so this is no part of
// `npm test`: run it with `npm run clients`.

const CLIENTS = ['folio-data-import==0.6.9', 'folioclient==1.0.15']
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

/** FolioClient's own ways of reading: pages by offset, pages by id, single records. */
const FOLIO_CLIENT_SESSION = `
import folioclient
with folioclient.FolioClient("${address}", "diku", "diku_admin", "admin") as client:
    types = client.folio_get("/identifier-types", "identifierTypes", query_params={"limit": 100})
    assert len(types) >= 30, len(types)
    instances = list(client.folio_get_all("/instance-storage/instances", "instances", "cql.allRecords=1 sortBy title", limit=50))
    assert len({i["id"] for i in instances}) == len(instances) > 73, len(instances)
    one = client.folio_get("/inventory/instances/" + instances[0]["id"])
    assert one["title"] == instances[0]["title"]
    print("FolioClient read", len(instances), "instances, each once")
`

function runFolioClient(): void {
  execFileSync(path.join(environment, 'bin/python'), ['-c', FOLIO_CLIENT_SESSION], { stdio: 'inherit' })
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
  runFolioClient()
  process.stdout.write('Both clients are content.\n')
} finally {
  server.kill('SIGTERM')
  while (server.exitCode === null && server.signalCode === null) await delay(50)
  rmSync(folder, { recursive: true, force: true })
}
