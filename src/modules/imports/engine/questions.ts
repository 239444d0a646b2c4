import type { Scope } from '../matching/find-matches.ts'
import type { FieldLink } from '../../authorities/index.ts'
import type { StoredSource } from '../../records/pure.ts'

/** What is loaded by an id; each name says whose id it is. */
export type LoadKind =
  | 'instance'
  | 'holdings'
  | 'item'
  | 'authority'
  /** The current source record of an inventory record, by that one's id. */
  | 'source'
  /** The same without its MARC. */
  | 'sourceHead'
  /** The ids of the holdings of an instance, three at most. */
  | 'holdingsOf'
  /** All items of a holdings record. */
  | 'itemsOf'
  /** The highest order among the items of a holdings record. */
  | 'lastOrder'
  /** The id of the instance whose MARC record has this human-readable id. */
  | 'instanceOfHrid'
  /** The links of an instance to authorities. */
  | 'links'

/** What the steps of a record ask the database, in the middle of their way. */
export type Question =
  | { kind: 'match'; no: number; values: string[]; within: Scope | null }
  | { kind: 'load'; what: LoadKind; id: string }

/**
 * An inventory record as it is stored; `doc` is its JSON text, `parent` the id of the record that it is below: the
 * holdings of an item, the instance of holdings.
 */
export type StoredRow = { id: string; version: number; doc: string; parent: string | null }

export type Hit = { id: string; externalId: string | null }

/** Answers by what was asked; null where there is no such record. */
export type LoadedValues = {
  instance: StoredRow | null
  holdings: StoredRow | null
  item: StoredRow | null
  authority: StoredRow | null
  source: StoredSource | null
  sourceHead: StoredSource | null
  holdingsOf: string[]
  itemsOf: StoredRow[]
  lastOrder: number
  instanceOfHrid: string | null
  links: FieldLink[]
}

export type Answer = Hit[] | LoadedValues[LoadKind]

/** A question with its name (`keyOf`). */
export type AskedQuestion = [key: string, question: Question]

/** The name of a question among those of its chunk; equal questions have one. */
export function keyOf(question: Question): string {
  if (question.kind === 'load') return `${question.what} ${question.id}`
  const scope = question.within === null ? '' : JSON.stringify(question.within)
  return `match ${question.no} ${scope} ${question.values.join('\u0001')}`
}

/** What of an answer tells it from a later one: ids, and of records their version or generation. */
export function gistOf(answer: Answer): string {
  return Array.isArray(answer) ? answer.map(gistOfPart).join(' ') : gistOfPart(answer)
}

function gistOfPart(part: Exclude<Answer, unknown[]> | Hit | FieldLink): string {
  if (typeof part !== 'object' || part === null) return String(part)
  if ('version' in part) return `${part.id} ${part.version}`
  return 'generation' in part ? part.id : JSON.stringify(part)
}

/** The steps of one record: they ask, are answered, and go on. */
export type Steps<T = void> = Generator<Question[], T, Answer[]>

/**
 * Asks in one go for what the steps behind it load one by one. Only in a rehearsal: afterwards all answers are there.
 */
export function* foresee(isRehearsal: boolean, kinds: readonly LoadKind[], id: string | null): Steps {
  if (isRehearsal && id !== null) yield kinds.map((what) => ({ kind: 'load', what, id }))
}

/** Loads one thing. */
export function* load<K extends LoadKind>(what: K, id: string): Steps<LoadedValues[K]> {
  const [answer] = yield [{ kind: 'load', what, id }]
  return answer as LoadedValues[K]
}
