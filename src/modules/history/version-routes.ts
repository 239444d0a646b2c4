import { isoInstant } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody, readPage, uuidParameter } from '../../kernel/http/parameters.ts'
import { notFound, textProblem } from '../../kernel/http/problems.ts'
import { JsonText, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import { compileValidator } from '../../kernel/http/validation.ts'
import { readEvents, readVersions } from '../inventory/index.ts'
import type { VersionKey } from '../inventory/index.ts'
import { readUsernames } from './read-usernames.ts'
import { diffsOf } from './record-changes.ts'
import { RECORD_KINDS } from './record-kinds.ts'
import type { RecordKindName } from './record-kinds.ts'
import { restoreVersion } from './restore-version.ts'
import type { RestorableKind } from './restore-version.ts'
import { explainEvents } from './version-causes.ts'
import type { NameJobs } from './version-causes.ts'

const MAX_PAGE = 1000
// As many as a batch may hold twice over.
const MAX_CURRENT = 20_000

/** What may be read by whom: who reads a record reads its past too. */
const READING: Readonly<Record<RecordKindName, string>> = {
  instance: 'inventory-storage.instances.item.get',
  holdings: 'inventory-storage.holdings.item.get',
  item: 'inventory-storage.items.item.get',
  authority: 'inventory-storage.authorities.item.get',
}

const WRITING: Readonly<Record<RestorableKind, string>> = {
  instance: 'inventory-storage.instances.item.put',
  holdings: 'inventory-storage.holdings.item.put',
  item: 'inventory-storage.items.item.put',
}

/** `/octavo/versions`: the versions of a record, each in full, and the way back to one. */
export function versionRoutes(nameJobs: NameJobs): Route[] {
  const kinds = Object.keys(RECORD_KINDS) as RecordKindName[]
  const restorable = Object.keys(WRITING) as RestorableKind[]
  return [
    ...kinds.map((kind): Route => ({
      method: 'GET',
      path: `/octavo/versions/${kind}/:id`,
      permissions: [READING[kind], 'octavo.versions.collection.get'],
      handler: (request) => listVersions(request, kind, nameJobs),
    })),
    ...kinds.map((kind): Route => ({
      method: 'POST',
      path: `/octavo/versions/${kind}/current`,
      permissions: [READING[kind], 'octavo.versions.current.post'],
      handler: (request) => listCurrent(request, kind),
    })),
    ...kinds.map((kind): Route => ({
      method: 'GET',
      path: `/octavo/versions/${kind}/:id/:version`,
      permissions: [READING[kind], 'octavo.versions.item.get'],
      handler: (request) => getVersion(request, kind),
    })),
    ...restorable.map((kind): Route => ({
      method: 'POST',
      path: `/octavo/versions/${kind}/:id/:version/restore`,
      permissions: [WRITING[kind], 'octavo.versions.restore.post'],
      handler: async (request) => {
        const { id, version } = readVersionPath(request)
        const restored = await request.transaction(async (tx) => {
          const text = await findVersion(tx, kind, id, version)
          if (text === null) throw notFound()
          return restoreVersion(tx, request.actor, kind, id, text, request.body)
        })
        return ok(new JsonText(restored))
      },
    })),
  ]
}

async function listVersions(request: ApiRequest, kind: RecordKindName, nameJobs: NameJobs): Promise<Answer> {
  const id = uuidParameter(request.params)
  const { limit, offset } = readPage(request.query, 10, MAX_PAGE)
  return request.transaction(async (tx) => {
    const events = await readEvents(tx, RECORD_KINDS[kind], id)
    if (events.length === 0) throw notFound()
    const explained = (await explainEvents(tx, kind, id, events, nameJobs)).toReversed()
    const page = events.toReversed().slice(offset, offset + limit)
    const diffs = await diffsOf(tx, RECORD_KINDS[kind], id, page)
    const names = await readUsernames(
      tx,
      page.flatMap(({ userId }) => userId ?? []),
    )
    const versions = page.map(({ action, at, userId, jobId, version }, i) => ({
      version,
      action,
      at: isoInstant(at),
      ...explained[offset + i],
      ...(userId === null ? {} : { user: { id: userId, username: names.get(userId) } }),
      ...(jobId === null ? {} : { jobId }),
      ...(diffs[i] ? { diff: diffs[i] } : {}),
    }))
    return ok({ versions, totalRecords: events.length })
  })
}

const checkAsked = compileValidator({
  type: 'object',
  required: ['ids'],
  additionalProperties: false,
  properties: { ids: { type: 'array', maxItems: MAX_CURRENT, items: { type: 'string', format: 'uuid' } } },
})

/** The current versions of many records at once, which a batch update must name; unknown ids are left out. */
async function listCurrent(request: ApiRequest, kind: RecordKindName): Promise<Answer> {
  const body = objectBody(request.body)
  checkAsked(body)
  const rows = await request.transaction((tx) =>
    tx.query<{ id: string; version: number }>(
      `select id, version from ${RECORD_KINDS[kind].table} where id = any($1::uuid[]) order by id`,
      [body.ids],
    ),
  )
  const versions = rows.map(({ id, version }) => ({ id, _version: version }))
  return ok({ versions, totalRecords: versions.length })
}

async function getVersion(request: ApiRequest, kind: RecordKindName): Promise<Answer> {
  const { id, version } = readVersionPath(request)
  const text = await request.transaction((tx) => findVersion(tx, kind, id, version))
  if (text === null) throw notFound()
  return ok(new JsonText(text))
}

function readVersionPath({ params }: ApiRequest): { id: string; version: number } {
  const id = uuidParameter(params)
  const { version } = params
  if (version === undefined || !/^\d{1,9}$/.test(version)) {
    throw textProblem(400, `The version must be a whole number, but it is "${version}".`)
  }
  return { id, version: Number(version) }
}

/** The document of a version; of a record that was deleted and made anew, the later one of that number. */
async function findVersion(
  tx: Transaction,
  kind: RecordKindName,
  id: string,
  version: number,
): Promise<string | null> {
  const events = await readEvents(tx, RECORD_KINDS[kind], id)
  const found = events.findLast((event) => event.version === version && event.action !== 'DELETE')
  const key: VersionKey | undefined = found?.after
  if (key === undefined) return null
  return (await readVersions(tx, RECORD_KINDS[kind], id, [key]))[0] ?? null
}
