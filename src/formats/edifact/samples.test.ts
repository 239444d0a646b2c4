import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { inPieces } from '../../../test/support/marc-bytes.ts'
import { sharedAvailable, sharedPath } from '../../../test/support/shared.ts'
import { invoiceOf, notInvoiceReason, type InvoiceAmount } from './invoice-of.ts'
import { messageFromJson, messageToJson, parseMessage, type EdifactMessage } from './parse-message.ts'
import { parseEdifactExpression, readExpression } from './read-expression.ts'
import { componentAt } from './segment.ts'
import { splitInvoice } from './split-invoice.ts'
import { interchangeText, MessageSplitter, messageText, splitMessages } from './split-messages.ts'
import { writeMessage } from './write-message.ts'

/** Messages (UNH) and lines (LIN) of each file, from the list of the samples. */
const files: [name: string, messages: number, lines: number][] = [
  ['di_WSHEIN_STO.txt', 1, 4],
  ['di_GOBI.edi', 3, 3],
  ['di_EBSCO-Subns.INV', 1, 23],
  ['di_AuxAm.edi', 1, 4],
  ['di_Casalini.edi', 1, 3],
  ['di_Hein.edi', 2, 5],
  ['di_EBSCO-2.INV', 1, 11],
  ['di_Harrassowitz.EDI', 7, 627],
  ['srm_565701.edi', 1, 22],
  ['srm_565751.edi', 1, 5],
  ['srm_ORDERS_D96A.edi', 1, 1],
  ['e2e_C343338.edi', 1, 1],
  ['e2e_C347926.edi', 5, 122],
  ['e2e_C347615.edi', 18, 1104],
  ['e2e_C377019.edi', 1, 8],
  ['fit_FAT-139_1.edi', 1, 1],
  ['fit_FAT-968.edi', 1, 18],
]

/** Files whose UNZ names another interchange than their UNB. */
const misnamed: Record<string, string> = {
  'di_WSHEIN_STO.txt': 'UNZ names control reference 000000751, UNB names 000000767.',
  'di_Hein.edi': 'UNZ names control reference 000000674, UNB names 000000682.',
  'fit_FAT-139_1.edi': 'UNZ names control reference 292, UNB names 293.',
}

/** Read off the files: number of the message, invoice number, date, currency, lines, total. */
const invoices: [
  file: string,
  message: number,
  number: string,
  date: string,
  currency: string,
  lines: number,
  total: string,
][] = [
  ['di_WSHEIN_STO.txt', 1, '274812', '2021-04-30', 'USD', 4, '1863.49'],
  ['di_GOBI.edi', 1, '583607', '2020-09-02', 'USD', 1, '195'],
  ['di_GOBI.edi', 2, '583608', '2020-09-02', 'USD', 1, '91.5'],
  ['di_GOBI.edi', 3, '583609', '2020-09-02', 'USD', 1, '270'],
  ['di_AuxAm.edi', 1, '649039', '2020-11-02', 'USD', 4, '725.45'],
  ['di_Casalini.edi', 1, '20-26160', '2020-11-04', 'USD', 3, '88.72'],
  ['di_Hein.edi', 1, '267908', '2020-10-30', 'USD', 2, '483.35'],
  ['di_Hein.edi', 2, '267909', '2020-10-30', 'USD', 3, '458.94'],
  ['di_EBSCO-2.INV', 1, '0736628', '2020-08-05', 'USD', 11, '41081'],
  ['e2e_C343338.edi', 1, '94999', '2021-11-24', 'USD', 1, '270'],
  ['e2e_C347615.edi', 17, '446636', '2019-12-03', 'USD', 1, '37567.97'],
  ['e2e_C347615.edi', 18, '446628', '2019-12-03', 'USD', 1, '596.49'],
  ['e2e_C377019.edi', 1, '246816', '2021-02-08', 'USD', 8, '2247.7'],
  ['fit_FAT-139_1.edi', 1, '257106', '2021-06-29', 'USD', 1, '44.07'],
  ['srm_565751.edi', 1, '737531', '2021-01-21', 'USD', 5, '1017'],
]

function bytesOf(name: string): Buffer {
  return readFileSync(sharedPath(`samples/edifact/${name}`))
}

function interchangesOf(name: string): string[] {
  const bytes = bytesOf(name)
  return splitMessages(bytes).messages.map(({ header, offset, length }) =>
    interchangeText(header, messageText(header, bytes.subarray(offset, offset + length))),
  )
}

const parsed = new Map<string, EdifactMessage[]>()

/** Messages of a file, read once. */
function messagesOf(name: string): EdifactMessage[] {
  const messages = parsed.get(name) ?? interchangesOf(name).map(parseMessage)
  parsed.set(name, messages)
  return messages
}

function cents(amount: string): number {
  return Math.round(Number(amount) * 100)
}

describe.skipIf(!sharedAvailable)('sample invoices', () => {
  it.each(files)('%s: %i messages, %i lines', (name, messages, lines) => {
    const read = messagesOf(name)
    expect(read).toHaveLength(messages)
    const found = read.flatMap(({ segments }) => segments.filter(({ tag }) => tag === 'LIN'))
    expect(found).toHaveLength(lines)
    for (const { warnings, isComplete } of read)
      expect({ warnings, isComplete }).toEqual({ warnings: [], isComplete: true })
  })

  it.each(files)(
    '%s: the same messages in pieces of any size, with nothing to report but its quirks',
    (name) => {
      const bytes = bytesOf(name)
      const whole = splitMessages(bytes)
      expect(whole.warnings).toEqual(misnamed[name] === undefined ? [] : [misnamed[name]])
      const warnings = whole.messages.flatMap((message) => message.warnings)
      expect(warnings).toHaveLength(name === 'e2e_C377019.edi' ? 1 : 0)
      for (const size of bytes.length < 10_000 ? [1, 9, 1000] : [997]) {
        const splitter = new MessageSplitter()
        const messages = inPieces(bytes, size).flatMap((piece) => splitter.push(piece))
        expect([...messages, ...splitter.end()]).toEqual(whole.messages)
      }
    },
  )

  it.each(files)('%s: written back byte for byte, and through JSON', (name) => {
    for (const text of interchangesOf(name)) {
      const { segments, service } = parseMessage(text)
      expect(writeMessage(segments, service)).toBe(text)
      expect(messageFromJson(JSON.parse(messageToJson(segments)))).toEqual(segments)
    }
  })

  it.each(invoices)('%s, message %i: invoice %s', (name, place, number, date, currency, lines, total) => {
    const { segments, service } = messagesOf(name)[place - 1]!
    const invoice = invoiceOf(segments, service)
    expect(invoice).toMatchObject({ number, date, currency, total })
    expect(invoice.lines).toHaveLength(lines)
  })

  it.each(files.filter(([name]) => name !== 'srm_ORDERS_D96A.edi'))(
    '%s: the lines, and mostly the charges too, add up to the total',
    (name) => {
      for (const { segments, service } of messagesOf(name)) {
        const { lines, charges, total, currency } = invoiceOf(segments, service)
        const own = ({ amounts }: { amounts: InvoiceAmount[] }): string =>
          amounts.find((amount) => amount.currency === '' || amount.currency === currency)?.amount ?? '0'
        const sum = lines.reduce((before, { amount }) => before + cents(amount), 0)
        const charged = charges.reduce((before, charge) => before + cents(own(charge)), 0)
        // EBSCO and Harrassowitz (serials) repeat at the end the charges that the lines already include.
        expect([sum, sum + charged]).toContain(cents(total))
        const counted = segments.filter((segment) => segment.tag === 'CNT')
        const count = counted.find((segment) => componentAt(segment, 1) === '2')
        if (count !== undefined) expect(Number(componentAt(count, 1, 2))).toBe(lines.length)
      }
    },
  )

  it('reads text in ISO 8859-1 and in UTF-8', () => {
    const auxAm = invoiceOf(messagesOf('di_AuxAm.edi')[0]!.segments)
    expect(auxAm.lines[3]!.title).toBe('Confluences Méditerranée')
    const casalini = invoiceOf(messagesOf('di_Casalini.edi')[0]!.segments)
    expect(casalini.lines[1]!.title).toBe(
      'Hombres por la igualdad. / Nuria Coronado ; prólogo de Miguel Lorente; epílogo de Flor de Torres ; ilustrado por Catalina Flora.. - 256 p.: ill. - (Talento femenino).',
    )
  })

  it('mends the title whose apostrophe was not released', () => {
    const { lines } = invoiceOf(messagesOf('e2e_C377019.edi')[0]!.segments)
    expect(lines[2]).toMatchObject({
      title: "Cesky Casopis'a Historicky <formerly: Ceskoslovensky Casopis Historicky>",
      amount: '96.46',
      quantity: '1',
    })
  })

  it('takes the control reference from UNB and the parties from NAD', () => {
    const auxAm = interchangesOf('di_AuxAm.edi')[0]!
    expect(auxAm.endsWith("UNT+87+0000000494'UNZ+1+2'")).toBe(true)
    expect(
      interchangesOf('di_GOBI.edi')[1]!.startsWith(
        "UNA:+.? 'UNB+UNOA:2+1694510G:ZZ+361347X:ZZ+200903:0602+508'UNH+1597+",
      ),
    ).toBe(true)
    const ebsco = invoiceOf(messagesOf('di_EBSCO-2.INV')[0]!.segments)
    expect(ebsco).toMatchObject({
      controlReference: '2448',
      vendor: { role: 'SR', id: 'EBSCO' },
      buyer: { role: 'BY', id: 'BR7770675' },
    })
  })

  it('reports an order as not an invoice', () => {
    const { segments } = messagesOf('srm_ORDERS_D96A.edi')[0]!
    expect(notInvoiceReason(segments)).toBe(
      'The message is a purchase order (ORDERS), not an invoice (INVOIC).',
    )
  })

  it("reads them with the expressions of the vendors' mapping profiles", () => {
    const read = (name: string, expression: string, line?: number): string | null => {
      const { header, lines } = splitInvoice(messagesOf(name)[0]!.segments)
      return readExpression(
        parseEdifactExpression(expression),
        line === undefined ? header : lines[line - 1]!,
      )
    }
    expect(read('di_AuxAm.edi', 'CUX+2+3[2]')).toBe('USD')
    expect(read('di_AuxAm.edi', 'MOA+8?4[2]')).toBe('56.13')
    expect(read('di_AuxAm.edi', 'MOA+203?4[2]', 4)).toBe('34.77')
    expect(read('di_WSHEIN_STO.txt', 'BGM<380<[1]')).toBe('274812')
    expect(read('di_WSHEIN_STO.txt', 'IMD<F<JTI<[4-5]', 1)).toBe(
      'COLLECTED COURSES OF ACADEMY OF EUROPEAN LAW',
    )
    expect(read('di_WSHEIN_STO.txt', 'PIA<5<?SA[1]', 1)).toBe('00002184')
    expect(read('di_GOBI.edi', 'PIA+5+?IB[1]', 1)).toBe('1315684330')
    expect(read('e2e_C347926.edi', 'IMD++050+[4-5]', 1)).toBe('Die Angst vor der Penetranz des Wiklichen')
    expect(read('di_EBSCO-2.INV', 'DTM+194[2]', 1)).toBe('2020-09-01')
    expect(read('di_EBSCO-2.INV', 'MOA+9[2]')).toBe('41081')
  })

  it('says in words what is wrong with a file cut off in the middle', () => {
    const bytes = bytesOf('di_GOBI.edi')
    const cut = splitMessages(bytes.subarray(0, bytes.indexOf("QTY+47:1'MOA+203:91.5") + 5))
    expect(
      cut.messages.map(({ reference, isComplete, warnings }) => [reference, isComplete, warnings]),
    ).toEqual([
      ['1596', true, []],
      ['1597', false, ['The file breaks off inside the QTY segment of the message.']],
    ])
    expect(cut.warnings).toEqual(['Interchange 508 has no UNZ segment: the file may have been cut off.'])
  })
})
