import { textProblem } from '../../kernel/http/problems.ts'
import { ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import { convertTo10, convertTo13, hyphenated, isbn10Of, isbn13Of } from './isbn.ts'

/** `/isbn`: conversion and checking of ISBNs (folio-org/mod-inventory: IsbnUtilsApi.java). */
export function isbnRoutes(): Route[] {
  return [
    {
      method: 'GET',
      path: '/isbn/convertTo13',
      permissions: ['isbn-utils.convert-to-13.get'],
      handler: async (request) =>
        convert(request, (text) => (isbn13Of(text) === null ? convertTo13(text) : text)),
    },
    {
      method: 'GET',
      path: '/isbn/convertTo10',
      permissions: ['isbn-utils.convert-to-10.get'],
      handler: async (request) =>
        convert(request, (text) => (isbn10Of(text) === null ? convertTo10(text) : text)),
    },
    {
      method: 'GET',
      path: '/isbn/validator',
      permissions: ['isbn-utils.validator.get'],
      handler: async (request) => validate(request),
    },
  ]
}

function convert(request: ApiRequest, conversion: (text: string) => string | null): Answer {
  const text = request.query.get('isbn')
  if (text === undefined) throw textProblem(400, 'Isbn must be specified')
  const hyphens = request.query.get('hyphens') ?? 'false'
  if (!/^(true|false)$/i.test(hyphens)) throw textProblem(400, 'Hyphens must be true or false')
  const converted = conversion(text)
  if (converted === null) throw textProblem(400, `ISBN value ${text} is invalid`)
  return ok({ isbn: hyphens.toLowerCase() === 'true' ? hyphenated(converted) : converted })
}

const CHECKS: Readonly<Record<string, (text: string) => boolean>> = {
  isbn10: (text) => isbn10Of(text) !== null,
  isbn13: (text) => isbn13Of(text) !== null,
  isbn: (text) => isbn10Of(text) !== null || isbn13Of(text) !== null,
}

function validate(request: ApiRequest): Answer {
  const names = request.query.names()
  const name = names[0] ?? ''
  const check = names.length === 1 && Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined
  if (!check) {
    throw textProblem(400, 'Only one of following query params must be specified: isbn, isbn10, isbn13')
  }
  return ok({ isValid: check(request.query.get(name)!) })
}
