import { answer } from './import-client.ts'
import type { Api, Profile } from './import-client.ts'

const BASE = '/data-import-profiles'

type RecordType =
  | 'INSTANCE'
  | 'HOLDINGS'
  | 'ITEM'
  | 'MARC_BIBLIOGRAPHIC'
  | 'MARC_HOLDINGS'
  | 'MARC_AUTHORITY'
  | 'AUTHORITY'

/** An action of a job profile with what its field mapping profile says. */
type ActionSpec = {
  kind: 'action'
  action: 'CREATE' | 'UPDATE' | 'MODIFY' | 'DELETE'
  record: RecordType
  /** Rules for inventory records, details for MARC; null for an action without field mapping profile. */
  mapping: object[] | null
  /** Further members of the field mapping profile. */
  more: object
}

type MatchSpec = {
  kind: 'match'
  detail: { existingRecordType: RecordType } & Record<string, unknown>
  onMatch: Spec[]
  onNonMatch: Spec[]
}

export type Spec = ActionSpec | MatchSpec

/** Does something with an inventory record by rules, or with MARC by details. */
export function action(
  what: ActionSpec['action'],
  record: RecordType,
  mapping: object[] | null = [],
  more: object = {},
): ActionSpec {
  return { kind: 'action', action: what, record, mapping, more }
}

const FIELD_LABELS = ['field', 'indicator1', 'indicator2', 'recordSubfield']

/** A side of a match: a MARC field such as `999ff$i`, `035  $a` or `001`, or the path of an inventory field. */
function expression(field: string, more: object = {}): object {
  const marc = /^(\d{3})(?:(.)(.)\$(.))?$/.exec(field)
  const fields = marc
    ? FIELD_LABELS.map((label, index) => ({ label, value: (marc[index + 1] ?? '').trim() }))
    : [{ label: 'field', value: field }]
  return { dataValueType: 'VALUE_FROM_RECORD', staticValueDetails: null, fields, ...more }
}

/** What a match looks for: a field of the incoming record, or a fixed text. */
type Incoming = string | { text: string }

/**
 * A match of a field of the incoming record, or of a fixed text, with a field of stored records; branches follow by
 * `onMatch` and `onNonMatch`. An identifier's type is given by `type`.
 */
export function match(
  incoming: Incoming,
  existingRecordType: RecordType,
  existing: string,
  { onMatch = [], onNonMatch = [], type, criterion = 'EXACTLY_MATCHES', qualifier }: Branches = {},
): MatchSpec {
  const identifierType = type === undefined ? [] : [{ label: 'identifierTypeId', value: type }]
  const existingMatchExpression = expression(existing) as { fields: object[] }
  existingMatchExpression.fields.push(...identifierType)
  const isStatic = typeof incoming !== 'string'
  const incomingMatchExpression = isStatic
    ? {
        dataValueType: 'STATIC_VALUE',
        staticValueDetails: { staticValueType: 'TEXT', text: incoming.text },
        fields: [],
      }
    : expression(incoming, qualifier === undefined ? {} : { qualifier })
  return {
    kind: 'match',
    detail: {
      incomingRecordType: isStatic ? 'STATIC_VALUE' : 'MARC_BIBLIOGRAPHIC',
      existingRecordType,
      incomingMatchExpression,
      existingMatchExpression,
      matchCriterion: criterion,
    },
    onMatch,
    onNonMatch,
  }
}

type Branches = {
  onMatch?: Spec[]
  onNonMatch?: Spec[]
  type?: string
  criterion?: string
  qualifier?: object
}

type Link = Record<string, unknown>

/** A job profile with the ids of the profiles below it. */
export type MadeProfile = Profile & { actions: string[]; mappings: string[]; matches: string[] }

/** Makes a job profile of a tree of matches and actions. */
export async function makeTree(api: Api, name: string, tree: readonly Spec[]): Promise<MadeProfile> {
  const made: MadeProfile = { id: '', name, dataType: 'MARC', actions: [], mappings: [], matches: [] }
  const links: Link[] = []
  let count = 0
  const post = async (list: string, profile: object, addedRelations: Link[]): Promise<string> =>
    answer(await api.post(`${BASE}/${list}`, { profile, addedRelations, deletedRelations: [] }), 201).id

  async function makeAction({ action: what, record, mapping, more }: ActionSpec): Promise<string> {
    const own = `${name} ${(count += 1)} ${what} ${record}`
    const relations: Link[] = []
    if (mapping !== null) {
      const isMarc = record.startsWith('MARC_')
      const id = await post(
        'mappingProfiles',
        {
          name: own,
          incomingRecordType: 'MARC_BIBLIOGRAPHIC',
          existingRecordType: record,
          mappingDetails: isMarc
            ? { name: 'marc', recordType: record, marcMappingOption: what, marcMappingDetails: mapping }
            : { name: record.toLowerCase(), recordType: record, mappingFields: mapping },
          ...more,
        },
        [],
      )
      made.mappings.push(id)
      relations.push({
        masterProfileId: null,
        masterProfileType: 'ACTION_PROFILE',
        detailProfileId: id,
        detailProfileType: 'MAPPING_PROFILE',
      })
    }
    const id = await post('actionProfiles', { name: own, action: what, folioRecord: record }, relations)
    made.actions.push(id)
    return id
  }

  async function makeMatch({ detail, onMatch, onNonMatch }: MatchSpec): Promise<string> {
    const profile = {
      name: `${name} ${(count += 1)} match`,
      incomingRecordType: detail.incomingRecordType,
      existingRecordType: detail.existingRecordType,
      matchDetails: [detail],
    }
    const id = await post('matchProfiles', profile, [])
    made.matches.push(id)
    await makeBranch(onMatch, { masterProfileId: id, masterProfileType: 'MATCH_PROFILE', reactTo: 'MATCH' })
    await makeBranch(onNonMatch, {
      masterProfileId: id,
      masterProfileType: 'MATCH_PROFILE',
      reactTo: 'NON_MATCH',
    })
    return id
  }

  async function makeBranch(specs: readonly Spec[], above: Link): Promise<void> {
    for (const [order, spec] of specs.entries()) {
      const link: Link = { ...above, order, detailProfileType: `${spec.kind.toUpperCase()}_PROFILE` }
      links.push(link)
      link['detailProfileId'] = spec.kind === 'action' ? await makeAction(spec) : await makeMatch(spec)
    }
  }

  await makeBranch(tree, { masterProfileId: null, masterProfileType: 'JOB_PROFILE' })
  made.id = await post('jobProfiles', { name, dataType: 'MARC' }, links)
  return made
}
