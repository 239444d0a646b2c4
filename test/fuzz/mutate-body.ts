import type { JsonSchema } from '../../src/kernel/http/validation.ts'
import type { Random } from './random.ts'

type Json = Record<string, unknown>

const UUID = '3684a786-6671-4268-8ed0-9db82ebca60b'

const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  -(2 ** 31) - 1,
  '',
  ' ',
  'x',
  'X'.repeat(5000),
  '\u0000',
  '\ud800',
  'a\u0000b',
  '\u202eabc',
  UUID,
  UUID.toUpperCase(),
  'not-a-uuid',
  '2026-02-31',
  '9999-99-99T99:99:99Z',
  '-infinity',
  "'; drop table users; --",
  '{"a":1}',
  '%s%n',
  [],
  [null],
  [[]],
  [{}],
  ['x', 1, null],
  {},
  { a: null },
  { id: 1 },
  { __proto__: 1 },
  { constructor: { prototype: 1 } },
  JSON.parse('{"__proto__":{"x":1},"toString":1}'),
  deep(60),
  deep(900),
]

function deep(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

// A copy, because later changes may go into it.
function oddValue(random: Random): unknown {
  return structuredClone(random.pick(ODD_VALUES))
}

/** A body made of a valid one by a few changes: other types, missing and unknown properties, odd texts, broken JSON. */
export function mutateBody(random: Random, seed: unknown): string {
  const value = structuredClone(seed)
  let text: string
  if (random.once(30)) text = JSON.stringify(oddValue(random))
  else {
    const holder = { value }
    for (let changes = 1 + random.number(3); changes > 0; changes -= 1) change(random, holder)
    text = JSON.stringify(holder.value) ?? ''
  }
  return random.once(15) ? damage(random, text) : text
}

function change(random: Random, holder: Json): void {
  const places: [Json, string][] = []
  collect(holder, places, 0)
  const [parent, key] = random.pick(places)
  switch (random.number(6)) {
    case 0:
      if (parent !== holder) delete parent[key]
      return
    case 1:
      if (typeof parent[key] === 'object' && parent[key] !== null && !Array.isArray(parent[key])) {
        ;(parent[key] as Json)[random.pick(['extra', 'id', '_version', 'metadata', '', 'ключ'])] =
          oddValue(random)
        return
      }
      parent[key] = oddValue(random)
      return
    case 2:
      if (Array.isArray(parent[key])) {
        const list = parent[key] as unknown[]
        for (let copies = 1 + random.number(5); copies > 0; copies -= 1)
          list.push(structuredClone(list[0] ?? 'x'))
        return
      }
      parent[key] = [parent[key]]
      return
    default:
      parent[key] = oddValue(random)
  }
}

/** All places of a value, as parent and key. */
function collect(parent: Json, places: [Json, string][], depth: number): void {
  if (depth > 8) return
  for (const key of Object.keys(parent)) {
    places.push([parent, key])
    const member = parent[key]
    if (typeof member === 'object' && member !== null) collect(member as Json, places, depth + 1)
  }
}

function damage(random: Random, text: string): string {
  const place = random.number(text.length + 1)
  return random.pick([
    text.slice(0, place),
    `${text.slice(0, place)}${random.pick(['}', ']', '"', ',', '\u0000', '\\u12', 'NaN'])}${text.slice(place)}`,
    `${text}${text}`,
    '',
    '   ',
    '[[[[[[[[[[',
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  ])
}

/** A value that keeps a schema, so far as its types, formats and required properties go. */
export function sampleOf(random: Random, schema: JsonSchema, depth = 0): unknown {
  if (Array.isArray(schema.enum)) return random.pick(schema.enum as unknown[])
  switch (schema.type) {
    case 'string':
      return sampleText(random, schema)
    case 'integer':
    case 'number':
      return Math.max(Number(schema.minimum ?? 0), random.number(20))
    case 'boolean':
      return random.once(2)
    case 'array':
      return depth > 5
        ? []
        : Array.from({ length: random.number(3) }, () =>
            sampleOf(random, (schema.items ?? {}) as JsonSchema, depth + 1),
          )
    default:
      return schema.properties === undefined ? {} : sampleObject(random, schema, depth)
  }
}

function sampleObject(random: Random, schema: JsonSchema, depth: number): Json {
  const required = (schema.required ?? []) as string[]
  const entries = Object.entries(schema.properties as Record<string, JsonSchema>)
    .filter(
      ([name, property]) => !property.readOnly && (required.includes(name) || (depth < 4 && random.once(2))),
    )
    .map(([name, property]) => [name, sampleOf(random, property, depth + 1)])
  return Object.fromEntries(entries) as Json
}

function sampleText(random: Random, { format, pattern }: JsonSchema): string {
  if (format === 'uuid') return random.once(2) ? UUID : crypto.randomUUID()
  if (format === 'date-time') return '2026-01-31T10:15:30.123+00:00'
  if (typeof pattern === 'string' && pattern.includes('a-f')) return UUID
  return `text ${random.number(1000)}`
}
