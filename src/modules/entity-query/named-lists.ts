import type { NamedList } from './column.ts'

function named(table: string, path: string, listKey: string, property = 'name'): NamedList {
  return { table, path, listKey, property, name: (row) => `${row}.doc ->> '${property}'` }
}

/** A statistical code as FOLIO shows it: the name of its type, the code, its name. */
const statisticalCodes: NamedList = {
  table: 'statistical_code',
  path: 'statistical-codes',
  listKey: 'statisticalCodes',
  property: 'statistical_code',
  name: (row) =>
    `(select concat(kind.doc ->> 'name', ': ', ${row}.doc ->> 'code', ' - ', ${row}.doc ->> 'name')
      from statistical_code_type kind where kind.id = ${row}.statisticalcodetypeid)`,
}

/** The lists whose rows stand behind ids in records; keys after folio-org/mod-fqm-manager: entity-types. */
export const LISTS = {
  addressTypes: named('addresstype', 'addresstypes', 'addressTypes', 'addressType'),
  alternativeTitleTypes: named('alternative_title_type', 'alternative-title-types', 'alternativeTitleTypes'),
  callNumberTypes: named('call_number_type', 'call-number-types', 'callNumberTypes'),
  classificationTypes: named('classification_type', 'classification-types', 'classificationTypes'),
  contributorNameTypes: named('contributor_name_type', 'contributor-name-types', 'contributorNameTypes'),
  contributorTypes: named('contributor_type', 'contributor-types', 'contributorTypes'),
  departments: named('departments', 'departments', 'departments'),
  groups: named('groups', 'groups', 'usergroups', 'group'),
  holdingsNoteTypes: named('holdings_note_type', 'holdings-note-types', 'holdingsNoteTypes'),
  holdingsTypes: named('holdings_type', 'holdings-types', 'holdingsTypes'),
  identifierTypes: named('identifier_type', 'identifier-types', 'identifierTypes'),
  instanceDateTypes: named('instance_date_type', 'instance-date-types', 'instanceDateTypes'),
  instanceFormats: named('instance_format', 'instance-formats', 'instanceFormats'),
  instanceNoteTypes: named('instance_note_type', 'instance-note-types', 'instanceNoteTypes'),
  instanceStatuses: named('instance_status', 'instance-statuses', 'instanceStatuses'),
  instanceTypes: named('instance_type', 'instance-types', 'instanceTypes'),
  itemDamagedStatuses: named('item_damaged_status', 'item-damaged-statuses', 'itemDamageStatuses'),
  itemNoteTypes: named('item_note_type', 'item-note-types', 'itemNoteTypes'),
  libraries: named('loclibrary', 'location-units/libraries', 'loclibs'),
  libraryCodes: named('loclibrary', 'location-units/libraries', 'loclibs', 'code'),
  loanTypes: named('loan_type', 'loan-types', 'loantypes'),
  locations: named('location', 'locations', 'locations'),
  locationCodes: named('location', 'locations', 'locations', 'code'),
  materialTypes: named('material_type', 'material-types', 'mtypes'),
  modesOfIssuance: named('mode_of_issuance', 'modes-of-issuance', 'issuanceModes'),
  natureOfContentTerms: named('nature_of_content_term', 'nature-of-content-terms', 'natureOfContentTerms'),
  relationships: named(
    'electronic_access_relationship',
    'electronic-access-relationships',
    'electronicAccessRelationships',
  ),
  servicePoints: named('service_point', 'service-points', 'servicepoints'),
  statisticalCodes,
  subjectSources: named('subject_source', 'subject-sources', 'subjectSources'),
  subjectTypes: named('subject_type', 'subject-types', 'subjectTypes'),
} as const
