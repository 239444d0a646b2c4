import { assemble } from '../app.ts'
import { readCommandConfig } from '../config.ts'
import { readOptions } from './options.ts'

const HELP = `Usage: octavo database-url

Prints the connection string of the database, for psql, backups and measurements. It holds the password.

  -h, --help  this text
`

/** `octavo database-url` */
export async function databaseUrl(args: string[]): Promise<number> {
  const options = readOptions(args, {}, HELP)
  if (!options) return 0
  const octavo = await assemble(readCommandConfig(), 'visitor')
  process.stdout.write(`${octavo.databaseUrl}\n`)
  await octavo.stop()
  return 0
}
