import { assemble } from '../app.ts'
import type { Octavo } from '../app.ts'
import { readConfig, readPassword } from '../config.ts'
import { Problem } from '../kernel/http/problems.ts'
import { createTenant, deleteTenant, listTenants } from '../modules/tenants/index.ts'
import { readOptions, textOption } from './options.ts'
import type { Options } from './options.ts'
import { UsageError } from './usage-error.ts'

const HELP = `Usage: octavo tenant create ID [--name NAME] [--admin USER] [--sample] [--no-reference]
       octavo tenant list
       octavo tenant delete ID --yes

  --name NAME      how the tenant is shown (default: its id)
  --admin USER     user name of the first administrator (default: ID_admin); the password is read from
                   OCTAVO_ADMIN_PASSWORD
  --sample         load the sample library too
  --no-reference   do not load FOLIO's reference data
  --yes            delete without a way back
  -h, --help       this text
`

async function create(octavo: Octavo, id: string, { values }: Options): Promise<void> {
  const password = readPassword('OCTAVO_ADMIN_PASSWORD')
  if (password === null || password.length < 8) {
    throw new UsageError("Set OCTAVO_ADMIN_PASSWORD to the administrator's password (8 characters or more).")
  }
  const username = textOption(values, 'admin') ?? `${id}_admin`
  await createTenant(octavo.app, {
    id,
    name: textOption(values, 'name') ?? id,
    reference: !values['no-reference'],
    sample: values.sample === true,
    admin: { username, password },
  })
  process.stdout.write(`Tenant ${id} is ready. Its administrator is ${username}.\n`)
}

async function list(octavo: Octavo): Promise<void> {
  for (const { id, name } of await listTenants(octavo.app)) process.stdout.write(`${id}\t${name}\n`)
}

async function remove(octavo: Octavo, id: string, { values }: Options): Promise<void> {
  if (!values.yes) throw new UsageError(`This deletes all of ${id} for good. Add --yes if you mean it.`)
  await deleteTenant(octavo.app, id)
  process.stdout.write(`Tenant ${id} is deleted.\n`)
}

/** `octavo tenant` */
export async function tenant(args: string[]): Promise<number> {
  const options = readOptions(
    args,
    {
      name: { type: 'string' },
      admin: { type: 'string' },
      sample: { type: 'boolean' },
      'no-reference': { type: 'boolean' },
      yes: { type: 'boolean' },
    },
    HELP,
  )
  if (!options) return 0
  const [action, id] = options.files
  const needsId = action === 'create' || action === 'delete'
  if ((!needsId && action !== 'list') || (needsId && !id)) throw new UsageError(HELP)
  const octavo = await assemble(readConfig(), 'visitor')
  try {
    if (action === 'list') await list(octavo)
    else if (action === 'create') await create(octavo, id!, options)
    else await remove(octavo, id!, options)
    return 0
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  } finally {
    await octavo.stop()
  }
}
