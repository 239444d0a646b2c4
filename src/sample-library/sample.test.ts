import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSampleList, readSampleProfiles, samplePaths } from './read-sample.ts'
import type { SampleRecord } from './read-sample.ts'

const wireUuid = /^[\da-f]{8}-[\da-f]{4}-[1-5][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/u
const referenceFolder = path.join(import.meta.dirname, '../modules/inventory/reference-data')

function referenceRows(listPath: string): { id: string; name: string }[] {
  return JSON.parse(readFileSync(path.join(referenceFolder, `${listPath}.json`), 'utf8'))
}

const shippedLists = new Map<string, Set<string>>()
for (const file of readdirSync(referenceFolder).filter((name) => name.endsWith('.json'))) {
  shippedLists.set(file.slice(0, -5), new Set(referenceRows(file.slice(0, -5)).map((row) => row.id)))
}
for (const storagePath of samplePaths) {
  const name = path.basename(storagePath)
  const ids = readSampleList(storagePath).map((row) => row.id)
  shippedLists.set(name, new Set([...(shippedLists.get(name) ?? []), ...ids]))
}

/** The list that each key of a sample record points into. */
const targets: Record<string, string> = {
  institutionId: 'institutions',
  campusId: 'campuses',
  libraryId: 'libraries',
  primaryServicePoint: 'service-points',
  servicePointIds: 'service-points',
  identifierTypeId: 'identifier-types',
  contributorNameTypeId: 'contributor-name-types',
  contributorTypeId: 'contributor-types',
  classificationTypeId: 'classification-types',
  instanceTypeId: 'instance-types',
  instanceFormatIds: 'instance-formats',
  instanceNoteTypeId: 'instance-note-types',
  modeOfIssuanceId: 'modes-of-issuance',
  natureOfContentTermIds: 'nature-of-content-terms',
  statisticalCodeIds: 'statistical-codes',
  statusId: 'instance-statuses',
  relationshipId: 'electronic-access-relationships',
  sourceId: 'holdings-sources',
  instanceId: 'instances',
  permanentLocationId: 'locations',
  temporaryLocationId: 'locations',
  holdingsTypeId: 'holdings-types',
  callNumberTypeId: 'call-number-types',
  illPolicyId: 'ill-policies',
  holdingsNoteTypeId: 'holdings-note-types',
  holdingsRecordId: 'holdings',
  materialTypeId: 'material-types',
  permanentLoanTypeId: 'loan-types',
  temporaryLoanTypeId: 'loan-types',
  itemNoteTypeId: 'item-note-types',
  itemId: 'items',
  superInstanceId: 'instances',
  subInstanceId: 'instances',
  precedingInstanceId: 'instances',
  succeedingInstanceId: 'instances',
  instanceRelationshipTypeId: 'instance-relationship-types',
}

type Reference = { key: string; id: string }

/** Every UUID in the value with the key it stands under; the record's own id is left out. */
function referencesIn(value: unknown, key = ''): Reference[] {
  if (Array.isArray(value)) return value.flatMap((member) => referencesIn(member, key))
  if (value !== null && typeof value === 'object') {
    return Object.entries(value).flatMap(([name, member]) =>
      name === 'id' ? [] : referencesIn(member, name),
    )
  }
  return typeof value === 'string' && wireUuid.test(value) ? [{ key, id: value }] : []
}

function namesOf(rows: SampleRecord[], key: string): unknown[] {
  return rows.map((row) => row[key]).filter((value) => value !== undefined)
}

describe.each(samplePaths)('sample list %s', (storagePath) => {
  const rows = readSampleList(storagePath)

  it('gives each record an id of its own that the wire admits', () => {
    expect(rows.filter((row) => !wireUuid.test(row.id))).toEqual([])
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length)
  })

  it('refers only to reference data and sample records that ship', () => {
    const dangling = referencesIn(rows).filter(
      ({ key, id }) => !shippedLists.get(targets[key] ?? '')?.has(id),
    )
    expect(dangling).toEqual([])
  })

  it('holds no null and nothing that the server computes', () => {
    const text = JSON.stringify(rows)
    expect(text).not.toMatch(/:null|"(effectiveLocationId|statusUpdatedDate|metadata|_version)":/u)
  })
})

describe('the sample library', () => {
  it('has as many records as FOLIO ships, bound-with sets included', () => {
    const counts = samplePaths.map((name) => `${path.basename(name)} ${readSampleList(name).length}`)
    expect(counts).toEqual([
      'institutions 1',
      'campuses 2',
      'libraries 2',
      'locations 6',
      'holdings-sources 1',
      'instances 36',
      'holdings 20',
      'items 25',
      'instance-relationships 5',
      'preceding-succeeding-titles 2',
      'bound-with-parts 10',
    ])
  })

  it.each([
    ['/instance-storage/instances', 'hrid'],
    ['/holdings-storage/holdings', 'hrid'],
    ['/item-storage/items', 'hrid'],
    ['/item-storage/items', 'barcode'],
    ['/locations', 'code'],
    ['/locations', 'name'],
  ] as const)('uses no value twice in %s under %s', (storagePath, key) => {
    const values = namesOf(readSampleList(storagePath), key)
    expect(new Set(values).size).toBe(values.length)
  })

  it('serves every location at its primary service point', () => {
    for (const location of readSampleList('/locations')) {
      expect(location['servicePointIds']).toContain(location['primaryServicePoint'])
    }
  })

  it('binds no item twice into the same holdings', () => {
    const pairs = readSampleList('/inventory-storage/bound-with-parts').map(
      (part) => `${part['itemId']} ${part['holdingsRecordId']}`,
    )
    expect(new Set(pairs).size).toBe(10)
  })
})

describe("the sample's import profiles", () => {
  const profiles = readSampleProfiles()
  const mappings = new Map(
    profiles['mappingProfiles']?.map((profile) => {
      const details = profile['mappingDetails'] as { recordType: string; mappingFields: MappedField[] }
      return [details.recordType, details.mappingFields] as const
    }),
  )
  type MappedField = { name: string; path: string; value: string; acceptedValues?: Record<string, string> }

  it('lead from the job to instance, holdings and item in this order', () => {
    const [job] = profiles['jobProfiles'] ?? []
    expect(job?.['name']).toBe('Sample - Create instance, holdings and items')
    const actions = (profiles['associations'] ?? [])
      .filter((edge) => edge['masterProfileId'] === job?.id)
      .sort((left, right) => Number(left['order']) - Number(right['order']))
      .map((edge) => profiles['actionProfiles']?.find((action) => action.id === edge['detailProfileId']))
    expect(actions.map((action) => `${action?.['action']} ${action?.['folioRecord']}`)).toEqual([
      'CREATE INSTANCE',
      'CREATE HOLDINGS',
      'CREATE ITEM',
    ])
  })

  it('give each action the mapping of its record type', () => {
    for (const action of profiles['actionProfiles'] ?? []) {
      const edge = profiles['associations']?.find((one) => one['masterProfileId'] === action.id)
      const mapping = profiles['mappingProfiles']?.find((one) => one.id === edge?.['detailProfileId'])
      expect(mapping?.['existingRecordType']).toBe(action['folioRecord'])
    }
  })

  it.each([
    ['INSTANCE', { 'instance.catalogedDate': '###TODAY###', 'instance.statusId': '"Cataloged"' }],
    [
      'HOLDINGS',
      {
        'holdings.permanentLocationId': '952$b',
        'holdings.callNumberTypeId': '"Library of Congress classification"',
        'holdings.callNumber': '952$h',
      },
    ],
    [
      'ITEM',
      {
        'item.barcode': '952$p',
        'item.materialType.id': '952$y',
        'item.copyNumber': '952$t',
        'item.volume': '952$v',
        'item.permanentLoanType.id': '"Can circulate"',
        'item.status.name': '"Available"',
      },
    ],
  ])('fill the fields of %s from 952 and from literals', (recordType, values) => {
    const filled = mappings.get(recordType)?.filter((field) => field.value !== '')
    expect(Object.fromEntries(filled?.map((field) => [field.path, field.value]) ?? [])).toEqual(values)
  })

  it('accept the values of the reference lists as they ship', () => {
    const accepted = new Map(
      [...mappings.values()].flat().map((field) => [field.name, Object.keys(field.acceptedValues ?? {})]),
    )
    expect(accepted.get('permanentLocationId')).toEqual(readSampleList('/locations').map((row) => row.id))
    expect(accepted.get('materialType.id')).toEqual(referenceRows('material-types').map((row) => row.id))
    expect(accepted.get('permanentLoanType.id')).toEqual(referenceRows('loan-types').map((row) => row.id))
    expect(accepted.get('callNumberTypeId')).toEqual(referenceRows('call-number-types').map((row) => row.id))
    expect(accepted.get('statusId')).toEqual(referenceRows('instance-statuses').map((row) => row.id))
  })
})
