import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const WEB = import.meta.dirname
const DIST = path.join(WEB, 'dist')
const STAMP = path.join(DIST, 'built-from')
/** What a first visit may load, compressed: scripts and styles of the first page (`docs/decisions`). */
const FIRST_LOAD_BYTES = 250_000

/** The file that a relative import of `file` names, when it lies outside of the web app and so is part of it too. */
function importsOutside(file: string, content: string): string[] {
  const specifiers = [...content.matchAll(/from '(\.\.?\/[^'?]+)/g)].map(([, specifier]) => specifier!)
  return specifiers
    .map((specifier) => path.join(path.dirname(file), specifier))
    .filter((target) => target.startsWith('../src/') && existsSync(path.join(WEB, target)))
}

/** A digest of everything that the build is made of: the web app, and what it takes from the server's sources. */
function digestOfSources(): string {
  const files = new Set(['../package-lock.json', 'index.html', 'vite.config.ts'])
  for (const entry of readdirSync(path.join(WEB, 'src'), { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) files.add(path.relative(WEB, path.join(entry.parentPath, entry.name)))
  }
  const contents = new Map<string, Buffer>()
  // A set grows while it is walked: files that are imported from outside import others.
  for (const file of files) {
    const content = readFileSync(path.join(WEB, file))
    contents.set(file, content)
    if (/\.tsx?$/.test(file)) for (const target of importsOutside(file, content.toString())) files.add(target)
  }
  const hash = createHash('sha256')
  for (const file of [...contents.keys()].sort()) hash.update(file).update(contents.get(file)!)
  return hash.digest('hex')
}

type Chunk = { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }

/** Bytes, compressed, that the browser loads before the first page can be used. */
function firstLoadBytes(): number {
  const manifest = JSON.parse(readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const files = new Set<string>()
  const seen = new Set<Chunk>()
  const add = (chunk: Chunk | undefined): void => {
    if (chunk === undefined || seen.has(chunk)) return
    seen.add(chunk)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const name of chunk.imports ?? []) add(manifest[name])
  }
  for (const chunk of Object.values(manifest)) if (chunk.isEntry) add(chunk)
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(DIST, file))).length, 0)
}

/** Puts a compressed copy beside each text file, so that the server compresses nothing while it serves. */
function compressFiles(): void {
  for (const entry of readdirSync(DIST, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isFile() && /\.(?:js|css|html|svg)$/.test(entry.name)) {
      writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }))
    }
  }
}

/**
 * Builds the web app when its sources changed since the last build.
 * @throws Error when a first visit would load more than FIRST_LOAD_BYTES
 */
export async function buildWeb(): Promise<void> {
  const digest = digestOfSources()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest) return
  const vite = await import('vite').catch(() => null)
  if (vite === null) {
    process.stdout.write(
      'The web app is not built: its build tools are not installed (npm ci without --omit=dev).\n',
    )
    return
  }
  await vite.build({ root: WEB, configFile: path.join(WEB, 'vite.config.ts'), logLevel: 'warn' })
  const bytes = firstLoadBytes()
  if (bytes > FIRST_LOAD_BYTES) {
    throw new Error(
      `The first page loads ${bytes} bytes compressed; at most ${FIRST_LOAD_BYTES} are allowed.`,
    )
  }
  compressFiles()
  await rm(path.join(DIST, '.vite'), { recursive: true, force: true })
  writeFileSync(`${STAMP}.new`, digest)
  await rename(`${STAMP}.new`, STAMP)
  process.stdout.write(`Web app built: ${Math.round(bytes / 1000)} kB compressed for the first page.\n`)
}

if (import.meta.main) await buildWeb()
