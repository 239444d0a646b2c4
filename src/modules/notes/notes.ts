import { cleanHtml } from '../../formats/html/clean-html.ts'
import type { SafeHtml } from '../../formats/html/clean-html.ts'
import { defineCollection } from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { noteProblem, notFoundProblem } from './note-problems.ts'

/** What FOLIO's editor makes (folio-org/mod-notes: application.yaml). */
const SAFE: SafeHtml = {
  elements: new Set(['p', 'strong', 'em', 'a', 'u', 'ol', 'ul', 'li', 'h1', 'h2', 'h3', 'br']),
  attributes: { any: ['class'], a: ['href', 'rel', 'target'] },
}

/** An object that a note is about, by its own module's id. */
export type NoteLink = { id: string; type: string }

/** Notes about records of any kind (folio-org/mod-notes: swagger.api/schemas/note.yaml, NotesServiceImpl). */
export const notes = defineCollection({
  path: '/notes',
  listKey: 'notes',
  table: 'note',
  schema: {
    type: 'object',
    required: ['typeId', 'domain', 'title'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      typeId: { type: 'string', format: 'uuid' },
      type: { readOnly: true },
      title: { type: 'string', maxLength: 255 },
      domain: { type: 'string', maxLength: 600 },
      content: { type: 'string', maxLength: 1_000_000 },
      popUpOnCheckOut: { type: 'boolean', default: false },
      popUpOnUser: { type: 'boolean', default: false },
      links: {
        type: 'array',
        default: [],
        items: {
          type: 'object',
          required: ['id', 'type'],
          properties: { id: { type: 'string', maxLength: 600 }, type: { type: 'string', maxLength: 600 } },
        },
      },
    },
  },
  permissions: 'notes',
  defaultLimit: 1000,
  references: [{ field: 'typeId', table: 'note_type' }],
  cqlFields: {
    content: { kind: 'text', column: 'note.search_text', folded: true },
    'type.name': { kind: 'text', column: "(note.doc ->> 'type')" },
    domain: { kind: 'text', column: "(note.doc ->> 'domain')" },
  },
  validate: completeNote,
  notFoundProblem: (id) => notFoundProblem('Note', id),
})

/** Gives a note the name of its type, cleans its content, and drops links that repeat. */
async function completeNote(tx: Transaction, note: Document, stored: Document | null): Promise<void> {
  const [type] = await tx.query<{ name: string }>(
    "select doc ->> 'name' as name from note_type where id = $1 for key share",
    [note.typeId],
  )
  if (!type) {
    const message =
      stored === null
        ? `Key (type_id)=(${note.typeId}) is not present in table "type".`
        : `Note type with ID [${note.typeId}] was not found`
    throw noteProblem(422, message, 'VALIDATION_ERROR', [{ key: 'typeId', value: String(note.typeId) }])
  }
  note.type = type.name
  if (typeof note.content === 'string') note.content = cleanHtml(note.content, SAFE)
  const links = note.links as NoteLink[]
  note.links = [
    ...new Map(links.map(({ id, type: kind }) => [JSON.stringify([id, kind]), { id, type: kind }])).values(),
  ]
}
