import { enableCompileCache } from 'node:module'

// Stripping the types of all modules costs a second and 50 MiB at each start; the cache saves both.
enableCompileCache()

const { ConfigError } = await import('./config.ts')
const { UsageError } = await import('./cli/usage-error.ts')
const { SchemaMismatchError } = await import('./kernel/db/schema.ts')

const OVERVIEW = `Octavo, a library services platform.

Usage: octavo <command> [options]

Commands
  serve     answer HTTP and work on jobs (the default; --no-work answers only)
  work      work on jobs only, beside a running server
  import    load a MARC file with a job profile
  jobs      list and show import jobs, undo one, remove old logs
  tenant    create, list or delete tenants
  database-url  print the connection string of the database

octavo <command> --help tells the options of a command.
Settings come from the environment; docs/running.md lists them.
`

type Command = (args: string[]) => Promise<number>

const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./cli/serve.ts')).serve,
  work: async () => (await import('./cli/serve.ts')).work,
  import: async () => (await import('./cli/import.ts')).importFiles,
  jobs: async () => (await import('./cli/jobs.ts')).jobs,
  tenant: async () => (await import('./cli/tenant.ts')).tenant,
  'database-url': async () => (await import('./cli/database-url.ts')).databaseUrl,
}

/** @returns the exit code: 0 done, 1 not or not wholly done, 2 wrong use. */
async function run(args: string[]): Promise<number> {
  if (Number(process.versions.node.split('.')[0]) < 24) {
    process.stderr.write(
      `Octavo needs Node 24; this is ${process.version}. Start it with "npm start" or bin/octavo.\n`,
    )
    return 2
  }
  const [name = 'serve', ...rest] = args
  if (name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(OVERVIEW)
    return 0
  }
  const load = commands[name]
  if (!load) {
    process.stderr.write(`There is no command "${name}".\n\n${OVERVIEW}`)
    return 2
  }
  return (await load())(rest)
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  const isOwn =
    error instanceof UsageError || error instanceof ConfigError || error instanceof SchemaMismatchError
  process.stderr.write(isOwn ? `${error.message}\n` : `${(error as Error).stack ?? String(error)}\n`)
  process.exitCode = isOwn ? 2 : 1
}
