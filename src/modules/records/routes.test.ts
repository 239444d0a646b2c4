import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sharedAvailable, sharedPath } from '../../../test/support/shared.ts'
import { recordRoutes } from './routes.ts'

type Endpoint = { module: string; interface: string; methods: string[]; path: string; perm: string[] }

test.skipIf(!sharedAvailable)(
  'every endpoint of source record storage is there with the permission of FOLIO',
  () => {
    const endpoints = JSON.parse(
      readFileSync(sharedPath('data/inventory/endpoints.json'), 'utf8'),
    ) as Endpoint[]
    const wanted = endpoints
      .filter(
        ({ module, path }) => module === 'mod-source-record-storage' && path.startsWith('/source-storage'),
      )
      // Migrations repair FOLIO's own tables.
      .filter(({ path }) => !path.includes('/migrations/'))
      .flatMap(({ methods, path, perm }) =>
        methods.map((method) => `${method} ${path.replaceAll(/\{\w+\}/g, ':id')} ${perm.join(' ')}`),
      )
    const offered = recordRoutes(async () => undefined).map(
      ({ method, path, permissions }) => `${method} ${path} ${[...permissions].join(' ')}`,
    )
    expect(offered.toSorted()).toEqual(wanted.toSorted())
  },
)
