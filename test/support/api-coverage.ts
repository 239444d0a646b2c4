import { existsSync, readFileSync } from 'node:fs'
import { readConfig } from '../../src/config.ts'
import type { Route } from '../../src/kernel/http/route.ts'
import type { App } from '../../src/kernel/module.ts'
import { modules } from '../../src/modules/index.ts'
import { leftOutReason } from './left-out-endpoints.ts'
import { sharedPath } from './shared.ts'

/** All routes by module, without a database: making routes only binds handlers. */
export function routesByModule(): { name: string; routes: Route[] }[] {
  const app = { config: readConfig({}), modules } as unknown as App
  return modules.map(({ name, routes }) => ({ name, routes: routes?.(app) ?? [] }))
}

/** An endpoint that one of FOLIO's modules declares. */
type FolioEndpoint = { module: string; interface: string; methods: string[]; path: string; perm: string[] }

function readFolioEndpoints(): FolioEndpoint[] | null {
  const file = sharedPath('data/inventory/endpoints.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FolioEndpoint[]) : null
}

/** A path without the names of its parameters, so that FOLIO's and ours compare. */
function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]+\}|:\w+/g, '*').replace(/([^/])\*$/, '$1')
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const code = (text: string) => `\`${text}\``

/** `docs/api-coverage.md`; needs FOLIO's lists of endpoints. */
export function renderCoverage(): string {
  const folio = readFolioEndpoints()
  if (folio === null) throw new Error("FOLIO's lists of endpoints are not there (../shared/data).")
  const groups = routesByModule().filter(({ routes }) => routes.length > 0)
  const served = new Set(
    groups.flatMap(({ routes }) => routes.map(({ method, path }) => `${method} ${shapeOf(path)}`)),
  )
  return [
    '# API coverage',
    '',
    'Made by `npm run api-coverage` from the routes that the server has; a test fails when a route is missing here. The',
    'same routes, with parameters and schemas, are at `/docs` of a running server.',
    '',
    ...renderFolio(folio, served),
    ...groups.flatMap(renderModule),
  ].join('\n')
}

function renderFolio(folio: readonly FolioEndpoint[], served: ReadonlySet<string>): string[] {
  const byModule = new Map<string, { there: number; out: Map<string, string[]>; missing: string[] }>()
  for (const endpoint of folio) {
    const counts = byModule.get(endpoint.module) ?? {
      there: 0,
      out: new Map<string, string[]>(),
      missing: [],
    }
    byModule.set(endpoint.module, counts)
    for (const method of endpoint.methods) {
      const name = `${method} ${endpoint.path}`
      const reason = leftOutReason(endpoint)
      if (served.has(`${method} ${shapeOf(endpoint.path)}`)) counts.there += 1
      else if (reason === null) counts.missing.push(name)
      else counts.out.set(reason, [...(counts.out.get(reason) ?? []), name])
    }
  }
  const rows = [...byModule].sort(([one], [other]) => (one < other ? -1 : 1))
  return [
    '## Beside FOLIO',
    '',
    'Endpoints that the module descriptors of FOLIO declare, for the modules whose lists are at hand.',
    '',
    line(['FOLIO module', 'there', 'left out on purpose', 'missing']),
    line(['---', '---', '---', '---']),
    ...rows.map(([name, { there, out, missing }]) =>
      line([
        name,
        String(there),
        String([...out.values()].reduce((sum, names) => sum + names.length, 0)),
        String(missing.length),
      ]),
    ),
    '',
    '### Left out on purpose',
    '',
    ...renderReasons(rows.flatMap(([, { out }]) => [...out])),
    '### Missing',
    '',
    ...rows.flatMap(([name, { missing }]) =>
      missing.length === 0 ? [] : [`- ${name}: ${missing.map(code).join(', ')}`],
    ),
    '',
  ]
}

function renderReasons(entries: readonly [string, string[]][]): string[] {
  const byReason = new Map<string, string[]>()
  for (const [reason, names] of entries) {
    byReason.set(reason, [...new Set([...(byReason.get(reason) ?? []), ...names])])
  }
  return [...byReason].flatMap(([reason, names]) => [`- ${reason}: ${names.map(code).join(', ')}`, ''])
}

function renderModule({ name, routes }: { name: string; routes: readonly Route[] }): string[] {
  const rows = routes.map(({ method, path, permissions, description }) =>
    line([
      `${code(`${method} ${path}`)}`,
      permissions === 'public' ? 'none, public' : permissions.map(code).join(', ') || 'a token only',
      description?.summary ?? '',
    ]),
  )
  return [
    `## ${name}`,
    '',
    line(['Endpoint', 'Permission', 'Does']),
    line(['---', '---', '---']),
    ...rows.sort(),
    '',
  ]
}
