import { readBeside } from '../../kernel/module.ts'
import { ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest } from '../../kernel/http/route.ts'
import { editorProblem } from './editor-problems.ts'
import { elements008 } from './fixed-fields.ts'
import type { Element } from './fixed-fields.ts'
import type { MarcFormat } from './marc-format.ts'

/*
 * The elements of 008 with their places and values, from which the editor makes its lists to choose from. FOLIO
 * describes no other field this way. Names and values: MARC 21, field 008 (`field-008.json`).
 */

type Values = Record<string, string>

const TABLES = JSON.parse(readBeside(import.meta.dirname, 'field-008.json')) as {
  names: Record<string, Record<string, string>>
  values: Record<string, Record<string, Values>>
}

const FORMATS: Readonly<Record<string, MarcFormat>> = {
  bibliographic: 'BIBLIOGRAPHIC',
  holdings: 'HOLDINGS',
  authority: 'AUTHORITY',
}
const PAGES: Readonly<Record<string, string>> = {
  bibliographic: 'bibliographic/bd008',
  holdings: 'holdings/hd008',
  authority: 'authority/ad008',
}

/** Leader positions that tell the material; one of the conditions must hold. */
type Condition = Record<string, string[]>

const letters = (text: string) => Array.from(text)

const BIBLIOGRAPHIC_TYPES: readonly [code: string, material: string, conditions: Condition[]][] = [
  ['books', 'Books', [{ '6': ['a'], '7': letters('acdm') }, { '6': ['t'] }]],
  ['scores', 'Scores', [{ '6': letters('cd') }]],
  ['sound_recordings', 'Sound Recordings', [{ '6': letters('ij') }]],
  ['continuing_resources', 'Continuing Resources', [{ '6': ['a'], '7': letters('bis') }, { '6': ['s'] }]],
  ['computer_files', 'Computer Files', [{ '6': ['m'] }]],
  ['visual_materials', 'Visual Materials', [{ '6': letters('gkor') }]],
  ['maps', 'Maps', [{ '6': letters('ef') }]],
  ['mixed_materials', 'Mixed Materials', [{ '6': ['p'] }]],
]

/** Lists of values that differ between materials. */
const OWN_VALUES: Readonly<Record<string, Record<string, string>>> = {
  Books: { Cont: 'Cont (books)' },
  'Continuing Resources': { Cont: 'Cont (continuing)' },
  'Computer Files': { Form: 'Form (computer files)' },
}

/** `GET /marc-specifications/{recordType}/{fieldTag}` */
export async function readMarcSpecification({ params }: ApiRequest): Promise<Answer> {
  const { recordType = '', fieldTag = '' } = params
  const name = recordType.toLowerCase()
  const format = FORMATS[name]
  if (format === undefined) throw editorProblem(400, `Unexpected value '${recordType}'`)
  if (!/^\d{3}$/.test(fieldTag)) throw editorProblem(400, `Parameter 'fieldTag' must match "^[0-9]{3}$"`)
  if (fieldTag !== '008') {
    throw editorProblem(
      404,
      `Marc specification for [${recordType}] record type and [${fieldTag}] field tag not found`,
    )
  }
  return ok({
    tag: fieldTag,
    format,
    label: 'General Information',
    url: `https://www.loc.gov/marc/${PAGES[name]}.html`,
    repeatable: false,
    required: true,
    spec: { types: typesOf(name, format) },
  })
}

function typesOf(name: string, format: MarcFormat): object[] {
  if (format !== 'BIBLIOGRAPHIC') {
    const types = letters(format === 'HOLDINGS' ? 'uvxy' : 'z')
    return [typeOf(name, { code: 'unknown', conditions: [{ '6': types }], elements: elements008(format) })]
  }
  return BIBLIOGRAPHIC_TYPES.map(([code, material, conditions]) =>
    typeOf(name, { code, conditions, elements: elements008(format, material), lists: OWN_VALUES[material] }),
  )
}

type MaterialType = {
  code: string
  conditions: readonly Condition[]
  elements: readonly Element[]
  /** Names of the lists of values that are the material's own. */
  lists?: Record<string, string> | undefined
}

function typeOf(recordType: string, { code, conditions, elements, lists = {} }: MaterialType): object {
  return {
    code,
    identifiedBy: { or: conditions.map((positions) => ({ tag: 'LDR', positions })) },
    items: elements.map(([element, position, length, isArray = false], order) => {
      const values = TABLES.values[recordType]?.[lists[element] ?? element]
      return {
        ...itemOf(recordType, element),
        order,
        position,
        length,
        isArray,
        // Holdings have no lists: FOLIO's editor takes any character there.
        ...(values === undefined
          ? {}
          : {
              allowedValues: Object.entries(values).map(([value, label]) => ({ code: value, name: label })),
            }),
      }
    }),
  }
}

/** How an element is called; the date of entry and positions without meaning are not for editing. */
function itemOf(recordType: string, element: string): { code: string; name: string; readOnly: boolean } {
  if (element === '') return { code: 'Und', name: 'Undefined', readOnly: true }
  if (element.startsWith('Undef_'))
    return { code: 'Undefined', name: 'Undefined character positions', readOnly: true }
  const name = TABLES.names[recordType]![element]!
  const isDate = element === 'Entered' || element === 'Date Ent'
  return { code: isDate ? 'Entered' : element, name, readOnly: isDate }
}
