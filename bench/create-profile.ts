import type { JobProfile } from './load-file.ts'
import type { Client } from './client.ts'

type Named = { id: string; name: string; code?: string }

/** The first entry, by name, of a list of settings. */
export async function firstOf(client: Client, path: string, key: string): Promise<Named> {
  const list = await client.get<Record<string, Named[]>>(
    `${path}?limit=1000&query=cql.allRecords%3D1%20sortby%20name`,
  )
  return list[key]![0]!
}

/** A rule of a field mapping profile. */
export const rule = (name: string, path: string, value: string, more: object = {}) => ({
  name,
  enabled: true,
  path,
  value,
  subfields: [],
  ...more,
})

/** A profile that is saved with no relations to others. */
export const NO_RELATIONS = { addedRelations: [], deletedRelations: [] }

/** Makes an action profile with a mapping profile of its own. @returns the action's id */
export async function makeAction(
  client: Client,
  name: string,
  [action, folioRecord]: [action: string, folioRecord: string],
  mappingDetails: object,
): Promise<string> {
  const mapping = await client.post<{ id: string }>('/data-import-profiles/mappingProfiles', {
    profile: {
      name,
      incomingRecordType: 'MARC_BIBLIOGRAPHIC',
      existingRecordType: folioRecord,
      mappingDetails,
    },
    ...NO_RELATIONS,
  })
  const { id } = await client.post<{ id: string }>('/data-import-profiles/actionProfiles', {
    profile: { name, action, folioRecord },
    addedRelations: [
      {
        masterProfileId: null,
        masterProfileType: 'ACTION_PROFILE',
        detailProfileId: mapping.id,
        detailProfileType: 'MAPPING_PROFILE',
      },
    ],
    deletedRelations: [],
  })
  return id
}

/** FOLIO's "PTF - Create 2": one instance, one holdings and one item a record (folio-org/perf-testing). */
export async function createPtfProfile(client: Client): Promise<JobProfile> {
  const status = await firstOf(client, '/instance-statuses', 'instanceStatuses')
  const location = await firstOf(client, '/locations', 'locations')
  const holdingsType = await firstOf(client, '/holdings-types', 'holdingsTypes')
  const callNumberType = await firstOf(client, '/call-number-types', 'callNumberTypes')
  const materialType = await firstOf(client, '/material-types', 'mtypes')
  const loanType = await firstOf(client, '/loan-types', 'loantypes')
  const noteType = await firstOf(client, '/item-note-types', 'itemNoteTypes')
  const note = {
    order: 0,
    path: 'item.notes[]',
    fields: [
      {
        name: 'itemNoteTypeId',
        enabled: true,
        path: 'item.notes[].itemNoteTypeId',
        value: `"${noteType.name}"`,
      },
      { name: 'note', enabled: true, path: 'item.notes[].note', value: '"Smith Family Foundation"' },
      {
        name: 'staffOnly',
        enabled: true,
        path: 'item.notes[].staffOnly',
        value: null,
        booleanFieldAction: 'ALL_TRUE',
      },
    ],
  }
  const mappings = {
    INSTANCE: [
      rule('catalogedDate', 'instance.catalogedDate', '###TODAY###'),
      rule('statusId', 'instance.statusId', `"${status.name}"`),
    ],
    HOLDINGS: [
      rule('holdingsTypeId', 'holdings.holdingsTypeId', `"${holdingsType.name}"`),
      rule('permanentLocationId', 'holdings.permanentLocationId', `"${location.code}"`),
      rule('callNumberTypeId', 'holdings.callNumberTypeId', `"${callNumberType.name}"`),
      rule('callNumber', 'holdings.callNumber', '050$a " " 050$b'),
    ],
    ITEM: [
      rule('materialType.id', 'item.materialType.id', `"${materialType.name}"`),
      rule('notes', 'item.notes[]', '', { subfields: [note], repeatableFieldAction: 'EXTEND_EXISTING' }),
      rule('permanentLoanType.id', 'item.permanentLoanType.id', `"${loanType.name}"`),
      rule('status.name', 'item.status.name', '"Available"'),
    ],
  }
  const actions: string[] = []
  for (const [recordType, mappingFields] of Object.entries(mappings)) {
    const name = `PTF - Create ${recordType.toLowerCase()} 2`
    const details = { name: recordType.toLowerCase(), recordType, mappingFields }
    actions.push(await makeAction(client, name, ['CREATE', recordType], details))
  }
  const profile = { name: 'PTF - Create 2', dataType: 'MARC' }
  const { id } = await client.post<{ id: string }>('/data-import-profiles/jobProfiles', {
    profile,
    addedRelations: actions.map((actionId, order) => ({
      masterProfileId: null,
      masterProfileType: 'JOB_PROFILE',
      detailProfileId: actionId,
      detailProfileType: 'ACTION_PROFILE',
      order,
    })),
    deletedRelations: [],
  })
  return { id, ...profile }
}
