import { ITEM_STATUSES } from './item-statuses.ts'

type Schema = Readonly<Record<string, unknown>>

const text: Schema = { type: 'string' }
const uuid: Schema = { type: 'string', format: 'uuid' }
const flag: Schema = { type: 'boolean' }
const texts: Schema = { type: 'array', items: text }
const uuids: Schema = { type: 'array', items: uuid }
/** Values that the server computes or joins: whatever a client sends back is dropped. */
const ignored: Schema = {}

function record(properties: Record<string, Schema>, required: readonly string[] = []): Schema {
  return { type: 'object', properties, required, additionalProperties: false }
}

function list(properties: Record<string, Schema>, required: readonly string[] = []): Schema {
  return { type: 'array', items: record(properties, required) }
}

const identity = { id: uuid, _version: { type: 'integer' }, hrid: text, metadata: ignored }
const tags = record({ tagList: texts })
const electronicAccess = list(
  { uri: text, linkText: text, materialsSpecification: text, publicNote: text, relationshipId: uuid },
  ['uri'],
)
const additionalCallNumbers = list({ typeId: uuid, prefix: text, callNumber: text, suffix: text }, [
  'callNumber',
])

/** Properties of an instance; `instanceSchema` adds which are required. */
const instanceProperties = {
  ...identity,
  matchKey: text,
  sourceUri: text,
  source: text,
  title: text,
  indexTitle: text,
  alternativeTitles: list({ alternativeTitleTypeId: uuid, alternativeTitle: text, authorityId: uuid }),
  editions: texts,
  series: list({ value: text, authorityId: uuid }, ['value']),
  identifiers: list({ value: text, identifierTypeId: uuid, identifierTypeObject: ignored }, [
    'value',
    'identifierTypeId',
  ]),
  contributors: list(
    {
      name: text,
      contributorTypeId: uuid,
      contributorTypeText: text,
      contributorNameTypeId: uuid,
      authorityId: uuid,
      contributorNameType: ignored,
      primary: flag,
    },
    ['name', 'contributorNameTypeId'],
  ),
  subjects: list({ value: text, authorityId: uuid, sourceId: uuid, typeId: uuid }, ['value']),
  classifications: list(
    { classificationNumber: text, classificationTypeId: uuid, classificationType: ignored },
    ['classificationNumber', 'classificationTypeId'],
  ),
  publication: list({ publisher: text, place: text, dateOfPublication: text, role: text }),
  publicationFrequency: texts,
  publicationRange: texts,
  publicationPeriod: ignored,
  electronicAccess,
  dates: record({
    dateTypeId: uuid,
    date1: { type: 'string', maxLength: 4 },
    date2: { type: 'string', maxLength: 4 },
  }),
  instanceTypeId: uuid,
  instanceFormatIds: uuids,
  instanceFormats: ignored,
  physicalDescriptions: texts,
  languages: texts,
  notes: list({ instanceNoteTypeId: uuid, note: text, staffOnly: flag }),
  administrativeNotes: texts,
  modeOfIssuanceId: uuid,
  catalogedDate: text,
  previouslyHeld: flag,
  staffSuppress: flag,
  discoverySuppress: flag,
  deleted: flag,
  statisticalCodeIds: texts,
  sourceRecordFormat: ignored,
  statusId: uuid,
  statusUpdatedDate: text,
  tags,
  holdingsRecords2: ignored,
  natureOfContentTermIds: uuids,
}

/** Names of the properties that an instance may have. */
export const INSTANCE_FIELDS: readonly string[] = Object.keys(instanceProperties)

/** Fields that every stored instance has. */
export const INSTANCE_REQUIRED = ['source', 'title', 'instanceTypeId'] as const
export const instanceSchema = record(instanceProperties, INSTANCE_REQUIRED)

const statements = list({ statement: text, note: text, staffNote: text })

const holdingsProperties = {
  ...identity,
  sourceId: uuid,
  holdingsTypeId: uuid,
  formerIds: texts,
  instanceId: uuid,
  permanentLocationId: uuid,
  permanentLocation: ignored,
  temporaryLocationId: uuid,
  effectiveLocationId: ignored,
  electronicAccess,
  callNumberTypeId: uuid,
  callNumberPrefix: text,
  callNumber: text,
  callNumberSuffix: text,
  additionalCallNumbers,
  shelvingTitle: text,
  acquisitionFormat: text,
  acquisitionMethod: text,
  receiptStatus: text,
  administrativeNotes: texts,
  notes: list({
    holdingsNoteTypeId: uuid,
    holdingsNoteType: ignored,
    note: text,
    staffOnly: flag,
  }),
  illPolicyId: uuid,
  illPolicy: ignored,
  retentionPolicy: text,
  digitizationPolicy: text,
  holdingsStatements: statements,
  holdingsStatementsForIndexes: statements,
  holdingsStatementsForSupplements: statements,
  copyNumber: text,
  numberOfItems: text,
  receivingHistory: record({
    displayType: text,
    entries: list({ publicDisplay: flag, enumeration: text, chronology: text }),
  }),
  discoverySuppress: flag,
  statisticalCodeIds: texts,
  tags,
  holdingsItems: ignored,
  bareHoldingsItems: ignored,
  holdingsInstance: ignored,
}

export const HOLDINGS_REQUIRED = ['sourceId', 'instanceId', 'permanentLocationId'] as const
export const holdingsSchema = record(holdingsProperties, HOLDINGS_REQUIRED)

const circulationNotes = list({
  id: text,
  noteType: { type: 'string', enum: ['Check in', 'Check out'] },
  note: text,
  source: record({ id: text, personal: record({ lastName: text, firstName: text }) }),
  date: text,
  staffOnly: flag,
})

/** Item properties that the storage and the business representation share. */
const sharedItemProperties = {
  ...identity,
  holdingsRecordId: uuid,
  order: { type: 'integer' },
  formerIds: texts,
  discoverySuppress: flag,
  displaySummary: text,
  accessionNumber: text,
  barcode: text,
  effectiveShelvingOrder: ignored,
  itemLevelCallNumber: text,
  itemLevelCallNumberPrefix: text,
  itemLevelCallNumberSuffix: text,
  itemLevelCallNumberTypeId: uuid,
  effectiveCallNumberComponents: ignored,
  additionalCallNumbers,
  volume: text,
  enumeration: text,
  chronology: text,
  yearCaption: texts,
  itemIdentifier: text,
  copyNumber: text,
  numberOfPieces: text,
  descriptionOfPieces: text,
  numberOfMissingPieces: text,
  missingPieces: text,
  missingPiecesDate: text,
  itemDamagedStatusId: uuid,
  itemDamagedStatusDate: text,
  administrativeNotes: texts,
  notes: list({ itemNoteTypeId: uuid, itemNoteType: ignored, note: text, staffOnly: flag }),
  circulationNotes,
  electronicAccess,
  inTransitDestinationServicePointId: uuid,
  statisticalCodeIds: texts,
  purchaseOrderLineIdentifier: text,
  tags,
  lastCheckIn: record({ dateTime: text, servicePointId: uuid, staffMemberId: uuid }),
}

/** Names of the item properties that the storage and the business representation share. */
export const SHARED_ITEM_FIELDS: readonly string[] = [...Object.keys(sharedItemProperties), 'status']

const itemProperties = {
  ...sharedItemProperties,
  status: record({ name: { type: 'string', enum: ITEM_STATUSES }, date: text }, ['name']),
  materialTypeId: uuid,
  materialType: ignored,
  permanentLoanTypeId: uuid,
  temporaryLoanTypeId: uuid,
  permanentLocationId: uuid,
  permanentLocation: ignored,
  temporaryLocationId: uuid,
  temporaryLocation: ignored,
  effectiveLocationId: ignored,
  inTransitDestinationServicePoint: ignored,
  holdingsRecord2: ignored,
}

export const ITEM_REQUIRED = ['holdingsRecordId', 'status', 'materialTypeId', 'permanentLoanTypeId'] as const
export const itemSchema = record(itemProperties, ITEM_REQUIRED)

/** The body of a batch write: a list of whole records under `key`. */
export function batchSchema(key: string, schema: Schema): Schema {
  return { type: 'object', properties: { [key]: { type: 'array', items: schema } }, required: [key] }
}

/** A partial record: only its id and version are required, and null means that a property is removed. */
export function patchSchema(schema: Schema): Schema {
  return { ...schema, required: ['id', '_version'] }
}

/** Properties of a record that a client may send and the server ignores. */
export const IGNORED_ITEM_FIELDS = namesOf(itemProperties, ignored)
export const IGNORED_HOLDINGS_FIELDS = namesOf(holdingsProperties, ignored)
export const IGNORED_INSTANCE_FIELDS = namesOf(instanceProperties, ignored)

function namesOf(properties: Record<string, Schema>, schema: Schema): ReadonlySet<string> {
  return new Set(Object.keys(properties).filter((name) => properties[name] === schema))
}
