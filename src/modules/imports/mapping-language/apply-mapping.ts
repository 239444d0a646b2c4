import type { MarcField, MarcRecord } from '../../../formats/marc/record.ts'
import type { CompiledEntry, CompiledMapping, CompiledMember, CompiledRule } from './compile-mapping.ts'
import { CLEARED, readText, readTexts } from './evaluate-value.ts'
import type { ReadTexts, ValueSource } from './evaluate-value.ts'

/** A stored instance, holdings or item, or what a mapping has made of one so far. */
export type MappedDocument = Record<string, unknown>

/**
 * Applies a mapping to one record. Returns a new document: `existing` (left as it is) with the changes, or one
 * that holds what the mapping makes and nothing else. Texts that no reference list knows are in it as they were.
 */
export function applyMapping(
  mapping: CompiledMapping,
  record: MarcRecord,
  existing?: MappedDocument,
): MappedDocument {
  return applyToSource(mapping, { record, only: null }, existing)
}

/** The same with one occurrence of a repeated field alone: all expressions on its tag read from it. */
export function applyToOccurrence(
  mapping: CompiledMapping,
  record: MarcRecord,
  occurrence: MarcField,
): MappedDocument {
  return applyToSource(mapping, { record, only: occurrence })
}

function applyToSource(
  mapping: CompiledMapping,
  source: ValueSource,
  existing?: MappedDocument,
): MappedDocument {
  const document: MappedDocument = existing === undefined ? {} : { ...existing }
  for (const rule of mapping.rules) applyRule(document, rule, source)
  return document
}

function applyRule(document: MappedDocument, rule: CompiledRule, source: ValueSource): void {
  switch (rule.kind) {
    case 'text': {
      const text = readText(rule.value, source)
      if (text === CLEARED) clearParent(document, rule.path)
      else if (text !== null) setAt(document, rule.path, typed(rule.path.at(-1)!, text))
      return
    }
    case 'boolean':
      setAt(document, rule.path, rule.value)
      return
    case 'clear':
      if (getAt(document, rule.path) !== undefined) setAt(document, rule.path, undefined)
      return
    case 'texts': {
      const texts = new Set(rule.values.flatMap((value) => readTexts(value, source).texts))
      changeArray(document, rule, [...texts], (entry) => typeof entry === 'string' && texts.has(entry))
      return
    }
    case 'objects': {
      const objects = rule.entries.flatMap((entry) => objectsOf(entry, source))
      changeArray(document, rule, objects, (entry) => objects.some((object) => hasMembers(entry, object)))
    }
  }
}

function changeArray(
  document: MappedDocument,
  { kind, path, action }: Extract<CompiledRule, { action: string }>,
  incoming: unknown[],
  isIncoming: (entry: unknown) => boolean,
): void {
  if (incoming.length === 0) return
  const before = getAt(document, path)
  const existing: unknown[] = Array.isArray(before) ? before : []
  if (action === 'EXCHANGE_EXISTING') {
    setAt(document, path, incoming)
  } else if (action === 'DELETE_INCOMING') {
    if (existing.some(isIncoming))
      setAt(
        document,
        path,
        existing.filter((entry) => !isIncoming(entry)),
      )
  } else {
    // Arrays of text are sets; an equal note, however, may be meant to stand twice.
    const added = kind === 'texts' ? incoming.filter((text) => !existing.includes(text)) : incoming
    if (added.length > 0) setAt(document, path, [...existing, ...added])
  }
}

/** True when `entry` has every member of `wanted` with an equal value; it may have others, such as an id. */
function hasMembers(entry: unknown, wanted: MappedDocument): boolean {
  if (typeof entry !== 'object' || entry === null) return false
  return Object.entries(wanted).every(([name, value]) => {
    const found = (entry as MappedDocument)[name]
    return found === value || (typeof value === 'object' && JSON.stringify(found) === JSON.stringify(value))
  })
}

type MemberTexts = { member: CompiledMember; found: ReadTexts }

/**
 * The objects that one entry of a repeatable rule makes: one, or as many as the record has values. When the
 * values come from one repeated field, those of one occurrence stay together; otherwise they are paired in
 * order, and a value that is short goes on with its first.
 */
function objectsOf(entry: CompiledEntry, source: ValueSource): MappedDocument[] {
  const texts: MemberTexts[] = []
  let reads = false
  let found = false
  for (const member of entry.members) {
    if (member.value === null || typeof member.value === 'boolean') {
      if (member.required) return []
      continue
    }
    const values = readTexts(member.value, source)
    if (member.required && values.texts.length === 0) return []
    if (member.value.kind === 'read') {
      reads = true
      found ||= values.texts.length > 0
    }
    texts.push({ member, found: values })
  }
  // Constants alone say nothing about a record that has none of the data they belong to.
  if (reads && !found) return []
  if (texts.every(({ found: { texts: list } }) => list.length === 0)) return []
  const objects = rowsOf(texts).map((row) => objectOf(entry, row))
  return distinct(objects.filter((object) => object !== null))
}

/** One row an object: the value of each member in it. */
type Row = Map<CompiledMember, string | string[]>

function rowsOf(texts: readonly MemberTexts[]): Row[] {
  const repeated = texts.flatMap(({ member, found }) =>
    member.list || found.from === null ? [] : found.from,
  )
  const tags = new Set(repeated.map(({ tag }) => tag))
  const positions = [...new Set(repeated.flatMap((from) => from.positions))].sort((a, b) => a - b)
  if (tags.size !== 1 || positions.length < 2) return rowsInOrder(texts)
  return positions.flatMap((position) => rowsInOrder(texts.map((one) => atPosition(one, position))))
}

function atPosition({ member, found }: MemberTexts, position: number): MemberTexts {
  const { from } = found
  if (member.list || from === null) return { member, found }
  return {
    member,
    found: { texts: found.texts.filter((_, i) => from.positions[i] === position), from: null },
  }
}

function rowsInOrder(texts: readonly MemberTexts[]): Row[] {
  const count = Math.max(1, ...texts.map(({ member, found }) => (member.list ? 1 : found.texts.length)))
  return Array.from({ length: count }, (_, i) => {
    const row: Row = new Map()
    for (const { member, found } of texts) {
      if (found.texts.length === 0) continue
      row.set(member, member.list ? found.texts : (found.texts[i] ?? found.texts[0]!))
    }
    return row
  })
}

function objectOf(entry: CompiledEntry, row: Row): MappedDocument | null {
  const object: MappedDocument = {}
  for (const member of entry.members) {
    if (typeof member.value === 'boolean') {
      object[member.name] = member.value
      continue
    }
    const value = row.get(member)
    if (value !== undefined)
      object[member.name] = typeof value === 'string' ? typed(member.name, value) : value
    else if (member.required) return null
  }
  return object
}

function distinct(objects: MappedDocument[]): MappedDocument[] {
  if (objects.length < 2) return objects
  const seen = new Set<string>()
  return objects.filter((object) => {
    const text = JSON.stringify(object)
    return !seen.has(text) && seen.add(text)
  })
}

const booleanMembers = new Set([
  'discoverySuppress',
  'staffSuppress',
  'previouslyHeld',
  'staffOnly',
  'deleted',
])

function typed(name: string, text: string): string | boolean {
  if (booleanMembers.has(name) && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

function isDocument(value: unknown): value is MappedDocument {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function getAt(document: MappedDocument, path: readonly string[]): unknown {
  let node: unknown = document
  for (const name of path) {
    if (!isDocument(node)) return undefined
    node = node[name]
  }
  return node
}

/** Sets a member, copying the objects on the way; `undefined` removes it. */
function setAt(document: MappedDocument, path: readonly string[], value: unknown): void {
  let node = document
  for (let i = 0; i < path.length - 1; i += 1) {
    const child = node[path[i]!]
    const copy: MappedDocument = isDocument(child) ? { ...child } : {}
    node[path[i]!] = copy
    node = copy
  }
  const last = path[path.length - 1]!
  if (value === undefined) delete node[last]
  else node[last] = value
}

/** `###REMOVE###`: clears a member of the document, and for a nested one the object that holds it. */
function clearParent(document: MappedDocument, path: readonly string[]): void {
  const whole = path.length > 1 ? path.slice(0, -1) : path
  if (getAt(document, whole) !== undefined) setAt(document, whole, undefined)
}
