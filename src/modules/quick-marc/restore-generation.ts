import { recordFromJson } from '../../formats/marc/index.ts'
import type { MarcRecord } from '../../formats/marc/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody, uuidParameter } from '../../kernel/http/parameters.ts'
import { notFound, textProblem } from '../../kernel/http/problems.ts'
import { ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import { lockAuthorities, readLinkingRules, setInstanceLinks } from '../authorities/index.ts'
import { readGenerations } from '../records/index.ts'
import { editConflict } from './editor-problems.ts'
import { FOLLOWING_RECORDS } from './following-records.ts'
import { SOURCE_TYPES } from './marc-format.ts'
import { readView, requireSource } from './read-view.ts'
import { authorityOf } from './record-view.ts'
import { storeNextMarc } from './save-record.ts'

/** `/octavo/versions/marc/{id}/{generation}/restore`: the way back to earlier MARC. */
export function restoreRoutes(): Route[] {
  return [
    {
      method: 'POST',
      path: '/octavo/versions/marc/:id/:generation/restore',
      permissions: ['marc-records-editor.item.put', 'octavo.versions.restore.post'],
      handler: restoreGeneration,
      description: {
        summary:
          'Writes an earlier generation of the MARC of an instance, holdings record or authority again, as the next one',
        body: {
          name: 'restoreGeneration',
          schema: { type: 'object', properties: { sourceVersion: { type: 'integer' } } },
        },
        status: 200,
      },
    },
  ]
}

/**
 * An earlier generation becomes the next one, and what is made of it follows at once. What was stored once is not
 * checked again: an import may have let through what the editor would refuse.
 */
async function restoreGeneration(request: ApiRequest): Promise<Answer> {
  const id = uuidParameter(request.params)
  const number = readNumber(request.params.generation)
  const seen = readSeen(request.body)
  const actor = request.actor!
  const view = await request.transaction(async (tx) => {
    const found = await requireSource(tx, id)
    const following = FOLLOWING_RECORDS[found.format]
    const before = await following.lock(tx, id)
    if (before === null) throw notFound()
    const source = await requireSource(tx, id)
    if (seen !== null && seen !== source.row.generation) {
      throw editConflict(source.row.id, source.row.generation, seen)
    }
    const generations = await readGenerations(tx, SOURCE_TYPES[source.format], source.row.matched_id)
    const json = generations.find(({ generation }) => generation === number)?.marcJson
    if (json === undefined || json === null) throw notFound()
    const marc = recordFromJson(JSON.parse(json))
    await storeNextMarc(tx, actor, { source, before, marc, isSuppressed: source.row.is_suppressed })
    if (source.format === 'BIBLIOGRAPHIC') await setInstanceLinks(tx, id, await linksOf(tx, marc))
    return readView(tx, await requireSource(tx, id))
  })
  return ok(view)
}

function readNumber(text: string | undefined): number {
  if (text === undefined || !/^\d{1,9}$/.test(text)) {
    throw textProblem(400, `The generation must be a whole number, but it is "${text}".`)
  }
  return Number(text)
}

/** The generation that the client has seen last; null when it does not say. */
function readSeen(body: unknown): number | null {
  if (body === undefined) return null
  const { sourceVersion: seen } = objectBody(body)
  if (seen === undefined || seen === null) return null
  if (!Number.isInteger(seen)) {
    throw textProblem(400, `sourceVersion must be a whole number, but it is "${JSON.stringify(seen)}".`)
  }
  return seen as number
}

/** The links that the restored fields name, as far as their authorities still exist; each once. */
async function linksOf(
  tx: Transaction,
  { fields }: MarcRecord,
): Promise<{ authorityId: string; linkingRuleId: number }[]> {
  const rules = await readLinkingRules(tx)
  const wanted = fields.flatMap((field) => {
    const authorityId = authorityOf(field)
    const rule = rules.find(({ bibField }) => bibField === field.tag)
    return authorityId === null || rule === undefined ? [] : [{ authorityId, linkingRuleId: rule.id }]
  })
  const known = await lockAuthorities(
    tx,
    wanted.map(({ authorityId }) => authorityId),
    'no key update',
  )
  const links = wanted.filter(({ authorityId }) => known.has(authorityId))
  return [...new Map(links.map((link) => [`${link.authorityId} ${link.linkingRuleId}`, link])).values()]
}
