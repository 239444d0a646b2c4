import { readBeside } from '../../kernel/module.ts'
import { maskBlanks, restoreBlanks } from './marc-format.ts'
import type { MarcFormat } from './marc-format.ts'
import { recordFault } from './editor-problems.ts'

/*
 * 006, 007 and 008 as the editor shows them: an object of named elements instead of a text in which positions count.
 * Elements: folio-org/mod-quick-marc: convertion/elements/**.
 */

/** Name, offset, length, and true where the element is shown as a list of single characters. */
export type Element = readonly [name: string, at: number, length: number, isArray?: boolean | undefined]

type Category = { name: string; code: string; length: number; elements: Element[] }

const TABLES = JSON.parse(readBeside(import.meta.dirname, 'fixed-fields.json')) as {
  common: Element[]
  specific: Record<string, Element[]>
  holdings: Element[]
  authority: Element[]
  materials006: Record<string, string>
  categories007: Category[]
}

/** Named elements of a fixed field. */
export type FixedContent = Record<string, unknown>

const LENGTHS_008: Readonly<Record<MarcFormat, number>> = { BIBLIOGRAPHIC: 40, HOLDINGS: 32, AUTHORITY: 40 }
/** Where the elements of the material begin in a bibliographic 008, and how many characters they are. */
const MATERIAL_AT = 18
const MATERIAL_LENGTH = 17
const LENGTH_006 = MATERIAL_LENGTH + 1
const TYPE: Element = ['Type', 0, 1]
const CATEGORY = 'Category'
const CATEGORY_NAME = '$categoryName'
const VALUE = 'Value'
const UNKNOWN = 'Unknown Type'

/** Fixed fields are those that the editor takes apart. */
export function isFixedField(tag: string): boolean {
  return tag === '006' || tag === '007' || tag === '008'
}

/** The elements of 008 in the order of their places; positions without meaning are elements without a name. */
export function elements008(format: MarcFormat, material = UNKNOWN): Element[] {
  const elements = elementsOf(format, TABLES.specific[material]!).sort(([, one], [, other]) => one - other)
  const whole: Element[] = []
  let next = 0
  for (const element of [...elements, ['', LENGTHS_008[format], 0] as const]) {
    const [, at, length] = element
    if (at > next) whole.push(['', next, at - next])
    if (length > 0) whole.push(element)
    next = at + length
  }
  return whole
}

function elementsOf(format: MarcFormat, material: readonly Element[]): Element[] {
  if (format === 'HOLDINGS') return [...TABLES.holdings]
  if (format === 'AUTHORITY') return [...TABLES.authority]
  return [...TABLES.common, ...shifted(material, MATERIAL_AT)]
}

/** What a 006, 007 or 008 says, by the names of its elements; blanks as backslashes. */
export function splitFixedField(tag: string, text: string, format: MarcFormat, leader: string): FixedContent {
  if (tag === '006') return split006(text)
  if (tag === '007') return split007(text)
  const content = padded(text, LENGTHS_008[format])
  const type = leader.charAt(6)
  const level = leader.charAt(7)
  const elements = contentOf(elementsOf(format, material008(type, level)), content)
  return format === 'BIBLIOGRAPHIC' ? { Type: type, BLvl: maskBlanks(level), ...elements } : elements
}

/**
 * The text of a 006, 007 or 008 with the given elements; those that are missing are blank, others are passed over.
 * @throws Problem 422 naming the tag for an element of a wrong length
 */
export function joinFixedField(
  tag: string,
  content: FixedContent,
  format: MarcFormat,
  leader: string,
  today: Date,
): string {
  if (tag === '006') {
    const type = characterOf(content.Type, ' ')
    return joined(tag, content, LENGTH_006, elements006(type))
  }
  if (tag === '007') return join007(content)
  const dated = withDateEntered(content, format === 'BIBLIOGRAPHIC' ? 'Entered' : 'Date Ent', today)
  const type = characterOf(content.Type, leader.charAt(6))
  const level = characterOf(content.BLvl, leader.charAt(7))
  return joined(tag, dated, LENGTHS_008[format], elementsOf(format, material008(type, level)))
}

function split006(text: string): FixedContent {
  const content = padded(text, LENGTH_006)
  return contentOf(elements006(content.charAt(0)), content)
}

function split007(text: string): FixedContent {
  const category = TABLES.categories007.find(({ code }) => code === text.charAt(0))
  if (category === undefined) {
    return { [CATEGORY_NAME]: 'Unknown', [CATEGORY]: maskBlanks(text.charAt(0)), [VALUE]: maskBlanks(text) }
  }
  return {
    [CATEGORY_NAME]: category.name,
    ...contentOf(category.elements, padded(text, category.length)),
  }
}

function join007(content: FixedContent): string {
  const code = characterOf(content[CATEGORY], ' ')
  const category = TABLES.categories007.find((known) => known.code === code)
  if (category === undefined) return restoreBlanks(textOf('007', VALUE, content[VALUE] ?? code))
  return joined('007', content, category.length, category.elements)
}

function elements006(type: string): Element[] {
  return [TYPE, ...shifted(TABLES.specific[TABLES.materials006[type] ?? UNKNOWN]!, 1)]
}

/** The elements that 008 has for a type of record and a bibliographic level (leader 06 and 07). */
function material008(type: string, level: string): Element[] {
  const name = type === 'a' && 'bis'.includes(level || ' ') ? 'Continuing Resources' : MATERIALS_008[type]
  return TABLES.specific[name ?? UNKNOWN]!
}

const MATERIALS_008: Readonly<Record<string, string>> = {
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

function shifted(elements: readonly Element[], by: number): Element[] {
  return elements.map(([name, at, length, isArray]) => [name, at + by, length, isArray])
}

function padded(text: string, length: number): string {
  return maskBlanks(text.slice(0, length).padEnd(length))
}

function contentOf(elements: readonly Element[], text: string): FixedContent {
  return Object.fromEntries(
    elements.map(([name, at, length, isArray]) => {
      const value = text.slice(at, at + length)
      return [name, isArray ? Array.from(value) : value]
    }),
  )
}

function joined(tag: string, content: FixedContent, length: number, elements: readonly Element[]): string {
  let text = ' '.repeat(length)
  for (const [name, at, size] of elements) {
    const value = content[name]
    if (value === undefined || value === null) continue
    const part = textOf(tag, name, value)
    if (part.length !== size) {
      throw recordFault(tag, `Invalid ${name} field length, must be ${size} characters`)
    }
    text = text.slice(0, at) + part + text.slice(at + size)
  }
  return restoreBlanks(text)
}

function textOf(tag: string, name: string, value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value) && value.every((part) => typeof part === 'string')) return value.join('')
  throw recordFault(tag, `Invalid ${name} field value, must be text`)
}

function characterOf(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? restoreBlanks(value.charAt(0)) : fallback
}

/** The date entered on file is that of today where it is missing or no date (mod-quick-marc: Tag008FieldItemConverter). */
function withDateEntered(content: FixedContent, name: string, today: Date): FixedContent {
  const entered = content[name]
  if (typeof entered === 'string' && /^\d{6}$/.test(entered) && entered !== '000000') return content
  return { ...content, [name]: today.toISOString().slice(2, 10).replaceAll('-', '') }
}
