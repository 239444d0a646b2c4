import {
  collectionRoutes,
  deleteDocuments,
  describeMethod,
  getShownDocument,
  updateDocuments,
} from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { objectBody, readPage, uuidParameter } from '../../kernel/http/parameters.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { noContent, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, QueryParameters, Route } from '../../kernel/http/route.ts'
import { compileValidator } from '../../kernel/http/validation.ts'
import { answerList, storedTexts } from '../../kernel/lists/index.ts'
import { findUser } from '../users/index.ts'
import { ORDERS, changeLinks, linkStatement } from './note-links.ts'
import type { LinkChange, LinkQuery } from './note-links.ts'
import { noteTypes } from './note-types.ts'
import { notes } from './notes.ts'

const MAX_LINKED = 1000

/** Endpoints of notes, their types, and what they are about. */
export const noteRoutes: readonly Route[] = [
  ...collectionRoutes(noteTypes),
  ...collectionRoutes({ ...notes, methods: ['list', 'post', 'delete'] }),
  {
    method: 'GET',
    path: '/notes/:id',
    permissions: [notes.permissions.get],
    handler: get,
    description: describeMethod(notes, 'get'),
  },
  {
    method: 'PUT',
    path: '/notes/:id',
    permissions: [notes.permissions.put],
    handler: put,
    description: describeMethod(notes, 'put'),
  },
  {
    method: 'GET',
    path: '/note-links/domain/:domain/type/:type/id/:id',
    permissions: ['note.links.collection.get'],
    handler: getLinked,
  },
  {
    method: 'PUT',
    path: '/note-links/type/:type/id/:id',
    permissions: ['note.links.collection.put'],
    handler: putLinks,
  },
]

/** One note says by name who made and last changed it. */
async function get({ params, transaction }: ApiRequest): Promise<Answer> {
  const id = uuidParameter(params)
  return transaction(async (tx) => {
    const note = JSON.parse(await getShownDocument(tx, notes, id)) as Document
    const metadata = note.metadata as Document
    const named = {
      ...metadata,
      ...(await namesOf(tx, metadata, 'created')),
      ...(await namesOf(tx, metadata, 'updated')),
    }
    return ok({ ...note, metadata: named })
  })
}

async function namesOf(tx: Transaction, metadata: Document, event: 'created' | 'updated'): Promise<Document> {
  const id = metadata[`${event}ByUserId`]
  const user = typeof id === 'string' ? await findUser(tx, { id }) : null
  if (user === null) return {}
  const { lastName, firstName, middleName } = (user.personal ?? {}) as Document
  const names = Object.entries({ lastName, firstName, middleName }).filter(([, name]) => name !== undefined)
  return {
    [`${event}By`]: Object.fromEntries(names),
    ...(user.username === undefined ? {} : { [`${event}ByUsername`]: user.username }),
  }
}

/** A note that is about nothing any more is deleted. */
async function put(request: ApiRequest): Promise<Answer> {
  const id = uuidParameter(request.params)
  const note = objectBody(request.body)
  notes.check(note)
  const isAboutNothing = !Array.isArray(note.links) || note.links.length === 0
  await request.transaction((tx) =>
    isAboutNothing
      ? deleteDocuments(tx, notes, [id])
      : updateDocuments(tx, notes, request.actor, [{ ...note, id }]),
  )
  return noContent()
}

async function getLinked(request: ApiRequest): Promise<Answer> {
  const query = readLinkQuery(request)
  const list = { listKey: notes.listKey, statement: linkStatement(query), write: storedTexts }
  return answerList(request, list, { limit: query.limit, offset: query.offset, isCounted: true })
}

function readLinkQuery({ params, query }: ApiRequest): LinkQuery {
  const { limit, offset } = readPage(query, MAX_LINKED)
  const search = query.get('search')?.trim() ?? ''
  return {
    domain: params.domain!,
    link: { id: params.id!, type: params.type! },
    status: choice(query, 'status', ['assigned', 'unassigned', 'all']) ?? 'all',
    search: search === '' ? null : search,
    typeNames: query.all('noteType').filter((name) => name !== ''),
    order: readOrder(query),
    limit: Math.min(limit, MAX_LINKED),
    offset,
  }
}

function readOrder(query: QueryParameters): LinkQuery['order'] {
  const by = choice(query, 'orderBy', Object.keys(ORDERS) as (keyof typeof ORDERS)[])
  const direction = choice(query, 'order', ['asc', 'desc'])
  if (by === null) return null
  return { by, isDescending: direction === null ? ORDERS[by].isDescending : direction === 'desc' }
}

/** One of the allowed values, letter case aside; null when the parameter is missing. @throws Problem 400 */
function choice<T extends string>(query: QueryParameters, name: string, allowed: readonly T[]): T | null {
  const value = query.get(name)
  if (value === undefined || value === '') return null
  const found = allowed.find((one) => one.toLowerCase() === value.toLowerCase())
  if (found !== undefined) return found
  throw textProblem(
    400,
    `'${name}' parameter is incorrect. parameter value {${value}} is not valid: must be one of ${allowed.join(', ')}`,
  )
}

const checkChanges = compileValidator({
  type: 'object',
  required: ['notes'],
  properties: {
    notes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'status'],
        properties: {
          id: { type: 'string', format: 'uuid' },
          status: { type: 'string', enum: ['ASSIGNED', 'UNASSIGNED'] },
        },
      },
    },
  },
})

async function putLinks({ params, body, transaction }: ApiRequest): Promise<Answer> {
  checkChanges(body)
  const { notes: changes } = body as { notes: (LinkChange | null)[] }
  const wanted = changes.filter((change) => change !== null)
  await transaction((tx) => changeLinks(tx, { id: params.id!, type: params.type! }, wanted))
  return noContent()
}
