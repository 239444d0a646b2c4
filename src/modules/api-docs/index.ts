import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { notFound } from '../../kernel/http/problems.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import { JsonText, ok } from '../../kernel/http/route.ts'
import type { App, Module } from '../../kernel/module.ts'
import { readBeside } from '../../kernel/module.ts'
import { describeApi } from '../../kernel/openapi/describe-api.ts'

/** The description of the whole API, made of what is served. */
export function describeModules(app: App): Record<string, unknown> {
  const { version } = JSON.parse(readBeside(import.meta.dirname, '../../../package.json')) as {
    version: string
  }
  const groups = app.modules.flatMap(({ name, interfaces = [], routes }) => {
    const served = routes?.(app) ?? []
    const provided = [...new Set(interfaces.map((one) => `${one.id} ${one.version}`))].join(', ')
    const description = provided === '' ? 'No interface of FOLIO.' : `FOLIO interfaces: ${provided}.`
    return served.length === 0 ? [] : [{ name, description, routes: served }]
  })
  const info = {
    title: 'Octavo',
    version,
    description: 'FOLIO’s HTTP APIs from one server. A token comes from POST /authn/login.',
  }
  return describeApi(info, groups)
}

const files = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

// What of the package the page loads; nothing else of its folder is served.
const FILES: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Octavo: the API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" href="/docs/favicon-32x32.png">
</head>
<body>
<div id="api"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

// No calls can be made from the page: it is for reading, and needs no token.
const START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#api',
  docExpansion: 'none',
  filter: true,
  supportedSubmitMethods: [],
  defaultModelsExpandDepth: -1,
})
`

// The page loads from this server alone; the pictures inside its style sheet are data addresses.
const PAGE_HEADERS = {
  'content-security-policy': "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
  'x-content-type-options': 'nosniff',
}

const CACHED = { 'cache-control': 'public, max-age=86400', 'x-content-type-options': 'nosniff' }

/** The page at `/docs` and the description that it shows. */
function apiDocsRoutes(app: App): Route[] {
  let text: string | null = null
  const getDescription = async (): Promise<Answer> => {
    text ??= JSON.stringify(describeModules(app))
    return ok(new JsonText(text))
  }
  const open = { permissions: 'public', tenantless: true } as const
  return [
    {
      ...open,
      method: 'GET',
      path: '/openapi.json',
      handler: getDescription,
      description: { summary: 'Describes this API (OpenAPI 3.1)', status: 200 },
    },
    {
      ...open,
      method: 'GET',
      path: '/docs',
      handler: async () => page('text/html; charset=utf-8', PAGE, PAGE_HEADERS),
      description: { summary: 'Shows the description of this API as a page', status: 200 },
    },
    {
      ...open,
      method: 'GET',
      path: '/docs/:file',
      handler: async (request) => getFile(request),
      description: { summary: 'Reads a file of that page', status: 200 },
    },
  ]
}

function page(type: string, body: string | Buffer, headers: Record<string, string>): Answer {
  return { status: 200, body, headers: { ...headers, 'content-type': type } }
}

function getFile({ params }: ApiRequest): Answer {
  const file = params.file!
  if (file === 'start.js') return page('text/javascript; charset=utf-8', START, CACHED)
  const type = Object.hasOwn(FILES, file) ? FILES[file] : undefined
  if (type === undefined) throw notFound()
  return page(type, readFileSync(path.join(files, file)), CACHED)
}

/** What the API has, for people and for programs. */
export const apiDocsModule: Module = { name: 'api-docs', routes: apiDocsRoutes }
