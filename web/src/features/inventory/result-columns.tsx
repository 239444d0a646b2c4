import { Anchor, Badge, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { searchText } from '#text/inventory-search.ts'
import { formatDate, formatNumber } from '../../lib/format.ts'
import { languageName } from '../../lib/languages.ts'
import type { Column } from '../../ui/data-table.tsx'
import type { HoldingsRow, ItemRow, ResultRow, TitleRow } from './api.ts'
import type { ShownAs, SortName } from './search-state.ts'

/** Names of what rows point to. */
export type Names = {
  location: (id: string | null) => string
  type: (id: string | null) => string
  format: (id: string | null) => string
  material: (id: string | null) => string
  holdingsType: (id: string | null) => string
}

type ResultColumn = Column<ResultRow> & { sort?: SortName; isHiddenAtFirst?: boolean }

function of<Row extends ResultRow>(kind: Row['kind'], cell: (row: Row) => React.ReactNode) {
  return (row: ResultRow) => (row.kind === kind ? cell(row as Row) : null)
}

const title = (row: TitleRow) => row
const { columns: names } = searchText

function TitleCell({ row }: { row: ResultRow }) {
  if (row.kind === 'gone')
    return (
      <Text span fs="italic">
        {searchText.goneRow}
      </Text>
    )
  const marks =
    row.kind === 'titles'
      ? [
          row.isSetForDeletion && searchText.setForDeletion,
          row.isStaffSuppressed && searchText.staffSuppressed,
          row.isDiscoverySuppressed && searchText.suppressed,
        ]
      : [row.isDiscoverySuppressed && searchText.suppressed]
  return (
    <>
      <Anchor
        component={Link}
        to={'/inventory/$instanceId' as never}
        params={{ instanceId: row.instanceId } as never}
        fz="sm"
        title={row.title}
      >
        {row.title}
      </Anchor>
      {marks
        .filter((mark) => mark !== false)
        .map((mark) => (
          <Badge key={mark} size="xs" color="orange" variant="light" ml={6} tt="none">
            {mark}
          </Badge>
        ))}
    </>
  )
}

function titleColumns(known: Names): ResultColumn[] {
  return [
    {
      id: 'contributors',
      header: names.contributors,
      width: 150,
      isSortable: true,
      sort: 'contributors',
      cell: of<TitleRow>('titles', (row) => row.contributors.join('; ')),
    },
    {
      id: 'date',
      header: names.date,
      width: 80,
      isSortable: true,
      sort: 'date',
      cell: of<TitleRow>('titles', (row) => row.date),
    },
    {
      id: 'type',
      header: names.type,
      width: 110,
      cell: of<TitleRow>(
        'titles',
        (row) => row.instanceFormatIds.map(known.format).join(', ') || known.type(row.instanceTypeId),
      ),
    },
    {
      id: 'copies',
      header: names.copies,
      width: 90,
      cell: of<TitleRow>('titles', (row) => copiesOf(title(row))),
    },
    {
      id: 'locations',
      header: names.locations,
      width: 140,
      cell: of<TitleRow>('titles', (row) => row.locationIds.map(known.location).join(', ')),
    },
    {
      id: 'callNumber',
      header: names.callNumber,
      width: 140,
      cell: of<TitleRow>('titles', (row) => row.callNumber),
    },
    {
      id: 'publishers',
      header: names.publishers,
      width: 150,
      isHiddenAtFirst: true,
      cell: of<TitleRow>('titles', (row) => row.publishers.join('; ')),
    },
    {
      id: 'languages',
      header: names.languages,
      width: 100,
      isHiddenAtFirst: true,
      cell: of<TitleRow>('titles', (row) => row.languages.map(languageName).join(', ')),
    },
    {
      id: 'hrid',
      header: names.hrid,
      width: 130,
      isHiddenAtFirst: true,
      cell: of<TitleRow>('titles', (row) => row.hrid),
    },
    {
      id: 'source',
      header: names.source,
      width: 80,
      isHiddenAtFirst: true,
      cell: of<TitleRow>('titles', (row) => row.source),
    },
    {
      id: 'updated',
      header: names.updated,
      width: 110,
      isSortable: true,
      sort: 'updated',
      isHiddenAtFirst: true,
      cell: of<TitleRow>('titles', (row) => formatDate(row.updatedDate)),
    },
  ]
}

function copiesOf({ items, available, holdings }: TitleRow): string {
  if (items > 0) return searchText.copies(items, available)
  return holdings > 0 ? searchText.onlyHoldings(holdings) : '–'
}

function holdingsColumns(known: Names): ResultColumn[] {
  return [
    {
      id: 'callNumber',
      header: names.callNumber,
      width: 180,
      cell: of<HoldingsRow>('holdings', (row) => row.callNumber),
    },
    {
      id: 'location',
      header: names.location,
      width: 170,
      cell: of<HoldingsRow>('holdings', (row) => known.location(row.locationId)),
    },
    {
      id: 'holdingsType',
      header: names.holdingsType,
      width: 130,
      cell: of<HoldingsRow>('holdings', (row) => known.holdingsType(row.holdingsTypeId)),
    },
    {
      id: 'items',
      header: names.items,
      width: 100,
      cell: of<HoldingsRow>('holdings', (row) =>
        row.items === 0 ? formatNumber(0) : searchText.copies(row.items, row.available),
      ),
    },
    { id: 'hrid', header: names.hrid, width: 130, cell: of<HoldingsRow>('holdings', (row) => row.hrid) },
  ]
}

function itemColumns(known: Names): ResultColumn[] {
  return [
    {
      id: 'barcode',
      header: names.barcode,
      width: 140,
      isSortable: true,
      sort: 'barcode',
      cell: of<ItemRow>('items', (row) => row.barcode),
    },
    {
      id: 'status',
      header: names.status,
      width: 120,
      isSortable: true,
      sort: 'status',
      cell: of<ItemRow>('items', (row) => row.status),
    },
    {
      id: 'callNumber',
      header: names.callNumber,
      width: 160,
      cell: of<ItemRow>('items', (row) => row.callNumber),
    },
    {
      id: 'location',
      header: names.location,
      width: 140,
      cell: of<ItemRow>('items', (row) => known.location(row.locationId)),
    },
    { id: 'volume', header: names.volume, width: 120, cell: of<ItemRow>('items', (row) => row.volume) },
    { id: 'copy', header: names.copy, width: 70, cell: of<ItemRow>('items', (row) => row.copyNumber) },
    {
      id: 'material',
      header: names.material,
      width: 110,
      isHiddenAtFirst: true,
      cell: of<ItemRow>('items', (row) => known.material(row.materialTypeId)),
    },
    {
      id: 'hrid',
      header: names.hrid,
      width: 130,
      isHiddenAtFirst: true,
      cell: of<ItemRow>('items', (row) => row.hrid),
    },
  ]
}

/** All columns of a result; the title is always the first. */
export function resultColumns(shown: ShownAs, known: Names): ResultColumn[] {
  const first: ResultColumn = {
    id: 'title',
    header: names.title,
    width: 240,
    isSortable: true,
    sort: 'title',
    isRowHeader: true,
    cell: (row) => <TitleCell row={row} />,
  }
  const others = { titles: titleColumns, holdings: holdingsColumns, items: itemColumns }[shown](known)
  return [first, ...others]
}

/** What fits beside the title on a narrow screen. */
const ON_NARROW_SCREENS = new Set([
  'contributors',
  'date',
  'copies',
  'callNumber',
  'location',
  'barcode',
  'status',
])

/** The columns that are shown until somebody chooses. */
export function firstColumns(columns: readonly ResultColumn[], isWide: boolean): string[] {
  return columns
    .filter(({ id, isHiddenAtFirst }) => isHiddenAtFirst !== true && (isWide || ON_NARROW_SCREENS.has(id)))
    .map(({ id }) => id)
}
