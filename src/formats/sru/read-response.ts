import { SaxesParser } from 'saxes'
import { MarcReadError, XmlRecordSplitter, decodeXmlText, recordFromMarcXml } from '../marc/index.ts'
import type { MarcRecord } from '../marc/index.ts'

/** An answer that is no answer of SRU; the message says why. */
export class SruReadError extends Error {}

export type SruResponse = {
  hits: number
  /** What the server refused or warns of, in its words. */
  diagnostics: string[]
  records: MarcRecord[]
}

/**
 * Reads an answer to a `searchRetrieve` request of SRU (versions 1.1 to 2.0, any namespace prefix), whose records
 * are MARCXML, as XML or packed as text.
 * @throws SruReadError when it is something else, MarcReadError when a record of it cannot be read.
 */
export function readSruResponse(bytes: Uint8Array): SruResponse {
  const splitter = new XmlRecordSplitter()
  const segments = [...splitter.push(bytes), ...splitter.end()]
  const envelope = readEnvelope(decodeXmlText(bytes, splitter.encoding))
  const texts =
    envelope.packedRecords.length > 0
      ? envelope.packedRecords
      : segments.map(({ offset, length }) =>
          decodeXmlText(bytes.subarray(offset, offset + length), splitter.encoding),
        )
  return {
    hits: envelope.hits ?? texts.length,
    diagnostics: envelope.diagnostics,
    records: texts.map((text) => recordFromMarcXml(text)),
  }
}

type Envelope = { hits: number | null; diagnostics: string[]; packedRecords: string[] }

const ROOTS = ['searchRetrieveResponse', 'explainResponse']

function readEnvelope(xml: string): Envelope {
  const envelope: Envelope = { hits: null, diagnostics: [], packedRecords: [] }
  const open: string[] = []
  let text = ''
  let diagnostic: Record<string, string> = {}
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('opentag', ({ name }) => {
    if (open.length === 0 && !ROOTS.includes(localName(name))) {
      throw new SruReadError(`The answer is XML with the root "${name}", not an answer of SRU.`)
    }
    open.push(localName(name))
    text = ''
  })
  const addText = (piece: string) => {
    text += piece
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const name = open.pop()!
    const parent = open.at(-1)
    if (name === 'numberOfRecords') envelope.hits = Number.parseInt(text, 10) || 0
    else if (name === 'recordData' && text.trim().startsWith('<')) envelope.packedRecords.push(text)
    else if (parent === 'diagnostic') diagnostic[name] = text.trim()
    else if (name === 'diagnostic') {
      envelope.diagnostics.push(diagnosticText(diagnostic))
      diagnostic = {}
    }
    text = ''
  })
  try {
    parser.write(xml).close()
  } catch (error) {
    if (error instanceof SruReadError || error instanceof MarcReadError) throw error
    throw new SruReadError(`The answer is not well-formed XML: ${(error as Error).message}`)
  }
  return envelope
}

function diagnosticText({ message, uri, details }: Record<string, string>): string {
  const what = message || uri || 'a diagnostic without text'
  return details ? `${what}: ${details}` : what
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
