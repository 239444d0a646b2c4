import { acceptRecord, answerDocuments, insertDocuments } from '../../kernel/collections/index.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { noContent, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import { loggedEvents, logEvents } from './event-log.ts'

/** The log of log-ins and passwords. While the library keeps none, all answer 204, as FOLIO's. */
export const eventLogRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/authn/log/events',
    permissions: ['login.event.collection.get'],
    handler: getEvents,
  },
  {
    method: 'POST',
    path: '/authn/log/events',
    permissions: ['login.event.collection.post'],
    handler: postEvent,
  },
  {
    method: 'DELETE',
    path: '/authn/log/events/:id',
    permissions: ['login.event.delete'],
    handler: deleteEvents,
  },
]

async function getEvents(request: ApiRequest): Promise<Answer> {
  const isKept = (await request.transaction(loggedEvents)) !== null
  return isKept ? answerDocuments(request, logEvents) : noContent()
}

async function postEvent(request: ApiRequest): Promise<Answer> {
  const event = acceptRecord(logEvents, request.body)
  // The server gives the id, whatever is sent.
  delete event.id
  return request.transaction(async (tx) => {
    const wanted = await loggedEvents(tx)
    if (!wanted?.has(String(event.eventType))) return noContent()
    const [row] = await insertDocuments(tx, logEvents, request.actor, [event])
    const { id } = row!
    return { status: 201, body: { message: `Event id: ${id} was successfully saved to event log` } }
  })
}

/** Removes the events of a user, whose id the path has. */
async function deleteEvents(request: ApiRequest): Promise<Answer> {
  const userId = request.params.id!
  return request.transaction(async (tx) => {
    if ((await loggedEvents(tx)) === null) return noContent()
    const deleted = await tx.execute('delete from event_logs where user_key = octavo.fold($1)', [userId])
    if (deleted === 0) {
      throw textProblem(404, `Event Config with \`userId\`: \`${userId}\` was not found in the db`)
    }
    return ok({ message: 'Event was successfully deleted from event log' })
  })
}
