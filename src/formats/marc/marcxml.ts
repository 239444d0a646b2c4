import { SaxesParser, type SaxesTagPlain } from 'saxes'

import { escapeXmlAttribute, escapeXmlText } from '../text/index.ts'
import { MarcReadError } from './errors.ts'
import { unicodeLeader } from './field-text.ts'
import { controlField, dataField, type MarcField, type MarcRecord, type Subfield } from './record.ts'

const NAMESPACE = 'http://www.loc.gov/MARC21/slim'

/** What to write before and after the records of a MARCXML file. */
export const MARCXML_START = `<?xml version="1.0" encoding="UTF-8"?>\n<collection xmlns="${NAMESPACE}">\n`
export const MARCXML_END = '</collection>\n'

/**
 * A record as a MARCXML `record` element that names its namespace. The result is well-formed XML 1.0 whatever the
 * record holds: characters that XML cannot carry, not even as references, become U+FFFD.
 */
export function recordToMarcXml(record: MarcRecord): string {
  let xml = `<record xmlns="${NAMESPACE}">\n  <leader>${escapeXmlText(record.leader)}</leader>\n`
  for (const { tag, ind1, ind2, value, subfields } of record.fields) {
    if (subfields === null) {
      xml += `  <controlfield tag="${escapeXmlAttribute(tag)}">${escapeXmlText(value)}</controlfield>\n`
      continue
    }
    xml += `  <datafield tag="${escapeXmlAttribute(tag)}" ind1="${escapeXmlAttribute(ind1)}" ind2="${escapeXmlAttribute(ind2)}">\n`
    for (const subfield of subfields) {
      xml += `    <subfield code="${escapeXmlAttribute(subfield.code)}">${escapeXmlText(subfield.value)}</subfield>\n`
    }
    xml += '  </datafield>\n'
  }
  return `${xml}</record>\n`
}

/** A whole MARCXML file; long ones are better written piece by piece between `MARCXML_START` and `MARCXML_END`. */
export function marcXmlCollection(records: Iterable<MarcRecord>): string {
  let xml = MARCXML_START
  for (const record of records) xml += recordToMarcXml(record)
  return xml + MARCXML_END
}

/**
 * Reads one `record` element, with any or no namespace prefix; elements that are not MARCXML are passed over. The
 * leader is brought to 24 characters and declares Unicode. Throws `MarcReadError`.
 */
export function recordFromMarcXml(xml: string): MarcRecord {
  const reader = new RecordReader()
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('opentag', (node) => reader.open(node))
  parser.on('closetag', (node) => reader.close(localName(node.name)))
  parser.on('text', (text) => reader.addText(text))
  parser.on('cdata', (text) => reader.addText(text))
  try {
    parser.write(xml).close()
  } catch (error) {
    if (error instanceof MarcReadError) throw error
    throw new MarcReadError('XML', `The record is not well-formed XML: ${(error as Error).message}`)
  }
  return reader.result()
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Collects one record from the events of the XML parser. */
class RecordReader {
  #leader: string | null = null
  readonly #fields: MarcField[] = []
  #tag = ''
  #ind1 = ' '
  #ind2 = ' '
  #code = ''
  #subfields: Subfield[] | null = null
  #text: string | null = null

  open(node: SaxesTagPlain): void {
    const { attributes } = node
    switch (localName(node.name)) {
      case 'leader':
        this.#text = ''
        return
      case 'controlfield':
        this.#tag = this.#tagOf(attributes)
        this.#text = ''
        return
      case 'datafield':
        this.#tag = this.#tagOf(attributes)
        this.#ind1 = firstCharacter(attributes['ind1']) || ' '
        this.#ind2 = firstCharacter(attributes['ind2']) || ' '
        this.#subfields = []
        return
      case 'subfield':
        this.#code = firstCharacter(attributes['code'])
        if (this.#code === '') throw this.#failure(`has a subfield without a code`)
        this.#text = ''
        return
      default:
    }
  }

  addText(text: string): void {
    if (this.#text !== null) this.#text += text
  }

  close(name: string): void {
    const text = this.#text ?? ''
    if (name === 'leader') {
      this.#leader ??= text
    } else if (name === 'controlfield') {
      this.#fields.push(controlField(this.#tag, text))
    } else if (name === 'subfield') {
      if (this.#subfields === null) throw this.#failure('has a subfield outside a data field')
      this.#subfields.push({ code: this.#code, value: text })
    } else if (name === 'datafield') {
      this.#fields.push(dataField(this.#tag, this.#ind1, this.#ind2, this.#subfields ?? []))
      this.#subfields = null
    } else {
      return
    }
    this.#text = null
  }

  result(): MarcRecord {
    if (this.#leader === null) throw new MarcReadError('XML', 'The record has no leader.')
    // Layout may surround a leader; blanks within its 24 characters count.
    const leader = this.#leader.trimEnd()
    return { leader: unicodeLeader(leader.length > 24 ? leader.trimStart() : leader), fields: this.#fields }
  }

  #tagOf(attributes: Record<string, string>): string {
    const tag = attributes['tag']
    if (tag === undefined || tag === '') throw this.#failure('has no tag')
    return tag
  }

  #failure(what: string): MarcReadError {
    return new MarcReadError('XML', `Field ${this.#fields.length + 1} of the record ${what}.`)
  }
}

/** The first whole character, '' when there is none. */
function firstCharacter(text: string | undefined): string {
  const codePoint = text?.codePointAt(0)
  return codePoint === undefined ? '' : String.fromCodePoint(codePoint)
}
