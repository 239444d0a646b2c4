import type { Client } from './client.ts'
import { NO_RELATIONS, firstOf, makeAction, rule } from './create-profile.ts'
import type { JobProfile } from './load-file.ts'

/** A match of one incoming field with a field of what is stored. */
async function makeMatch(
  client: Client,
  name: string,
  incoming: [tag: string, subfield: string],
  existing: { type: string; fields: { label: string; value: string }[] },
): Promise<string> {
  const [tag, subfield] = incoming
  const { id } = await client.post<{ id: string }>('/data-import-profiles/matchProfiles', {
    profile: {
      name,
      incomingRecordType: 'MARC_BIBLIOGRAPHIC',
      existingRecordType: existing.type,
      matchDetails: [
        {
          incomingRecordType: 'MARC_BIBLIOGRAPHIC',
          existingRecordType: existing.type,
          incomingMatchExpression: { dataValueType: 'VALUE_FROM_RECORD', fields: marcFields(tag, subfield) },
          existingMatchExpression: { dataValueType: 'VALUE_FROM_RECORD', fields: existing.fields },
          matchCriterion: 'EXACTLY_MATCHES',
        },
      ],
    },
    ...NO_RELATIONS,
  })
  return id
}

function marcFields(tag: string, subfield: string): { label: string; value: string }[] {
  return [
    { label: 'field', value: tag },
    { label: 'indicator1', value: '' },
    { label: 'indicator2', value: '' },
    { label: 'recordSubfield', value: subfield },
  ]
}

function note(recordType: 'holdings' | 'item', typeName: string, text: string): object {
  const path = `${recordType}.notes[]`
  const fields = [
    rule(
      recordType === 'item' ? 'itemNoteTypeId' : 'noteType',
      `${path}.${recordType}NoteTypeId`,
      `"${typeName}"`,
    ),
    rule('note', `${path}.note`, `"${text}"`),
    rule('staffOnly', `${path}.staffOnly`, '', { value: null, booleanFieldAction: 'ALL_TRUE' }),
  ]
  return rule('notes', path, '', {
    subfields: [{ order: 0, path, fields }],
    repeatableFieldAction: 'EXTEND_EXISTING',
  })
}

/** FOLIO's "PTF - Updates Success - 1": the MARC modified, the holdings and the item updated by their HRIDs. */
export async function createUpdateProfile(client: Client): Promise<JobProfile> {
  const location = await firstOf(client, '/locations', 'locations')
  const policy = await firstOf(client, '/ill-policies', 'illPolicies')
  const holdingsNote = await firstOf(client, '/holdings-note-types', 'holdingsNoteTypes')
  const itemNote = await firstOf(client, '/item-note-types', 'itemNoteTypes')
  const loanType = await firstOf(client, '/loan-types', 'loantypes')
  const steps = [
    [
      await makeMatch(client, '001 to 001', ['001', ''], {
        type: 'MARC_BIBLIOGRAPHIC',
        fields: marcFields('001', ''),
      }),
      await makeAction(client, 'PTF - Modify MARC Bib', ['MODIFY', 'MARC_BIBLIOGRAPHIC'], {
        name: 'marcBib',
        recordType: 'MARC_BIBLIOGRAPHIC',
        marcMappingOption: 'MODIFY',
        mappingFields: [],
        marcMappingDetails: [
          {
            order: 0,
            action: 'ADD',
            field: {
              field: '947',
              indicator1: ' ',
              indicator2: ' ',
              subfields: [
                { subfield: 'a', subaction: 'ADD_SUBFIELD', data: { text: 'Test' } },
                { subfield: 'b', data: { text: 'Addition' } },
              ],
            },
          },
        ],
      }),
    ],
    [
      await makeMatch(client, '901a to Holdings HRID', ['901', 'a'], {
        type: 'HOLDINGS',
        fields: [{ label: 'field', value: 'holdingsrecord.hrid' }],
      }),
      await makeAction(client, 'PTF - Update holdings 1', ['UPDATE', 'HOLDINGS'], {
        name: 'holdings',
        recordType: 'HOLDINGS',
        mappingFields: [
          rule('formerIds', 'holdings.formerIds[]', '', {
            subfields: [
              {
                order: 0,
                path: 'holdings.formerIds[]',
                fields: [rule('formerId', 'holdings.formerIds[]', '901$a')],
              },
            ],
            repeatableFieldAction: 'EXTEND_EXISTING',
          }),
          rule(
            'temporaryLocationId',
            'holdings.temporaryLocationId',
            `"${location.name} (${location.code})"`,
          ),
          rule('shelvingTitle', 'holdings.shelvingTitle', '"TEST"'),
          rule('callNumberPrefix', 'holdings.callNumberPrefix', '"PREF"'),
          rule('callNumberSuffix', 'holdings.callNumberSuffix', '"SUF"'),
          rule('illPolicyId', 'holdings.illPolicyId', `"${policy.name}"`),
          rule('digitizationPolicy', 'holdings.digitizationPolicy', '300$a'),
          note('holdings', holdingsNote.name, 'Did this get added?'),
        ],
      }),
    ],
    [
      await makeMatch(client, '902a to Item HRID', ['902', 'a'], {
        type: 'ITEM',
        fields: [{ label: 'field', value: 'item.hrid' }],
      }),
      await makeAction(client, 'PTF - Update item 1', ['UPDATE', 'ITEM'], {
        name: 'item',
        recordType: 'ITEM',
        mappingFields: [
          rule('accessionNumber', 'item.accessionNumber', '902$a'),
          rule('copyNumber', 'item.copyNumber', '300$c'),
          note('item', itemNote.name, "Here's an update note (note 1)"),
          rule('temporaryLoanType.id', 'item.temporaryLoanType.id', `"${loanType.name}"`),
        ],
      }),
    ],
  ] as const
  const profile = { name: 'PTF - Updates Success - 1', dataType: 'MARC' }
  const { id } = await client.post<{ id: string }>('/data-import-profiles/jobProfiles', {
    profile,
    addedRelations: steps.flatMap(([matchId, actionId], order) => [
      {
        masterProfileId: null,
        masterProfileType: 'JOB_PROFILE',
        detailProfileId: matchId,
        detailProfileType: 'MATCH_PROFILE',
        order,
      },
      {
        masterProfileId: matchId,
        masterProfileType: 'MATCH_PROFILE',
        detailProfileId: actionId,
        detailProfileType: 'ACTION_PROFILE',
        order: 0,
        reactTo: 'MATCH',
      },
    ]),
    deletedRelations: [],
  })
  return { id, ...profile }
}
