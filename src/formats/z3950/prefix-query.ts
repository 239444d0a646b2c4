import { PrefixQueryError } from './errors.ts'
import { ATTRIBUTE_SETS, BIB_1 } from './oids.ts'

/** An attribute of a term: what is searched (type 1), how it is compared (2), and so on. */
export type Attribute = { set: string | null; type: number; value: number | string }

export type Query =
  | { attributes: Attribute[]; term: string; kind: 'general' | 'string' | 'numeric' }
  | { operator: 'and' | 'or' | 'not'; left: Query; right: Query }

/** A query with the attribute set that counts where an attribute names none. */
export type PrefixQuery = { attributeSet: string; query: Query }

const OPERATORS = { '@and': 'and', '@or': 'or', '@not': 'not' } as const
const TERM_KINDS = ['general', 'string', 'numeric'] as const
/** Deeper than any query for one record, and far from the stack's end. */
const MAX_OPERATORS = 30

type Token = { text: string; isQuoted: boolean }

/**
 * Reads a query in the prefix notation of YAZ (software.indexdata.com/yaz/doc/tools.html, "Prefix Query Format"):
 * `@attr 1=1211 12345`, `@and @attr 1=4 @attr 4=1 "a title" @attr 1=1003 name`. Proximity and result sets,
 * which a search for one record does not need, are refused.
 * `values` fills placeholders such as `$identifier` inside terms only, so that a value never becomes syntax.
 * @throws PrefixQueryError
 */
export function parsePrefixQuery(text: string, values: Readonly<Record<string, string>> = {}): PrefixQuery {
  const tokens = tokensOf(text)
  let attributeSet = BIB_1
  if (tokens[0]?.text === '@attrset') {
    tokens.shift()
    attributeSet = attributeSetOf(tokens.shift())
  }
  const query = new Parser(tokens, values).query([], 'general', 0)
  const [rest] = tokens
  if (rest) throw new PrefixQueryError(`"${rest.text}" stands behind the end of the query.`)
  return { attributeSet, query }
}

function attributeSetOf(token: Token | undefined): string {
  const name = token?.text.toLowerCase() ?? ''
  const oid = ATTRIBUTE_SETS[name] ?? (/^[012](\.\d{1,9}){2,20}$/.test(name) ? name : null)
  if (oid === null) throw new PrefixQueryError(`"${name}" is no known attribute set.`)
  return oid
}

/** Words, and texts in quotes or braces, in which a backslash takes the next character as it is. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < text.length;) {
    if (/\s/.test(text[at]!)) {
      at += 1
      continue
    }
    const close = { '"': '"', '{': '}' }[text[at]!]
    if (close !== undefined) at += 1
    let found = ''
    while (at < text.length && (close === undefined ? !/\s/.test(text[at]!) : text[at] !== close)) {
      if (text[at] === '\\' && at + 1 < text.length) at += 1
      found += text[at]
      at += 1
    }
    if (close !== undefined) {
      if (at >= text.length) throw new PrefixQueryError(`A ${close} is missing.`)
      at += 1
    }
    tokens.push({ text: found, isQuoted: close !== undefined })
  }
  return tokens
}

class Parser {
  readonly #tokens: Token[]
  readonly #values: Readonly<Record<string, string>>
  constructor(tokens: Token[], values: Readonly<Record<string, string>>) {
    this.#tokens = tokens
    this.#values = values
  }

  query(attributes: readonly Attribute[], kind: (typeof TERM_KINDS)[number], depth: number): Query {
    const token = this.#tokens.shift()
    if (!token) throw new PrefixQueryError('The query ends where a term is expected.')
    if (token.isQuoted || !token.text.startsWith('@')) {
      return { attributes: innermostFirst(attributes), term: this.#fill(token.text), kind }
    }
    if (token.text === '@attr') return this.query([...attributes, this.#attribute()], kind, depth)
    if (token.text === '@term') return this.query(attributes, this.#termKind(), depth)
    const operator = OPERATORS[token.text as keyof typeof OPERATORS]
    if (operator === undefined) throw new PrefixQueryError(`"${token.text}" cannot be used here.`)
    if (depth >= MAX_OPERATORS) throw new PrefixQueryError('The query has too many operators.')
    const left = this.query(attributes, kind, depth + 1)
    return { operator, left, right: this.query(attributes, kind, depth + 1) }
  }

  #attribute(): Attribute {
    let token = this.#tokens.shift()
    let set: string | null = null
    if (token && !token.text.includes('=')) {
      set = attributeSetOf(token)
      token = this.#tokens.shift()
    }
    const [, type, value] = /^(\d{1,9})=(.+)$/s.exec(token?.text ?? '') ?? []
    if (type === undefined || value === undefined) {
      throw new PrefixQueryError(`"${token?.text ?? ''}" is no attribute such as 1=4.`)
    }
    return { set, type: Number(type), value: /^\d{1,9}$/.test(value) ? Number(value) : value }
  }

  #termKind(): (typeof TERM_KINDS)[number] {
    const name = this.#tokens.shift()?.text
    const kind = TERM_KINDS.find((known) => known === name)
    if (!kind) throw new PrefixQueryError(`"${name ?? ''}" is no kind of term that can be sent.`)
    return kind
  }

  #fill(term: string): string {
    return Object.entries(this.#values).reduce(
      (text, [name, value]) => text.replaceAll(name, () => value),
      term,
    )
  }
}

/** YAZ sends the attribute that stands next to the term first; of two of one type the inner one counts. */
function innermostFirst(attributes: readonly Attribute[]): Attribute[] {
  return attributes.toReversed().filter((attribute, index, all) => {
    return all.findIndex(({ set, type }) => set === attribute.set && type === attribute.type) === index
  })
}
