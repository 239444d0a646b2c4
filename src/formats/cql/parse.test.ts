import { describe, expect, it } from 'vitest'
import { CqlError } from './error.ts'
import type { CqlModifier, CqlNode, CqlQuery } from './nodes.ts'
import { readable, unreadable } from './fixtures/queries.ts'
import { parseCql } from './parse.ts'

function draw(query: CqlQuery): string {
  const sort = query.sort.map((key) => key.index + drawModifiers(key.modifiers)).join(' ')
  return (query.root === null ? '' : drawNode(query.root)) + (sort === '' ? '' : ` | ${sort}`)
}

function drawNode(node: CqlNode): string {
  if (node.type === 'term') {
    return `${node.index} ${node.relation.comparator}${drawModifiers(node.relation.modifiers)} [${node.term}]`
  }
  return `(${drawNode(node.left)} ${node.operator}${drawModifiers(node.modifiers)} ${drawNode(node.right)})`
}

function drawModifiers(modifiers: readonly CqlModifier[]): string {
  return modifiers.map(({ name, comparison, value }) => `/${name}${comparison ?? ''}${value ?? ''}`).join('')
}

function errorOf(query: string): CqlError {
  try {
    parseCql(query)
  } catch (error) {
    if (error instanceof CqlError) return error
    throw error
  }
  throw new Error(`no error for ${query}`)
}

describe('parseCql', () => {
  it.each(readable)('reads %j as %s', (query, tree) => {
    expect(draw(parseCql(query))).toBe(tree)
  })

  it.each(unreadable)('refuses %j at %i: %s', (query, position, message) => {
    const error = errorOf(query)
    expect(error.message).toContain(message)
    expect(error.position).toBe(position)
  })

  it.each(['', ' ', '\t\r\n'])('reads the blank query %j as one that restricts nothing', (query) => {
    expect(parseCql(query)).toEqual({ root: null, sort: [] })
  })

  it('reads a thousand alternatives', () => {
    const terms = Array.from({ length: 1_000 }, (_, i) => `term${i}`)
    let node = parseCql(`id==(${terms.join(' or ')})`).root
    let count = 0
    for (; node?.type === 'boolean'; node = node.left) count += 1
    expect(count).toBe(999)
  })

  it('refuses parentheses deeper than 200', () => {
    expect(draw(parseCql('('.repeat(200) + 'a' + ')'.repeat(200)))).toBe('cql.serverChoice = [a]')
    expect(errorOf('('.repeat(201) + 'a' + ')'.repeat(201))).toMatchObject({ position: 200 })
    expect(errorOf('('.repeat(900_000)).message).toContain('nested deeper than 200')
  })

  it('refuses more than 20 sort keys', () => {
    expect(parseCql(`a sortBy ${'b '.repeat(20)}`).sort).toHaveLength(20)
    expect(errorOf(`a sortBy ${'b '.repeat(21)}`).message).toContain('More than 20 sort keys')
  })

  it('refuses a query of more than a million characters', () => {
    expect(errorOf('a'.repeat(1_000_001)).message).toContain('longer than 1000000 characters')
  })

  it('gives frozen nodes', () => {
    const query = parseCql('a =/b=c d and e sortBy f/g')
    for (const part of [query, query.root, query.sort, query.sort[0], query.sort[0]?.modifiers]) {
      expect(Object.isFrozen(part)).toBe(true)
    }
  })
})
