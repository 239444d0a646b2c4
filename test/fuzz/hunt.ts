import type { Route } from '../../src/kernel/http/route.ts'
import { mutateBody, sampleOf } from './mutate-body.ts'
import { randomCql } from './random-cql.ts'
import type { Random } from './random.ts'
import { bodyRoutes, fieldsOf, listRoutes } from './targets.ts'

/** One call of the server under test. */
export type Call = (method: string, url: string, body?: string) => Promise<{ status: number; text: string }>

/** A call that must not have been answered so. */
export type Finding = {
  method: string
  url: string
  body: string | null
  status: number
  text: string
  ms: number
}

const SLOW_MS = 2000

/** Sends a call and judges its answer: no server error, and none that takes longer than two seconds three times. */
async function judge(
  call: Call,
  method: string,
  url: string,
  body: string | undefined,
  findings: Finding[],
): Promise<void> {
  let best = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 3; tries += 1) {
    const start = performance.now()
    const { status, text } = await call(method, url, body)
    const ms = performance.now() - start
    best = Math.min(best, ms)
    if (status >= 500 || status === 0) {
      findings.push({ method, url, body: body ?? null, status, text: text.slice(0, 300), ms })
      return
    }
    if (best < SLOW_MS) return
  }
  findings.push({ method, url, body: body ?? null, status: 200, text: 'slow', ms: best })
}

/** Sends random queries to all lists in turn. */
export async function huntCql(
  call: Call,
  random: Random,
  count: number,
  tick?: () => void,
): Promise<Finding[]> {
  const lists = listRoutes().map((route) => ({ path: route.path, fields: fieldsOf(route) }))
  const findings: Finding[] = []
  for (let sent = 0; sent < count; sent += 1) {
    const { path, fields } = lists[sent % lists.length]!
    const parameters = new URLSearchParams({ query: randomCql(random, fields) })
    parameters.set('limit', random.pick(['0', '1', '10', '100', '2147483647', '-1', 'x']))
    if (random.once(5)) parameters.set('offset', random.pick(['0', '1', '2147483647', '1e3']))
    if (random.once(5)) parameters.set('totalRecords', random.pick(['exact', 'none', 'auto', '?']))
    await judge(call, 'GET', `${path}?${parameters}`, undefined, findings)
    tick?.()
  }
  return findings
}

/** Sends damaged bodies to all routes that take one, in turn: made of what is stored, or of the route's schema. */
export async function huntBodies(
  call: Call,
  random: Random,
  count: number,
  tick?: () => void,
): Promise<Finding[]> {
  const routes = bodyRoutes()
  const seeds = new Map<string, unknown[]>()
  const findings: Finding[] = []
  for (let sent = 0; sent < count; sent += 1) {
    const route = routes[sent % routes.length]!
    const seed = await seedOf(call, random, seeds, route)
    const body = mutateBody(random, seed)
    // An enabled rule of this type asks a server elsewhere.
    if (body.includes('PwnedPassword')) continue
    await judge(call, route.method, urlOf(random, route, seed), body, findings)
    tick?.()
  }
  return findings
}

function urlOf(random: Random, { path }: Route, seed: unknown): string {
  const id = (seed as { id?: unknown } | null)?.id
  return path.replaceAll(/:\w+/g, () =>
    typeof id === 'string' && !random.once(4)
      ? encodeURIComponent(id)
      : random.pick(['x', '0', crypto.randomUUID(), '%00', 'a%2Fb', '-1', 'é']),
  )
}

async function seedOf(
  call: Call,
  random: Random,
  seeds: Map<string, unknown[]>,
  { path, description }: Route,
): Promise<unknown> {
  if (description?.body && random.once(3)) return sampleOf(random, description.body.schema)
  const base = path.replace(/\/:.*$/, '')
  const known = seeds.get(base) ?? (await storedRecords(call, base))
  seeds.set(base, known)
  if (known.length > 0) return random.pick(known)
  return description?.body ? sampleOf(random, description.body.schema) : guess(random)
}

/** Something like what most calls take. */
function guess(random: Random): Record<string, unknown> {
  const id = crypto.randomUUID()
  return random.pick<Record<string, unknown>>([
    { id, name: 'x', source: 'local' },
    { ids: [id], query: 'cql.allRecords=1', limit: 10 },
    { userId: id, username: 'x', password: 'y', newPassword: 'z', id: 'x' },
    { records: [{ id }], totalRecords: 1, notes: [{ id, status: 'ASSIGNED' }] },
    { fileDefinitions: [{ name: 'a.mrc', size: 1 }], jobProfileInfo: { id, name: 'x', dataType: 'MARC' } },
    { toHoldingsRecordId: id, itemIds: [id], toInstanceId: id, holdingsRecordIds: [id] },
  ])
}

/** The first records of a list, without those of the administrator who is needed to go on. */
async function storedRecords(call: Call, path: string): Promise<unknown[]> {
  const { status, text } = await call('GET', `${path}?limit=20`)
  if (status !== 200) return []
  try {
    const answer = JSON.parse(text) as Record<string, unknown>
    const list = Object.values(answer).find((value) => Array.isArray(value)) as unknown[] | undefined
    return (list ?? [answer]).filter((record) => !JSON.stringify(record).match(/diku_admin|octavo\.all/))
  } catch {
    return []
  }
}
