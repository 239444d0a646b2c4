import type { Metadata } from '../../kernel/metadata.ts'

/** A value that a client may leave out or send as null. */
export type Maybe<T> = T | null | undefined

/** A list that may be absent and may hold nulls. */
export type List<T> = Maybe<readonly Maybe<T>[]>

export type Note = {
  instanceNoteTypeId?: Maybe<string>
  holdingsNoteTypeId?: Maybe<string>
  itemNoteTypeId?: Maybe<string>
  note?: Maybe<string>
  staffOnly?: Maybe<boolean>
}

export type ElectronicAccess = {
  uri?: Maybe<string>
  linkText?: Maybe<string>
  materialsSpecification?: Maybe<string>
  publicNote?: Maybe<string>
  relationshipId?: Maybe<string>
}

export type Identifier = { value: string; identifierTypeId: string }

export type Tags = { tagList?: List<string> }

type Stored = {
  id?: Maybe<string>
  _version?: Maybe<number>
  hrid?: Maybe<string>
  metadata?: Maybe<Metadata>
}

/**
 * An instance as clients send it and as it is stored
 * (folio-org/mod-inventory-storage: ramls/schemas/instance-storage/instance.json).
 */
export type Instance = Stored & {
  matchKey?: Maybe<string>
  sourceUri?: Maybe<string>
  source?: Maybe<string>
  title?: Maybe<string>
  indexTitle?: Maybe<string>
  alternativeTitles?: List<{
    alternativeTitleTypeId?: Maybe<string>
    alternativeTitle?: Maybe<string>
    authorityId?: Maybe<string>
  }>
  editions?: List<string>
  series?: List<{ value?: Maybe<string>; authorityId?: Maybe<string> }>
  identifiers?: List<{ value?: Maybe<string>; identifierTypeId?: Maybe<string> }>
  contributors?: List<{
    name?: Maybe<string>
    contributorNameTypeId?: Maybe<string>
    contributorTypeId?: Maybe<string>
    contributorTypeText?: Maybe<string>
    authorityId?: Maybe<string>
    primary?: Maybe<boolean>
  }>
  subjects?: List<{
    value?: Maybe<string>
    authorityId?: Maybe<string>
    sourceId?: Maybe<string>
    typeId?: Maybe<string>
  }>
  classifications?: List<{ classificationNumber?: Maybe<string>; classificationTypeId?: Maybe<string> }>
  publication?: List<{
    publisher?: Maybe<string>
    place?: Maybe<string>
    dateOfPublication?: Maybe<string>
    role?: Maybe<string>
  }>
  publicationFrequency?: List<string>
  publicationRange?: List<string>
  electronicAccess?: List<ElectronicAccess>
  dates?: Maybe<{ dateTypeId?: Maybe<string>; date1?: Maybe<string>; date2?: Maybe<string> }>
  instanceTypeId?: Maybe<string>
  instanceFormatIds?: List<string>
  physicalDescriptions?: List<string>
  languages?: List<string>
  notes?: List<Note>
  administrativeNotes?: List<string>
  modeOfIssuanceId?: Maybe<string>
  catalogedDate?: Maybe<string>
  previouslyHeld?: Maybe<boolean>
  staffSuppress?: Maybe<boolean>
  discoverySuppress?: Maybe<boolean>
  deleted?: Maybe<boolean>
  statisticalCodeIds?: List<string>
  sourceRecordFormat?: Maybe<string>
  statusId?: Maybe<string>
  statusUpdatedDate?: Maybe<string>
  tags?: Maybe<Tags>
  natureOfContentTermIds?: List<string>
}

export type HoldingsStatement = { statement?: Maybe<string>; note?: Maybe<string>; staffNote?: Maybe<string> }

export type AdditionalCallNumber = {
  typeId?: Maybe<string>
  prefix?: Maybe<string>
  callNumber?: Maybe<string>
  suffix?: Maybe<string>
}

/** A holdings record (folio-org/mod-inventory-storage: ramls/schemas/holdings-storage/holdingsRecord.json). */
export type Holdings = Stored & {
  sourceId?: Maybe<string>
  holdingsTypeId?: Maybe<string>
  formerIds?: List<string>
  instanceId?: Maybe<string>
  permanentLocationId?: Maybe<string>
  temporaryLocationId?: Maybe<string>
  effectiveLocationId?: Maybe<string>
  electronicAccess?: List<ElectronicAccess>
  callNumberTypeId?: Maybe<string>
  callNumberPrefix?: Maybe<string>
  callNumber?: Maybe<string>
  callNumberSuffix?: Maybe<string>
  additionalCallNumbers?: List<AdditionalCallNumber>
  shelvingTitle?: Maybe<string>
  acquisitionFormat?: Maybe<string>
  acquisitionMethod?: Maybe<string>
  receiptStatus?: Maybe<string>
  administrativeNotes?: List<string>
  notes?: List<Note>
  illPolicyId?: Maybe<string>
  retentionPolicy?: Maybe<string>
  digitizationPolicy?: Maybe<string>
  holdingsStatements?: List<HoldingsStatement>
  holdingsStatementsForIndexes?: List<HoldingsStatement>
  holdingsStatementsForSupplements?: List<HoldingsStatement>
  copyNumber?: Maybe<string>
  numberOfItems?: Maybe<string>
  receivingHistory?: Maybe<{
    displayType?: Maybe<string>
    entries?: List<{
      publicDisplay?: Maybe<boolean>
      enumeration?: Maybe<string>
      chronology?: Maybe<string>
    }>
  }>
  discoverySuppress?: Maybe<boolean>
  statisticalCodeIds?: List<string>
  tags?: Maybe<Tags>
}

export type CallNumberComponents = {
  callNumber?: string
  prefix?: string
  suffix?: string
  typeId?: string
}

export type CirculationNote = {
  id?: Maybe<string>
  noteType?: Maybe<string>
  note?: Maybe<string>
  source?: Maybe<{
    id?: Maybe<string>
    personal?: Maybe<{ lastName?: Maybe<string>; firstName?: Maybe<string> }>
  }>
  date?: Maybe<string>
  staffOnly?: Maybe<boolean>
}

/** An item (folio-org/mod-inventory-storage: ramls/schemas/item-storage/item.json). */
export type Item = Stored & {
  holdingsRecordId?: Maybe<string>
  order?: Maybe<number>
  formerIds?: List<string>
  discoverySuppress?: Maybe<boolean>
  displaySummary?: Maybe<string>
  accessionNumber?: Maybe<string>
  barcode?: Maybe<string>
  effectiveShelvingOrder?: Maybe<string>
  itemLevelCallNumber?: Maybe<string>
  itemLevelCallNumberPrefix?: Maybe<string>
  itemLevelCallNumberSuffix?: Maybe<string>
  itemLevelCallNumberTypeId?: Maybe<string>
  effectiveCallNumberComponents?: Maybe<CallNumberComponents>
  additionalCallNumbers?: List<AdditionalCallNumber>
  volume?: Maybe<string>
  enumeration?: Maybe<string>
  chronology?: Maybe<string>
  yearCaption?: List<string>
  itemIdentifier?: Maybe<string>
  copyNumber?: Maybe<string>
  numberOfPieces?: Maybe<string>
  descriptionOfPieces?: Maybe<string>
  numberOfMissingPieces?: Maybe<string>
  missingPieces?: Maybe<string>
  missingPiecesDate?: Maybe<string>
  itemDamagedStatusId?: Maybe<string>
  itemDamagedStatusDate?: Maybe<string>
  administrativeNotes?: List<string>
  notes?: List<Note>
  circulationNotes?: List<CirculationNote>
  status?: Maybe<{ name?: Maybe<string>; date?: Maybe<string> }>
  materialTypeId?: Maybe<string>
  permanentLoanTypeId?: Maybe<string>
  temporaryLoanTypeId?: Maybe<string>
  permanentLocationId?: Maybe<string>
  temporaryLocationId?: Maybe<string>
  effectiveLocationId?: Maybe<string>
  electronicAccess?: List<ElectronicAccess>
  inTransitDestinationServicePointId?: Maybe<string>
  statisticalCodeIds?: List<string>
  purchaseOrderLineIdentifier?: Maybe<string>
  tags?: Maybe<Tags>
  lastCheckIn?: Maybe<{
    dateTime?: Maybe<string>
    servicePointId?: Maybe<string>
    staffMemberId?: Maybe<string>
  }>
}

/** Codes of `record_change.record_type`; authorities are kept by the module `authorities`. */
export const RECORD_TYPES = { instance: 1, holdings: 2, item: 3, authority: 4 } as const
export type RecordKind = Exclude<keyof typeof RECORD_TYPES, 'authority'>

/** Ids that FOLIO loads with every tenant (folio-org/mod-inventory-storage: reference-data). */
export const ISBN_TYPE = '8261054f-be78-422d-bd51-4ed9f33c3422'
export const INVALID_ISBN_TYPE = 'fcca2643-406a-482a-b760-7a7f8aec640e'
export const ISSN_TYPE = '913300b2-03ed-469a-8179-c1092c991227'
export const INVALID_ISSN_TYPE = '27fd35a6-b8f6-41f2-aa0e-9c663ceb250c'
export const LINKING_ISSN_TYPE = '5860f255-a27f-4916-a830-262aa900a6b9'
export const OCLC_TYPE = '439bfbae-75bc-4f74-9fc7-b2a2d47ce3ef'
export const FOLIO_HOLDINGS_SOURCE = 'f32d531e-df79-46b3-8932-cdd35f7a2264'
export const MARC_HOLDINGS_SOURCE = '036ee84a-6afd-4c3c-9ad3-4a12ab875f59'
