import { describe, expect, test } from 'vitest'
import type { Document, EntityType, RowContext } from '../contracts.ts'
import { testLabels } from './labels.fixture.ts'
import { cellsOf, columnsOf, csvLine } from './pure.ts'
import type { TableUse } from './pure.ts'

const labels = testLabels()
const NOTHING_ABOVE: RowContext = { instance: null, holdings: null }

/** The cell below a header. */
function cell(
  entity: EntityType,
  header: string,
  record: Document,
  use: TableUse = 'file',
  context = NOTHING_ABOVE,
): string {
  const place = columnsOf(entity, labels, null, use).findIndex(({ value }) => value === header)
  return cellsOf(entity, record, context, labels, use)[place]!
}

const ABOVE: RowContext = {
  instance: {
    title: 'Interesting Times',
    publication: [{ publisher: 'Gollancz', dateOfPublication: '1994' }, { publisher: 'Corgi' }],
  },
  holdings: {
    permanentLocationId: 'loc-main',
    callNumberPrefix: 'F',
    callNumber: 'PR6066',
    callNumberSuffix: 'x',
  },
}

describe('cells of items in files', () => {
  test.each<[string, Document, string]>([
    ['Item UUID', { id: 'item-1' }, 'item-1'],
    ['Item effective location', { effectiveLocationId: 'loc-main' }, 'Main Library'],
    [
      'Effective call number',
      { effectiveCallNumberComponents: { prefix: 'Fol.', callNumber: 'QA76:3', suffix: null } },
      'Fol. QA76%3A3',
    ],
    ['Suppress from discovery', {}, 'false'],
    ['Suppress from discovery', { discoverySuppress: true }, 'true'],
    ['Barcode', { barcode: '000123' }, '000123'],
    ['Former identifier', { formerIds: ['a|b', 'c'] }, 'a%7Cb|c'],
    [
      'Statistical codes',
      { statisticalCodeIds: ['sc-books'] },
      'ARL (Collection stats): books - Book, print (books)',
    ],
    [
      'Statistical codes',
      { statisticalCodeIds: ['sc-odd', 'sc-books'] },
      'A%3AB: c%7Cd - e%3Bf|ARL (Collection stats): books - Book, print (books)',
    ],
    ['Administrative note', { administrativeNotes: ['one; two', 'three'] }, 'one%3B two|three'],
    ['Material type', { materialTypeId: 'mat-book' }, 'book'],
    ['Shelving order', { effectiveShelvingOrder: 'PR 46066' }, 'PR 46066'],
    [
      'Item level call number type',
      { itemLevelCallNumberTypeId: 'cn-lc' },
      'Library of Congress classification',
    ],
    ['Year, caption', { yearCaption: ['2001: spring', '2002'] }, '2001%3A spring|2002'],
    ['Missing pieces date', { missingPiecesDate: '2001-11-12' }, '2001-11-12'],
    ['Item damaged status', { itemDamagedStatusId: 'dam-yes' }, 'Damaged'],
    ['Note', { notes: [{ itemNoteTypeId: 'in-note', note: 'old; worn|torn' }] }, 'old; worn|torn'],
    [
      'Binding note',
      {
        notes: [
          { itemNoteTypeId: 'in-bind', note: 'rebound 2019', staffOnly: true },
          { itemNoteTypeId: 'in-note', note: 'other' },
          { itemNoteTypeId: 'in-bind', note: 'cloth', staffOnly: false },
        ],
      },
      'rebound 2019 (staff only) | cloth',
    ],
    ['Permanent loan type', { permanentLoanTypeId: 'loan-can' }, 'Can circulate'],
    ['Temporary loan type', { temporaryLoanTypeId: 'loan-room' }, 'Reading room'],
    [
      'Status',
      { status: { name: 'In process (non-requestable)', date: '2026-03-02' } },
      'In process (non-requestable)',
    ],
    [
      'Check in note',
      {
        circulationNotes: [
          { noteType: 'Check in', note: 'count: 3', staffOnly: true },
          { noteType: 'Check out', note: 'no' },
          { noteType: 'Check in', note: 'discs', staffOnly: false },
        ],
      },
      'count%3A 3 (staff only) | discs',
    ],
    ['Check out note', { circulationNotes: [{ noteType: 'Check out', note: 'demagnetise' }] }, 'demagnetise'],
    ['Item permanent location', { permanentLocationId: 'loc-main' }, 'Main Library'],
    ['Item temporary location', { temporaryLocationId: 'loc-old' }, 'Old store'],
    [
      'Electronic access',
      {
        electronicAccess: [
          {
            relationshipId: 'rel-res',
            uri: 'https://example.org/a;b',
            linkText: 'Read',
            publicNote: 'Campus only',
          },
          { uri: '', materialsSpecification: 'v. 1' },
          { linkText: 'No address' },
        ],
      },
      'URL relationship;URI;Link text;Material specified;URL public note\n' +
        'Resource;https://example.org/a;b;Read;-;Campus only|-;;-;v. 1;-|-;-;No address;-;-',
    ],
    ['Tags', { tags: { tagList: ['urgent', 'to:do'] } }, 'urgent;to%3Ado'],
    ['Holdings UUID', { holdingsRecordId: 'hold-1' }, 'hold-1'],
  ])('%s of %j is %j', (header, record, expected) => {
    expect(cell('ITEM', header, record)).toBe(expected)
  })

  test.each<[string, RowContext, string, string]>([
    ['both above', ABOVE, 'Interesting Times. Gollancz, 1994', 'Main Library > F PR6066 x'],
    ['nothing above', NOTHING_ABOVE, '', ''],
    [
      'no publication, a location out of use, no call number',
      { instance: { title: 'Atlas' }, holdings: { permanentLocationId: 'loc-old' } },
      'Atlas',
      'Inactive Old store > ',
    ],
    [
      'a publisher without a date',
      { instance: { title: 'Atlas', publication: [{ publisher: 'Dent' }] }, holdings: null },
      'Atlas. Dent',
      '',
    ],
    [
      'a date without a publisher',
      { instance: { title: 'Atlas', publication: [{ dateOfPublication: '1901' }] }, holdings: null },
      'Atlas. , 1901',
      '',
    ],
  ])('the instance and the holdings of an item: %s', (_name, context, instance, holdings) => {
    expect(cell('ITEM', 'Instance (Title, Publisher, Publication date)', {}, 'file', context)).toBe(instance)
    expect(cell('ITEM', 'Holdings (Location, Call number)', {}, 'file', context)).toBe(holdings)
  })
})

describe('cells of holdings in files', () => {
  test.each<[string, Document, string]>([
    ['Suppress from discovery', {}, 'false'],
    ['Source', { sourceId: 'src-folio' }, 'FOLIO'],
    ['Former holdings Id', { formerIds: ['ABW4508;442882'] }, 'ABW4508%3B442882'],
    ['Holdings type', { holdingsTypeId: 'ht-mono' }, 'Monograph'],
    ['Holdings permanent location', { permanentLocationId: 'loc-main' }, 'Main Library'],
    ['Holdings level call number', { callNumber: 'K1 .M44' }, 'K1 .M44'],
    ['Number of items', { numberOfItems: '012' }, '012'],
    [
      'Holdings statement',
      {
        holdingsStatements: [
          { statement: 'v.85:no. 1-11' },
          { statement: 'v.90', note: 'n', staffNote: 's' },
        ],
      },
      'v.85%3Ano. 1-11;;|v.90;n;s',
    ],
    ['Holdings statement for supplements', { holdingsStatementsForSupplements: [{ statement: 's' }] }, 's;;'],
    ['Holdings statement for indexes', { holdingsStatementsForIndexes: [{ statement: 'i' }] }, 'i;;'],
    ['ILL policy', { illPolicyId: 'ill-lend' }, 'Will lend'],
    [
      'Reproduction note',
      { notes: [{ holdingsNoteTypeId: 'hn-repro', note: 'Microfilm', staffOnly: true }] },
      'Microfilm (staff only)',
    ],
    ['Order format', { acquisitionFormat: 'Physical' }, 'Physical'],
    ['Receipt status', { receiptStatus: 'Not currently received' }, 'Not currently received'],
  ])('%s of %j is %j', (header, record, expected) => {
    expect(cell('HOLDINGS_RECORD', header, record)).toBe(expected)
  })

  test('the instance of holdings', () => {
    const header = 'Instance (Title, Publisher, Publication date)'
    expect(cell('HOLDINGS_RECORD', header, {}, 'file', ABOVE)).toBe('Interesting Times. Gollancz, 1994')
  })
})

describe('cells of instances in files', () => {
  test.each<[string, Document, string]>([
    ['Suppress from discovery', {}, 'false'],
    ['Staff suppress', {}, 'false'],
    ['Previously held', {}, ''],
    ['Set for deletion', { deleted: true }, 'true'],
    ['Cataloged date', { catalogedDate: '2023-12-27' }, '2023-12-27'],
    ['Instance status term', { statusId: 'st-cat' }, 'Cataloged'],
    ['Mode of issuance', { modeOfIssuanceId: 'moi-serial' }, 'serial'],
    [
      'Statistical code',
      { statisticalCodeIds: ['sc-books'] },
      'ARL (Collection stats): books - Book, print (books)',
    ],
    ['Administrative note', { administrativeNotes: ['a;b', 'c'] }, 'a;b | c'],
    [
      'Series statements',
      { series: [{ value: 'Discworld ; 17' }, { value: 'Corgi' }] },
      'Discworld ; 17 | Corgi',
    ],
    [
      'Contributors',
      { contributors: [{ name: 'Pratchett, Terry' }, { name: 'Kidby, Paul' }] },
      'Pratchett, Terry; Kidby, Paul',
    ],
    [
      'Publication',
      { publication: [{ publisher: 'Gollancz', place: 'London', dateOfPublication: '1994' }] },
      'Publisher;Publisher role;Place of publication;Publication date\nGollancz;-;London;1994',
    ],
    ['Edition', { editions: ['2021', '2022'] }, '2021 | 2022'],
    ['Resource type', { instanceTypeId: 'it-text' }, 'text'],
    ['Nature of content', { natureOfContentTermIds: ['noc-text', 'noc-fest'] }, 'textbook | festschrift'],
    ['Formats', { instanceFormatIds: ['if-comp'] }, 'computer -- online resource'],
    ['Languages', { languages: ['eng', 'fre'] }, 'eng | fre'],
    [
      'Notes',
      {
        notes: [
          { instanceNoteTypeId: 'n-gen', note: 'Text: one', staffOnly: true },
          { instanceNoteTypeId: 'n-sum', note: 'Short' },
        ],
      },
      'General note;Text%3A one;true|Summary;Short;false',
    ],
    [
      'Electronic access',
      { electronicAccess: [{ relationshipId: 'rel-res', uri: '' }] },
      'URL relationship;URI;Link text;Material specified;URL public note\nResource;-;-;-;-',
    ],
    [
      'Subject',
      { subjects: [{ value: 'Wizards', sourceId: 'ss-lcsh', typeId: 'sty-topic' }, { value: 'China' }] },
      'Subject headings;Subject source;Subject type\n' +
        'Wizards;Library of Congress Subject Headings;Topical term|China;-;-',
    ],
    [
      'Classification',
      { classifications: [{ classificationTypeId: 'ct-lc', classificationNumber: 'PR6066' }] },
      'Classification identifier type;Classification\nLC;PR6066',
    ],
  ])('%s of %j is %j', (header, record, expected) => {
    expect(cell('INSTANCE', header, record)).toBe(expected)
  })
})

describe('cells on the screen', () => {
  test.each<[EntityType, string, Document, string]>([
    ['ITEM', 'Administrative note', { administrativeNotes: ['a|b: c;d', 'e'] }, 'a|b: c;d|e'],
    ['ITEM', 'Note', { notes: [{ itemNoteTypeId: 'in-note', note: 'a%3Ab' }] }, 'a%3Ab'],
    ['ITEM', 'Statistical codes', { statisticalCodeIds: ['sc-odd'] }, 'A:B: c|d - e;f'],
    [
      'HOLDINGS_RECORD',
      'Electronic access',
      { electronicAccess: [{ uri: 'u;1' }, { uri: 'u|2' }] },
      '-\u001f;u;1\u001f;-\u001f;-\u001f;-\u001f|-\u001f;u|2\u001f;-\u001f;-\u001f;-',
    ],
    ['INSTANCE', 'Publication', { publication: [] }, ''],
    ['INSTANCE', 'Subject', { subjects: [{ value: 'Wizards' }] }, 'Wizards\u001f;-\u001f;-'],
    [
      'INSTANCE',
      'Summary',
      { notes: [{ instanceNoteTypeId: 'n-sum', note: 'Line 1\nline 2', staffOnly: true }] },
      'Line 1\nline 2 (staff only)',
    ],
    ['USER', 'Custom fields', { customFields: { member: false } }, 'Member: yes:false'],
  ])('%s: %s of %j is %j', (entity, header, record, expected) => {
    expect(cell(entity, header, record, 'preview')).toBe(expected)
  })
})

describe('references that lead to nothing', () => {
  test.each<[EntityType, Document, string, string]>([
    ['ITEM', { temporaryLocationId: 'x' }, 'Item temporary location', 'UNKNOWN'],
    [
      'ITEM',
      { statisticalCodeIds: ['x', 'sc-books'] },
      'Statistical codes',
      'UNKNOWN|ARL (Collection stats): books - Book, print (books)',
    ],
    ['ITEM', { notes: [{ itemNoteTypeId: 'x', note: 'lost' }] }, 'Note', ''],
    ['HOLDINGS_RECORD', { illPolicyId: 'x' }, 'ILL policy', 'UNKNOWN'],
    [
      'INSTANCE',
      { electronicAccess: [{ relationshipId: 'x', uri: 'u' }] },
      'Electronic access',
      'URL relationship;URI;Link text;Material specified;URL public note\nUNKNOWN;u;-;-;-',
    ],
    ['USER', { departments: ['dep-hist', 'x'] }, 'Departments', 'History;UNKNOWN'],
    ['USER', { customFields: { gone: 'v' } }, 'Custom fields', 'UNKNOWN'],
  ])('%s %j', (entity, record, header, expected) => {
    expect(cell(entity, header, record)).toBe(expected)
  })
})

test.each(['USER', 'ITEM', 'HOLDINGS_RECORD', 'INSTANCE'] as const)(
  'no document of %s is too odd for a table',
  (entity) => {
    const odd = [null, 7, 'text', true, [], [null, 7, 'text', [], {}], {}, { tagList: 3, name: [] }]
    const names = [
      'id',
      'notes',
      'circulationNotes',
      'statisticalCodeIds',
      'electronicAccess',
      'tags',
      'status',
      'personal',
      'departments',
      'customFields',
      'publication',
      'subjects',
      'series',
      'contributors',
      'holdingsStatements',
      'effectiveCallNumberComponents',
      'permanentLocationId',
      'expirationDate',
      'proxyFor',
      'editions',
    ]
    for (const value of odd) {
      const record = Object.fromEntries(names.map((name) => [name, value]))
      const context = { instance: record, holdings: record }
      for (const use of ['preview', 'file'] as const) {
        const cells = cellsOf(entity, record, context, labels, use)
        expect(cells.every((text) => typeof text === 'string')).toBe(true)
      }
    }
  },
)

test("what this adds to a record's own text starts no formula", () => {
  const item = {
    notes: [{ itemNoteTypeId: 'in-note', note: '=1+1' }],
    electronicAccess: [{ uri: null }],
    discoverySuppress: null,
  }
  const cells = cellsOf('ITEM', item, ABOVE, labels, 'file')
  expect(cells.filter((text) => /^[=+\-@\t\r]/.test(text))).toEqual(['=1+1'])
})

test('a line of a file: only cells with commas, quotes and line ends are quoted', () => {
  const item = {
    id: 'item-1',
    barcode: '00012',
    administrativeNotes: ['5" disc, "new"'],
    notes: [{ itemNoteTypeId: 'in-note', note: 'Größe\n書' }],
    status: { name: 'Available' },
  }
  const cells = cellsOf('ITEM', item, NOTHING_ABOVE, labels, 'file')
  expect(csvLine(cells)).toBe(
    'item-1,,,,,false,,00012,,,,,"5"" disc, ""new""",,,,,,,,,,,,,,,,,,,,,"Größe\n書",,,,Available,,,,,,,\n',
  )
})
