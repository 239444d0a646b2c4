import { FACET_LETTERS } from '../inventory/index.ts'

/** What uses a value, as answers name it. */
export type UseKind = 'instance' | 'holdings' | 'item' | 'user' | 'place' | 'value'

/** Where documents of a table hold ids of a list's values. */
type Use = {
  kind: UseKind
  table: string
  /** Paths from the document's top; `[]` follows the name of an array: `subjects[].sourceId`. */
  paths?: readonly string[]
  /** A column that holds the same as the only path: it is counted without reading a document. */
  column?: string
  /** The letter in `instance.facets`, which an index has: millions of instances are counted in a second. */
  facet?: string
}

/** A list with all that can use its values. */
export type UsedList = {
  /** The name in the path of the endpoint, and in the permission. */
  id: string
  table: string
  /** The permission to read the list, which is enough to see where its values are used. */
  permission: string
  uses: readonly Use[]
  /** Parameters of functions of the mapping rules that name values of this list. */
  ruleFunctions?: readonly string[]
}

const instance = (...paths: string[]): Use => ({ kind: 'instance', table: 'instance', paths })
const facet = (letter: string): Use => ({ kind: 'instance', table: 'instance', facet: letter })
const holdings = (...paths: string[]): Use => ({ kind: 'holdings', table: 'holdings_record', paths })
const item = (...paths: string[]): Use => ({ kind: 'item', table: 'item', paths })
const user = (...paths: string[]): Use => ({ kind: 'user', table: 'users', paths })
const place = (table: string, ...paths: string[]): Use => ({ kind: 'place', table, paths })

function list(id: string, table: string, uses: readonly Use[], ruleFunctions?: readonly string[]): UsedList {
  const permission = `inventory-storage.${id}.collection.get`
  return { id, table, permission, uses, ...(ruleFunctions && { ruleFunctions }) }
}

const places: readonly UsedList[] = [
  list('institutions', 'locinstitution', [
    place('loccampus', 'institutionId'),
    place('location', 'institutionId'),
  ]),
  list('campuses', 'loccampus', [place('loclibrary', 'campusId'), place('location', 'campusId')]),
  list('libraries', 'loclibrary', [place('location', 'libraryId')]),
].map((one) => ({ ...one, permission: `inventory-storage.location-units.${one.id}.collection.get` }))

const people: readonly UsedList[] = [
  {
    id: 'patron-groups',
    table: 'groups',
    permission: 'usergroups.collection.get',
    uses: [user('patronGroup')],
  },
  {
    id: 'address-types',
    table: 'addresstype',
    permission: 'addresstypes.collection.get',
    uses: [user('personal.addresses[].addressTypeId')],
  },
  {
    id: 'departments',
    table: 'departments',
    permission: 'departments.collection.get',
    uses: [user('departments[]')],
  },
]

/** All lists whose uses are counted. */
export const USED_LISTS: readonly UsedList[] = [
  list(
    'alternative-title-types',
    'alternative_title_type',
    [instance('alternativeTitles[].alternativeTitleTypeId')],
    ['set_alternative_title_type_id'],
  ),
  list(
    'classification-types',
    'classification_type',
    [instance('classifications[].classificationTypeId')],
    ['set_classification_type_id'],
  ),
  list(
    'contributor-name-types',
    'contributor_name_type',
    [instance('contributors[].contributorNameTypeId')],
    ['set_contributor_name_type_id'],
  ),
  list('contributor-types', 'contributor_type', [instance('contributors[].contributorTypeId')]),
  list('electronic-access-relationships', 'electronic_access_relationship', [
    instance('electronicAccess[].relationshipId'),
    holdings('electronicAccess[].relationshipId'),
    item('electronicAccess[].relationshipId'),
  ]),
  list(
    'identifier-types',
    'identifier_type',
    [instance('identifiers[].identifierTypeId')],
    ['set_identifier_type_id_by_name', 'set_identifier_type_id_by_value'],
  ),
  list('instance-date-types', 'instance_date_type', [instance('dates.dateTypeId')]),
  list('instance-formats', 'instance_format', [facet(FACET_LETTERS.instanceFormatIds)]),
  list(
    'instance-note-types',
    'instance_note_type',
    [instance('notes[].instanceNoteTypeId')],
    ['set_note_type_id'],
  ),
  list('instance-relationship-types', 'instance_relationship_type', [
    { kind: 'instance', table: 'instance_relationship', paths: ['instanceRelationshipTypeId'] },
  ]),
  list('instance-statuses', 'instance_status', [facet(FACET_LETTERS.statusId)]),
  list('instance-types', 'instance_type', [facet(FACET_LETTERS.instanceTypeId)]),
  list('modes-of-issuance', 'mode_of_issuance', [facet(FACET_LETTERS.modeOfIssuanceId)]),
  list('nature-of-content-terms', 'nature_of_content_term', [facet(FACET_LETTERS.natureOfContentTermIds)]),
  list('statistical-code-types', 'statistical_code_type', [
    { kind: 'value', table: 'statistical_code', paths: ['statisticalCodeTypeId'] },
  ]),
  list('statistical-codes', 'statistical_code', [
    facet(FACET_LETTERS.statisticalCodeIds),
    holdings('statisticalCodeIds[]'),
    item('statisticalCodeIds[]'),
  ]),
  list('subject-sources', 'subject_source', [instance('subjects[].sourceId')], ['set_subject_source_id']),
  list('subject-types', 'subject_type', [instance('subjects[].typeId')], ['set_subject_type_id']),
  list('call-number-types', 'call_number_type', [
    holdings('callNumberTypeId'),
    item('itemLevelCallNumberTypeId', 'effectiveCallNumberComponents.typeId'),
  ]),
  list(
    'holdings-note-types',
    'holdings_note_type',
    [holdings('notes[].holdingsNoteTypeId')],
    ['set_holdings_note_type_id'],
  ),
  list('holdings-sources', 'holdings_records_source', [
    { kind: 'holdings', table: 'holdings_record', column: 'source_id' },
  ]),
  list('holdings-types', 'holdings_type', [holdings('holdingsTypeId')]),
  list('ill-policies', 'ill_policy', [holdings('illPolicyId')]),
  list('item-damaged-statuses', 'item_damaged_status', [item('itemDamagedStatusId')]),
  list('item-note-types', 'item_note_type', [item('notes[].itemNoteTypeId')]),
  list('loan-types', 'loan_type', [item('permanentLoanTypeId', 'temporaryLoanTypeId')]),
  list('material-types', 'material_type', [{ kind: 'item', table: 'item', column: 'material_type_id' }]),
  list('locations', 'location', [
    holdings('permanentLocationId', 'temporaryLocationId', 'effectiveLocationId'),
    item('permanentLocationId', 'temporaryLocationId', 'effectiveLocationId'),
  ]),
  list('service-points', 'service_point', [place('location', 'primaryServicePoint', 'servicePointIds[]')]),
  ...places,
  ...people,
]
