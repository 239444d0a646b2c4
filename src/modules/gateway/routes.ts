import type { Transaction } from '../../kernel/db/database.ts'
import { readFlag } from '../../kernel/http/parameters.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import type { App } from '../../kernel/module.ts'
import { readBeside } from '../../kernel/module.ts'
import { findTenant } from '../tenants/index.ts'
import { moduleDescriptors } from './descriptors.ts'
import type { ModuleDescriptor } from './descriptors.ts'

/** What clients ask the gateway itself (folio-org/okapi: InternalModule). */
export function gatewayRoutes(app: App): Route[] {
  const { version } = JSON.parse(readBeside(import.meta.dirname, '../../../package.json')) as {
    version: string
  }
  let descriptors: ModuleDescriptor[] | null = null
  const modules = () => (descriptors ??= moduleDescriptors(app))

  function listModules({ query }: ApiRequest): Answer {
    const filter = query.get('filter') ?? ''
    const provide = query.get('provide')
    const found = modules().filter(
      ({ id, provides }) =>
        id.startsWith(filter) && (provide === undefined || provides.some((one) => one.id === provide)),
    )
    return ok(readFlag(query, 'full', false) ? found : found.map(({ id }) => ({ id })))
  }

  async function requireTenant({ params }: ApiRequest): Promise<void> {
    const tenant = await app.db.system((tx: Transaction) => findTenant(tx, params.id!))
    if (tenant === null) throw textProblem(404, params.id!)
  }

  async function listOfTenant(request: ApiRequest): Promise<Answer> {
    await requireTenant(request)
    return listModules(request)
  }

  async function listInterfaces(request: ApiRequest): Promise<Answer> {
    await requireTenant(request)
    return ok(modules().flatMap(({ provides }) => provides))
  }

  async function listProviders(request: ApiRequest): Promise<Answer> {
    await requireTenant(request)
    const { name } = request.params
    const found = modules().filter(({ provides }) => provides.some((provided) => provided.id === name))
    return ok(found.map(({ id }) => ({ id })))
  }

  const open = { method: 'GET', permissions: 'public', tenantless: true } as const
  return [
    { ...open, path: '/_/version', handler: () => Promise.resolve({ status: 200, body: version }) },
    { ...open, path: '/_/proxy/health', handler: () => Promise.resolve(ok([])) },
    { ...open, path: '/_/proxy/modules', handler: (request) => Promise.resolve(listModules(request)) },
    { ...open, path: '/_/proxy/tenants/:id/modules', handler: listOfTenant },
    { ...open, path: '/_/proxy/tenants/:id/interfaces', handler: listInterfaces },
    { ...open, path: '/_/proxy/tenants/:id/interfaces/:name', handler: listProviders },
    ...absentParts,
  ]
}

// Parts of FOLIO that Octavo does not have, where clients need an empty answer to go on: the importer and the
// screens ask for a consortium, the log-in screen for single sign-on.
const absentParts: Route[] = [
  {
    method: 'GET',
    path: '/consortia',
    permissions: ['consortia.consortia.collection.get'],
    handler: () => Promise.resolve(ok({ consortia: [], totalRecords: 0 })),
  },
  {
    method: 'GET',
    path: '/saml/check',
    permissions: 'public',
    tenantless: true,
    handler: () => Promise.resolve(ok({ active: false })),
  },
]
