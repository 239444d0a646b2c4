import { createWriteStream, existsSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ApiError, connect } from './connection.ts'
import type { Connection } from './connection.ts'
import { findProfile, importFile, listProfileNames } from './import-file.ts'
import type { ImportResult, Profile } from './import-file.ts'
import { createProgress, formatForecast, formatResult } from './import-report.ts'
import { previewFile } from './preview-file.ts'
import { readOptions, textOption } from './options.ts'
import { UsageError } from './usage-error.ts'

const HELP = `Usage: octavo import FILE… --tenant TENANT --profile NAME [options]

Loads MARC files (ISO 2709, MARCXML, MARC in JSON) with a job profile and shows what came of them.

  --tenant TENANT   whose records they become (default: diku)
  --profile NAME    name or id of the job profile
  --preview         write nothing: show what would be made, changed and refused, and the first changes field by field
  --failed FILE     write the records that failed to FILE, to be mended and loaded again
  --url URL         a server elsewhere; --user and the variable OCTAVO_PASSWORD sign in there
  --user NAME       who the job is run by (default on this machine: the tenant's administrator)
  -h, --help        this text

Exit code: 0 when all records went in, or would, 1 when some did not, 2 for wrong use.
`

function checkFiles(files: readonly string[]): void {
  if (files.length === 0) throw new UsageError(HELP)
  for (const file of files) {
    if (!existsSync(file)) throw new UsageError(`There is no file "${file}".`)
  }
}

async function chooseProfile(connection: Connection, name: string | undefined) {
  const profile = name === undefined ? null : await findProfile(connection, name)
  if (profile) return profile
  const names = (await listProfileNames(connection)).map((known) => `  ${known}`).join('\n')
  const problem =
    name === undefined ? 'Choose a job profile with --profile.' : `There is no job profile "${name}".`
  throw new UsageError(`${problem} The tenant has:\n${names}`)
}

async function saveFailed(
  connection: Connection,
  results: readonly ImportResult[],
  file: string,
): Promise<void> {
  const target = createWriteStream(file)
  for (const { jobId, errors } of results) {
    if (errors === 0) continue
    const bytes = await connection.download(`/octavo/imports/${jobId}/failed-records`)
    await pipeline(Readable.fromWeb(bytes as never), target, { end: false })
  }
  await new Promise<void>((resolve) => target.end(resolve))
}

/** Records that would change and are shown field by field. */
const SHOWN_CHANGES = 5

async function previewFiles(
  connection: Connection,
  files: readonly string[],
  profile: Profile,
): Promise<number> {
  let isClean = true
  for (const file of files) {
    const name = path.basename(file)
    const progress = createProgress(name, process.stderr)
    const forecast = await previewFile(connection, file, profile, SHOWN_CHANGES, progress.watch)
    progress.end()
    process.stdout.write(formatForecast(name, forecast, process.stdout.isTTY))
    isClean &&= forecast.preview.status === 'FINISHED' && forecast.preview.totalErrors === 0
  }
  return isClean ? 0 : 1
}

/** `octavo import` */
export async function importFiles(args: string[]): Promise<number> {
  const options = readOptions(
    args,
    {
      tenant: { type: 'string' },
      profile: { type: 'string' },
      failed: { type: 'string' },
      preview: { type: 'boolean' },
      url: { type: 'string' },
      user: { type: 'string' },
    },
    HELP,
  )
  if (!options) return 0
  const { values, files } = options
  checkFiles(files)
  if (values.preview === true && textOption(values, 'failed') !== undefined)
    throw new UsageError(`--failed has nothing to write with --preview.\n\n${HELP}`)
  let connection: Connection | null = null
  try {
    connection = await connect(textOption(values, 'tenant') ?? 'diku', values)
    const profile = await chooseProfile(connection, textOption(values, 'profile'))
    if (values.preview === true) return await previewFiles(connection, files, profile)
    const results: ImportResult[] = []
    for (const file of files) {
      const progress = createProgress(path.basename(file), process.stderr)
      const result = await importFile(connection, file, profile, progress.watch)
      progress.end()
      process.stdout.write(formatResult(path.basename(file), result, process.stdout.isTTY))
      results.push(result)
    }
    const failedFile = textOption(values, 'failed')
    if (failedFile !== undefined && results.some((result) => result.errors > 0)) {
      await saveFailed(connection, results, failedFile)
      process.stdout.write(`The failed records are in ${failedFile}.\n`)
    }
    return results.every((result) => result.status === 'COMMITTED') ? 0 : 1
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    process.stderr.write(`The server refused: ${error.message}\n`)
    return 1
  } finally {
    await connection?.close()
  }
}
