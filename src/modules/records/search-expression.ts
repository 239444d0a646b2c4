import { textProblem } from '../../kernel/http/problems.ts'
import { allOf, anyOf } from './criterion.ts'
import type { Criterion } from './criterion.ts'

/** `key operator 'value'`, the smallest part of an expression; the operator is in lower case. */
export type Operand = { key: string; operator: string; value: string }

type Token = { kind: '(' | ')' | 'and' | 'or' } | { kind: 'operand'; operand: Operand }

// Far more than a person writes, far less than what exhausts the stack.
const MAX_TOKENS = 2000
const MAX_LENGTH = 100_000

/**
 * Parses an expression of `marc-record-identifiers`: operands joined by `and` and `or` (`and` binds closer), with
 * brackets. `compile` turns each operand into its criterion.
 * Source: folio-org/mod-source-record-storage: services/util/parser.
 * @param name how the expression is called in messages
 * @throws Problem 400 with FOLIO's text where FOLIO has one
 */
export function parseExpression(
  text: string,
  name: string,
  compile: (operand: Operand) => Criterion,
): Criterion {
  if (text.length > MAX_LENGTH) throw tooLong(name)
  checkMarks(text, name)
  const tokens = tokenize(text)
  if (tokens.length > MAX_TOKENS) throw tooLong(name)
  let next = 0

  function isNext(kind: Token['kind']): boolean {
    if (tokens[next]?.kind !== kind) return false
    next += 1
    return true
  }

  function alternatives(): Criterion {
    const parts = [conjunction()]
    while (isNext('or')) parts.push(conjunction())
    return anyOf(parts)
  }

  function conjunction(): Criterion {
    const parts = [primary()]
    while (isNext('and')) parts.push(primary())
    return allOf(parts)
  }

  function primary(): Criterion {
    const token = tokens[next]
    next += 1
    if (token?.kind === 'operand') return compile(token.operand)
    if (token?.kind !== '(') throw notParsable(text)
    const inner = alternatives()
    if (!isNext(')')) throw notParsable(text)
    return inner
  }

  const criterion = alternatives()
  if (next < tokens.length) throw notParsable(text)
  return criterion
}

/** The checks that FOLIO makes before it parses, in its order, with its texts. */
function checkMarks(text: string, name: string): void {
  if (text.trim() === '') {
    throw textProblem(400, `The input expression should not be blank or empty [expression: ${name}]`)
  }
  if (count(text, '(') !== count(text, ')')) {
    throw textProblem(
      400,
      `The number of opened brackets should be equal to number of closed brackets [expression: ${name}]`,
    )
  }
  if (count(text, "'") % 2 !== 0) {
    throw textProblem(
      400,
      `Each value in the expression should be surrounded by single quotes [expression: ${name}]`,
    )
  }
  if (text.includes("''")) throw textProblem(400, `Empty values are not allowed [expression: ${name}]`)
}

function count(text: string, mark: string): number {
  return text.split(mark).length - 1
}

const tokenPattern = /\s*(?:([()])|(and|or)(?![\w.])|([^\s()']+)\s+([^\s'()]+)\s*'([^']*)')/iy

function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  tokenPattern.lastIndex = 0
  for (let at = 0; text.slice(at).trim() !== '';) {
    tokenPattern.lastIndex = at
    const match = tokenPattern.exec(text)
    if (!match) throw notParsable(text.slice(at).trim())
    const [whole, bracket, word, key, operator, value] = match
    if (bracket !== undefined) tokens.push({ kind: bracket as '(' })
    else if (word !== undefined) tokens.push({ kind: word.toLowerCase() as 'and' })
    else
      tokens.push({
        kind: 'operand',
        operand: { key: key!, operator: operator!.toLowerCase(), value: value! },
      })
    at += whole.length
  }
  return tokens
}

function tooLong(name: string): Error {
  return textProblem(400, `The expression is too long [expression: ${name}]`)
}

function notParsable(text: string): Error {
  return textProblem(400, `The given expression [${text}] is not parsable`)
}
