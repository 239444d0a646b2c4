import type { JsonSchema } from '../../kernel/http/validation.ts'
import { UUID_PATTERN } from '../../kernel/http/validation.ts'
import type { ProfileType } from './profile-types.ts'

// Properties and enumerations of folio-org/data-import-raml-storage: schemas/mod-data-import-converter-storage.
// As in FOLIO, properties inside a profile are required only at its top.

const text: JsonSchema = { type: 'string' }
const flag: JsonSchema = { type: 'boolean' }
const integer: JsonSchema = { type: 'integer' }
const uuid: JsonSchema = { type: 'string', pattern: UUID_PATTERN }
const anything: JsonSchema = {}

function oneOf(...values: string[]): JsonSchema {
  return { type: 'string', enum: values }
}

function object(properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema {
  return { type: 'object', additionalProperties: false, required, properties }
}

function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items }
}

const entityType = oneOf(
  'MARC_BIBLIOGRAPHIC',
  'MARC_HOLDINGS',
  'MARC_AUTHORITY',
  'EDIFACT_INVOICE',
  'DELIMITED',
  'INSTANCE',
  'HOLDINGS',
  'AUTHORITY',
  'ITEM',
  'ORDER',
  'INVOICE',
  'STATIC_VALUE',
  'PO_LINE',
)
const profileType = oneOf('ACTION_PROFILE', 'MAPPING_PROFILE', 'MATCH_PROFILE', 'JOB_PROFILE')
const reactTo = oneOf('MATCH', 'NON_MATCH')

const commonProperties: Record<string, JsonSchema> = {
  id: uuid,
  name: text,
  description: text,
  tags: object({ tagList: listOf(text) }),
  reactTo: oneOf('MATCH', 'NON-MATCH'),
  userInfo: object({ firstName: text, lastName: text, userName: text }),
  parentProfiles: listOf({ type: 'object' }),
  childProfiles: listOf({ type: 'object' }),
  hidden: flag,
  // Releases up to FOLIO Quesnelia export it; it means nothing any more.
  deleted: flag,
  metadata: { type: 'object' },
}

function profile(properties: Record<string, JsonSchema>, required: string[]): JsonSchema {
  return object({ ...commonProperties, ...properties }, ['name', ...required])
}

const matchExpression = object({
  dataValueType: oneOf('VALUE_FROM_RECORD', 'STATIC_VALUE'),
  fields: listOf(object({ label: text, value: text })),
  staticValueDetails: object({
    staticValueType: oneOf('TEXT', 'NUMBER', 'DATE_RANGE', 'EXACT_DATE'),
    text,
    number: text,
    fromDate: text,
    toDate: text,
    exactDate: text,
  }),
  qualifier: object({
    qualifierType: oneOf('BEGINS_WITH', 'ENDS_WITH', 'CONTAINS'),
    qualifierValue: text,
    comparisonPart: oneOf('NUMERICS_ONLY', 'ALPHANUMERICS_ONLY'),
  }),
})

const matchDetail = object({
  incomingRecordType: entityType,
  existingRecordType: entityType,
  incomingMatchExpression: matchExpression,
  matchCriterion: oneOf(
    'EXACTLY_MATCHES',
    'EXISTING_VALUE_CONTAINS_INCOMING_VALUE',
    'INCOMING_VALUE_CONTAINS_EXISTING_VALUE',
    'EXISTING_VALUE_BEGINS_WITH_INCOMING_VALUE',
    'INCOMING_VALUE_BEGINS_WITH_EXISTING_VALUE',
    'EXISTING_VALUE_ENDS_WITH_INCOMING_VALUE',
    'INCOMING_VALUE_ENDS_WITH_EXISTING_VALUE',
  ),
  existingMatchExpression: matchExpression,
  booleanOperation: oneOf('AND', 'AND NOT', 'OR'),
})

function mappingRule(subfields: JsonSchema): JsonSchema {
  return object({
    name: text,
    enabled: { type: ['string', 'boolean'] },
    required: flag,
    path: text,
    value: text,
    booleanFieldAction: oneOf('ALL_TRUE', 'ALL_FALSE', 'AS_IS', 'IGNORE'),
    repeatableFieldAction: oneOf(
      'EXTEND_EXISTING',
      'DELETE_EXISTING',
      'EXCHANGE_EXISTING',
      'DELETE_INCOMING',
    ),
    subfields,
    acceptedValues: { type: 'object' },
  })
}

/** Rules inside rules inside rules: no form of FOLIO goes deeper than order lines, which have three levels. */
function subfieldMapping(depth: number): JsonSchema {
  const inner = depth === 0 ? listOf({ type: 'object' }) : listOf(subfieldMapping(depth - 1))
  return object({ order: integer, path: text, fields: listOf(mappingRule(inner)) })
}

function marcField(subfield: JsonSchema): JsonSchema {
  return object({ field: text, indicator1: text, indicator2: text, subfields: listOf(subfield) })
}

function marcSubfield(marcFieldOfData: JsonSchema): JsonSchema {
  return object({
    subfield: text,
    subaction: oneOf(
      'ADD_SUBFIELD',
      'INSERT',
      'REPLACE',
      'REMOVE',
      'CREATE_NEW_FIELD',
      'ADD_TO_EXISTING_FIELD',
    ),
    position: oneOf('BEFORE_STRING', 'AFTER_STRING', 'NEW_SUBFIELD'),
    data: object({ text, find: text, replaceWith: text, marcField: marcFieldOfData }),
  })
}

const marcMappingDetail = object({
  order: integer,
  action: oneOf('ADD', 'DELETE', 'EDIT', 'MOVE'),
  field: marcField(marcSubfield(marcField(object({ subfield: text, data: { type: 'object' } })))),
})

const mappingDetail = object({
  name: text,
  recordType: entityType,
  mappingFields: listOf(mappingRule(listOf(subfieldMapping(2)))),
  marcMappingDetails: listOf(marcMappingDetail),
  marcMappingOption: oneOf('UPDATE', 'MODIFY'),
})

const protection = object({
  id: uuid,
  field: text,
  indicator1: text,
  indicator2: text,
  subfield: text,
  data: text,
  source: oneOf('SYSTEM', 'USER'),
  override: flag,
  metadata: { type: 'object' },
})

/** The schema of a profile of each kind. */
export const profileSchemas: Record<ProfileType, JsonSchema> = {
  JOB_PROFILE: profile({ dataType: oneOf('Delimited', 'EDIFACT', 'MARC') }, ['dataType']),
  MATCH_PROFILE: profile(
    { incomingRecordType: entityType, existingRecordType: entityType, matchDetails: listOf(matchDetail) },
    ['incomingRecordType', 'existingRecordType'],
  ),
  ACTION_PROFILE: profile(
    {
      action: oneOf('CREATE', 'UPDATE', 'DELETE', 'MODIFY'),
      folioRecord: oneOf(
        'INSTANCE',
        'HOLDINGS',
        'AUTHORITY',
        'ITEM',
        'ORDER',
        'INVOICE',
        'MARC_BIBLIOGRAPHIC',
        'MARC_HOLDINGS',
        'MARC_AUTHORITY',
        'MARC_AUTHORITY_EXTENDED',
      ),
      remove9Subfields: flag,
    },
    ['action', 'folioRecord'],
  ),
  MAPPING_PROFILE: profile(
    {
      incomingRecordType: entityType,
      existingRecordType: entityType,
      mappingDetails: mappingDetail,
      marcFieldProtectionSettings: listOf(protection),
    },
    ['incomingRecordType'],
  ),
}

const associationProperties: Record<string, JsonSchema> = {
  id: uuid,
  masterProfileId: uuid,
  detailProfileId: uuid,
  order: integer,
  reactTo,
  detail: anything,
  triggered: flag,
  masterProfileType: profileType,
  detailProfileType: profileType,
  masterWrapperId: uuid,
  detailWrapperId: uuid,
  jobProfileId: uuid,
}

/** A link as the association endpoints take it. */
export const associationSchema = object(associationProperties, ['masterProfileId', 'detailProfileId'])

/** What the profile endpoints take: the profile with the links that come and go. */
export function updateSchema(type: ProfileType): JsonSchema {
  const relations = listOf(object(associationProperties))
  return object(
    { id: uuid, profile: profileSchemas[type], addedRelations: relations, deletedRelations: relations },
    ['profile'],
  )
}

/** A tree as it is exported; its contents are checked by kind. */
export const snapshotSchema: JsonSchema = object(
  {
    id: uuid,
    profileId: uuid,
    profileWrapperId: uuid,
    contentType: profileType,
    reactTo,
    content: { type: 'object' },
    order: integer,
    childSnapshotWrappers: listOf({ type: 'object' }),
  },
  ['contentType', 'content'],
)

export const formConfigSchema = object({ id: uuid, formName: text, config: anything }, ['formName', 'config'])
