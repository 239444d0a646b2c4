import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { MarcRecord } from '../../../formats/marc/record.ts'
import { controlField, dataField } from '../../../formats/marc/record.ts'
import type { MappingProfile } from '../../import-profiles/index.ts'
import { applyMapping } from './apply-mapping.ts'
import { applyMultiple } from './apply-multiple.ts'
import { compileMappingProfile } from './compile-mapping.ts'
import type { CompiledMapping } from './compile-mapping.ts'
import type { ReferenceSnapshot } from './reference-labels.ts'
import type { TargetRecordType } from './storage-paths.ts'

type Step = { body?: { profile: MappingProfile } }

const reference: ReferenceSnapshot = {
  instanceStatuses: [{ id: 'status-1', name: 'Batch Loaded', code: 'batch' }],
  statisticalCodes: [
    { id: 'code-1', name: 'Books, print (books)', code: 'books', statisticalCodeTypeId: 'type-1' },
  ],
  statisticalCodeTypes: [{ id: 'type-1', name: 'ARL (Collection stats)' }],
  holdingsTypes: [{ id: 'holdings-type-1', name: 'Electronic' }],
  locations: [{ id: 'location-1', name: 'Annex', code: 'KU/CC/DI/A' }],
  callNumberTypes: [{ id: 'call-number-type-1', name: 'Dewey Decimal classification' }],
  illPolicies: [{ id: 'policy-1', name: 'Limited lending policy' }],
  holdingsNoteTypes: [{ id: 'holdings-note-1', name: 'Action note' }],
  mtypes: [{ id: 'material-1', name: 'book' }],
  loantypes: [{ id: 'loan-1', name: 'Can circulate' }],
  itemNoteTypes: [{ id: 'item-note-1', name: 'Action note' }],
  itemDamageStatuses: [{ id: 'damage-1', name: 'Damaged' }],
}

/** What the script fills in: the first entry of each list. */
const filledIn: Record<string, string> = {
  instanceStatuses_id: 'status-1',
  instanceStatuses_name: 'Batch Loaded',
  statisticalCodes_id: 'code-1',
  statisticalCodes_code: 'books',
  statisticalCodes_name: 'Books, print (books)',
  statisticalCodeTypes_name: 'ARL (Collection stats)',
  holdingsType_id: 'holdings-type-1',
  holdingsType_name: 'Electronic',
  locations_id: 'location-1',
  locations_name: 'Annex',
  locations_code: 'KU/CC/DI/A',
  callNumberTypes_id: 'call-number-type-1',
  callNumberTypes_name: 'Dewey Decimal classification',
  illPolicies_id: 'policy-1',
  illPolicies_name: 'Limited lending policy',
  NoteTypes_id: 'holdings-note-1',
  NoteTypes_name: 'Action note',
  mtypes_id: 'material-1',
  mtypes_name: 'book',
  loantypes_id: 'loan-1',
  loantypes_name: 'Can circulate',
  itemNoteTypes_id: 'item-note-1',
  itemNoteTypes_name: 'Action note',
  itemDamageStatuses_id: 'damage-1',
  itemDamageStatuses_name: 'Damaged',
}

function compiled(file: string, recordType: TargetRecordType): CompiledMapping {
  const text = readFileSync(path.join(import.meta.dirname, '../../import-profiles/fixtures', file), 'utf8')
  const steps = JSON.parse(
    text.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => filledIn[name] ?? whole),
  ) as Step[]
  const profile = steps.find(({ body }) => body?.profile.mappingDetails?.recordType === recordType)!.body!
    .profile
  const today = new Date('2026-03-02T12:00:00Z')
  return compileMappingProfile(profile, reference, { recordType, tenantTimeZone: 'UTC', today })
}

const record: MarcRecord = {
  leader: '01690nam a22003851a 4500',
  fields: [
    controlField('001', 'in00000000123'),
    dataField('050', '0', '0', [
      { code: 'a', value: 'PS3552.E74' },
      { code: 'b', value: 'G6 1922' },
    ]),
    dataField('300', ' ', ' ', [
      { code: 'a', value: 'xii, 204 p. ;' },
      { code: 'c', value: '23 cm.' },
    ]),
    dataField('901', ' ', ' ', [{ code: 'a', value: 'ho00000000123' }]),
    dataField('902', ' ', ' ', [{ code: 'a', value: 'it00000000123' }]),
  ],
}

describe('the mapping profiles of the public performance workload', () => {
  it('add three facts to a created instance', () => {
    const mapping = compiled('ptf-create-profiles.json', 'INSTANCE')
    expect(mapping.problems).toEqual([])
    expect(applyMapping(mapping, record, { title: 'Contested cases' })).toEqual({
      title: 'Contested cases',
      catalogedDate: '2026-03-02',
      statusId: 'status-1',
      statisticalCodeIds: ['code-1'],
    })
  })

  it('make one holdings and one item', () => {
    const holdings = compiled('ptf-create-profiles.json', 'HOLDINGS')
    const item = compiled('ptf-create-profiles.json', 'ITEM')
    expect([...holdings.problems, ...item.problems]).toEqual([])
    expect(applyMultiple(holdings, item, record)).toEqual({
      holdings: [
        {
          holdingsTypeId: 'holdings-type-1',
          permanentLocationId: 'location-1',
          callNumberTypeId: 'call-number-type-1',
          callNumber: 'PS3552.E74 G6 1922',
        },
      ],
      items: [
        {
          holdingsIndex: 0,
          doc: {
            materialTypeId: 'material-1',
            notes: [{ itemNoteTypeId: 'item-note-1', note: 'Smith Family Foundation', staffOnly: true }],
            permanentLoanTypeId: 'loan-1',
            status: { name: 'Available' },
          },
        },
      ],
    })
  })

  it('change matched holdings', () => {
    const existing = {
      id: 'x',
      hrid: 'ho00000000123',
      permanentLocationId: 'location-1',
      formerIds: ['ho00000000123'],
      notes: [{ holdingsNoteTypeId: 'holdings-note-1', note: 'Did this get added?', staffOnly: true }],
    }
    expect(applyMapping(compiled('ptf-update-profiles.json', 'HOLDINGS'), record, existing)).toEqual({
      ...existing,
      statisticalCodeIds: ['code-1'],
      temporaryLocationId: 'location-1',
      shelvingTitle: 'TEST',
      callNumberPrefix: 'PREF',
      callNumberSuffix: 'SUF',
      illPolicyId: 'policy-1',
      digitizationPolicy: 'xii, 204 p. ;',
      notes: [...existing.notes, ...existing.notes],
    })
  })

  it('change a matched item', () => {
    const existing = { id: 'x', status: { name: 'Available' }, materialTypeId: 'material-1' }
    expect(applyMapping(compiled('ptf-update-profiles.json', 'ITEM'), record, existing)).toEqual({
      ...existing,
      accessionNumber: 'it00000000123',
      copyNumber: '23 cm.',
      notes: [{ itemNoteTypeId: 'item-note-1', note: `Here's an update note (note 1)`, staffOnly: true }],
      temporaryLoanTypeId: 'loan-1',
    })
  })
})
