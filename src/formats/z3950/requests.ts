import { UNIVERSAL, bitBytes, booleanBytes, context, integerBytes, oidBytes, universal } from './ber.ts'
import { CHARACTER_SET_NEGOTIATION, UTF_8 } from './oids.ts'
import type { Attribute, PrefixQuery, Query } from './prefix-query.ts'

/** Requests of an origin (ANSI/NISO Z39.50-2003, section 3.2 and the ASN.1 of section 4.1). */

export type Credentials = { user: string; group: string | null; password: string | null }

export type InitOptions = {
  credentials: Credentials | null
  /** Asks for UTF-8 in queries and records; without it each side does as it is used to. */
  wantsUtf8: boolean
  /** The largest message that will be read, in bytes. */
  maxBytes: number
}

const VERSIONS = [0, 1, 2]
const SEARCH = 0
const PRESENT = 1
const NAMED_RESULT_SETS = 14
const NEGOTIATION = 17

/** Opens a session. */
export function initRequest({ credentials, wantsUtf8, maxBytes }: InitOptions): Buffer {
  const options = [SEARCH, PRESENT, NAMED_RESULT_SETS, ...(wantsUtf8 ? [NEGOTIATION] : [])]
  return context(20, [
    context(3, bitBytes(VERSIONS)),
    context(4, bitBytes(options)),
    context(5, integerBytes(maxBytes)),
    context(6, integerBytes(maxBytes)),
    ...(credentials === null ? [] : [context(7, [authentication(credentials)])]),
    context(111, Buffer.from('Octavo')),
    ...(wantsUtf8 ? [context(201, [universal(UNIVERSAL.sequence, [context(4, utf8Proposal())])])] : []),
  ])
}

/** A user alone goes as one open text, as YAZ sends it; with group or password the three go one by one. */
function authentication({ user, group, password }: Credentials): Buffer {
  if (group === null && password === null) return universal(UNIVERSAL.visibleString, Buffer.from(user))
  return universal(UNIVERSAL.sequence, [
    ...(group === null ? [] : [context(0, Buffer.from(group))]),
    context(1, Buffer.from(user)),
    ...(password === null ? [] : [context(2, Buffer.from(password))]),
  ])
}

/** The content of an EXTERNAL that proposes UTF-8 for everything (charneg-3). */
function utf8Proposal(): Buffer[] {
  const iso10646 = context(2, [context(2, oidBytes(UTF_8))])
  const proposal = context(1, [context(1, [iso10646]), context(3, booleanBytes(true))])
  return [universal(UNIVERSAL.oid, oidBytes(CHARACTER_SET_NEGOTIATION)), context(0, [proposal])]
}

const RESULT_SET = Buffer.from('default')

/** Searches; the answer holds the number of hits and no records. */
export function searchRequest(databases: readonly string[], query: PrefixQuery): Buffer {
  return context(22, [
    context(13, integerBytes(0)),
    context(14, integerBytes(1)),
    context(15, integerBytes(0)),
    context(16, booleanBytes(true)),
    context(17, RESULT_SET),
    context(
      18,
      databases.map((name) => context(105, Buffer.from(name))),
    ),
    context(21, [
      context(1, [universal(UNIVERSAL.oid, oidBytes(query.attributeSet)), structure(query.query)]),
    ]),
  ])
}

const OPERATOR_TAGS = { and: 0, or: 1, not: 2 } as const

function structure(query: Query): Buffer {
  if ('operator' in query) {
    const operator = context(46, [context(OPERATOR_TAGS[query.operator], Buffer.alloc(0))])
    return context(1, [structure(query.left), structure(query.right), operator])
  }
  const attributes = context(44, query.attributes.map(attributeElement))
  return context(0, [context(102, [attributes, term(query)])])
}

function term({ term: text, kind }: Extract<Query, { term: string }>): Buffer {
  if (kind === 'numeric') return context(215, integerBytes(Number.parseInt(text, 10) || 0))
  return context(kind === 'string' ? 216 : 45, Buffer.from(text))
}

function attributeElement({ set, type, value }: Attribute): Buffer {
  return universal(UNIVERSAL.sequence, [
    ...(set === null ? [] : [context(1, oidBytes(set))]),
    context(120, integerBytes(type)),
    typeof value === 'number'
      ? context(121, integerBytes(value))
      : context(224, [context(1, [context(1, Buffer.from(value))])]),
  ])
}

/** Asks for the first record of what was found, in one record syntax. */
export function presentRequest(syntax: string, elementSetName: string | null): Buffer {
  return context(24, [
    context(31, RESULT_SET),
    context(30, integerBytes(1)),
    context(29, integerBytes(1)),
    ...(elementSetName === null ? [] : [context(19, [context(0, Buffer.from(elementSetName))])]),
    context(104, oidBytes(syntax)),
  ])
}

const FINISHED = 0

/** Ends a session. */
export function closeRequest(): Buffer {
  return context(48, [context(211, integerBytes(FINISHED))])
}
