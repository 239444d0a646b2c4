import type { Random } from './random.ts'

const RELATIONS = [
  '=',
  '==',
  '<>',
  '<',
  '<=',
  '>',
  '>=',
  'all',
  'any',
  'adj',
  'within',
  'encloses',
  'exact',
  'scr',
]
const MODIFIERS = [
  'respectCase',
  'ignoreCase',
  'respectAccents',
  'number',
  'masked',
  'regexp',
  'string',
  'word',
]
const BOOLEANS = ['and', 'or', 'not', 'AND', 'Or', 'prox']
const TERMS = [
  '',
  '*',
  '?',
  '""',
  '\\',
  '"\\"',
  'a',
  'prid*',
  '*judice',
  'a?c*d',
  'true',
  'false',
  '0',
  '-1',
  '1e999',
  '99999999999999999999999',
  '2026-01-31',
  '2026-02-31T25:61:61',
  '0000-00-00',
  '3684a786-6671-4268-8ed0-9db82ebca60b',
  '3684a786-6671-4268-8ed0',
  'ß',
  'ÅÆ',
  '日本語',
  '\u202e\u0000',
  "' or '1'='1",
  "'; select pg_sleep(9); --",
  '$1',
  '%_',
  '{"a":1}',
  '[1,2]',
  '../..',
  'x'.repeat(3000),
  'word '.repeat(200),
]
const NAMES = [
  'cql.allRecords',
  'cql.serverChoice',
  'id',
  'name',
  'title',
  'keyword',
  'keywords',
  'metadata.createdDate',
  'metadata.updatedByUserId',
  'personal.lastName',
  'patronGroup.group',
  'tags.tagList',
  'identifiers',
  'identifiers.value',
  'contributors',
  'item.barcode',
  'items.effectiveLocationId',
  'holdingsRecords.permanentLocationId',
  'instance.title',
  'status.name',
  'subjects',
  'isbn',
  'a.b.c.d.e',
  'a b',
  '"',
  '__proto__',
  'constructor',
  "x' or 1=1",
]

/** A query that is CQL, almost CQL, or nothing of the kind. `fields` are names that the list knows. */
export function randomCql(random: Random, fields: readonly string[]): string {
  const query = random.once(12) ? garbage(random) : clause(random, fields, 0) + sorting(random, fields)
  return random.once(8) ? damaged(random, query) : query
}

function clause(random: Random, fields: readonly string[], depth: number): string {
  if (depth < 4 && random.once(3)) {
    const left = clause(random, fields, depth + 1)
    const joined = `${left} ${random.pick(BOOLEANS)} ${clause(random, fields, depth + 1)}`
    return random.once(2) ? `(${joined})` : joined
  }
  if (random.once(40))
    return `${'('.repeat(random.number(400))}${term(random)}${')'.repeat(random.number(400))}`
  if (random.once(6)) return term(random)
  const modifiers = random.once(5)
    ? `/${random.pick(MODIFIERS)}${random.once(2) ? '' : `=${term(random)}`}`
    : random.once(8)
      ? `/@${random.pick(fields.length > 0 ? fields : NAMES)}=${term(random)}`
      : ''
  const relation = `${random.pick(RELATIONS)}${modifiers}`
  const operand = random.once(6) ? `(${clause(random, fields, depth + 2)})` : term(random)
  return `${field(random, fields)} ${relation} ${operand}`
}

function field(random: Random, fields: readonly string[]): string {
  return fields.length > 0 && !random.once(4) ? random.pick(fields) : random.pick(NAMES)
}

function term(random: Random): string {
  const text = random.pick(TERMS)
  return random.once(5) ? text : `"${text.replaceAll('"', random.once(3) ? '"' : '\\"')}"`
}

function sorting(random: Random, fields: readonly string[]): string {
  if (!random.once(3)) return ''
  const keys = Array.from({ length: 1 + random.number(4) }, () => {
    const modifier = random.pick(['', '', '/sort.descending', '/sort.ascending', '/number', '/x=1'])
    return field(random, fields) + modifier
  })
  return ` ${random.pick(['sortby', 'sortBy', 'SORTBY'])} ${keys.join(' ')}`
}

function garbage(random: Random): string {
  const signs = [
    '(',
    ')',
    '"',
    '\\',
    '=',
    '<',
    '>',
    '/',
    '@',
    ' ',
    'and',
    'or',
    'sortby',
    '\n',
    '\t',
    '0',
    'é',
    '\u0000',
  ]
  return Array.from({ length: random.number(60) }, () => random.pick(signs)).join('')
}

function damaged(random: Random, query: string): string {
  const place = random.number(query.length + 1)
  const cut = query.slice(0, place)
  return random.once(2)
    ? cut
    : `${cut}${random.pick(['"', '\\', ')', '(', ' and ', '\u0000'])}${query.slice(place)}`
}
