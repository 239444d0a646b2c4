import type { Holdings, Item, Maybe } from '../inventory/index.ts'
import { nameOf, namesOf, publicNotes, publicStatements } from '../inventory-views/index.ts'
import type { InstanceTree, ReferenceNames } from '../inventory-views/index.ts'

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
  library?: { code?: Maybe<string>; name?: Maybe<string> }
  suppressFromDiscovery?: boolean
  totalHoldRequests?: number
  notes: Record<string, string | undefined>[]
  holdingsStatements: Statement[]
  holdingsStatementsForIndexes: Statement[]
  holdingsStatementsForSupplements: Statement[]
  holdingsCopyNumber?: Maybe<string>
  itemCopyNumber?: Maybe<string>
  itemDisplayOrder?: Maybe<number>
}

const PERIODICAL_CONTENT = new Set(['journal', 'newspaper'])

/**
 * The lines of an instance whose suppressed records are taken out. Each item is one; a holdings record without items is
 * one; of a periodical only the holdings records are, unless `fullPeriodicals`
 * (folio-org/mod-rtac: FolioToRtacMapper).
 */
export function rtacRows(
  tree: InstanceTree,
  reference: ReferenceNames,
  { circulation, pieces }: Availability,
  fullPeriodicals: boolean,
): RtacHolding[] {
  const { holdings, items } = tree
  const isHidden = tree.instance.discoverySuppress === true
  const below = new Map(holdings.map((one) => [one.id!, shared(one, reference)]))
  const rows: RtacHolding[] = []
  const showsItems = fullPeriodicals || !isPeriodical(tree, reference)
  const filled = new Set<string>()
  if (showsItems) {
    for (const { item, holdingsId } of items) {
      const of = below.get(holdingsId)
      if (!of) continue
      filled.add(holdingsId)
      rows.push({ ...itemRow(item, isHidden, reference, circulation.get(item.id!)), ...of })
    }
  }
  for (const one of holdings) {
    if (!filled.has(one.id!)) rows.push({ ...holdingsRow(one, reference), ...below.get(one.id!)! })
  }
  const byId = new Map(holdings.map((one) => [one.id!, one]))
  for (const piece of pieces) {
    const one = byId.get(piece.holdingId)
    if (one) rows.push(pieceRow(piece, { ...holdingsRow(one, reference), ...below.get(one.id!)! }))
  }
  return rows
}

function isPeriodical({ instance }: InstanceTree, reference: ReferenceNames): boolean {
  return (
    nameOf(reference, instance.modeOfIssuanceId) === 'serial' ||
    namesOf(reference, instance.natureOfContentTermIds).some((name) =>
      PERIODICAL_CONTENT.has(name.toLowerCase()),
    )
  )
}

type Shared = Pick<
  RtacHolding,
  | 'notes'
  | 'holdingsStatements'
  | 'holdingsStatementsForIndexes'
  | 'holdingsStatementsForSupplements'
  | 'holdingsCopyNumber'
>

/** What a holdings record says in each of its lines. */
function shared(one: Holdings, reference: ReferenceNames): Shared {
  return {
    notes: publicNotes(reference, one.notes, 'holdingsNoteTypeId', 'holdingsNoteTypeName'),
    holdingsStatements: publicStatements(one.holdingsStatements),
    holdingsStatementsForIndexes: publicStatements(one.holdingsStatementsForIndexes),
    holdingsStatementsForSupplements: publicStatements(one.holdingsStatementsForSupplements),
    holdingsCopyNumber: one.copyNumber,
  }
}

type Own = Omit<RtacHolding, keyof Shared>

function itemRow(
  item: Item,
  isHidden: boolean,
  reference: ReferenceNames,
  circulation: ItemCirculation | undefined,
): Own {
  const { prefix, callNumber, suffix } = item.effectiveCallNumberComponents ?? {}
  return {
    id: item.id!,
    barcode: item.barcode,
    ...placeOf(reference, item.effectiveLocationId),
    callNumber: joined(prefix, callNumber, suffix),
    status: item.status?.name,
    dueDate: circulation?.dueDate,
    volume: volumeOf(item),
    temporaryLoanType: nameOf(reference, item.temporaryLoanTypeId),
    permanentLoanType: nameOf(reference, item.permanentLoanTypeId),
    materialType: { id: item.materialTypeId, name: nameOf(reference, item.materialTypeId) },
    suppressFromDiscovery: isHidden,
    totalHoldRequests: circulation?.openRequests ?? 0,
    itemCopyNumber: item.copyNumber,
    itemDisplayOrder: item.order,
  }
}

function holdingsRow(one: Holdings, reference: ReferenceNames): Own {
  return {
    id: one.id!,
    ...placeOf(reference, one.effectiveLocationId ?? one.permanentLocationId),
    callNumber: joined(one.callNumberPrefix, one.callNumber, one.callNumberSuffix),
    status: one.holdingsStatements?.find((statement) => statement?.statement)?.statement ?? 'Multi',
  }
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

function placeOf({ locations }: ReferenceNames, id: Maybe<string>): Partial<Own> {
  const found = id ? locations.get(id) : undefined
  if (!found) return {}
  return {
    location: found.name,
    locationCode: found.code,
    locationId: found.id,
    library: { code: found.libraryCode, name: found.libraryName },
  }
}

function joined(...parts: Maybe<string>[]): string {
  return parts.filter((part) => part?.trim()).join(' ')
}

type Volume = {
  displaySummary?: Maybe<string>
  enumeration?: Maybe<string>
  chronology?: Maybe<string>
  volume?: Maybe<string>
}

/** What part of the whole it is, in parentheses: the first of these that says something. */
function volumeOf({ displaySummary, enumeration, chronology, volume }: Volume): string | undefined {
  const text = [
    displaySummary,
    enumeration?.trim() ? joined(enumeration, chronology) : '',
    volume,
    chronology,
  ].find((part) => part?.trim())
  return text ? `(${text})` : undefined
}
