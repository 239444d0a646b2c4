import { describe, expect, test } from 'vitest'
import type { EntityType } from '../contracts.ts'
import { testLabels } from './labels.fixture.ts'
import { cellsOf, columnsOf, csvHeader } from './pure.ts'

const labels = testLabels()
const NOTHING_ABOVE = { instance: null, holdings: null }

const HEADERS: Partial<Record<EntityType, string>> = {
  USER:
    'User name,User id,External system id,Barcode,Active,Type,Patron group,Departments,Proxy for,Last name,First name,' +
    'Middle name,Preferred first name,Email,Phone,Mobile phone,Date of birth,Addresses,Preferred contact type id,' +
    'Link to the profile picture,Enrollment date,Expiration date,Tags,Custom fields,Preferred email communications\n',
  ITEM:
    'Item UUID,"Instance (Title, Publisher, Publication date)","Holdings (Location, Call number)",' +
    'Item effective location,Effective call number,Suppress from discovery,Item HRID,Barcode,Accession number,' +
    'Item identifier,Former identifier,Statistical codes,Administrative note,Material type,Copy number,Shelving order,' +
    'Item level call number type,Item level call number prefix,Item level call number,Item level call number suffix,' +
    'Number of pieces,Description of pieces,Enumeration,Chronology,Volume,"Year, caption",Number of missing pieces,' +
    'Missing pieces,Missing pieces date,Item damaged status,Item damaged status date,' +
    'Action note,Binding note,Note,Provenance note,' +
    'Permanent loan type,Temporary loan type,Status,Check in note,Check out note,Item permanent location,' +
    'Item temporary location,Electronic access,Tags,Holdings UUID\n',
  HOLDINGS_RECORD:
    'Holdings UUID,"Instance (Title, Publisher, Publication date)",Suppress from discovery,Holdings HRID,Source,' +
    'Former holdings Id,Holdings type,Statistical codes,Administrative note,Holdings permanent location,' +
    'Holdings temporary location,Shelving title,Holdings copy number,Holdings level call number type,' +
    'Holdings level call number prefix,Holdings level call number,Holdings level call number suffix,Number of items,' +
    'Holdings statement,Holdings statement for supplements,Holdings statement for indexes,ILL policy,' +
    'Digitization policy,Retention policy,Electronic bookplate note,Reproduction note,Electronic access,' +
    'Acquisition method,Order format,Receipt status,Tags\n',
  INSTANCE:
    'Instance UUID,Suppress from discovery,Staff suppress,Previously held,Set for deletion,Instance HRID,Source,' +
    'Cataloged date,Instance status term,Mode of issuance,Statistical code,Administrative note,Resource title,' +
    'Index title,Series statements,Contributors,Publication,Edition,Physical description,Resource type,' +
    'Nature of content,Formats,Languages,Publication frequency,Publication range,Notes,Electronic access,Subject,' +
    'Classification\n',
}

const SHOWN: Partial<Record<EntityType, string[]>> = {
  USER: ['User name', 'Barcode', 'Active', 'Patron group', 'Last name', 'First name'],
  ITEM: [
    'Item effective location',
    'Effective call number',
    'Item HRID',
    'Barcode',
    'Material type',
    'Permanent loan type',
    'Temporary loan type',
    'Status',
  ],
  HOLDINGS_RECORD: [
    'Suppress from discovery',
    'Holdings HRID',
    'Source',
    'Holdings type',
    'Holdings permanent location',
  ],
  INSTANCE: [
    'Suppress from discovery',
    'Instance HRID',
    'Instance status term',
    'Resource title',
    'Contributors',
    'Resource type',
  ],
}

describe('columns', () => {
  test.each(Object.entries(HEADERS) as [EntityType, string][])(
    'the header line of files of %s',
    (entity, line) => {
      expect(csvHeader(columnsOf(entity, labels, null, 'file'))).toBe(line)
    },
  )

  test.each(Object.entries(SHOWN) as [EntityType, string[]][])('what %s show unasked', (entity, headers) => {
    const shown = columnsOf(entity, labels, null).filter(({ visible }) => visible)
    expect(shown.map(({ value }) => value)).toEqual(headers)
  })

  test('a barcode is the eighth cell of an item', () => {
    expect(cellsOf('ITEM', { barcode: '7010' }, NOTHING_ABOVE, labels, 'preview')[7]).toBe('7010')
  })

  test.each(['USER', 'ITEM', 'HOLDINGS_RECORD', 'INSTANCE', 'INSTANCE_MARC'] as const)(
    'there is a cell for each column of %s, on the screen and in files',
    (entity) => {
      for (const use of ['preview', 'file'] as const) {
        const cells = cellsOf(entity, {}, NOTHING_ABOVE, labels, use)
        expect(cells).toHaveLength(columnsOf(entity, labels, null, use).length)
      }
    },
  )

  test('columns of note types are not translated, and instances have them on the screen', () => {
    const columns = columnsOf('INSTANCE', labels, null)
    expect(columns.slice(24, 28).map(({ value, ignoreTranslation }) => [value, ignoreTranslation])).toEqual([
      ['Publication range', false],
      ['General note', true],
      ['Summary', true],
      ['Electronic access', false],
    ])
  })

  test('dates of users are dates', () => {
    const dates = columnsOf('USER', labels, null).filter(({ dataType }) => dataType === 'DATE_TIME')
    expect(dates.map(({ value }) => value)).toEqual(['Date of birth', 'Enrollment date', 'Expiration date'])
  })

  test('what the rules touch is brought to view: columns and note types', () => {
    const touched = {
      properties: new Set(['temporaryLocationId', 'circulationNotes.Check out'] as const),
      noteTypeIds: new Set(['in-bind', 'gone']),
    }
    const forced = columnsOf('ITEM', labels, touched).filter(({ forceVisible }) => forceVisible)
    expect(forced.map(({ value }) => value)).toEqual([
      'Binding note',
      'Check out note',
      'Item temporary location',
    ])
  })
})
