import type { Subfield } from '../../../formats/marc/index.ts'
import { objectBody, readFlag } from '../../../kernel/http/parameters.ts'
import { textProblem } from '../../../kernel/http/problems.ts'
import { ok } from '../../../kernel/http/route.ts'
import type { Answer, ApiRequest, QueryParameters, Route } from '../../../kernel/http/route.ts'
import { compileValidator, withoutNulls } from '../../../kernel/http/validation.ts'
import { inEntityForm } from '../entity-problems.ts'
import { authorityStatistics, linkStatistics } from './link-statistics.ts'
import { SUGGESTION_KEYS, suggestLinks } from './suggest-links.ts'
import type { LinkSuggestion, SuggestedField, SuggestionOptions } from './suggest-links.ts'

/** `/links/stats` and `/links-suggestions`. */
export function linkedRecordRoutes(): Route[] {
  return inEntityForm([
    {
      method: 'GET',
      path: '/links/stats/authority',
      permissions: ['instance-authority-links.authority-statistics.collection.get'],
      handler: async ({ query, transaction }) =>
        ok(await transaction((tx) => authorityStatistics(tx, query))),
    },
    {
      method: 'GET',
      path: '/links/stats/instance',
      permissions: ['instance-authority-links.instance-statistics.collection.get'],
      handler: async ({ query, transaction }) => ok(await transaction((tx) => linkStatistics(tx, query))),
    },
    {
      method: 'POST',
      path: '/links-suggestions/marc',
      permissions: ['instance-authority-links.suggestions.post'],
      handler: suggestForRecords,
    },
  ])
}

/** How suggestions are asked for. @throws Problem 400 naming the parameter */
export function suggestionOptions(query: QueryParameters): SuggestionOptions {
  const text = query.get('authoritySearchParameter') || 'NATURAL_ID'
  const key = SUGGESTION_KEYS.find((known) => known === text)
  if (key === undefined) throw textProblem(400, `Parameter 'authoritySearchParameter' is invalid`)
  return { key, ignoresAutoLinking: readFlag(query, 'ignoreAutoLinkingEnabled', false) }
}

const check = compileValidator({
  type: 'object',
  required: ['records'],
  properties: {
    records: {
      type: 'array',
      items: {
        type: 'object',
        required: ['fields'],
        properties: {
          leader: { type: 'string' },
          fields: {
            type: 'array',
            items: {
              type: 'object',
              additionalProperties: {
                type: ['object', 'string'],
                properties: {
                  ind1: { type: 'string' },
                  ind2: { type: 'string' },
                  subfields: {
                    type: 'array',
                    items: { type: 'object', additionalProperties: { type: 'string' } },
                  },
                  linkDetails: { type: 'object' },
                },
              },
            },
          },
        },
      },
    },
  },
})

type SentContent = { subfields?: Record<string, string>[]; linkDetails?: LinkSuggestion }
type SentRecord = { fields: Record<string, string | SentContent>[] }

async function suggestForRecords(request: ApiRequest): Promise<Answer> {
  const options = suggestionOptions(request.query)
  const body = objectBody(request.body)
  check(body)
  const sent = withoutNulls(body) as { records: SentRecord[] }
  const suggested: { content: SentContent; field: SuggestedField }[] = []
  for (const { fields } of sent.records) {
    for (const [tag, content] of fields.flatMap((field) => Object.entries(field))) {
      if (typeof content === 'string') continue
      const subfields = (content.subfields ?? []).flatMap((part): Subfield[] =>
        Object.entries(part).map(([code, value]) => ({ code, value })),
      )
      suggested.push({ content, field: { tag, subfields, linkDetails: content.linkDetails ?? null } })
    }
  }
  await request.transaction((tx) =>
    suggestLinks(
      tx,
      suggested.map(({ field }) => field),
      options,
    ),
  )
  for (const { content, field } of suggested) {
    if (field.linkDetails === null) continue
    content.linkDetails = field.linkDetails
    content.subfields = field.subfields.map(({ code, value }) => ({ [code]: value }))
  }
  return ok(sent)
}
