import { MarcReadError } from './errors.ts'
import { controlField, dataField, type MarcField, type MarcRecord, type Subfield } from './record.ts'

/**
 * A record as FOLIO's MARC JSON text: `{"leader", "fields": [{"001": text}, {"245": {"ind1", "ind2", "subfields":
 * [{"a": text}]}}]}`, written directly because an object with a key per tag is slow to build.
 */
export function recordToJson(record: MarcRecord): string {
  let json = `{"leader":${quote(record.leader)},"fields":[`
  let first = true
  for (const field of record.fields) {
    json += first ? `{${quote(field.tag)}:` : `,{${quote(field.tag)}:`
    first = false
    if (field.subfields === null) json += `${quote(field.value)}}`
    else json += dataFieldJson(field, field.subfields)
  }
  return `${json}]}`
}

function dataFieldJson(field: MarcField, subfields: Subfield[]): string {
  let json = `{"ind1":${quote(field.ind1)},"ind2":${quote(field.ind2)},"subfields":[`
  let first = true
  for (const { code, value } of subfields) {
    json += first ? `{${quote(code)}:${quote(value)}}` : `,{${quote(code)}:${quote(value)}}`
    first = false
  }
  return `${json}]}}`
}

// eslint-disable-next-line no-control-regex -- JSON escapes control characters
const needsEscape = /["\\\u0000-\u001f\ud800-\udfff]/

/** The text as a JSON string; most MARC text needs no escapes, which is found out faster than by `JSON.stringify`. */
export function quote(text: string): string {
  return needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`
}

/**
 * Reads a parsed MARC JSON object: FOLIO's shape or MARC-in-JSON, subfields before or after the indicators, missing
 * indicators as blanks. A field is a control field when its value is text. The leader is taken as it is. Throws
 * `MarcReadError` naming the field by its number, counted from 1.
 */
export function recordFromJson(value: unknown): MarcRecord {
  if (!isObject(value)) throw wrongShape('A MARC record in JSON is an object with "leader" and "fields".')
  const { leader, fields } = value
  if (typeof leader !== 'string') throw wrongShape('The record has no "leader" text.')
  if (!Array.isArray(fields)) throw wrongShape('The record has no "fields" array.')
  return { leader, fields: fields.map((field: unknown, index) => fieldFromJson(field, index + 1)) }
}

function fieldFromJson(value: unknown, number: number): MarcField {
  const [tag, content] = onlyEntry(value, `Field ${number}`)
  if (typeof content === 'string') return controlField(tag, content)
  const name = `Field ${number} (${tag})`
  if (!isObject(content) || !Array.isArray(content['subfields'])) {
    throw wrongShape(`${name} is neither text nor an object with a "subfields" array.`)
  }
  const subfields = content['subfields'].map((item: unknown): Subfield => {
    const [code, text] = onlyEntry(item, `A subfield of ${name}`)
    if (typeof text !== 'string') throw wrongShape(`Subfield ${code} of ${name} is not text.`)
    return { code, value: text }
  })
  return dataField(tag, indicator(content['ind1'], name), indicator(content['ind2'], name), subfields)
}

function onlyEntry(value: unknown, name: string): [key: string, value: unknown] {
  const entries = isObject(value) ? Object.entries(value) : []
  const entry = entries[0]
  if (entry === undefined || entries.length > 1)
    throw wrongShape(`${name} is not an object with exactly one key.`)
  return entry
}

function indicator(value: unknown, name: string): string {
  if (value === undefined || value === null) return ' '
  if (typeof value !== 'string') throw wrongShape(`An indicator of ${name} is not text.`)
  return value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function wrongShape(message: string): MarcReadError {
  return new MarcReadError('JSON', message)
}
