import { describe, expect, it } from 'vitest'
import { isUuid } from '../../../kernel/ids.ts'
import type { Profile, ProfileType } from '../profile-types.ts'
import { readDefaultProfiles } from './read-default-profiles.ts'
import type { ShippedAssociation } from './read-default-profiles.ts'

const shipped = readDefaultProfiles()
const byType: Record<ProfileType, Map<string, Profile>> = {
  JOB_PROFILE: byId(shipped.jobProfiles),
  MATCH_PROFILE: byId(shipped.matchProfiles),
  ACTION_PROFILE: byId(shipped.actionProfiles),
  MAPPING_PROFILE: byId(shipped.mappingProfiles),
}

function byId(profiles: Profile[]): Map<string, Profile> {
  return new Map(profiles.map((profile) => [profile.id, profile]))
}

function childrenOf(masterId: string, jobId: string): ShippedAssociation[] {
  return shipped.associations
    .filter((edge) => edge.masterProfileId === masterId && (edge.jobProfileId ?? jobId) === jobId)
    .sort((left, right) => left.order - right.order)
}

function actionOf(jobId: string): string | undefined {
  return childrenOf(jobId, jobId)[0]?.detailProfileId
}

/** A job's tree below one profile in one line: `reaction:profile(children)`. */
function treeOf(masterId: string, jobId: string): string {
  return childrenOf(masterId, jobId)
    .map((edge) => {
      const below = treeOf(edge.detailProfileId, jobId)
      return `${edge.reactTo ? `${edge.reactTo}:` : ''}${edge.detailProfileId.slice(0, 8)}${below && `(${below})`}`
    })
    .join(' ')
}

describe('the default job profiles', () => {
  it.each([
    [
      'Default - Create instance and SRS MARC Bib',
      'e34d7b92-9b83-11eb-a8b3-0242ac130003',
      false,
      'fa45f3ec(bf7b3b86)',
    ],
    [
      'Default - Create Holdings and SRS MARC Holdings',
      '80898dee-449f-44dd-9c8e-37d5eb469b1d',
      false,
      '8aa0b850(13cf7adf)',
    ],
    [
      'Default - Create SRS MARC Authority',
      '6eefa4c6-bbf7-4845-ad82-de7fc5abd0e3',
      false,
      '7915c72e(6a0ec1de)',
    ],
    [
      'Inventory Single Record - Default Create Instance',
      'd0ebb7b0-2f0f-11eb-adc1-0242ac120002',
      false,
      'd0ebba8a(d0ebbc2e)',
    ],
    [
      'Inventory Single Record - Default Update Instance',
      '91f9b8d6-d80e-4727-9783-73fb53e3c786',
      false,
      'd27d71ce(MATCH:6aa8e98b(f90864ef) NON_MATCH:31dbb554(MATCH:cddff0e1(862000b9)))',
    ],
    [
      'quickMARC - Derive a new SRS MARC Bib and Instance',
      '6409dcff-71fa-433a-bc6a-e70ad38a9604',
      false,
      'f8e58651(991c0300)',
    ],
    [
      'quickMARC - Create Holdings and SRS MARC Holdings',
      'fa0262c7-5816-48d0-b9b3-7b7a862a5bc7',
      false,
      'f5feddba(e0fbaad5)',
    ],
    [
      'quickMARC - Default Update instance',
      'cf6f2718-5aa5-482a-bba5-5bc9b75614da',
      true,
      '91cec42a(MATCH:c2e2d482(39b265e1))',
    ],
    [
      'quickMARC - Default Update holdings',
      '6cb347c6-c0b0-4363-89fc-32cedede87ba',
      true,
      '2a599369(MATCH:7e24a466(b8a9ca7d))',
    ],
    [
      'quickMARC - Default Update authority',
      'c7fcbc40-c4c0-411d-b569-1fc6bc142a92',
      true,
      'aff72eae(MATCH:f0f788c8(041f8ff9))',
    ],
    [
      'quickMARC - Default Create authority',
      '6eefa4c6-bbf7-4845-ad82-de7fc4abd0e3',
      true,
      '7915c72e(6a0ec1de)',
    ],
    [
      'Default - Delete MARC Authority',
      '1a338fcd-3efc-4a03-b007-394eeb0d5fb9',
      true,
      '4be5d1d2(MATCH:fabd9a3e)',
    ],
    [
      'ECS - Create instance and SRS MARC Bib',
      '90fd4389-e5a9-4cc5-88cf-1568c0ff7e8b',
      true,
      '671a848a(f8d7e135)',
    ],
  ])('have "%s" with the id, visibility and tree of FOLIO', (name, id, hidden, tree) => {
    expect(byType.JOB_PROFILE.get(id)).toMatchObject({ name, hidden, dataType: 'MARC' })
    expect(treeOf(id, id)).toBe(tree)
  })

  it('are these thirteen', () => {
    expect(shipped.jobProfiles).toHaveLength(13)
  })

  it('keep apart the two authority jobs whose ids differ in one digit', () => {
    expect(actionOf('6eefa4c6-bbf7-4845-ad82-de7fc5abd0e3')).toBe('7915c72e-c6af-4962-969d-403c7238b051')
    expect(actionOf('6eefa4c6-bbf7-4845-ad82-de7fc4abd0e3')).toBe('7915c72e-c7af-4962-969d-403c7238b051')
  })
})

describe('the default profiles', () => {
  it('have ids that the wire admits, each used once', () => {
    const all = Object.values(shipped).flat()
    expect(all.filter(({ id }) => !isUuid(id))).toEqual([])
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })

  it.each(Object.entries(byType))('have names that differ among those of type %s', (_type, profiles) => {
    const names = [...profiles.values()].map(({ name }) => name.trim().toLowerCase())
    expect(new Set(names).size).toBe(names.length)
  })

  it('are linked only to profiles that ship', () => {
    const dangling = shipped.associations.filter(
      (edge) =>
        !byType[edge.masterProfileType].has(edge.masterProfileId) ||
        !byType[edge.detailProfileType].has(edge.detailProfileId) ||
        (edge.jobProfileId != null && !byType.JOB_PROFILE.has(edge.jobProfileId)),
    )
    expect(dangling).toEqual([])
  })

  it('say under every match whether a child is for a hit or for none, and nowhere else', () => {
    const odd = shipped.associations.filter(
      (edge) => (edge.masterProfileType === 'MATCH_PROFILE') !== (edge.reactTo !== undefined),
    )
    expect(odd).toEqual([])
  })

  it('join each action to a mapping of the same record type', () => {
    const pairs = shipped.associations.filter((edge) => edge.masterProfileType === 'ACTION_PROFILE')
    const actions = new Map(shipped.actionProfiles.map(({ id, folioRecord }) => [id, folioRecord]))
    const mappings = new Map(
      shipped.mappingProfiles.map((mapping) => [mapping.id, mapping.existingRecordType]),
    )
    const unequal = pairs.filter(
      (edge) => actions.get(edge.masterProfileId) !== mappings.get(edge.detailProfileId),
    )
    expect(unequal).toEqual([])
  })

  it('match on the record id or instance id that FOLIO keeps in 999 ff', () => {
    const incoming = shipped.matchProfiles.map(({ matchDetails }) =>
      matchDetails?.[0]?.incomingMatchExpression.fields?.map((part) => part.value).join(''),
    )
    expect(incoming.toSorted()).toEqual(['999ffi', '999ffi', '999ffs', '999ffs', '999ffs', '999ffs'])
  })

  it('let a librarian set only those instance fields that MARC does not drive', () => {
    const mappings = shipped.mappingProfiles.filter((profile) => profile.existingRecordType === 'INSTANCE')
    expect(mappings).toHaveLength(5)
    for (const { mappingDetails } of mappings) {
      const mappingFields = mappingDetails?.mappingFields ?? []
      const settable = mappingFields.filter((field) => field.enabled === 'true')
      expect(mappingFields).toHaveLength(33)
      expect(settable.map((field) => field.path)).toEqual([
        'instance.discoverySuppress',
        'instance.staffSuppress',
        'instance.previouslyHeld',
        'instance.catalogedDate',
        'instance.statusId',
        'instance.statisticalCodeIds[]',
        'instance.administrativeNotes[]',
        'instance.natureOfContentTermIds[]',
        'instance.parentInstances[]',
        'instance.childInstances[]',
      ])
    }
  })

  it('remove $9 from the linked fields of records that come from outside', () => {
    const removing = shipped.actionProfiles.filter((action) => action.remove9Subfields === true)
    expect(removing.map(({ name }) => name)).toEqual([
      'Default - Create instance',
      'Inventory Single Record - Default Create Instance',
      'Inventory Single Record - Default Update MARC Bib',
      'Inventory Single Record - Default Update Instance',
    ])
  })
})

it.each([
  ['Amalivre monograph', 'fedf651c-5287-4775-9bc4-dd2460df97e3'],
  ['Casalini monograph', '7a5b35cf-d574-4f1e-9610-b429372f8140'],
  ['CNPIEC monograph', '8f7e326f-326f-471f-88c2-724ee8e3b2e9'],
  ['Coutts monograph', 'fd351093-8df0-4f4e-b202-32ca5a0f00c6'],
  ['EBSCO serials', 'c89cf275-3ebf-4271-ae89-343dd5824d75'],
  ['Erasmus monograph', '6cdd60de-b8c1-41ce-ab57-6684d5a18fad'],
  ['GOBI monograph', '2ad182ee-75e8-4bdb-b859-530543a064dc'],
  ['Harrassowitz serials', '5c117edc-4f1a-4395-9a9f-ea48f28798d5'],
  ['Hein serials', '4f8505ce-59c8-42f1-b925-b1e57d8f9269'],
  ['Midwest monograph', '950d9436-6a96-40f6-94c8-9ae39aef26e4'],
  ['Mosaic', 'e5cb0d57-51ca-4211-93af-ce5b4b08a420'],
  ['Nardi monograph', '8bc2ad7e-5bcf-4ee3-af34-236c0f7875ca'],
  ['WT Cox serials', '7bfd8670-b3f1-447c-ac43-29e04324809c'],
])('ships an EDIFACT invoice mapping for %s without a job of its own', (vendor, id) => {
  expect(byType.MAPPING_PROFILE.get(id)).toMatchObject({
    name: `Default - ${vendor} invoice`,
    incomingRecordType: 'EDIFACT_INVOICE',
    existingRecordType: 'INVOICE',
  })
  expect(shipped.associations.filter((edge) => edge.detailProfileId === id)).toEqual([])
})
