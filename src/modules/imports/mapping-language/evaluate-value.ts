import type { MarcField, MarcRecord } from '../../../formats/marc/record.ts'
import { toIsoDate } from './iso-date.ts'
import { idOfLabel } from './reference-labels.ts'
import type { Labels } from './reference-labels.ts'

/** A part that reads the record, or a text that is known beforehand. */
export type CompiledPart =
  | { kind: 'text'; text: string }
  | { kind: 'subfield'; tag: string; code: string }
  | { kind: 'control'; tag: string }
  | { kind: 'positions'; tag: string; from: number; to: number }

/** `remove` clears the field; `tag` is the one data field that all subfield parts name, if there is just one. */
export type CompiledAlternative = { parts: CompiledPart[]; remove: boolean; tag: string | null }

/** A value that is the same for every record (`constant`, null: clears the field), or one that reads the record. */
export type CompiledValue =
  | { kind: 'constant'; text: string | null }
  | { kind: 'read'; alternatives: CompiledAlternative[]; labels: Labels | null }

/**
 * What a value is read from. With `only`, its tag is read from that one occurrence, and the other occurrences
 * of the tag do not exist.
 */
export type ValueSource = { record: MarcRecord; only: MarcField | null }

/** Result of a rule that clears its field. */
export const CLEARED = Symbol('cleared')

/**
 * All values of a rule. When they come from one repeatable field, `from` has its tag and for each value the
 * position of its occurrence in the record.
 */
export type ReadTexts = { texts: string[]; from: { tag: string; positions: number[] } | null }

const NOTHING: ReadTexts = { texts: [], from: null }

/** The value for a field that takes one: the first value of each part, joined. Null when nothing is there. */
export function readText(value: CompiledValue, source: ValueSource): string | typeof CLEARED | null {
  if (value.kind === 'constant') return value.text ?? CLEARED
  for (const { parts, remove } of value.alternatives) {
    if (remove) return CLEARED
    const pieces: string[] = []
    for (const part of parts) {
      const piece = firstOfPart(part, source)
      if (piece !== null) pieces.push(piece)
    }
    const text = labelled(value.labels, pieces)
    if (!isBlank(text)) return text
  }
  return null
}

/** The values for a repeatable field, in record order; the same value may occur twice. */
export function readTexts(value: CompiledValue, source: ValueSource): ReadTexts {
  if (value.kind === 'constant') return value.text === null ? NOTHING : { texts: [value.text], from: null }
  for (const alternative of value.alternatives) {
    if (alternative.remove) return NOTHING
    const found =
      alternative.tag === null
        ? acrossFields(alternative.parts, value.labels, source)
        : withinFields(alternative.parts, alternative.tag, value.labels, source)
    if (found.texts.length > 0) return found
  }
  return NOTHING
}

/**
 * One value from each occurrence of the tag (several where a subfield repeats). FOLIO joins the n-th `$a` with
 * the n-th `$b` of the whole record, and gives up joining when their numbers differ; inside one occurrence both
 * agree with what the field says.
 */
function withinFields(
  parts: CompiledPart[],
  tag: string,
  labels: Labels | null,
  source: ValueSource,
): ReadTexts {
  const texts: string[] = []
  const positions: number[] = []
  const { fields } = source.record
  for (let index = 0; index < fields.length; index += 1) {
    const field = fields[index]!
    if (field.tag !== tag || (source.only !== null && source.only.tag === tag && source.only !== field))
      continue
    const columns = parts.map((part) =>
      part.kind === 'subfield' ? subfieldValues(field, part.code) : scalarValues(part, source),
    )
    const rows = Math.max(...columns.map((column, i) => (parts[i]!.kind === 'subfield' ? column.length : 0)))
    for (let row = 0; row < rows; row += 1) {
      const pieces: string[] = []
      for (let i = 0; i < parts.length; i += 1) {
        const piece = parts[i]!.kind === 'subfield' ? columns[i]![row] : columns[i]![0]
        if (piece !== undefined) pieces.push(piece)
      }
      const text = labelled(labels, pieces)
      if (isBlank(text)) continue
      texts.push(text)
      positions.push(index)
    }
  }
  if (texts.length > 0) return { texts, from: { tag, positions } }
  return oneText(parts, labels, source)
}

/** Parts from several fields: values of equal number are joined pairwise, single ones go to all. */
function acrossFields(parts: CompiledPart[], labels: Labels | null, source: ValueSource): ReadTexts {
  const columns = parts.map((part) => valuesOfPart(part, source))
  const repeated = columns.filter((column) => column.length > 1)
  const rows = repeated[0]?.length ?? 1
  if (repeated.some((column) => column.length !== rows)) {
    const texts = columns
      .filter((_, i) => parts[i]!.kind !== 'text')
      .flatMap((column) => column.map((piece) => labelled(labels, [piece])))
      .filter((text) => !isBlank(text))
    return { texts, from: null }
  }
  const texts: string[] = []
  for (let row = 0; row < rows; row += 1) {
    const pieces: string[] = []
    for (const column of columns) {
      const piece = column.length > 1 ? column[row] : column[0]
      if (piece !== undefined) pieces.push(piece)
    }
    const text = labelled(labels, pieces)
    if (!isBlank(text)) texts.push(text)
  }
  return { texts, from: null }
}

function oneText(parts: CompiledPart[], labels: Labels | null, source: ValueSource): ReadTexts {
  const pieces = parts.flatMap((part) => (part.kind === 'subfield' ? [] : scalarValues(part, source)))
  const text = labelled(labels, pieces)
  return isBlank(text) ? NOTHING : { texts: [text], from: null }
}

/**
 * The pieces joined, or the id that their text stands for. Text that the list does not know stays, so that the
 * check of the finished record can name it.
 */
export function labelled(labels: Labels | null, pieces: readonly string[]): string {
  const joined = pieces.length === 1 ? pieces[0]! : pieces.join('')
  if (labels === null || isBlank(joined)) return joined
  const id = idOfLabel(labels, joined)
  if (id !== null) return id
  if (pieces.length < 2) return labels.dropUnknown ? '' : joined
  return pieces.map((piece) => idOfLabel(labels, piece) ?? (labels.dropUnknown ? '' : piece)).join('')
}

export function isBlank(text: string): boolean {
  return text === '' || text.trim() === ''
}

function firstOfPart(part: CompiledPart, source: ValueSource): string | null {
  if (part.kind === 'text') return part.text
  if (part.kind !== 'subfield') return scalarValues(part, source)[0] ?? null
  const { record, only } = source
  for (const field of record.fields) {
    if (field.tag !== part.tag || field.subfields === null) continue
    if (only !== null && only.tag === part.tag && only !== field) continue
    for (const { code, value } of field.subfields) {
      if (code === part.code && !isBlank(value)) return toIsoDate(value)
    }
  }
  return null
}

function valuesOfPart(part: CompiledPart, source: ValueSource): string[] {
  if (part.kind !== 'subfield') return scalarValues(part, source)
  const { record, only } = source
  const values: string[] = []
  for (const field of record.fields) {
    if (field.tag !== part.tag || (only !== null && only.tag === part.tag && only !== field)) continue
    values.push(...subfieldValues(field, part.code))
  }
  return values
}

function subfieldValues(field: MarcField, wanted: string): string[] {
  const values: string[] = []
  for (const { code, value } of field.subfields ?? []) {
    if (code === wanted && !isBlank(value)) values.push(toIsoDate(value))
  }
  return values
}

function scalarValues(part: CompiledPart, { record }: ValueSource): string[] {
  if (part.kind === 'text') return [part.text]
  if (part.kind === 'subfield') return []
  const whole = part.tag === 'LDR' ? record.leader : controlText(record, part.tag)
  if (whole === null) return []
  const value = part.kind === 'control' ? whole : cut(whole, part.from, part.to)
  return isBlank(value) ? [] : [value]
}

function controlText(record: MarcRecord, tag: string): string | null {
  for (const field of record.fields) {
    if (field.tag === tag && field.subfields === null) return field.value
  }
  return null
}

/**
 * Positions count from 1 and both ends are included, but the last character of the field is never given:
 * FOLIO's reader clamps the end one too early, and profiles written for it count on what it returns
 * (folio-org/data-import-processing-core: MarcRecordReader.java, getDataFromToExpression).
 */
function cut(text: string, from: number, to: number): string {
  return text.slice(from - 1, Math.min(to, text.length - 1))
}
