import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sharedAvailable, sharedPath } from '../../../test/support/shared.ts'
import { editorRoutes } from './routes.ts'

type Endpoint = { module: string; methods: string[]; path: string; perm: string[] }

test.skipIf(!sharedAvailable)('every endpoint of quickMARC is there with the permission of FOLIO', () => {
  const endpoints = JSON.parse(
    readFileSync(sharedPath('data/inventory/endpoints.json'), 'utf8'),
  ) as Endpoint[]
  const wanted = endpoints
    .filter(({ module, path }) => module === 'mod-quick-marc' && !path.startsWith('/_/'))
    .flatMap(({ methods, path, perm }) =>
      methods.map((method) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')} ${perm.join(' ')}`),
    )
  const offered = editorRoutes().map(
    ({ method, path, permissions }) => `${method} ${path} ${[...permissions].join(' ')}`,
  )
  expect(offered.toSorted()).toEqual(wanted.toSorted())
})
