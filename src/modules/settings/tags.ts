import { defineCollection } from '../../kernel/collections/index.ts'
import { Problem } from '../../kernel/http/problems.ts'

function tagProblem(status: number, message: string, code: string): Problem {
  return new Problem(status, { errors: [{ message, type: '-1', code }], total_records: 1 }, message)
}

/** Labels for all kinds of records (folio-org/mod-tags: swagger.api/tags.yml, ErrorHandlingAdvice). */
export const tags = defineCollection({
  path: '/tags',
  listKey: 'tags',
  table: 'tag',
  schema: {
    type: 'object',
    required: ['label'],
    additionalProperties: false,
    properties: {
      label: { type: 'string', maxLength: 255 },
      description: { type: 'string', maxLength: 255 },
    },
  },
  permissions: 'tags',
  interface: { module: 'mod-tags-3.0.0', id: 'tags', version: '1.0' },
  defaultLimit: 1000,
  unique: [{ fields: ['label'], match: 'exact' }],
  duplicateProblem: ({ label }) =>
    tagProblem(422, `Key (label)=(${String(label)}) already exists.`, 'VALIDATION_ERROR'),
  notFoundProblem: (id) => tagProblem(404, `Tag with id [${id}] was not found`, 'NOT_FOUND_ERROR'),
  location: (id) => `/tags/${id}`,
})

/** The tags that a new tenant starts with. */
export const startTags = [
  { label: 'important' },
  { label: 'urgent', description: 'Requires urgent attention' },
]
