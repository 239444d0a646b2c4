import { describe, expect, it } from 'vitest'
import { readReferenceList, referenceListPaths } from './read-reference-data.ts'
import type { ReferenceListPath } from './read-reference-data.ts'

/** Rows that FOLIO ships in each list. */
const rowCounts: Record<ReferenceListPath, number> = {
  'alternative-title-types': 13,
  'call-number-types': 12,
  'classification-types': 10,
  'contributor-name-types': 3,
  'contributor-types': 268,
  'electronic-access-relationships': 5,
  'holdings-note-types': 7,
  'holdings-sources': 2,
  'holdings-types': 5,
  'identifier-types': 30,
  'ill-policies': 8,
  'instance-date-types': 15,
  'instance-formats': 57,
  'instance-note-types': 53,
  'instance-relationship-types': 3,
  'instance-statuses': 6,
  'instance-types': 25,
  'item-damaged-statuses': 2,
  'item-note-types': 7,
  'loan-types': 4,
  'material-types': 8,
  'modes-of-issuance': 5,
  'nature-of-content-terms': 21,
  'service-points': 4,
  'statistical-code-types': 4,
  'statistical-codes': 28,
  'subject-sources': 7,
  'subject-types': 16,
}

/** The ids FOLIO's wire schemas admit: UUIDs of versions 1 to 5. */
const wireUuid = /^[\da-f]{8}-[\da-f]{4}-[1-5][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/u

describe.each(referenceListPaths)('reference list %s', (listPath) => {
  const rows = readReferenceList(listPath)

  it('has every row that FOLIO ships', () => {
    expect(rows).toHaveLength(rowCounts[listPath])
  })

  it('gives each row an id of its own that the wire admits', () => {
    expect(rows.filter((row) => !wireUuid.test(row.id))).toEqual([])
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length)
  })

  it('gives each row a name of its own, without regard to case', () => {
    const names = rows.map((row) => row.name.toLowerCase())
    expect(new Set(names).size).toBe(rows.length)
  })
})

it('places every statistical code under a code type that ships', () => {
  const types = new Set(readReferenceList('statistical-code-types').map((row) => row.id))
  const orphans = readReferenceList('statistical-codes').filter(
    (row) => !types.has(String(row['statisticalCodeTypeId'])),
  )
  expect(orphans).toEqual([])
})

it.each([
  ['identifier-types', 'ISBN', '8261054f-be78-422d-bd51-4ed9f33c3422'],
  ['identifier-types', 'Invalid ISBN', 'fcca2643-406a-482a-b760-7a7f8aec640e'],
  ['identifier-types', 'ISSN', '913300b2-03ed-469a-8179-c1092c991227'],
  ['identifier-types', 'OCLC', '439bfbae-75bc-4f74-9fc7-b2a2d47ce3ef'],
  ['contributor-name-types', 'Personal name', '2b94c631-fca9-4892-a730-03ee529ffe2a'],
  ['contributor-name-types', 'Corporate name', '2e48e713-17f3-4c13-a9f8-23845bb210aa'],
  ['contributor-name-types', 'Meeting name', 'e8b311a6-3b21-43f2-a269-dd9310cb2d0a'],
  ['holdings-sources', 'FOLIO', 'f32d531e-df79-46b3-8932-cdd35f7a2264'],
  ['holdings-sources', 'MARC', '036ee84a-6afd-4c3c-9ad3-4a12ab875f59'],
  ['call-number-types', 'Library of Congress classification', '95467209-6d7b-468b-94df-0f5d7ad2747d'],
] as const)('%s has %s under the id that clients hard-code', (listPath, name, id) => {
  expect(readReferenceList(listPath).find((row) => row.name === name)?.id).toBe(id)
})
