import { isoInstant } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { uuidParameter } from '../../kernel/http/parameters.ts'
import { notFound, textProblem } from '../../kernel/http/problems.ts'
import { JsonText, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import { readGenerations } from '../records/index.ts'
import type { Generation } from '../records/index.ts'
import { readUsernames } from './read-usernames.ts'
import { MARC_TYPES } from './version-causes.ts'

/** Who reads source records reads their past too. */
const READING = 'source-storage.source-records.item.get'

/** `/octavo/versions/marc`: the generations of the MARC of an instance, holdings record or authority. */
export function marcVersionRoutes(): Route[] {
  return [
    {
      method: 'GET',
      path: '/octavo/versions/marc/:id',
      permissions: [READING, 'octavo.versions.collection.get'],
      handler: listGenerations,
      description: { summary: 'The generations of the MARC of a record, the newest first', status: 200 },
    },
    {
      method: 'GET',
      path: '/octavo/versions/marc/:id/:generation',
      permissions: [READING, 'octavo.versions.item.get'],
      handler: getGeneration,
      description: { summary: 'The MARC of a record as it was in one generation', status: 200 },
    },
  ]
}

/** By the id of the source record, or of what was made of it. @throws Problem 404 for none */
async function findGenerations(tx: Transaction, id: string): Promise<Generation[]> {
  for (const type of Object.values(MARC_TYPES)) {
    const found = type === null ? [] : await readGenerations(tx, type, id)
    if (found.length > 0) return found
  }
  throw notFound()
}

async function listGenerations(request: ApiRequest): Promise<Answer> {
  const id = uuidParameter(request.params)
  return request.transaction(async (tx) => {
    const found = (await findGenerations(tx, id)).toReversed()
    const names = await readUsernames(
      tx,
      found.flatMap(({ createdBy }) => createdBy ?? []),
    )
    const generations = found.map(({ generation, id: recordId, state, createdAt, createdBy }) => ({
      generation,
      recordId,
      state,
      at: isoInstant(createdAt),
      ...(createdBy === null ? {} : { user: { id: createdBy, username: names.get(createdBy) } }),
    }))
    return ok({ generations, totalRecords: generations.length })
  })
}

async function getGeneration(request: ApiRequest): Promise<Answer> {
  const id = uuidParameter(request.params)
  const { generation } = request.params
  if (generation === undefined || !/^\d{1,9}$/.test(generation)) {
    throw textProblem(400, `The generation must be a whole number, but it is "${generation}".`)
  }
  const found = await request.transaction((tx) => findGenerations(tx, id))
  const json = found.find((one) => one.generation === Number(generation))?.marcJson
  if (json === undefined || json === null) throw notFound()
  return ok(new JsonText(json))
}
