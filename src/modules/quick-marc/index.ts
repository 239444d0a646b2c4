import type { Module } from '../../kernel/module.ts'
import { restoreRoutes } from './restore-generation.ts'
import { editorRoutes } from './routes.ts'

const module = 'mod-quick-marc-8.0.1'

/** The MARC editor: records shown field by field, checked and saved, with what is made of them. */
export const quickMarcModule: Module = {
  name: 'quick-marc',
  interfaces: [
    { module, id: 'marc-records-editor', version: '7.0' },
    { module, id: 'marc-specifications', version: '1.2' },
  ],
  routes: () => [...editorRoutes(), ...restoreRoutes()],
}
