import { LIST_WORDS, noteTypesOf } from './labels.ts'
import type { Labels, NamedList } from './labels.ts'

/** Labels of a small library, for tests: ids are as short as the names behind them. */
export function testLabels(more: Partial<Labels> = {}): Labels {
  const empty = Object.fromEntries(Object.keys(LIST_WORDS).map((list) => [list, new Map()]))
  return {
    timeZone: 'UTC',
    names: {
      ...(empty as Record<NamedList, Map<string, string>>),
      locations: new Map([
        ['loc-main', 'Main Library'],
        ['loc-old', 'Old store'],
      ]),
      loanTypes: new Map([
        ['loan-can', 'Can circulate'],
        ['loan-room', 'Reading room'],
      ]),
      materialTypes: new Map([['mat-book', 'book']]),
      callNumberTypes: new Map([['cn-lc', 'Library of Congress classification']]),
      damagedStatuses: new Map([['dam-yes', 'Damaged']]),
      relationships: new Map([['rel-res', 'Resource']]),
      holdingsSources: new Map([['src-folio', 'FOLIO']]),
      holdingsTypes: new Map([['ht-mono', 'Monograph']]),
      illPolicies: new Map([['ill-lend', 'Will lend']]),
      instanceStatuses: new Map([['st-cat', 'Cataloged']]),
      modesOfIssuance: new Map([['moi-serial', 'serial']]),
      instanceTypes: new Map([['it-text', 'text']]),
      natureOfContentTerms: new Map([
        ['noc-text', 'textbook'],
        ['noc-fest', 'festschrift'],
      ]),
      instanceFormats: new Map([['if-comp', 'computer -- online resource']]),
      subjectSources: new Map([['ss-lcsh', 'Library of Congress Subject Headings']]),
      subjectTypes: new Map([['sty-topic', 'Topical term']]),
      classificationTypes: new Map([['ct-lc', 'LC']]),
      patronGroups: new Map([
        ['grp-staff', 'staff'],
        ['grp-grad', 'graduate'],
      ]),
      departments: new Map([
        ['dep-hist', 'History'],
        ['dep-law', 'Law; public'],
      ]),
      addressTypes: new Map([
        ['at-home', 'Home'],
        ['at-work', 'Work'],
      ]),
    },
    inactiveLocationIds: new Set(['loc-old']),
    statisticalCodes: new Map([
      ['sc-books', { type: 'ARL (Collection stats)', code: 'books', name: 'Book, print (books)' }],
      ['sc-odd', { type: 'A:B', code: 'c|d', name: 'e;f' }],
    ]),
    noteTypes: {
      ITEM: noteTypesOf([
        { id: 'in-note', name: 'Note' },
        { id: 'in-bind', name: 'Binding' },
        { id: 'in-action', name: 'Action note' },
        { id: 'in-prov', name: 'Provenance' },
      ]),
      HOLDINGS_RECORD: noteTypesOf([
        { id: 'hn-repro', name: 'Reproduction' },
        { id: 'hn-plate', name: 'Electronic bookplate' },
      ]),
      INSTANCE: noteTypesOf([
        { id: 'n-sum', name: 'Summary' },
        { id: 'n-gen', name: 'General note' },
      ]),
    },
    customFields: new Map([
      ['shoeSize', { name: 'Shoe size', type: 'TEXTBOX_SHORT', isRepeatable: false, options: new Map() }],
      ['member', { name: 'Member: yes', type: 'SINGLE_CHECKBOX', isRepeatable: false, options: new Map() }],
      [
        'colours',
        {
          name: 'Colours',
          type: 'MULTI_SELECT_DROPDOWN',
          isRepeatable: false,
          options: new Map([
            ['opt_0', 'red'],
            ['opt_1', 'blue; dark'],
          ]),
        },
      ],
    ]),
    ...more,
  }
}
