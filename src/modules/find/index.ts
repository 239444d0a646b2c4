import { textProblem } from '../../kernel/http/problems.ts'
import { ok } from '../../kernel/http/route.ts'
import type { Route } from '../../kernel/http/route.ts'
import type { Module } from '../../kernel/module.ts'
import { findAnything } from './find-anything.ts'

/** No number is longer; a text that is means something else. */
const MAX_CHARACTERS = 200
// Scanners may send control characters before and behind what they read.
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/g

const routes: Route[] = [
  {
    method: 'GET',
    path: '/octavo/find',
    // Everybody who is logged in may ask; hits are of the kinds that the caller may read.
    permissions: [],
    description: {
      summary:
        'Finds what has exactly this barcode, HRID, id, ISBN, ISSN, OCLC or job number, of the kinds that the caller may read',
      parameters: [
        {
          name: 'value',
          description: 'what was scanned or typed',
          schema: { type: 'string', maxLength: 200 },
        },
      ],
      answer: {
        name: 'foundRecords',
        schema: {
          type: 'object',
          properties: {
            value: { type: 'string' },
            hits: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  kind: { enum: ['item', 'instance', 'holdings', 'user', 'job'] },
                  id: { type: 'string' },
                  number: { type: 'string' },
                  title: { type: 'string' },
                  matched: { type: 'string' },
                },
              },
            },
          },
        },
      },
    },
    handler: async ({ query, permissions, transaction }) => {
      const value = (query.get('value') ?? '').replaceAll(CONTROL_CHARACTERS, '')
      if (value.trim() === '') throw textProblem(400, "'value' must not be empty")
      if (value.length > MAX_CHARACTERS) {
        throw textProblem(400, `'value' may have ${MAX_CHARACTERS} characters`)
      }
      return ok({ value, hits: await transaction((tx) => findAnything(tx, permissions, value)) })
    },
  },
]

/** One question for every number: what is this? */
export const findModule: Module = { name: 'find', routes: () => routes }
