import { compileValidator, withoutNulls } from '../../kernel/http/validation.ts'
import type { JsonSchema } from '../../kernel/http/validation.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { HEADING_FIELDS, RELATIONS } from './authority.ts'
import type { Authority } from './authority.ts'

const text: JsonSchema = { type: 'string' }
const texts: JsonSchema = { type: 'array', items: text }
const uuid: JsonSchema = { type: 'string', format: 'uuid' }
// Kinds of notes and identifiers are not looked up, and may have ids of any version.
const looseUuid: JsonSchema = {
  type: 'string',
  pattern: '^[a-fA-F0-9]{8}(-[a-fA-F0-9]{4}){3}-[a-fA-F0-9]{12}$',
}

function objects(required: string[], properties: JsonSchema): JsonSchema {
  return { type: 'array', items: { type: 'object', required, properties } }
}

const related = objects(['headingRef', 'headingType'], { headingRef: text, headingType: text })

const check = compileValidator({
  type: 'object',
  required: ['source', 'naturalId'],
  properties: {
    id: uuid,
    _version: { type: 'integer' },
    source: text,
    subjectHeadings: text,
    ...Object.fromEntries(
      HEADING_FIELDS.flatMap(({ heading, seeFrom, seeAlso, truncated }) => [
        [heading, text],
        [seeFrom, texts],
        [seeAlso, texts],
        [truncated, texts],
      ]),
    ),
    ...Object.fromEntries(RELATIONS.map((relation) => [relation, related])),
    identifiers: objects(['value', 'identifierTypeId'], { value: text, identifierTypeId: looseUuid }),
    notes: objects(['noteTypeId', 'note'], {
      noteTypeId: looseUuid,
      note: text,
      staffOnly: { type: 'boolean' },
    }),
    sourceFileId: uuid,
    naturalId: text,
  },
})

/** An authority as a client sends it; properties that FOLIO does not know are left out later. @throws Problem 400 or 422. */
export function authorityBody(body: unknown): Authority {
  const sent = objectBody(body)
  check(sent)
  return withoutNulls(sent) as Authority
}
