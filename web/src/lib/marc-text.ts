/*
 * MARC as text, one line a field, as a person reads and types it: `245 10 $a Rivers / $c Smith.` A blank indicator is
 * `_`; a dollar sign that is text is `{dollar}`; control fields and the leader (`LDR`) keep their blanks.
 */

export type MarcSubfield = { code: string; value: string }

/** A field; control fields and the leader have `subfields: null` and their text in `value`. Blank indicators are blanks. */
export type MarcField = {
  tag: string
  ind1: string
  ind2: string
  value: string
  subfields: MarcSubfield[] | null
}

/** A record as source record storage shows it: fields keyed by tag. */
export type MarcJson = {
  leader: string
  fields: readonly Record<
    string,
    string | { ind1?: string; ind2?: string; subfields?: readonly Record<string, string>[] }
  >[]
}

export const LEADER = 'LDR'
const DOLLAR = '{dollar}'
/** A subfield begins at a dollar sign with a letter or digit, wherever it stands. */
const SUBFIELD = /(?=\$[a-zA-Z0-9])/

/** Whether a line with this tag has neither indicators nor subfields. */
export function isControl(tag: string): boolean {
  return tag === LEADER || tag.startsWith('00')
}

/** The fields of a record, the leader first. */
export function fieldsOfJson({ leader, fields }: MarcJson): MarcField[] {
  return [
    control(LEADER, leader),
    ...fields.flatMap((entry) =>
      Object.entries(entry).map(([tag, content]): MarcField => {
        if (typeof content === 'string') return control(tag, content)
        const { ind1 = ' ', ind2 = ' ', subfields = [] } = content
        return {
          tag,
          ind1,
          ind2,
          value: '',
          subfields: subfields.flatMap((one) =>
            Object.entries(one).map(([code, value]) => ({ code, value })),
          ),
        }
      }),
    ),
  ]
}

/** A record as lines, the leader first. */
export function linesOfJson(record: MarcJson): string[] {
  return fieldsOfJson(record).map(lineOf)
}

/** The record that lines say, in the form of source record storage. */
export function jsonOfLines(lines: readonly string[]): MarcJson {
  const fields = lines.filter((line) => line.trim() !== '').map(fieldOfLine)
  return {
    leader: fields.find(({ tag }) => tag === LEADER)?.value ?? '',
    fields: fields
      .filter(({ tag }) => tag !== LEADER)
      .map(({ tag, ind1, ind2, value, subfields }) => ({
        [tag]:
          subfields === null
            ? value
            : { ind1, ind2, subfields: subfields.map((one) => ({ [one.code]: one.value })) },
      })),
  }
}

function control(tag: string, value: string): MarcField {
  return { tag, ind1: '', ind2: '', value, subfields: null }
}

/** The line of a field. Line ends inside of its text, which no editor shows, become blanks. */
export function lineOf({ tag, ind1, ind2, value, subfields }: MarcField): string {
  const text =
    subfields === null
      ? `${tag} ${value}`
      : `${tag} ${shownIndicator(ind1)}${shownIndicator(ind2)} ${contentOf(subfields)}`.trimEnd()
  return text.replaceAll(/[\n\r]/g, ' ')
}

/** The subfields as one text, as `/records-editor` sends and takes them. */
export function contentOf(subfields: readonly MarcSubfield[]): string {
  return subfields.map(({ code, value }) => `$${code} ${value.trim().replaceAll('$', DOLLAR)}`).join(' ')
}

/** An indicator on screen. */
export function shownIndicator(indicator: string): string {
  return indicator === '' || indicator === ' ' || indicator === '\\' ? '_' : indicator
}

/** Reads a line; what a person leaves out (indicators, the first code) is taken as blank and `$a`. */
export function fieldOfLine(line: string): MarcField {
  const tag = line.slice(0, 3)
  if (isControl(tag)) return control(tag, line.slice(3).replace(/^ /, ''))
  const { indicators, text } = splitIndicators(line.slice(3).replace(/^ /, ''))
  const [ind1, ind2] = Array.from(indicators.padEnd(2), (one) => (/[_\\#]/.test(one) ? ' ' : one))
  return { tag, ind1: ind1!, ind2: ind2!, value: '', subfields: subfieldsOf(text) }
}

/** What stands before the first subfield are the indicators, when it can be. */
function splitIndicators(rest: string): { indicators: string; text: string } {
  const at = rest.search(SUBFIELD)
  const head = at === -1 ? rest : rest.slice(0, at)
  if (at !== -1 && head.trim().length <= 2 && head.length <= 3) {
    return { indicators: head.slice(0, 2), text: rest.slice(at) }
  }
  const found = at === -1 ? /^([\d_\\# ]{2})(?: |$)/.exec(head) : /^([^ ]{2}) /.exec(head)
  return found === null ? { indicators: '', text: rest } : { indicators: found[1]!, text: rest.slice(2) }
}

/** The subfields of a text; one without a code at its start begins with `$a`. Subfields without text are left out. */
export function subfieldsOf(text: string): MarcSubfield[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  const coded = /^\$[a-zA-Z0-9]/.test(trimmed) ? trimmed : `$a ${trimmed}`
  return coded.split(SUBFIELD).flatMap((part) => {
    const value = part.slice(2).trim().replaceAll(DOLLAR, '$')
    return value === '' ? [] : [{ code: part.charAt(1).toLowerCase(), value }]
  })
}

/** The line with its spacing as the editor sets it; lines that say the same are the same text afterwards. */
export function tidyLine(line: string): string {
  return isControl(line.slice(0, 3)) || line.trim() === '' ? line : lineOf(fieldOfLine(line))
}

/**
 * Reads MARC fields that were copied anywhere: mnemonic (`=245  10$aTitle`), one line a field (`245 10 $a Title`), OCLC
 * (`245 10 Title ‡b rest`, also with tabs), MARCXML. @returns null when the text holds no field, but only words
 */
export function readPastedFields(text: string): MarcField[] | null {
  if (/<(?:\w+:)?(?:datafield|controlfield|leader)\b/.test(text)) return readMarcXml(text)
  const fields: string[] = []
  for (const line of text.split(/\r?\n|\r/)) {
    if (line.trim() === '') continue
    const field = pastedLine(line)
    if (field !== null) fields.push(field)
    else if (fields.length === 0) return null
    else fields.push(`${fields.pop()} ${line.trim()}`)
  }
  return fields.length === 0 ? null : fields.map(fieldOfLine)
}

/** One copied field in the form of the editor; null for a line that begins with no tag. */
function pastedLine(line: string): string | null {
  const mnemonic = /^\s*=(LDR|LEADER|\d{3}) {0,2}(.*)$/.exec(line)
  if (mnemonic !== null) return mnemonicLine(mnemonic[1]!, mnemonic[2]!)
  const plain = /^\s*(LDR|LEADER|\d{3})(?:[ \t]+|(?=[\d_\\#]{2}\s*\$)|$)/.exec(line)
  if (plain === null) return null
  const tag = plain[1] === 'LEADER' ? LEADER : plain[1]!
  const rest = line.slice(line.indexOf(plain[1]!) + plain[1]!.length)
  if (isControl(tag)) return `${tag} ${rest.replace(/^[ \t]/, '')}`
  return `${tag} ${isOclc(rest) ? oclcText(rest) : rest.replace(/^[ \t]+/, keepBlankIndicators)}`
}

function mnemonicLine(tag: string, rest: string): string {
  if (tag === LEADER || tag === 'LEADER') return `${LEADER} ${rest.replaceAll('\\', ' ')}`
  if (isControl(tag)) return `${tag} ${rest.replaceAll('\\', ' ')}`
  return `${tag} ${rest.slice(0, 2)} ${rest.slice(2)}`
}

/** Of several blanks before a field's text the first separates it from its tag; others may be indicators. */
function keepBlankIndicators(blanks: string): string {
  return blanks.slice(1).replaceAll('\t', ' ')
}

const OCLC_DELIMITER = /[‡ǂ▼]/

function isOclc(rest: string): boolean {
  return OCLC_DELIMITER.test(rest) || rest.includes('\t') || !/\$[a-zA-Z0-9]/.test(rest)
}

/** OCLC shows no first code, and the delimiter of its own; a dollar sign is text there. */
function oclcText(rest: string): string {
  const tabs = /^\t([^\t]?)\t([^\t]?)\t(.*)$/.exec(rest)
  const columns = /^ ([\d ])([\d ]) (.*)$/.exec(rest)
  const spaced = /^ ([\d ]) ([\d ]) (.*)$/.exec(rest)
  const [, ind1 = ' ', ind2 = ' ', text = rest.trim()] = tabs ?? columns ?? spaced ?? []
  const coded = text.replaceAll('$', DOLLAR).replaceAll(new RegExp(`${OCLC_DELIMITER.source} ?`, 'g'), '$')
  return `${shownIndicator(ind1)}${shownIndicator(ind2)} ${/^\s*\$/.test(coded) ? coded : `$a ${coded.trim()}`}`
}

const XML_FIELD = /<(?:\w+:)?(leader|controlfield|datafield)\b([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?\1\s*>)/g
const XML_SUBFIELD = /<(?:\w+:)?subfield\b([^>]*)>([\s\S]*?)<\/(?:\w+:)?subfield\s*>/g

function readMarcXml(xml: string): MarcField[] | null {
  const fields = [...xml.matchAll(XML_FIELD)].map(([, kind, attributes = '', inner = '']): MarcField => {
    if (kind === 'leader') return control(LEADER, xmlText(inner))
    const tag = attribute(attributes, 'tag')
    if (kind === 'controlfield') return control(tag, xmlText(inner))
    const subfields = [...inner.matchAll(XML_SUBFIELD)].map(([, own = '', value = '']) => ({
      code: attribute(own, 'code'),
      value: xmlText(value).trim(),
    }))
    const indicator = (name: string) => attribute(attributes, name).charAt(0) || ' '
    return { tag, ind1: indicator('ind1'), ind2: indicator('ind2'), value: '', subfields }
  })
  return fields.length === 0 ? null : fields
}

function attribute(attributes: string, name: string): string {
  const [, double, single] = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes) ?? []
  return xmlText(double ?? single ?? '')
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function xmlText(text: string): string {
  return text.replaceAll(/&(#x?[\da-fA-F]+|\w+);/g, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
  })
}

/** Words pasted into a field: sums of money and lone dollar signs are text, line ends are blanks. */
export function readPastedWords(text: string): string {
  return text.replaceAll(/\s*[\n\r\t]+\s*/g, ' ').replaceAll(/\$(?![a-zA-Z0-9])|\$(?=\d+[.,\d])/g, DOLLAR)
}

/** A record as MARCXML, for the clipboard and as a file. */
export function marcXmlOf(record: MarcJson): string {
  const fields = fieldsOfJson(record).map(({ tag, ind1, ind2, value, subfields }) => {
    if (tag === LEADER) return `  <leader>${escapeXml(value)}</leader>`
    if (subfields === null)
      return `  <controlfield tag="${escapeXml(tag)}">${escapeXml(value)}</controlfield>`
    const inner = subfields.map(
      (one) => `    <subfield code="${escapeXml(one.code)}">${escapeXml(one.value)}</subfield>`,
    )
    const start = `  <datafield tag="${escapeXml(tag)}" ind1="${escapeXml(ind1)}" ind2="${escapeXml(ind2)}">`
    return [start, ...inner, '  </datafield>'].join('\n')
  })
  return ['<record xmlns="http://www.loc.gov/MARC21/slim">', ...fields, '</record>', ''].join('\n')
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
