import { describe, expect, it } from 'vitest'

import { isoDate } from './edifact-date.ts'
import { EdifactReadError } from './errors.ts'
import { invoiceOf, notInvoiceReason } from './invoice-of.ts'
import { parseMessage } from './parse-message.ts'
import { splitInvoice } from './split-invoice.ts'

const amalivre = parseMessage(
  [
    "UNA:+.? 'UNB+UNOB:2+AUXAM:ZZ+400450:ZZ+20201102:0000+2'UNH+494+INVOIC:D:93A:UN:EAN007'BGM+380+649039+9'",
    "DTM+137:20201102:102'RFF+ON:7731'NAD+SU+++AMALIVRE+62 AV DE SUFFREN+PARIS++F-75015+FR'RFF+API:AMALIV'",
    "NAD+BY+3525546::91++Cornell University Acquisitions Dep:artment 110 Olin Library::Ithaca+++++US'",
    "CUX+2:EUR:4A+3:USD:4+1,241784'LIN+1++9782918365211:EN'PIA+1+AAL0855879:SA+1941-6067:IS'",
    "IMD+F+010+:::Mandre'IMD+F+050+:::Centre d?'archeologie me:dievale'IMD+F+050+:::. Tome 2'QTY+47:1'",
    "DTM+194:20200101:102'DTM+206:x'MOA+146:38:EUR:4A'MOA+203:38:EUR:4A'MOA+203:47.19:USD:4'PRI+AAB:38'",
    "RFF+SNL:1AEX8894'RFF+BFN:'ALC+C++++G74::28:LINE SERVICE CHARGE'PCD+1:2'MOA+8:3.59'UNS+S'CNT+2:1'",
    "MOA+39:38:EUR:4A'MOA+39:54.37:USD:4'ALC+A++++PAB'MOA+8:2.10:USD:4'UNT+30+494'UNZ+1+2'",
  ].join(''),
)

describe('invoiceOf', () => {
  it('describes the invoice as a whole', () => {
    const { lines, parties, ...invoice } = invoiceOf(amalivre.segments, amalivre.service)
    expect({ lines: lines.length, parties: parties.length }).toEqual({ lines: 1, parties: 2 })
    expect(invoice).toEqual({
      controlReference: '2',
      sender: 'AUXAM',
      recipient: '400450',
      messageReference: '494',
      documentCode: '380',
      number: '649039',
      date: '2020-11-02',
      currency: 'USD',
      vendor: { role: 'SU', id: '', name: 'AMALIVRE', references: [{ qualifier: 'API', value: 'AMALIV' }] },
      buyer: {
        role: 'BY',
        id: '3525546',
        name: 'Cornell University Acquisitions Department 110 Olin Library Ithaca',
        references: [],
      },
      references: [{ qualifier: 'ON', value: '7731' }],
      charges: [
        {
          kind: 'allowance',
          code: 'PAB',
          description: '',
          amounts: [{ qualifier: '8', amount: '2.10', currency: 'USD' }],
        },
      ],
      totals: [
        { qualifier: '39', amount: '38', currency: 'EUR' },
        { qualifier: '39', amount: '54.37', currency: 'USD' },
      ],
      total: '54.37',
    })
  })

  it('describes a line', () => {
    expect(invoiceOf(amalivre.segments, amalivre.service).lines[0]).toEqual({
      number: '1',
      identifiers: [
        { qualifier: 'EN', value: '9782918365211' },
        { qualifier: 'SA', value: 'AAL0855879' },
        { qualifier: 'IS', value: '1941-6067' },
      ],
      title: "Centre d'archeologie medievale. Tome 2",
      descriptions: [
        { qualifier: '010', value: 'Mandre' },
        { qualifier: '050', value: "Centre d'archeologie medievale" },
        { qualifier: '050', value: '. Tome 2' },
      ],
      quantity: '1',
      amount: '47.19',
      amounts: [
        { qualifier: '146', amount: '38', currency: 'EUR' },
        { qualifier: '203', amount: '38', currency: 'EUR' },
        { qualifier: '203', amount: '47.19', currency: 'USD' },
      ],
      prices: [{ qualifier: 'AAB', value: '38' }],
      references: [{ qualifier: 'SNL', value: '1AEX8894' }],
      dates: [
        { qualifier: '194', value: '2020-01-01' },
        { qualifier: '206', value: 'x' },
      ],
      charges: [
        {
          kind: 'charge',
          code: 'G74',
          description: 'LINE SERVICE CHARGE',
          amounts: [{ qualifier: '8', amount: '3.59', currency: '' }],
        },
      ],
    })
  })

  it('reads amounts with a decimal comma', () => {
    const { segments, service } = parseMessage(
      "UNA:+,? 'UNB+UNOA:2+F+H+990802:1557+9'UNH+1+INVOIC:D'BGM+380+8'DTM+3:19990802:102'LIN+1'MOA+203:19,9'UNS+S'MOA+79:777,4'UNT+8+1'UNZ+1+9'",
    )
    const invoice = invoiceOf(segments, service)
    expect(invoice).toMatchObject({ date: '1999-08-02', total: '777.4', currency: '', vendor: null })
    expect(invoice.lines[0]!.amount).toBe('19.9')
  })

  it('recognises other messages and says what they are', () => {
    const order = parseMessage("UNB+UNOA:1+A+B+d+7'UNH+1+ORDERS:D:96A:UN'BGM+220+3'UNT+3+1'UNZ+1+7'").segments
    const reason = 'The message is a purchase order (ORDERS), not an invoice (INVOIC).'
    expect(notInvoiceReason(order)).toBe(reason)
    expect(() => invoiceOf(order)).toThrow(new EdifactReadError('NOT_INVOICE', reason))
    expect(notInvoiceReason(parseMessage("UNH+1+IFTMIN:D'UNT+2+1'").segments)).toBe(
      'The message is another kind of message (IFTMIN), not an invoice (INVOIC).',
    )
    expect(notInvoiceReason(amalivre.segments)).toBeNull()
  })
})

describe('splitInvoice', () => {
  const tags = (text: string) => {
    const { header, lines } = splitInvoice(parseMessage(text).segments)
    const named = (list: { tag: string }[]): string => list.map(({ tag }) => tag).join(' ')
    return { header: named(header), lines: lines.map(named) }
  }

  it('puts what comes before the first line and from UNS on into the header', () => {
    expect(tags("UNH+1'BGM+380'LIN+1'QTY+47'LIN+2'MOA+203'UNS+S'MOA+86'UNT+9'")).toEqual({
      header: 'UNH BGM UNS MOA UNT',
      lines: ['LIN QTY', 'LIN MOA'],
    })
  })

  it('ends the last line at the message trailer where UNS is missing', () => {
    expect(tags("UNH+1'LIN+1'QTY+47'UNT+9'UNZ+1'")).toEqual({ header: 'UNH UNT UNZ', lines: ['LIN QTY'] })
    expect(tags("UNH+1'BGM+380'UNT+9'")).toEqual({ header: 'UNH BGM UNT', lines: [] })
  })
})

describe('isoDate', () => {
  it('reads the formats that hold a date', () => {
    expect(isoDate('20191002', '102')).toBe('2019-10-02')
    expect(isoDate('191002', '101')).toBe('2019-10-02')
    expect(isoDate('200304071204', '203')).toBe('2003-04-07')
    expect(isoDate('20030407120459')).toBe('2003-04-07')
  })

  it('gives null for what is no date', () => {
    const values = ['', '2019', '20191302', '20190230', '19999715', '2019-10-02', 'abcdefgh']
    expect(values.map((value) => isoDate(value))).toEqual(values.map(() => null))
    expect(isoDate('20191002', '203')).toBeNull()
    expect(isoDate('201910', '610')).toBeNull()
  })
})
