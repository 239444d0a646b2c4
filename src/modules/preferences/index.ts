import { objectBody } from '../../kernel/http/parameters.ts'
import { noContent, ok } from '../../kernel/http/route.ts'
import type { Route } from '../../kernel/http/route.ts'
import { readBeside } from '../../kernel/module.ts'
import type { Module } from '../../kernel/module.ts'
import { readPreferences, writePreference } from './preferences.ts'

const PATH = '/octavo/preferences'

const routes: Route[] = [
  {
    method: 'GET',
    path: PATH,
    permissions: [],
    description: {
      summary: 'What the caller set up for the screens: columns, density, recent records, saved searches',
      answer: {
        name: 'preferences',
        schema: { type: 'object', properties: { preferences: { type: 'object' } } },
      },
    },
    handler: async ({ actor, transaction }) =>
      ok(await transaction((tx) => readPreferences(tx, actor!.userId))),
  },
  {
    method: 'PUT',
    path: `${PATH}/:name`,
    permissions: [],
    description: {
      summary: 'Keeps one preference of the caller; null forgets it',
      body: { name: 'preference', schema: { type: 'object', properties: { value: {} } } },
      status: 204,
    },
    handler: async ({ actor, body, params, transaction }) => {
      const { value } = objectBody(body)
      await transaction((tx) => writePreference(tx, actor!.userId, params.name!, value))
      return noContent()
    },
  },
]

/** What people set up for themselves on the screens. */
export const preferencesModule: Module = {
  name: 'preferences',
  schema: { tenant: readBeside(import.meta.dirname, 'schema.sql') },
  routes: () => routes,
}
