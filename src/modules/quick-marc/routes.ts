import type { Route } from '../../kernel/http/route.ts'
import { inEditorForm } from './editor-problems.ts'
import { readMarcSpecification } from './marc-specifications.ts'
import { readEditedRecord } from './read-view.ts'
import { validateSentRecord } from './validate-record.ts'
import { suggestForEditor } from './suggest-for-editor.ts'
import { createEditedRecord, updateEditedRecord } from './save-record.ts'

const path = '/records-editor/records'

/** `/records-editor` and `/marc-specifications` of mod-quick-marc. */
export function editorRoutes(): Route[] {
  return inEditorForm([
    { method: 'GET', path, permissions: ['marc-records-editor.item.get'], handler: readEditedRecord },
    { method: 'POST', path, permissions: ['marc-records-editor.item.post'], handler: createEditedRecord },
    {
      method: 'PUT',
      path: `${path}/:id`,
      permissions: ['marc-records-editor.item.put'],
      handler: updateEditedRecord,
    },
    {
      method: 'POST',
      path: '/records-editor/validate',
      permissions: ['marc-records-editor.validate.post'],
      handler: validateSentRecord,
    },
    {
      method: 'POST',
      path: '/records-editor/links/suggestion',
      permissions: ['marc-records-editor.links.suggestion.post'],
      handler: suggestForEditor,
    },
    {
      method: 'GET',
      path: '/marc-specifications/:recordType/:fieldTag',
      permissions: ['marc-specifications.item.get'],
      handler: readMarcSpecification,
    },
  ])
}
