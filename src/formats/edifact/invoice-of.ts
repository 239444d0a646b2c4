import { isoDate } from './edifact-date.ts'
import { EdifactReadError } from './errors.ts'
import { componentAt, componentsOf, type EdifactSegment } from './segment.ts'
import { DEFAULT_SERVICE, type ServiceString } from './service-string.ts'
import { splitInvoice } from './split-invoice.ts'

/** An amount of MOA: what it is (code list 5025), a decimal number with a full stop, and its currency or ''. */
export type InvoiceAmount = { qualifier: string; amount: string; currency: string }

/** A qualified value: of PIA and LIN (7143), RFF (1153), PRI (5125), IMD (7081), DTM (2005). */
export type Qualified = { qualifier: string; value: string }

/** A partner named in NAD: role (3035), identifier, name and the references (RFF) given for it. */
export type InvoiceParty = { role: string; id: string; name: string; references: Qualified[] }

/** A charge or allowance (ALC) with the amounts that follow it. */
export type InvoiceCharge = {
  kind: 'charge' | 'allowance'
  code: string
  description: string
  amounts: InvoiceAmount[]
}

export type InvoiceLine = {
  number: string
  /** ISBN, ISSN, vendor's article number: LIN and PIA, in order. */
  identifiers: Qualified[]
  title: string
  descriptions: Qualified[]
  /** Invoiced quantity (QTY 47), or '' when there is none. */
  quantity: string
  /** Line amount (MOA 203) in the currency of the invoice, or ''. */
  amount: string
  amounts: InvoiceAmount[]
  prices: Qualified[]
  references: Qualified[]
  /** Periods and other dates, yyyy-MM-dd where the value is a date. */
  dates: Qualified[]
  charges: InvoiceCharge[]
}

/** What an invoice message says, without a mapping profile. Texts are empty where the message says nothing. */
export type EdifactInvoice = {
  /** Control reference, sender and recipient of the interchange (UNB). */
  controlReference: string
  sender: string
  recipient: string
  messageReference: string
  /** Code list 1001: 380 invoice, 381 credit note. */
  documentCode: string
  number: string
  /** Document date (DTM 137), else invoice date (DTM 3), as yyyy-MM-dd. */
  date: string
  currency: string
  vendor: InvoiceParty | null
  buyer: InvoiceParty | null
  parties: InvoiceParty[]
  /** References of the whole invoice (RFF that does not follow a NAD). */
  references: Qualified[]
  lines: InvoiceLine[]
  charges: InvoiceCharge[]
  /** Amounts of the whole invoice (MOA outside lines and charges). */
  totals: InvoiceAmount[]
  /** The amount to pay, or ''. */
  total: string
}

/** Roles of the vendor and the buyer in NAD, the best first. */
const VENDOR_ROLES = ['SU', 'SE', 'II', 'SR']
const BUYER_ROLES = ['BY', 'IV']

/** Totals, the best first: invoice amount, invoice total, message total, amount due, total, sum of lines. */
const TOTALS = ['77', '39', '86', '9', '128', '79']

const LINE_AMOUNT = '203'
const INVOICED_QUANTITY = '47'

/** IMD codes of a title: EDItEUR's, then the one William S. Hein uses. */
const TITLE_CODES = ['050', 'JTI']

/** Segments that may stand between an ALC and its amounts (segment group of ALC in INVOIC D.96A). */
const CHARGE_DETAILS = ['ALI', 'QTY', 'PCD', 'RNG', 'RTE', 'TAX']

const messageNames: Record<string, string> = {
  DESADV: 'a despatch advice',
  ORDERS: 'a purchase order',
  ORDRSP: 'an order response',
  OSTENQ: 'an order status enquiry',
  OSTRPT: 'an order status report',
  PRICAT: 'a price catalogue',
  QUOTES: 'a quotation',
}

/** Type of the first message (INVOIC, ORDERS); empty when there is no UNH. */
export function messageType(segments: readonly EdifactSegment[]): string {
  const header = segments.find(({ tag }) => tag === 'UNH')
  return header === undefined ? '' : componentAt(header, 2)
}

/** Why the message is not an invoice, in a sentence; null when it is one. */
export function notInvoiceReason(segments: readonly EdifactSegment[]): string | null {
  const type = messageType(segments)
  if (type === 'INVOIC') return null
  if (type === '') return 'The message has no type (UNH segment), so it cannot be told to be an invoice.'
  const name = messageNames[type] ?? 'another kind of message'
  return `The message is ${name} (${type}), not an invoice (INVOIC).`
}

/**
 * Describes an invoice message. `service` tells the decimal mark.
 * @throws EdifactReadError when the message is not an invoice.
 */
export function invoiceOf(
  segments: readonly EdifactSegment[],
  service: ServiceString = DEFAULT_SERVICE,
): EdifactInvoice {
  const reason = notInvoiceReason(segments)
  if (reason !== null) throw new EdifactReadError('NOT_INVOICE', reason)
  const { header, lines } = splitInvoice(segments)
  const first = (tag: string): EdifactSegment => header.find((segment) => segment.tag === tag) ?? nothing
  const currency = invoiceCurrency(first('CUX'))
  const { amounts, charges } = moneyOf(header, service)
  const { parties, references } = partiesOf(header)
  return {
    controlReference: componentAt(first('UNB'), 5),
    sender: componentAt(first('UNB'), 2),
    recipient: componentAt(first('UNB'), 3),
    messageReference: componentAt(first('UNH'), 1),
    documentCode: componentAt(first('BGM'), 1),
    number: componentAt(first('BGM'), 2),
    date: pickDate(header, ['137', '3']),
    currency,
    vendor: pickParty(parties, VENDOR_ROLES),
    buyer: pickParty(parties, BUYER_ROLES),
    parties,
    references,
    lines: lines.map((line) => lineOf(line, currency, service)),
    charges,
    totals: amounts,
    total: pickAmount(amounts, TOTALS, currency),
  }
}

const nothing: EdifactSegment = { tag: '', dataElements: [] }

function lineOf(segments: EdifactSegment[], currency: string, service: ServiceString): InvoiceLine {
  const [lin = nothing] = segments
  const { amounts, charges } = moneyOf(segments, service)
  const descriptions = ofTag(segments, 'IMD')
    .map((imd) => ({ qualifier: componentAt(imd, 2), value: descriptionText(componentsOf(imd, 3)) }))
    .filter(({ value }) => value !== '')
  const quantity = ofTag(segments, 'QTY').find((qty) => componentAt(qty, 1) === INVOICED_QUANTITY)
  return {
    number: componentAt(lin, 1),
    identifiers: identifiersOf(segments),
    title: titleOf(descriptions),
    descriptions,
    quantity: quantity === undefined ? '' : decimalText(componentAt(quantity, 1, 2), service),
    amount: pickAmount(amounts, [LINE_AMOUNT], currency),
    amounts,
    prices: qualified(segments, 'PRI').map(({ qualifier, value }) => ({
      qualifier,
      value: decimalText(value, service),
    })),
    references: qualified(segments, 'RFF'),
    dates: ofTag(segments, 'DTM').map((dtm) => {
      const value = componentAt(dtm, 1, 2)
      return { qualifier: componentAt(dtm, 1), value: isoDate(value, componentAt(dtm, 1, 3)) ?? value }
    }),
    charges,
  }
}

function ofTag(segments: readonly EdifactSegment[], tag: string): EdifactSegment[] {
  return segments.filter((segment) => segment.tag === tag)
}

/** The qualifier and value of the first element of every segment with the tag, without empty values. */
function qualified(segments: readonly EdifactSegment[], tag: string): Qualified[] {
  return ofTag(segments, tag)
    .map((segment) => ({ qualifier: componentAt(segment, 1), value: componentAt(segment, 1, 2) }))
    .filter(({ value }) => value !== '')
}

/** LIN has its number in the third element; PIA has up to five of them, from the second on. */
function identifiersOf(segments: EdifactSegment[]): Qualified[] {
  const found: Qualified[] = []
  for (const segment of segments) {
    if (segment.tag !== 'LIN' && segment.tag !== 'PIA') continue
    const [from, to] = segment.tag === 'LIN' ? [3, 3] : [2, 6]
    for (let element = from; element <= to; element += 1) {
      const value = componentAt(segment, element)
      if (value !== '') found.push({ qualifier: componentAt(segment, element, 2), value })
    }
  }
  return found
}

/** Text of C273: the free text is in the fourth and fifth component, a code in the first. */
function descriptionText(components: string[]): string {
  return components.slice(3).join('') || (components[0] ?? '')
}

/** Long titles go on in further IMD segments with the same code, cut at any letter. */
function titleOf(descriptions: Qualified[]): string {
  for (const code of TITLE_CODES) {
    const parts = descriptions.filter(({ qualifier }) => qualifier === code)
    if (parts.length > 0)
      return parts
        .map(({ value }) => value)
        .join('')
        .trim()
  }
  return descriptions[0]?.value.trim() ?? ''
}

/** Charges with the amounts behind their ALC, and all other amounts. */
function moneyOf(segments: readonly EdifactSegment[], service: ServiceString) {
  const amounts: InvoiceAmount[] = []
  const charges: InvoiceCharge[] = []
  let charge: InvoiceCharge | null = null
  for (const segment of segments) {
    if (segment.tag === 'ALC') {
      charge = {
        kind: componentAt(segment, 1) === 'A' ? 'allowance' : 'charge',
        code: componentAt(segment, 5),
        description: componentsOf(segment, 5).slice(3).join(''),
        amounts: [],
      }
      charges.push(charge)
    } else if (segment.tag === 'MOA') {
      const amount = amountOf(segment, service)
      if (amount !== null) (charge === null ? amounts : charge.amounts).push(amount)
    } else if (!CHARGE_DETAILS.includes(segment.tag)) {
      charge = null
    }
  }
  return { amounts, charges: charges.filter((item) => item.amounts.length > 0) }
}

function amountOf(segment: EdifactSegment, service: ServiceString): InvoiceAmount | null {
  const amount = decimalText(componentAt(segment, 1, 2), service)
  if (amount === '') return null
  return { qualifier: componentAt(segment, 1), amount, currency: componentAt(segment, 1, 3) }
}

/** A comma is a decimal mark where the service string says so, and in any number with nothing but one comma. */
function decimalText(value: string, { decimal }: ServiceString): string {
  const text = value.trim()
  return decimal === ',' || /^-?\d*,\d+$/u.test(text) ? text.replace(',', '.') : text
}

/** CUX gives the currency of the invoice (6343 = 4) and perhaps another one; else the first one named counts. */
function invoiceCurrency(cux: EdifactSegment): string {
  const named = cux.dataElements.map(({ components }) => components.map(({ data }) => data))
  const invoicing = named.find((components) => components[2] === '4')
  return (invoicing ?? named[0])?.[1] ?? ''
}

function pickAmount(amounts: InvoiceAmount[], qualifiers: string[], currency: string): string {
  for (const qualifier of qualifiers) {
    const candidates = amounts.filter((item) => item.qualifier === qualifier)
    const own = candidates.find((item) => item.currency === '' || item.currency === currency)
    const found = own ?? candidates[0]
    if (found !== undefined) return found.amount
  }
  return ''
}

function pickDate(segments: EdifactSegment[], qualifiers: string[]): string {
  const dates = ofTag(segments, 'DTM')
  for (const qualifier of qualifiers) {
    const dtm = dates.find((segment) => componentAt(segment, 1) === qualifier)
    const date = dtm === undefined ? null : isoDate(componentAt(dtm, 1, 2), componentAt(dtm, 1, 3))
    if (date !== null) return date
  }
  return ''
}

/** The partners with the references behind their NAD, and all other references. */
function partiesOf(segments: EdifactSegment[]) {
  const parties: InvoiceParty[] = []
  const references: Qualified[] = []
  let party: InvoiceParty | null = null
  for (const segment of segments) {
    if (segment.tag === 'NAD') {
      const [role, id] = [componentAt(segment, 1), componentAt(segment, 2)]
      party = { role, id, name: nameOf(segment), references: [] }
      parties.push(party)
    } else if (segment.tag === 'RFF') {
      const target = party?.references ?? references
      target.push(...qualified([segment], 'RFF'))
    } else {
      party = null
    }
  }
  return { parties, references }
}

/**
 * The name (C080, else the free text of C058). Its components are lines, except that one of the full 35 characters
 * goes on in the next.
 */
function nameOf(nad: EdifactSegment): string {
  const named = componentsOf(nad, 4)
  const lines = named.some((line) => line.trim() !== '') ? named : componentsOf(nad, 3)
  let name = ''
  let isFull = true
  for (const line of lines) {
    if (line.trim() === '') continue
    name += isFull ? line : ` ${line.trim()}`
    isFull = line.length === 35
  }
  return name.replaceAll(/\s+/gu, ' ').trim()
}

function pickParty(parties: InvoiceParty[], roles: string[]): InvoiceParty | null {
  for (const role of roles) {
    const found = parties.find((party) => party.role === role)
    if (found !== undefined) return found
  }
  return null
}
