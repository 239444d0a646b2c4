import type { peopleText } from '#text/settings-people.ts'

export type PatternId = keyof typeof peopleText.pattern

/** What a new role may begin with: FOLIO's sets that a job in a library needs. */
export const ROLE_PATTERNS: readonly { id: PatternId; contents: readonly string[] }[] = [
  {
    id: 'cataloguer',
    contents: [
      'inventory.all',
      'inventory-storage.all',
      'search.all',
      'source-storage.all',
      'marc-records-editor.all',
      'copycat.all',
      'ui-bulk-edit.inventory.edit',
    ],
  },
  {
    id: 'importer',
    contents: [
      'ui-data-import.manage',
      'ui-data-import.view',
      'ui-data-import.settings.readOnly',
      'ui-inventory.instance.view',
    ],
  },
  { id: 'desk', contents: ['ui-inventory.instance.view', 'ui-users.view'] },
  { id: 'student', contents: ['ui-inventory.instance.view'] },
  { id: 'admin', contents: ['octavo.all'] },
]
