import { existsSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const DIST = path.join(import.meta.dirname, '../../../web/dist')
const PREFIX = '/app/'
/** The component kit sets its colours in style elements; scripts come from this server alone. */
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; " +
  "base-uri 'self'; form-action 'self'; frame-ancestors 'none'"

function sendPage(reply: FastifyReply): FastifyReply {
  if (!existsSync(path.join(DIST, 'index.html'))) {
    return reply.code(503).type('text/plain').send('The web app is not built yet: npm run build')
  }
  return reply.sendFile('index.html')
}

/** True for a person's browser that opens a page; programs ask for JSON or for anything. */
function isNavigation(request: FastifyRequest): boolean {
  return request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
}

/** Serves the staff web app under `/app/`: its files, and its one page for every other path there. */
export async function serveWebApp(server: FastifyInstance): Promise<void> {
  await server.register(fastifyStatic, {
    root: DIST,
    prefix: PREFIX,
    wildcard: true,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, file) {
      // Names of built files hold a digest of their content; the page itself must always be the newest.
      reply.header(
        'cache-control',
        file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
      reply.header('content-security-policy', POLICY)
      reply.header('x-content-type-options', 'nosniff')
      reply.header('referrer-policy', 'same-origin')
    },
  })
  server.get('/', (_request, reply) => reply.redirect(PREFIX))
  // The router takes `/app` and `/app/` for the same.
  server.get('/app', (request, reply) =>
    request.url.startsWith(PREFIX) ? sendPage(reply) : reply.redirect(PREFIX),
  )
}

/**
 * Answers a path that nothing else answers, when a browser opened it: a page of the web app, or the way to one, so
 * that `/inventory` typed by hand leads to `/app/inventory`.
 * @returns false when the request is not of a browser that opens a page
 */
export function answerNavigation(request: FastifyRequest, reply: FastifyReply): boolean {
  if (!isNavigation(request)) return false
  if (request.url.startsWith(PREFIX)) {
    if (request.url.startsWith(`${PREFIX}assets/`)) return false
    sendPage(reply)
    return true
  }
  reply.redirect(`/app${request.url}`)
  return true
}
