import { UNIVERSAL, booleanOf, integerOf, memberOf, octetsOf, oidOf, textOf, universalOf } from './ber.ts'
import type { BerValue } from './ber.ts'
import type { Diagnostic } from './diagnostics.ts'
import { Z3950ReadError } from './errors.ts'

/** A record as a target sends it. */
export type TargetRecord = { syntax: string; bytes: Buffer }

/** What a target answers; `other` is a message that no request of ours asks for. */
export type Z3950Response =
  | { type: 'init'; isAccepted: boolean; implementation: string }
  | { type: 'search'; hits: number; isDone: boolean; diagnostics: Diagnostic[] }
  | { type: 'present'; records: TargetRecord[]; diagnostics: Diagnostic[] }
  | { type: 'close'; reason: number; text: string }
  | { type: 'other'; tag: number }

/** Reads a message of a target. @throws Z3950ReadError when a part is missing or of another kind. */
export function readResponse(message: BerValue): Z3950Response {
  if (message.tagClass !== 'context' || message.children === null) {
    throw new Z3950ReadError('The answer is no message of Z39.50.')
  }
  switch (message.tag) {
    case 21:
      return {
        type: 'init',
        isAccepted: booleanOf(required(message, 12, 'result')),
        implementation: optionalText(message, 111),
      }
    case 23:
      return {
        type: 'search',
        hits: integerOf(required(message, 23, 'resultCount')),
        isDone: booleanOf(required(message, 22, 'searchStatus')),
        diagnostics: recordsOf(message).diagnostics,
      }
    case 25:
      return { type: 'present', ...recordsOf(message) }
    case 48: {
      const reason = memberOf(message, 211)
      return { type: 'close', reason: reason ? integerOf(reason) : 0, text: optionalText(message, 3) }
    }
    default:
      return { type: 'other', tag: message.tag }
  }
}

function required(message: BerValue, tag: number, name: string): BerValue {
  const found = memberOf(message, tag)
  if (!found) throw new Z3950ReadError(`The answer has no ${name}.`)
  return found
}

function optionalText(message: BerValue, tag: number): string {
  const found = memberOf(message, tag)
  return found ? textOf(found) : ''
}

type Found = { records: TargetRecord[]; diagnostics: Diagnostic[] }

/** The records of an answer, and the diagnostics that stand in their place. */
function recordsOf(message: BerValue): Found {
  const single = memberOf(message, 130)
  if (single) return { records: [], diagnostics: [diagnosticOf(single)] }
  const several = memberOf(message, 205)
  if (several) return { records: [], diagnostics: (several.children ?? []).map(diagnosticOf) }
  const found: Found = { records: [], diagnostics: [] }
  for (const entry of memberOf(message, 28)?.children ?? []) {
    const choice = memberOf(entry, 1)?.children?.[0]
    const content = choice?.children?.[0]
    if (choice === undefined || content === undefined) {
      throw new Z3950ReadError('A record of the answer is empty.')
    }
    if (choice.tag === 2) found.diagnostics.push(diagnosticOf(content))
    else found.records.push(externalOf(content))
  }
  return found
}

function diagnosticOf(value: BerValue): Diagnostic {
  const code = universalOf(value, UNIVERSAL.integer)
  const addition = value.children?.at(-1)
  return {
    code: code ? integerOf(code) : 0,
    addition: addition === undefined || addition === code ? '' : textOf(addition),
  }
}

/** The content of an EXTERNAL: octets, or a value that holds them. */
function externalOf(value: BerValue): TargetRecord {
  const syntax = universalOf(value, UNIVERSAL.oid)
  const octets = memberOf(value, 1)
  const single = memberOf(value, 0)?.children?.[0]
  const content = octets ?? single
  if (!syntax || !content) throw new Z3950ReadError('A record of the answer does not say what it is.')
  return { syntax: oidOf(syntax), bytes: octetsOf(content) }
}
