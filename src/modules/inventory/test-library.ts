import type { TestApp } from '../../../test/support/app.ts'

/** Ids of FOLIO's reference values that the tests use. */
export const INSTANCE_TYPE = '6312d172-f0cf-40f6-b27d-9fa8feaf332f'
export const FOLIO_SOURCE = 'f32d531e-df79-46b3-8932-cdd35f7a2264'
export const MARC_SOURCE = '036ee84a-6afd-4c3c-9ad3-4a12ab875f59'
export const BOOK = '1a54b431-2e4f-452d-9cae-9cee66c9a892'
export const CAN_CIRCULATE = '2b94c631-fca9-4892-a730-03ee529ffe27'
export const LC = '95467209-6d7b-468b-94df-0f5d7ad2747d'
const SERVICE_POINT = '3a40852d-49fd-4df2-a1f9-6e2641a6e91f'

/** A library with two locations, and short ways to put records into it. */
export type TestLibrary = {
  mainLocation: string
  annexLocation: string
  addInstance(part?: object): Promise<{ id: string; hrid: string; _version: number }>
  addHoldings(instanceId: string, part?: object): Promise<{ id: string; hrid: string; _version: number }>
  addItem(holdingsRecordId: string, part?: object): Promise<{ id: string; hrid: string; _version: number }>
}

/** The smallest instance, holdings record and item that FOLIO's schemas accept. */
export const minimal = {
  instance: (part: object = {}) => ({
    source: 'FOLIO',
    title: 'A title',
    instanceTypeId: INSTANCE_TYPE,
    ...part,
  }),
  holdings: (instanceId: string, permanentLocationId: string, part: object = {}) => ({
    instanceId,
    permanentLocationId,
    sourceId: FOLIO_SOURCE,
    ...part,
  }),
  item: (holdingsRecordId: string, part: object = {}) => ({
    holdingsRecordId,
    materialTypeId: BOOK,
    permanentLoanTypeId: CAN_CIRCULATE,
    status: { name: 'Available' },
    ...part,
  }),
}

/** Makes the places of a library through the API. */
export async function addLibrary(app: TestApp): Promise<TestLibrary> {
  const add = async (path: string, body: object) => {
    const reply = await app.post(path, body)
    if (reply.status !== 201) throw new Error(`${path}: ${reply.status} ${reply.text}`)
    return reply.json
  }
  const institution = await add('/location-units/institutions', { name: 'University', code: 'U' })
  const campus = await add('/location-units/campuses', {
    name: 'City',
    code: 'C',
    institutionId: institution.id,
  })
  const library = await add('/location-units/libraries', { name: 'Central', code: 'L', campusId: campus.id })
  const location = async (name: string): Promise<string> => {
    const place = {
      institutionId: institution.id,
      campusId: campus.id,
      libraryId: library.id,
      primaryServicePoint: SERVICE_POINT,
      servicePointIds: [SERVICE_POINT],
    }
    return (await add('/locations', { name, code: name, ...place })).id
  }
  const mainLocation = await location('Main')
  const annexLocation = await location('Annex')
  return {
    mainLocation,
    annexLocation,
    addInstance: (part) => add('/instance-storage/instances', minimal.instance(part)),
    addHoldings: (instanceId, part) =>
      add('/holdings-storage/holdings', minimal.holdings(instanceId, mainLocation, part)),
    addItem: (holdingsRecordId, part) => add('/item-storage/items', minimal.item(holdingsRecordId, part)),
  }
}
