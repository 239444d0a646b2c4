import type { Holdings, Item, Maybe } from '../inventory/index.ts'
import { nameOf, namesOf, publicNotes, publicStatements } from '../inventory-views/index.ts'
import type { InstanceTree, LocationNames, ReferenceNames } from '../inventory-views/index.ts'

/** What circulation says of an item: until when it is out, and how many wait for it. */
export type ItemCirculation = {
  /** ISO instant of an open loan. */
  dueDate?: string
  openRequests: number
}

/** A piece of an order that is expected or received and shown to the public. */
export type PublicPiece = {
  id: string
  holdingId: string
  receivingStatus: string
  displaySummary?: string
  enumeration?: string
  chronology?: string
  copyNumber?: string
}

/** What is known of the availability of instances, beside their holdings and items. */
export type Availability = {
  circulation: ReadonlyMap<string, ItemCirculation>
  pieces: readonly PublicPiece[]
}

type Statement = Record<'statement' | 'note', string | undefined>

/** A line of what a reader sees: an item, a holdings record or a piece (folio-org/mod-rtac: ramls/rtac-holding.json). */
export type RtacHolding = {
  id: string
  barcode?: Maybe<string>
  location?: string | undefined
  locationCode?: Maybe<string>
  locationId?: Maybe<string>
  callNumber: string
  status?: Maybe<string>
  dueDate?: string | undefined
  volume?: string | undefined
  temporaryLoanType?: string | undefined
  permanentLoanType?: string | undefined
  materialType?: { id?: Maybe<string>; name?: string | undefined }
  library?: { code?: Maybe<string>; name?: Maybe<string> } | undefined
  suppressFromDiscovery?: boolean
  totalHoldRequests?: number
  notes?: Record<string, string | undefined>[]
  holdingsStatements?: Statement[]
  holdingsStatementsForIndexes?: Statement[]
  holdingsStatementsForSupplements?: Statement[]
  holdingsCopyNumber?: Maybe<string>
  itemCopyNumber?: Maybe<string>
  itemDisplayOrder?: Maybe<number>
}

const PERIODICAL_CONTENT = new Set(['journal', 'newspaper'])

/** A line with the records that it shows. */
export type RtacLine = {
  type: 'item' | 'holding' | 'piece'
  row: RtacHolding
  holdings: Holdings
  item?: Item
}

/**
 * The lines of an instance whose suppressed records are taken out. Each item is one; a holdings record without items is
 * one; of a periodical only the holdings records are, unless `fullPeriodicals`
 * (folio-org/mod-rtac: FolioToRtacMapper).
 */
export function rtacLines(
  tree: InstanceTree,
  reference: ReferenceNames,
  { circulation, pieces }: Availability,
  fullPeriodicals: boolean,
): RtacLine[] {
  const isHidden = tree.instance.discoverySuppress === true
  const byId = new Map(tree.holdings.map((one) => [one.id!, one]))
  const filled = new Set<string>()
  const lines: RtacLine[] = []
  if (fullPeriodicals || !isPeriodical(tree, reference)) {
    for (const { item, holdingsId } of tree.items) {
      const holdings = byId.get(holdingsId)
      if (!holdings) continue
      filled.add(holdingsId)
      const row = withHoldings(itemRow(item, reference, circulation.get(item.id!)), holdings, reference)
      row.suppressFromDiscovery = isHidden
      lines.push({ type: 'item', row, holdings, item })
    }
  }
  for (const holdings of tree.holdings) {
    if (!filled.has(holdings.id!))
      lines.push({ type: 'holding', row: holdingsRow(holdings, reference), holdings })
  }
  for (const piece of pieces) {
    const holdings = byId.get(piece.holdingId)
    if (!holdings) continue
    lines.push({ type: 'piece', row: pieceRow(piece, holdingsRow(holdings, reference)), holdings })
  }
  return lines
}

/** Whether an instance is known as a periodical; `reference` must have the names that it refers to itself. */
export function isPeriodical(
  { instance }: Pick<InstanceTree, 'instance'>,
  reference: ReferenceNames,
): boolean {
  return (
    nameOf(reference, instance.modeOfIssuanceId) === 'serial' ||
    namesOf(reference, instance.natureOfContentTermIds).some((name) =>
      PERIODICAL_CONTENT.has(name.toLowerCase()),
    )
  )
}

/** Adds what a holdings record says in each of its lines. */
function withHoldings(row: RtacHolding, one: Holdings, reference: ReferenceNames): RtacHolding {
  row.notes = publicNotes(reference, one.notes, 'holdingsNoteTypeId', 'holdingsNoteTypeName')
  row.holdingsStatements = publicStatements(one.holdingsStatements)
  row.holdingsStatementsForIndexes = publicStatements(one.holdingsStatementsForIndexes)
  row.holdingsStatementsForSupplements = publicStatements(one.holdingsStatementsForSupplements)
  row.holdingsCopyNumber = one.copyNumber
  return row
}

function itemRow(
  item: Item,
  reference: ReferenceNames,
  circulation: ItemCirculation | undefined,
): RtacHolding {
  const { prefix, callNumber, suffix } = item.effectiveCallNumberComponents ?? {}
  const place = placeOf(reference, item.effectiveLocationId)
  return {
    id: item.id!,
    barcode: item.barcode,
    location: place?.name,
    locationCode: place?.code,
    locationId: place?.id,
    library: libraryOf(place),
    callNumber: joined(prefix, callNumber, suffix),
    status: item.status?.name,
    dueDate: circulation?.dueDate,
    volume: volumeOf(item),
    temporaryLoanType: nameOf(reference, item.temporaryLoanTypeId),
    permanentLoanType: nameOf(reference, item.permanentLoanTypeId),
    materialType: { id: item.materialTypeId, name: nameOf(reference, item.materialTypeId) },
    totalHoldRequests: circulation?.openRequests ?? 0,
    itemCopyNumber: item.copyNumber,
    itemDisplayOrder: item.order,
  }
}

function holdingsRow(one: Holdings, reference: ReferenceNames): RtacHolding {
  const place = placeOf(reference, one.effectiveLocationId ?? one.permanentLocationId)
  const row: RtacHolding = {
    id: one.id!,
    location: place?.name,
    locationCode: place?.code,
    locationId: place?.id,
    library: libraryOf(place),
    callNumber: joined(one.callNumberPrefix, one.callNumber, one.callNumberSuffix),
    status: one.holdingsStatements?.find((statement) => statement?.statement)?.statement ?? 'Multi',
  }
  return withHoldings(row, one, reference)
}

function pieceRow(piece: PublicPiece, ofHoldings: RtacHolding): RtacHolding {
  return {
    ...ofHoldings,
    id: piece.id,
    status: piece.receivingStatus,
    volume: volumeOf(piece),
    holdingsCopyNumber: piece.copyNumber,
  }
}

function placeOf({ locations }: ReferenceNames, id: Maybe<string>): LocationNames | undefined {
  return id ? locations.get(id) : undefined
}

function libraryOf(place: LocationNames | undefined): RtacHolding['library'] {
  return place && { code: place.libraryCode, name: place.libraryName }
}

function joined(first: Maybe<string>, second: Maybe<string>, third?: Maybe<string>): string {
  let text = first?.trim() ? first : ''
  for (const part of [second, third]) if (part?.trim()) text += text === '' ? part : ` ${part}`
  return text
}

type Volume = {
  displaySummary?: Maybe<string>
  enumeration?: Maybe<string>
  chronology?: Maybe<string>
  volume?: Maybe<string>
}

/** What part of the whole it is, in parentheses: the first of these that says something. */
function volumeOf({ displaySummary, enumeration, chronology, volume }: Volume): string | undefined {
  const text =
    displaySummary?.trim() ||
    (enumeration?.trim() && joined(enumeration, chronology)) ||
    volume?.trim() ||
    chronology?.trim()
  return text ? `(${text})` : undefined
}
