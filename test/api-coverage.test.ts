import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { routesByModule } from './support/api-coverage.ts'

test('docs/api-coverage.md names every route; npm run api-coverage writes it anew', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../docs/api-coverage.md'), 'utf8')
  const missing = routesByModule().flatMap(({ routes }) =>
    routes.flatMap(({ method, path: route }) =>
      text.includes(`\`${method} ${route}\``) ? [] : [`${method} ${route}`],
    ),
  )
  expect(missing).toEqual([])
})
