import names from '../../../../src/modules/quick-marc/field-008.json' with { type: 'json' }
import tables from '../../../../src/modules/quick-marc/fixed-fields.json' with { type: 'json' }
import { fixedFieldText } from '#text/marc-fixed-fields.ts'
import type { FixedContent, MarcFormat } from './wire.ts'

/*
 * 006, 007, 008 and the leader, whose positions have meanings. The tables are those of the server
 * (`src/modules/quick-marc`), so that both cut the text at the same places.
 */

/** A named stretch of a fixed field. */
export type FixedElement = {
  name: string
  /** Its name in full. */
  label: string
  at: number
  length: number
  /** True where each character is a code of its own. */
  isList: boolean
  /** Codes with their meanings; null where anything may stand. */
  values: Readonly<Record<string, string>> | null
  /** True for what the server fills. */
  isSystem: boolean
}

type Row = readonly [name: string, at: number, length: number, isList?: boolean]

const MATERIAL_AT = 18
const LENGTHS_008: Readonly<Record<MarcFormat, number>> = { BIBLIOGRAPHIC: 40, HOLDINGS: 32, AUTHORITY: 40 }
const RECORD_TYPES = { BIBLIOGRAPHIC: 'bibliographic', HOLDINGS: 'holdings', AUTHORITY: 'authority' } as const
const UNKNOWN = 'Unknown Type'

export function isFixedTag(tag: string): boolean {
  return tag === '006' || tag === '007' || tag === '008'
}

/** The material that 008 describes, by leader positions 06 and 07. */
export function materialOf(leader: string): string {
  const type = leader.charAt(6)
  if (type === 'a' && 'bis'.includes(leader.charAt(7) || '?')) return 'Continuing Resources'
  return MATERIALS[type] ?? UNKNOWN
}

const MATERIALS: Readonly<Record<string, string>> = {
  a: 'Books',
  t: 'Books',
  s: 'Continuing Resources',
  m: 'Computer Files',
  e: 'Maps',
  f: 'Maps',
  p: 'Mixed Materials',
  i: 'Sound Recordings',
  j: 'Sound Recordings',
  c: 'Scores',
  d: 'Scores',
  g: 'Visual Materials',
  k: 'Visual Materials',
  o: 'Visual Materials',
  r: 'Visual Materials',
}

const specific = tables.specific as unknown as Readonly<Record<string, readonly Row[]>>
const materials006 = tables.materials006 as Readonly<Record<string, string>>
const categories007 = tables.categories007 as unknown as readonly {
  name: string
  code: string
  length: number
  elements: readonly Row[]
}[]

type Layout = { length: number; rows: readonly Row[]; material: string }

function shifted(rows: readonly Row[], by: number): Row[] {
  return rows.map(([name, at, length, isList = false]) => [name, at + by, length, isList])
}

/** How the text of a fixed field is cut; null for a 007 of an unknown category, which has no elements. */
function layoutOf(tag: string, text: string, format: MarcFormat, leader: string): Layout | null {
  if (tag === '006') {
    const material = materials006[text.charAt(0)] ?? UNKNOWN
    return { length: 18, material, rows: [['Type', 0, 1], ...shifted(specific[material]!, 1)] }
  }
  if (tag === '007') {
    const category = categories007.find(({ code }) => code === text.charAt(0))
    if (category === undefined) return null
    return { length: category.length, rows: category.elements, material: category.name }
  }
  const length = LENGTHS_008[format]
  if (format === 'HOLDINGS') return { length, material: '', rows: tables.holdings as unknown as Row[] }
  if (format === 'AUTHORITY') return { length, material: '', rows: tables.authority as unknown as Row[] }
  const material = materialOf(leader)
  const common = tables.common as unknown as Row[]
  return { length, material, rows: [...common, ...shifted(specific[material]!, MATERIAL_AT)] }
}

/** How long the text of a fixed field must be; null where that is not fixed. */
export function fixedLength(tag: string, text: string, format: MarcFormat, leader: string): number | null {
  return layoutOf(tag, text, format, leader)?.length ?? null
}

/** The named elements of a fixed field in the order of their places. */
export function fixedElements(tag: string, text: string, format: MarcFormat, leader: string): FixedElement[] {
  const layout = layoutOf(tag, text, format, leader)
  if (layout === null) return []
  const rows = layout.rows.toSorted(([, one], [, two]) => one - two)
  return rows
    .filter(([name]) => !name.startsWith('Undef_'))
    .map(([name, at, length, isList = false]) => ({
      name,
      label: labelOf(tag, name, format),
      at,
      length,
      isList,
      values: tag === '007' ? null : valuesOf(tag, name, format, layout.material),
      isSystem: name === 'Entered' || name === 'Date Ent',
    }))
}

function labelOf(tag: string, name: string, format: MarcFormat): string {
  if (name === 'Type' || name === 'Category' || name === 'SMD') return fixedFieldText.elements[name]
  if (tag === '007') return name
  const labels = names.names[RECORD_TYPES[tag === '006' ? 'BIBLIOGRAPHIC' : format]] as Record<string, string>
  return labels[name] ?? name
}

/** Lists that differ between materials. */
const OWN_LISTS: Readonly<Record<string, Record<string, string>>> = {
  Books: { Cont: 'Cont (books)' },
  'Continuing Resources': { Cont: 'Cont (continuing)' },
  'Computer Files': { Form: 'Form (computer files)' },
}

function valuesOf(
  tag: string,
  name: string,
  format: MarcFormat,
  material: string,
): Readonly<Record<string, string>> | null {
  if (tag === '006' && name === 'Type') return fixedFieldText.types
  const all = names.values as Record<string, Record<string, Record<string, string>>>
  const lists = all[RECORD_TYPES[tag === '006' ? 'BIBLIOGRAPHIC' : format]] ?? {}
  const values = lists[OWN_LISTS[material]?.[name] ?? name]
  if (values === undefined) return null
  return Object.fromEntries(Object.entries(values).map(([code, label]) => [blank(code), label]))
}

/** In the wire's tables a backslash stands for a blank. */
function blank(text: string): string {
  return text.replaceAll('\\', ' ')
}

/** The positions of the leader that a person may set. */
export function leaderElements(format: MarcFormat): FixedElement[] {
  return fixedFieldText.leader[format].map(({ name, at, values }) => ({
    name,
    label: name,
    at,
    length: 1,
    isList: false,
    values,
    isSystem: false,
  }))
}

/** The text of a fixed field whose elements the server has named. */
export function joinFixed(tag: string, content: FixedContent, format: MarcFormat, leader: string): string {
  const first = tag === '006' ? content.Type : content.Category
  const layout = layoutOf(tag, textOf(first), format, leader)
  if (layout === null) return blank(textOf(content.Value))
  let text = ' '.repeat(layout.length)
  for (const [name, at, length] of layout.rows) {
    const part = textOf(content[name]).slice(0, length).padEnd(length)
    text = text.slice(0, at) + part + text.slice(at + length)
  }
  return blank(text)
}

function textOf(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join('') : (value ?? '')
}

/** A fixed field as the server takes it: named elements, blanks as backslashes. */
export function splitFixed(tag: string, text: string, format: MarcFormat, leader: string): FixedContent {
  const masked = (part: string) => part.replaceAll(' ', '\\')
  const layout = layoutOf(tag, text, format, leader)
  if (layout === null) {
    return { $categoryName: 'Unknown', Category: masked(text.charAt(0) || ' '), Value: masked(text) }
  }
  const padded = text.slice(0, layout.length).padEnd(layout.length)
  const content: FixedContent = {}
  if (tag === '007') content.$categoryName = layout.material
  if (tag === '008' && format === 'BIBLIOGRAPHIC') {
    content.Type = leader.charAt(6)
    content.BLvl = masked(leader.charAt(7))
  }
  for (const [name, at, length, isList] of layout.rows) {
    const part = masked(padded.slice(at, at + length))
    content[name] = isList ? Array.from(part) : part
  }
  return content
}
