import { defineCollection } from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { noteProblem, notFoundProblem } from './note-problems.ts'

// As many as FOLIO's screens show at once.
const MAX_TYPES = 25

/** Kinds of notes (folio-org/mod-notes: swagger.api/schemas/noteType.yaml, NoteTypesServiceImpl). */
export const noteTypes = defineCollection({
  path: '/note-types',
  listKey: 'noteTypes',
  table: 'note_type',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      name: { type: 'string', minLength: 1, maxLength: 255, pattern: '\\S' },
      usage: { readOnly: true },
    },
  },
  permissions: 'note.types',
  interface: { module: 'mod-notes-7.0.0', id: 'notes', version: '4.0' },
  defaultLimit: 1000,
  unique: [{ fields: ['name'], match: 'exact' }],
  validate: checkType,
  beforeDelete: refuseUsed,
  shown: `note_type.doc || jsonb_build_object('usage', jsonb_build_object(
    'isAssigned', exists (select from note where note.typeid = note_type.id)
  ))`,
  duplicateProblem: ({ name }) =>
    noteProblem(422, `Key (name)=(${String(name)}) already exists.`, 'VALIDATION_ERROR'),
  notFoundProblem: (id) => notFoundProblem('Note type', id),
})

async function checkType(tx: Transaction, type: Document, stored: Document | null): Promise<void> {
  if (stored === null) {
    const [row] = await tx.query<{ total: number }>('select count(*) as total from note_type')
    if (row!.total >= MAX_TYPES) {
      throw noteProblem(
        422,
        `Maximum number of note types allowed is ${MAX_TYPES}`,
        'NOTE_TYPES_LIMIT_REACHED',
        [{ key: 'limit', value: String(MAX_TYPES) }],
      )
    }
  } else if (stored.name !== type.name) {
    // Notes show the name of their type, and are searched by it.
    await tx.query(`update note set doc = jsonb_set(doc, '{type}', to_jsonb($2::text)) where typeid = $1`, [
      stored.id,
      type.name,
    ])
  }
}

async function refuseUsed(tx: Transaction, { id }: Document): Promise<void> {
  const used = await tx.query('select from note where typeid = $1 limit 1', [id])
  if (used.length === 0) return
  throw noteProblem(422, `Key (id)=(${id}) is still referenced from table "note".`, 'VALIDATION_ERROR')
}
