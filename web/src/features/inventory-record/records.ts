/** Who wrote a record, and when. */
export type Metadata = {
  createdDate?: string
  createdByUserId?: string
  updatedDate?: string
  updatedByUserId?: string
}

export type Note = { note?: string; staffOnly?: boolean }

/** A title before or after, as the instance shows it. */
export type RelatedTitle = {
  id?: string
  precedingInstanceId?: string
  succeedingInstanceId?: string
  title?: string
  hrid?: string
}

/** An instance of `/inventory/instances`; fields that only forms and views touch are reached by their paths. */
export type Instance = {
  id: string
  _version?: number
  hrid?: string
  source: string
  title: string
  instanceTypeId?: string
  contributors?: { name: string; primary?: boolean }[]
  publication?: { publisher?: string; place?: string; dateOfPublication?: string }[]
  dates?: { date1?: string; date2?: string }
  discoverySuppress?: boolean
  staffSuppress?: boolean
  deleted?: boolean
  isBoundWith?: boolean
  precedingTitles?: RelatedTitle[]
  succeedingTitles?: RelatedTitle[]
  parentInstances?: { superInstanceId: string; instanceRelationshipTypeId: string }[]
  childInstances?: { subInstanceId: string; instanceRelationshipTypeId: string }[]
  metadata?: Metadata
}

export type Holdings = {
  id: string
  _version?: number
  hrid?: string
  instanceId: string
  sourceId?: string
  permanentLocationId?: string
  temporaryLocationId?: string
  effectiveLocationId?: string
  callNumberPrefix?: string
  callNumber?: string
  callNumberSuffix?: string
  copyNumber?: string
  discoverySuppress?: boolean
  holdingsStatements?: { statement?: string; note?: string; staffNote?: string }[]
  metadata?: Metadata
}

export type Named = { id: string; name?: string }

/** An item of `/inventory/items`: types and locations come as objects there. */
export type Item = {
  id: string
  _version?: number
  hrid?: string
  holdingsRecordId: string
  order?: number
  barcode?: string
  volume?: string
  enumeration?: string
  chronology?: string
  copyNumber?: string
  itemLevelCallNumber?: string
  status: { name: string; date?: string }
  title?: string
  callNumber?: string
  contributorNames?: { name: string }[]
  materialType?: Named
  permanentLoanType?: Named
  temporaryLoanType?: Named
  permanentLocation?: Named
  temporaryLocation?: Named
  effectiveLocation?: Named
  effectiveCallNumberComponents?: { callNumber?: string; prefix?: string; suffix?: string; typeId?: string }
  effectiveShelvingOrder?: string
  discoverySuppress?: boolean
  isBoundWith?: boolean
  boundWithTitles?: {
    briefHoldingsRecord: { id: string; hrid: string }
    briefInstance: { id: string; hrid: string; title: string }
  }[]
  notes?: Note[]
  circulationNotes?: (Note & { noteType?: string })[]
  lastCheckIn?: { dateTime?: string; servicePointId?: string; staffMemberId?: string }
  inTransitDestinationServicePointId?: string
  purchaseOrderLineIdentifier?: string
  metadata?: Metadata
}

/** The holdings source of records that MARC holdings rule (FOLIO's fixed id). */
export const MARC_HOLDINGS_SOURCE = '036ee84a-6afd-4c3c-9ad3-4a12ab875f59'
/** The holdings source of records typed in here (FOLIO's fixed id). */
export const FOLIO_HOLDINGS_SOURCE = 'f32d531e-df79-46b3-8932-cdd35f7a2264'

/** A call number with its prefix and suffix as one text. */
export function callNumberText(parts: { prefix?: string; callNumber?: string; suffix?: string }): string {
  return [parts.prefix, parts.callNumber, parts.suffix].filter(Boolean).join(' ')
}

/** The call number of a holdings record as one text. */
export function holdingsCallNumber(holdings: Holdings): string {
  const { callNumberPrefix, callNumber, callNumberSuffix } = holdings
  return callNumberText({
    ...(callNumberPrefix === undefined ? {} : { prefix: callNumberPrefix }),
    ...(callNumber === undefined ? {} : { callNumber }),
    ...(callNumberSuffix === undefined ? {} : { suffix: callNumberSuffix }),
  })
}

/** The main contributor, else the first. */
export function mainContributor({ contributors = [] }: Instance): string | null {
  return (contributors.find(({ primary }) => primary) ?? contributors[0])?.name ?? null
}

/** The year or years of publication, as far as they are known. */
export function publicationDate({ dates, publication = [] }: Instance): string | null {
  const years = [dates?.date1, dates?.date2].filter(Boolean).join('–')
  return years || (publication[0]?.dateOfPublication ?? null)
}

/** What tells an item from its neighbours: volume, enumeration, chronology, copy. */
export function itemParts({ volume, enumeration, chronology, copyNumber }: Item): string {
  return [volume, enumeration, chronology, copyNumber && `c.${copyNumber}`].filter(Boolean).join(' ')
}

/** What two records of a kind never share: a copy of one leaves it out, and what `others` names. */
export function copyOf<T extends object>(record: T, ...others: (keyof T)[]): T {
  const own: PropertyKey[] = ['id', 'hrid', '_version', 'metadata', ...others]
  return Object.fromEntries(Object.entries(record).filter(([field]) => !own.includes(field))) as T
}
