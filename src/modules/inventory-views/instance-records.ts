import type {
  ElectronicAccess,
  Holdings,
  HoldingsStatement,
  Item,
  List,
  Maybe,
  Note,
} from '../inventory/index.ts'
import type { InstanceTree, TreeItem } from './instance-trees.ts'
import type { LocationNames, ReferenceNames } from './reference-names.ts'

/**
 * An instance with its holdings and items, ids replaced by names, as discovery and OAI-PMH read it
 * (folio-org/mod-inventory-storage: inventory-hierarchy/create_get_items_and_holdings_view_function.sql). What has no
 * value is left out below the top; at the top it is an empty text.
 */
export function instanceRecord(
  { instance, holdings, items }: InstanceTree,
  reference: ReferenceNames,
): object {
  const isHidden = instance.discoverySuppress === true
  const hiddenHoldings = new Set(
    holdings.flatMap(({ id, discoverySuppress }) => (discoverySuppress ? [id] : [])),
  )
  return {
    instanceId: instance.id,
    source: instance.source ?? '',
    modeOfIssuance: nameOf(reference, instance.modeOfIssuanceId) ?? '',
    natureOfContent: namesOf(reference, instance.natureOfContentTermIds),
    holdings: holdings.map((one) => holdingsOf(one, isHidden, reference)),
    items: items.map((one) => itemOf(one, isHidden || hiddenHoldings.has(one.holdingsId), reference)),
  }
}

/** The name of a value of a reference list. */
export function nameOf({ names }: ReferenceNames, id: Maybe<string>): string | undefined {
  return id ? names.get(id) : undefined
}

/** The names of values that the lists still have, each once. */
export function namesOf(reference: ReferenceNames, ids: List<string>): string[] {
  return [...new Set((ids ?? []).flatMap((id) => nameOf(reference, id) ?? []))]
}

/** Notes for the public, each once, with the name of their type under `nameKey`. */
export function publicNotes(
  reference: ReferenceNames,
  notes: List<Note>,
  typeKey: 'holdingsNoteTypeId' | 'itemNoteTypeId',
  nameKey: string,
): Record<string, string | undefined>[] {
  const shown: Record<string, string | undefined>[] = []
  for (const note of notes ?? []) {
    if (!note || note.staffOnly) continue
    const one = { [nameKey]: nameOf(reference, note[typeKey]), note: note.note ?? undefined }
    if (!shown.some((other) => other.note === one.note && other[nameKey] === one[nameKey])) shown.push(one)
  }
  return shown
}

/** Links with the name of what they relate to. */
export function namedAccess(reference: ReferenceNames, access: List<ElectronicAccess>): object[] {
  return (access ?? []).flatMap((one) =>
    one ? [{ ...one, name: nameOf(reference, one.relationshipId) }] : [],
  )
}

/** Statements as the public reads them: without what staff note about them. */
export function publicStatements(
  statements: List<HoldingsStatement>,
): Record<'statement' | 'note', string | undefined>[] {
  return (statements ?? []).flatMap((one) =>
    one ? [{ statement: one.statement ?? undefined, note: one.note ?? undefined }] : [],
  )
}

function holdingsOf(one: Holdings, isBelowHidden: boolean, reference: ReferenceNames): object {
  return {
    id: one.id,
    hrId: one.hrid,
    suppressFromDiscovery: isBelowHidden || one.discoverySuppress === true,
    holdingsType: nameOf(reference, one.holdingsTypeId),
    formerIds: one.formerIds,
    location: {
      permanentLocation: locationOf(reference, one.permanentLocationId),
      temporaryLocation: locationOf(reference, one.temporaryLocationId),
      effectiveLocation: locationOf(reference, one.effectiveLocationId),
    },
    callNumber: {
      prefix: one.callNumberPrefix,
      suffix: one.callNumberSuffix,
      typeId: one.callNumberTypeId,
      typeName: nameOf(reference, one.callNumberTypeId),
      callNumber: one.callNumber,
    },
    shelvingTitle: one.shelvingTitle,
    acquisitionFormat: one.acquisitionFormat,
    acquisitionMethod: one.acquisitionMethod,
    receiptStatus: one.receiptStatus,
    electronicAccess: namedAccess(reference, one.electronicAccess),
    notes: publicNotes(reference, one.notes, 'holdingsNoteTypeId', 'holdingsNoteTypeName'),
    illPolicy: nameOf(reference, one.illPolicyId),
    retentionPolicy: one.retentionPolicy,
    digitizationPolicy: one.digitizationPolicy,
    holdingsStatements: presentStatements(one.holdingsStatements),
    holdingsStatementsForIndexes: presentStatements(one.holdingsStatementsForIndexes),
    holdingsStatementsForSupplements: presentStatements(one.holdingsStatementsForSupplements),
    copyNumber: one.copyNumber,
    numberOfItems: one.numberOfItems,
    receivingHistory: one.receivingHistory,
    tags: one.tags,
    statisticalCodes: codesOf(reference, one.statisticalCodeIds),
  }
}

function itemOf({ item, holdingsId }: TreeItem, isBelowHidden: boolean, reference: ReferenceNames): object {
  return {
    id: item.id,
    hrId: item.hrid,
    holdingsRecordId: holdingsId,
    order: item.order,
    suppressFromDiscovery: isBelowHidden || item.discoverySuppress === true,
    status: item.status?.name,
    formerIds: item.formerIds,
    location: {
      location: locationOf(reference, item.effectiveLocationId),
      permanentLocation: locationOf(reference, item.permanentLocationId),
      temporaryLocation: locationOf(reference, item.temporaryLocationId),
    },
    callNumber: callNumberOf(item, reference),
    accessionNumber: item.accessionNumber,
    barcode: item.barcode,
    copyNumber: item.copyNumber,
    volume: item.volume,
    enumeration: item.enumeration,
    chronology: item.chronology,
    displaySummary: item.displaySummary,
    yearCaption: item.yearCaption,
    itemIdentifier: item.itemIdentifier,
    numberOfPieces: item.numberOfPieces,
    descriptionOfPieces: item.descriptionOfPieces,
    numberOfMissingPieces: item.numberOfMissingPieces,
    missingPieces: item.missingPieces,
    missingPiecesDate: item.missingPiecesDate,
    itemDamagedStatus: nameOf(reference, item.itemDamagedStatusId),
    itemDamagedStatusDate: item.itemDamagedStatusDate,
    materialType: nameOf(reference, item.materialTypeId),
    materialTypeId: item.materialTypeId,
    permanentLoanType: nameOf(reference, item.permanentLoanTypeId),
    temporaryLoanType: nameOf(reference, item.temporaryLoanTypeId),
    electronicAccess: namedAccess(reference, item.electronicAccess),
    notes: publicNotes(reference, item.notes, 'itemNoteTypeId', 'itemNoteTypeName'),
    tags: item.tags,
    statisticalCodes: codesOf(reference, item.statisticalCodeIds),
  }
}

/** An item's effective call number with the name of its type. */
export function callNumberOf(
  { effectiveCallNumberComponents: parts }: Item,
  reference: ReferenceNames,
): object | undefined {
  return parts ? { ...parts, typeName: nameOf(reference, parts.typeId) } : undefined
}

function presentStatements(statements: List<HoldingsStatement>): object[] | undefined {
  return statements ? publicStatements(statements) : undefined
}

function locationOf({ locations }: ReferenceNames, id: Maybe<string>): Partial<LocationNames> {
  const found = id ? locations.get(id) : undefined
  if (!found) return {}
  const { name, code, isActive, campusName, libraryName, libraryCode, institutionName, locationName } = found
  return withoutNulls({
    id: found.id,
    name,
    code,
    isActive,
    campusName,
    libraryName,
    libraryCode,
    institutionName,
    locationName,
  })
}

function withoutNulls<T extends object>(record: T): Partial<T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)) as Partial<T>
}

function codesOf({ statisticalCodes }: ReferenceNames, ids: List<string>): object[] {
  return (ids ?? []).flatMap((id) => (id ? (statisticalCodes.get(id) ?? []) : []))
}
