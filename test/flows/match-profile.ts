import { answer } from './import-client.ts'
import type { Api, Profile } from './import-client.ts'

const BASE = '/data-import-profiles'

type MarcType = 'MARC_HOLDINGS' | 'MARC_AUTHORITY'
type StoredType = MarcType | 'HOLDINGS' | 'AUTHORITY'

/** What a branch does: the action and the record; `rules` are those of an inventory record's field mapping. */
export type BranchAction = {
  action: 'CREATE' | 'UPDATE' | 'DELETE'
  record: StoredType
  rules?: object[]
  /** Members of a field mapping profile for MARC, such as listed fields. */
  marc?: object
}

export type MatchedBy = {
  incoming: MarcType
  stored: StoredType
  /** A MARC field such as `999ff$s`, `010  $a` or `001`. */
  field: string
  /** Where it stands in the stored record, when that is another place: a MARC field, or the path of a field. */
  storedField?: string
  onMatch?: BranchAction[]
  onNonMatch?: BranchAction[]
}

const LABELS = ['field', 'indicator1', 'indicator2', 'recordSubfield']

function expression(field: string): object {
  const marc = /^(\d{3})(?:(.)(.)\$(.))?$/.exec(field)
  const fields = marc
    ? LABELS.map((label, index) => ({ label, value: (marc[index + 1] ?? '').trim() }))
    : [{ label: 'field', value: field }]
  return { dataValueType: 'VALUE_FROM_RECORD', fields }
}

const link = (
  masterProfileType: string,
  detailProfileType: string,
  detailProfileId: string,
  more: object,
) => ({
  masterProfileId: null,
  masterProfileType,
  detailProfileType,
  detailProfileId,
  ...more,
})

/** Makes a job profile of one match of MARC holdings or authorities, with the actions of its two branches. */
export async function makeMatchProfile(api: Api, name: string, by: MatchedBy): Promise<Profile> {
  const post = async (list: string, profile: object, addedRelations: object[] = []): Promise<string> =>
    answer(await api.post(`${BASE}/${list}`, { profile, addedRelations, deletedRelations: [] }), 201).id

  async function makeAction({ action, record, rules, marc }: BranchAction, own: string): Promise<string> {
    const links: object[] = []
    const isMarc = record.startsWith('MARC_')
    if (action === 'UPDATE' || !isMarc) {
      const mappingDetails = isMarc
        ? { name: 'marc', recordType: record, marcMappingOption: 'UPDATE', marcMappingDetails: [], ...marc }
        : { name: record.toLowerCase(), recordType: record, mappingFields: rules ?? [] }
      const mapping = {
        name: own,
        incomingRecordType: by.incoming,
        existingRecordType: record,
        mappingDetails,
      }
      links.push(link('ACTION_PROFILE', 'MAPPING_PROFILE', await post('mappingProfiles', mapping), {}))
    }
    return post('actionProfiles', { name: own, action, folioRecord: record }, links)
  }

  const matchId = await post('matchProfiles', {
    name: `${name} match`,
    incomingRecordType: by.incoming,
    existingRecordType: by.stored,
    matchDetails: [
      {
        incomingRecordType: by.incoming,
        existingRecordType: by.stored,
        incomingMatchExpression: expression(by.field),
        existingMatchExpression: expression(by.storedField ?? by.field),
        matchCriterion: 'EXACTLY_MATCHES',
      },
    ],
  })
  const links = [link('JOB_PROFILE', 'MATCH_PROFILE', matchId, { order: 0 })]
  for (const [reactTo, actions] of [
    ['MATCH', by.onMatch ?? []],
    ['NON_MATCH', by.onNonMatch ?? []],
  ] as const) {
    for (const [order, spec] of actions.entries()) {
      const actionId = await makeAction(spec, `${name} ${reactTo} ${order}`)
      const more = { masterProfileId: matchId, reactTo, order }
      links.push(link('MATCH_PROFILE', 'ACTION_PROFILE', actionId, more))
    }
  }
  return { id: await post('jobProfiles', { name, dataType: 'MARC' }, links), name, dataType: 'MARC' }
}
