type Endpoint = { interface: string; path: string }

type Reason = { pattern: RegExp; reason: string }

const REASONS: readonly Reason[] = [
  {
    pattern: /^\/_\/tenant(\/|$)/,
    reason:
      'Installing and removing one module for a tenant: a tenant is made with all of them by POST `/_/proxy/tenants`',
  },
  {
    pattern: /^\/_\/tenantpermissions/,
    reason: 'Telling the permission module what another module declares: the catalog is made of the routes',
  },
  {
    pattern: /^\/_\/(?:jsonSchemas|ramls)/,
    reason: 'Schemas of one module: they are in `/openapi.json`',
  },
  {
    pattern: /reindex|^\/search\/index\//,
    reason: 'Filling a search index beside the database: there is none, search reads the tables',
  },
  {
    pattern: /\/iteration(\/|$)/,
    reason: 'Sending all ids to a message broker: there is none',
  },
  {
    pattern: /\/migrations(\/|$)/,
    reason: 'Mending stored records after an upgrade of FOLIO: there are no such records',
  },
  {
    pattern: /^\/(?:token|refreshtoken)(\/|$)/,
    reason:
      'Signing tokens for other modules: clients get theirs from `/authn`, and no public client calls these',
  },
]

/** Why an endpoint of FOLIO is left out on purpose; null when it is not. */
export function leftOutReason({ path }: Endpoint): string | null {
  return REASONS.find(({ pattern }) => pattern.test(path))?.reason ?? null
}
