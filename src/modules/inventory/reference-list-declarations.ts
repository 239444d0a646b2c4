import { defineCollection } from '../../kernel/collections/index.ts'
import type {
  Collection,
  CollectionDeclaration,
  UniqueFields,
  UsedBy,
} from '../../kernel/collections/index.ts'
import { readFlag } from '../../kernel/http/parameters.ts'
import { fieldProblem } from '../../kernel/http/problems.ts'
import type { QueryParameters } from '../../kernel/http/route.ts'
import {
  checkLocation,
  checkOwner,
  checkServicePoint,
  locationIdProblem,
  refuseFolioHoldingsSource,
  refuseSystemType,
  unitIdProblem,
} from './reference-list-rules.ts'
import * as schemas from './reference-list-schemas.ts'

/** The FOLIO module whose interfaces these lists are. */
export const STORAGE_MODULE = 'mod-inventory-storage-30.1.0'

type ListDeclaration = Omit<CollectionDeclaration, 'permissions' | 'interface'> & {
  interface: [string, string]
}

/** A list of mod-inventory-storage; its permissions follow from the path. */
function list({ interface: [id, version], ...declaration }: ListDeclaration): Collection {
  const permissions = `inventory-storage.${declaration.path.slice(1).replaceAll('/', '.')}`
  return defineCollection({ ...declaration, permissions, interface: { module: STORAGE_MODULE, id, version } })
}

const byName: readonly UniqueFields[] = [{ fields: ['name'] }]
const byNameAndCode: readonly UniqueFields[] = [{ fields: ['name'] }, { fields: ['code'] }]

function inInstances(...paths: string[]): UsedBy[] {
  return paths.map((field) => ({ table: 'instance', path: field }))
}

function inHoldings(...paths: string[]): UsedBy[] {
  return paths.map((field) => ({ table: 'holdings_record', path: field }))
}

function inItems(...paths: string[]): UsedBy[] {
  return paths.map((field) => ({ table: 'item', path: field }))
}

function hidesShadows(parameter: string): (query: QueryParameters) => string | null {
  return (query) => (readFlag(query, parameter, false) ? null : `doc -> 'isShadow' is distinct from 'true'`)
}

function visibleServicePoints(query: QueryParameters): string | null {
  return readFlag(query, 'includeRoutingServicePoints', false)
    ? null
    : `doc -> 'ecsRequestRouting' is distinct from 'true'`
}

/** Lists that instances use. */
export const instanceLists: readonly Collection[] = [
  list({
    path: '/alternative-title-types',
    listKey: 'alternativeTitleTypes',
    table: 'alternative_title_type',
    schema: schemas.sourcedName,
    unique: byName,
    interface: ['alternative-title-types', '1.0'],
  }),
  list({
    path: '/classification-types',
    listKey: 'classificationTypes',
    table: 'classification_type',
    schema: schemas.openName,
    unique: byName,
    interface: ['classification-types', '1.2'],
  }),
  list({
    path: '/contributor-name-types',
    listKey: 'contributorNameTypes',
    table: 'contributor_name_type',
    schema: schemas.contributorNameType,
    unique: byName,
    interface: ['contributor-name-types', '1.3'],
  }),
  list({
    path: '/contributor-types',
    listKey: 'contributorTypes',
    table: 'contributor_type',
    schema: schemas.openCodedName,
    unique: byNameAndCode,
    interface: ['contributor-types', '2.0'],
  }),
  list({
    path: '/electronic-access-relationships',
    listKey: 'electronicAccessRelationships',
    table: 'electronic_access_relationship',
    schema: schemas.openName,
    unique: byName,
    interface: ['electronic-access-relationships', '1.1'],
  }),
  list({
    path: '/identifier-types',
    listKey: 'identifierTypes',
    table: 'identifier_type',
    schema: schemas.openName,
    unique: byName,
    interface: ['identifier-types', '1.2'],
  }),
  list({
    path: '/instance-date-types',
    listKey: 'instanceDateTypes',
    table: 'instance_date_type',
    schema: schemas.instanceDateType,
    patchSchema: schemas.instanceDateTypePatch,
    methods: ['list', 'patch'],
    interface: ['instance-date-types', '1.0'],
  }),
  list({
    path: '/instance-formats',
    listKey: 'instanceFormats',
    table: 'instance_format',
    schema: schemas.openCodedName,
    unique: byNameAndCode,
    interface: ['instance-formats', '2.0'],
  }),
  list({
    path: '/instance-note-types',
    listKey: 'instanceNoteTypes',
    table: 'instance_note_type',
    schema: schemas.sourcedName,
    unique: byName,
    interface: ['instance-note-types', '1.0'],
  }),
  list({
    path: '/instance-relationship-types',
    listKey: 'instanceRelationshipTypes',
    table: 'instance_relationship_type',
    schema: schemas.instanceRelationshipType,
    unique: byName,
    interface: ['instance-relationship-types', '1.0'],
  }),
  list({
    path: '/instance-statuses',
    listKey: 'instanceStatuses',
    table: 'instance_status',
    schema: schemas.openCodedName,
    unique: byNameAndCode,
    usedBy: inInstances('statusId'),
    interface: ['instance-statuses', '1.0'],
  }),
  list({
    path: '/instance-types',
    listKey: 'instanceTypes',
    table: 'instance_type',
    schema: schemas.openCodedName,
    unique: byNameAndCode,
    usedBy: inInstances('instanceTypeId'),
    interface: ['instance-types', '2.0'],
  }),
  list({
    path: '/modes-of-issuance',
    listKey: 'issuanceModes',
    table: 'mode_of_issuance',
    schema: schemas.openName,
    unique: byName,
    usedBy: inInstances('modeOfIssuanceId'),
    interface: ['modes-of-issuance', '1.1'],
  }),
  list({
    path: '/nature-of-content-terms',
    listKey: 'natureOfContentTerms',
    table: 'nature_of_content_term',
    schema: schemas.sourcedName,
    unique: byName,
    interface: ['nature-of-content-terms', '1.0'],
  }),
  list({
    path: '/statistical-code-types',
    listKey: 'statisticalCodeTypes',
    table: 'statistical_code_type',
    schema: schemas.statisticalCodeType,
    unique: [{ fields: ['code'] }],
    interface: ['statistical-code-types', '1.0'],
  }),
  list({
    path: '/statistical-codes',
    listKey: 'statisticalCodes',
    table: 'statistical_code',
    schema: schemas.statisticalCode,
    unique: [{ fields: ['code', 'statisticalCodeTypeId'] }, { fields: ['name'] }],
    references: [{ field: 'statisticalCodeTypeId', table: 'statistical_code_type' }],
    usedBy: [{ table: 'instance', path: 'statisticalCodeIds[]', reportedAs: 'instance_statistical_code' }],
    interface: ['statistical-codes', '1.0'],
  }),
  list({
    path: '/subject-sources',
    listKey: 'subjectSources',
    table: 'subject_source',
    schema: schemas.subjectSource,
    unique: byNameAndCode,
    usedBy: [{ table: 'instance', path: 'subjects[].sourceId', reportedAs: 'instance_subject_source' }],
    validate: (_tx, record, stored) => checkOwner(record, stored),
    interface: ['subject-sources', '1.0'],
  }),
  list({
    path: '/subject-types',
    listKey: 'subjectTypes',
    table: 'subject_type',
    schema: schemas.subjectType,
    unique: byName,
    usedBy: [{ table: 'instance', path: 'subjects[].typeId', reportedAs: 'instance_subject_type' }],
    validate: (_tx, record, stored) => checkOwner(record, stored),
    interface: ['subject-types', '1.0'],
  }),
]

/** Lists that holdings and items use. */
export const holdingsAndItemLists: readonly Collection[] = [
  list({
    path: '/call-number-types',
    listKey: 'callNumberTypes',
    table: 'call_number_type',
    schema: schemas.sourcedName,
    unique: byName,
    usedBy: [
      ...inHoldings('callNumberTypeId'),
      ...inItems('itemLevelCallNumberTypeId', 'effectiveCallNumberComponents.typeId'),
    ],
    validate: (_tx, _record, stored) => refuseSystemType(stored, 'updated'),
    beforeDelete: (_tx, stored) => refuseSystemType(stored, 'deleted'),
    interface: ['call-number-types', '1.0'],
  }),
  list({
    path: '/holdings-note-types',
    listKey: 'holdingsNoteTypes',
    table: 'holdings_note_type',
    schema: schemas.sourcedName,
    unique: byName,
    interface: ['holdings-note-types', '1.0'],
  }),
  list({
    path: '/holdings-sources',
    listKey: 'holdingsRecordsSources',
    table: 'holdings_records_source',
    schema: schemas.holdingsRecordsSource,
    unique: byName,
    usedBy: inHoldings('sourceId'),
    beforeDelete: (_tx, stored) => refuseFolioHoldingsSource(stored),
    interface: ['holdings-sources', '1.0'],
  }),
  list({
    path: '/holdings-types',
    listKey: 'holdingsTypes',
    table: 'holdings_type',
    schema: schemas.sourcedName,
    unique: byName,
    usedBy: inHoldings('holdingsTypeId'),
    interface: ['holdings-types', '1.0'],
  }),
  list({
    path: '/ill-policies',
    listKey: 'illPolicies',
    table: 'ill_policy',
    schema: schemas.sourcedName,
    unique: byName,
    usedBy: inHoldings('illPolicyId'),
    interface: ['ill-policies', '1.0'],
  }),
  list({
    path: '/item-damaged-statuses',
    listKey: 'itemDamageStatuses',
    table: 'item_damaged_status',
    schema: schemas.sourcedName,
    unique: byName,
    interface: ['item-damaged-statuses', '1.0'],
  }),
  list({
    path: '/item-note-types',
    listKey: 'itemNoteTypes',
    table: 'item_note_type',
    schema: schemas.sourcedName,
    unique: byName,
    interface: ['item-note-types', '1.0'],
  }),
  list({
    path: '/loan-types',
    listKey: 'loantypes',
    table: 'loan_type',
    schema: schemas.loanType,
    unique: byName,
    usedBy: inItems('permanentLoanTypeId', 'temporaryLoanTypeId'),
    interface: ['loan-types', '2.4'],
  }),
  list({
    path: '/material-types',
    listKey: 'mtypes',
    table: 'material_type',
    schema: schemas.materialType,
    unique: byName,
    usedBy: inItems('materialTypeId'),
    interface: ['material-types', '2.2'],
  }),
]

/** Locations and what they stand on, each after those that it refers to. */
export const placeLists: readonly Collection[] = [
  list({
    path: '/location-units/institutions',
    listKey: 'locinsts',
    table: 'locinstitution',
    schema: schemas.institution,
    unique: byName,
    visible: hidesShadows('includeShadow'),
    idChangeProblem: unitIdProblem('Institution'),
    interface: ['location-units', '2.1'],
  }),
  list({
    path: '/location-units/campuses',
    listKey: 'loccamps',
    table: 'loccampus',
    schema: schemas.campus,
    unique: byName,
    references: [{ field: 'institutionId', table: 'locinstitution' }],
    visible: hidesShadows('includeShadow'),
    idChangeProblem: unitIdProblem('Campus'),
    interface: ['location-units', '2.1'],
  }),
  list({
    path: '/location-units/libraries',
    listKey: 'loclibs',
    table: 'loclibrary',
    schema: schemas.library,
    unique: byName,
    references: [{ field: 'campusId', table: 'loccampus' }],
    visible: hidesShadows('includeShadow'),
    idChangeProblem: unitIdProblem('Library'),
    interface: ['location-units', '2.1'],
  }),
  list({
    path: '/service-points',
    listKey: 'servicepoints',
    table: 'service_point',
    schema: schemas.servicePoint,
    unique: byNameAndCode,
    visible: visibleServicePoints,
    validate: (_tx, record) => checkServicePoint(record),
    duplicateProblem: (record) => fieldProblem('Service Point Exists', 'name', record.name),
    interface: ['service-points', '3.5'],
  }),
  list({
    path: '/service-points-users',
    listKey: 'servicePointsUsers',
    table: 'service_point_user',
    schema: schemas.servicePointsUser,
    unique: [{ fields: ['userId'] }],
    references: [{ field: 'defaultServicePointId', table: 'service_point' }],
    interface: ['service-points-users', '1.0'],
  }),
  list({
    path: '/locations',
    listKey: 'locations',
    table: 'location',
    schema: schemas.location,
    unique: byNameAndCode,
    references: [
      { field: 'institutionId', table: 'locinstitution' },
      { field: 'campusId', table: 'loccampus' },
      { field: 'libraryId', table: 'loclibrary' },
    ],
    usedBy: [
      ...inHoldings('permanentLocationId', 'temporaryLocationId', 'effectiveLocationId'),
      ...inItems('permanentLocationId', 'temporaryLocationId', 'effectiveLocationId'),
    ],
    visible: hidesShadows('includeShadowLocations'),
    idChangeProblem: locationIdProblem,
    validate: (_tx, record) => checkLocation(record),
    interface: ['locations', '3.2'],
  }),
]
