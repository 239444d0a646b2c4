import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/app.ts'
import type { TestApp } from '../../../test/support/app.ts'

type Operation = {
  tags: string[]
  operationId: string
  security: unknown[]
  'x-permissions'?: string[]
  parameters: { name?: string; in?: string; $ref?: string }[]
  requestBody?: { content: Record<string, { schema: { $ref?: string } }> }
}

let app: TestApp
let description: {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Record<string, unknown>> } & Record<string, unknown>
  tags: { name: string; description: string }[]
}
beforeAll(async () => {
  app = await testApp()
  description = (await app.raw('GET', '/openapi.json', {})).json
})
afterAll(() => app.close())

const operations = () => Object.values(description.paths).flatMap((methods) => Object.values(methods))

/** All strings under `$ref`, at any depth. */
function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' ? [member] : references(member),
  )
}

describe('the description of the API', () => {
  test('has every route of the server, each once, with its permissions', () => {
    const routes = app.octavo.app.modules.flatMap((module) => module.routes?.(app.octavo.app) ?? [])
    for (const { method, path, permissions } of routes) {
      const found = description.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      expect([method, path, found?.['x-permissions'] ?? 'public']).toEqual([method, path, permissions])
    }
    expect(operations()).toHaveLength(routes.length)
    expect(new Set(operations().map(({ operationId }) => operationId)).size).toBe(routes.length)
  })

  test('declares the parameters of each path, and refers to nothing that is not there', () => {
    for (const [path, methods] of Object.entries(description.paths)) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      for (const { parameters } of Object.values(methods)) {
        expect(parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(names)
      }
    }
    const broken = [...new Set(references(description))].filter((reference) => {
      const parts = reference.split('/').slice(1)
      return (
        parts.reduce<unknown>((value, part) => (value as Record<string, unknown>)?.[part], description) ===
        undefined
      )
    })
    expect(broken).toEqual([])
  })

  test('gives the schemas that bodies are checked with, and groups by module', () => {
    const post = description.paths['/departments']!.post!
    const reference = post.requestBody!.content['application/json']!.schema.$ref!
    const schema = description.components.schemas[reference.split('/').at(-1)!]!
    expect(schema.required).toEqual(['name', 'code'])
    expect(post.tags).toEqual(['users'])
    expect(description.tags.find(({ name }) => name === 'users')!.description).toContain('users 16.5')
    expect(description.paths['/tenant/rules']!.get!.security).toEqual([])
  })
})

describe('the page', () => {
  test('loads from this server alone', async () => {
    const page = await app.raw('GET', '/docs', {})
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'self';/)
    const addresses = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!)
    expect(addresses.length).toBeGreaterThan(3)
    for (const address of addresses) {
      expect(address).toMatch(/^\/docs\//)
      expect((await app.raw('GET', address, {})).status).toBe(200)
    }
  })

  test('serves no other file', async () => {
    for (const file of ['package.json', '..%2Fpackage.json', 'constructor', 'index.html']) {
      expect((await app.raw('GET', `/docs/${file}`, {})).status).toBe(404)
    }
  })
})
