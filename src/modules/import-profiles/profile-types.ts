import type { Metadata } from '../../kernel/metadata.ts'

export type ProfileType = 'JOB_PROFILE' | 'MATCH_PROFILE' | 'ACTION_PROFILE' | 'MAPPING_PROFILE'

/** Branch of a match that a child stands on. */
export type ReactTo = 'MATCH' | 'NON_MATCH'

type CommonMembers = {
  id: string
  name: string
  description?: string
  tags?: { tagList?: string[] }
  /** Who changed it last. */
  userInfo?: { firstName?: string; lastName?: string; userName?: string }
  parentProfiles?: RelatedProfile[]
  childProfiles?: RelatedProfile[]
  hidden: boolean
  metadata?: Metadata
}

export type JobProfile = CommonMembers & { dataType: 'MARC' | 'EDIFACT' | 'Delimited' }

export type ActionKind = 'CREATE' | 'UPDATE' | 'DELETE' | 'MODIFY'

export type FolioRecord =
  | 'INSTANCE'
  | 'HOLDINGS'
  | 'ITEM'
  | 'AUTHORITY'
  | 'ORDER'
  | 'INVOICE'
  | 'MARC_BIBLIOGRAPHIC'
  | 'MARC_HOLDINGS'
  | 'MARC_AUTHORITY'

export type ActionProfile = CommonMembers & {
  action: ActionKind
  folioRecord: FolioRecord
  remove9Subfields?: boolean
}

/** Kinds of records that profiles name (folio-org/data-import-raml-storage: entityType.json). */
export type EntityType =
  | 'MARC_BIBLIOGRAPHIC'
  | 'MARC_HOLDINGS'
  | 'MARC_AUTHORITY'
  | 'EDIFACT_INVOICE'
  | 'DELIMITED'
  | 'INSTANCE'
  | 'HOLDINGS'
  | 'AUTHORITY'
  | 'ITEM'
  | 'ORDER'
  | 'INVOICE'
  | 'STATIC_VALUE'
  | 'PO_LINE'

export type MatchCriterion =
  | 'EXACTLY_MATCHES'
  | 'EXISTING_VALUE_CONTAINS_INCOMING_VALUE'
  | 'INCOMING_VALUE_CONTAINS_EXISTING_VALUE'
  | 'EXISTING_VALUE_BEGINS_WITH_INCOMING_VALUE'
  | 'INCOMING_VALUE_BEGINS_WITH_EXISTING_VALUE'
  | 'EXISTING_VALUE_ENDS_WITH_INCOMING_VALUE'
  | 'INCOMING_VALUE_ENDS_WITH_EXISTING_VALUE'

export type StaticValueDetails = {
  staticValueType?: 'TEXT' | 'NUMBER' | 'EXACT_DATE' | 'DATE_RANGE'
  text?: string
  number?: string
  exactDate?: string
  fromDate?: string
  toDate?: string
}

export type MatchExpression = {
  dataValueType: 'VALUE_FROM_RECORD' | 'STATIC_VALUE'
  fields?: { label: string; value: string }[]
  staticValueDetails?: StaticValueDetails | null
  qualifier?: {
    qualifierType?: 'BEGINS_WITH' | 'ENDS_WITH' | 'CONTAINS'
    qualifierValue?: string
    comparisonPart?: 'NUMERICS_ONLY' | 'ALPHANUMERICS_ONLY'
  } | null
}

export type MatchDetail = {
  incomingRecordType: EntityType
  existingRecordType: EntityType
  incomingMatchExpression: MatchExpression
  matchCriterion: MatchCriterion
  existingMatchExpression: MatchExpression
  booleanOperation?: 'AND' | 'AND NOT' | 'OR'
}

export type MatchProfile = CommonMembers & {
  incomingRecordType: EntityType
  existingRecordType: EntityType
  matchDetails?: MatchDetail[]
}

export type RepeatableFieldAction =
  | 'EXTEND_EXISTING'
  | 'EXCHANGE_EXISTING'
  | 'DELETE_EXISTING'
  | 'DELETE_INCOMING'

/** One field of a mapping profile. `enabled` comes as text or as a boolean. */
export type MappingRule = {
  name: string
  enabled?: string | boolean
  required?: boolean
  path?: string
  value?: string | null
  booleanFieldAction?: 'ALL_TRUE' | 'ALL_FALSE' | 'AS_IS' | 'IGNORE' | null
  repeatableFieldAction?: RepeatableFieldAction | null
  subfields?: { order: number; path: string; fields?: MappingRule[] }[]
  acceptedValues?: Record<string, string>
}

export type MarcSubfieldEdit = {
  subfield: string
  subaction?: 'ADD_SUBFIELD' | 'INSERT' | 'REPLACE' | 'REMOVE' | 'CREATE_NEW_FIELD' | 'ADD_TO_EXISTING_FIELD'
  data?: { text?: string; find?: string; replaceWith?: string; marcField?: MarcFieldEdit }
  position?: 'BEFORE_STRING' | 'AFTER_STRING' | 'NEW_SUBFIELD'
}

export type MarcFieldEdit = {
  field: string
  indicator1?: string
  indicator2?: string
  subfields?: MarcSubfieldEdit[]
}

export type MarcMappingDetail = {
  order: number
  action: 'ADD' | 'DELETE' | 'EDIT' | 'MOVE'
  field: MarcFieldEdit
}

export type MarcFieldProtectionSetting = {
  id?: string
  field: string
  indicator1?: string
  indicator2?: string
  subfield?: string
  data?: string
  source?: 'SYSTEM' | 'USER'
  override?: boolean
}

export type MappingProfile = CommonMembers & {
  incomingRecordType: EntityType
  existingRecordType?: EntityType
  mappingDetails?: {
    name: string
    recordType: EntityType
    mappingFields?: MappingRule[]
    marcMappingDetails?: MarcMappingDetail[]
    marcMappingOption?: 'UPDATE' | 'MODIFY'
  }
  marcFieldProtectionSettings?: MarcFieldProtectionSetting[]
}

export type Profile = JobProfile | MatchProfile | ActionProfile | MappingProfile

/** Link between two profiles; wrapper ids tell apart several places of one profile in the same job. */
export type ProfileAssociation = {
  id?: string
  masterProfileId?: string | null
  detailProfileId?: string | null
  masterProfileType?: ProfileType | null
  detailProfileType?: ProfileType | null
  masterWrapperId?: string | null
  detailWrapperId?: string | null
  jobProfileId?: string | null
  order?: number | null
  reactTo?: ReactTo | null
  triggered?: boolean
}

/** A profile that stands above or below another; `id` is that of the profile. */
export type RelatedProfile = {
  id: string
  profileWrapperId?: string
  contentType: ProfileType
  content: Profile
  order: number
  childSnapshotWrappers: RelatedProfile[]
}

type SnapshotMembers = {
  id: string
  profileId: string
  profileWrapperId?: string
  reactTo?: ReactTo
  order: number
  childSnapshotWrappers: ProfileSnapshot[]
}

/** A node of a frozen tree of profiles; the root of a job's tree is its job profile. */
export type ProfileSnapshot = SnapshotMembers &
  (
    | { contentType: 'JOB_PROFILE'; content: JobProfile }
    | { contentType: 'MATCH_PROFILE'; content: MatchProfile }
    | { contentType: 'ACTION_PROFILE'; content: ActionProfile }
    | { contentType: 'MAPPING_PROFILE'; content: MappingProfile }
  )
