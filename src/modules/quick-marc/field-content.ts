import { dataField } from '../../formats/marc/index.ts'
import type { MarcField, Subfield } from '../../formats/marc/index.ts'
import { recordFault } from './editor-problems.ts'
import { maskBlanks, restoreBlanks } from './marc-format.ts'

/*
 * Data fields as the editor shows them: `$a Title $b rest`. A dollar sign that is text is written `{dollar}`.
 * Source: folio-org/mod-quick-marc: util/MarcUtils, convertion/field/**.
 */

const DOLLAR = '{dollar}'

/** The subfields of a field as one text. */
export function contentText(subfields: readonly Subfield[]): string {
  return subfields.map(({ code, value }) => `$${code} ${value.replaceAll('$', DOLLAR)}`).join(' ')
}

/** The indicators of a field, a backslash for a blank. */
export function indicatorsOf(field: MarcField): string[] {
  return field.subfields === null ? [] : [maskBlanks(field.ind1), maskBlanks(field.ind2)]
}

/**
 * Reads the text of a data field. Subfields without text are left out, so an empty field has none.
 * @throws Problem 422 naming the tag when text stands before the first subfield
 */
export function readSubfields(tag: string, content: string): Subfield[] {
  const parts = content.split(/(?=\$[a-zA-Z0-9])/)
  if (parts[0]!.trim() !== '' && !/^\s*\$[a-zA-Z0-9]/.test(parts[0]!)) {
    throw recordFault(tag, `Field ${tag} must begin with a subfield such as "$a"`)
  }
  const subfields: Subfield[] = []
  for (const part of parts) {
    const text = part.trimStart()
    const value = valueOf(tag, text.slice(2).replaceAll(DOLLAR, '$'))
    if (value.trim() !== '') subfields.push({ code: text.charAt(1).toLowerCase(), value })
  }
  return subfields
}

/** Blanks count in an LC control number, so the text of 010 loses only the one that separates it from its code. */
function valueOf(tag: string, text: string): string {
  return tag === '010' ? spacedLccn(text.trim()) : text.trim()
}

/**
 * An LC control number with its blanks: three characters of prefix, eight digits and a blank, or two of prefix and
 * ten digits (folio-org/mod-quick-marc: Tag010FieldItemPopulationService). Anything else stays as it is.
 */
export function spacedLccn(number: string): string {
  const old = /^([a-z]{0,3}?) *(\d{8})$/.exec(number)
  if (old) return `${old[1]!.padEnd(3)}${old[2]} `
  const current = /^([a-z]?) ?(\d{10})$/.exec(number)
  if (current) return `${current[1]!.padEnd(2)}${current[2]}`
  return number
}

/** Makes a data field of the editor's parts. */
export function readDataField(tag: string, indicators: readonly string[], content: string): MarcField {
  const [ind1 = ' ', ind2 = ' '] = indicators.map((indicator) => restoreBlanks(indicator))
  return dataField(tag, ind1, ind2, readSubfields(tag, content))
}
