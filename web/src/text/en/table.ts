import { count } from '../../lib/format.ts'

export const tableText = {
  counting: 'counting…',
  records: (n: number) => count(n, 'record', 'records'),
  announce: (n: number, sortedBy: string | null) =>
    sortedBy === null ? tableText.records(n) : `${tableText.records(n)}, sorted by ${sortedBy}`,
  columns: 'Columns',
  findColumn: 'Find a column',
  resetColumns: 'Reset columns',
  columnBefore: (name: string) => `Move ${name} one place forward`,
  columnBehind: (name: string) => `Move ${name} one place back`,
  columnWidth: (name: string) => `Width of ${name}`,
  columnWidthKeys: 'Arrow keys make it narrower or wider',
  selectRow: (name: string) => `Select ${name}`,
  selectLoaded: 'Select the rows loaded here',
  selected: (n: number) => `${tableText.records(n)} selected`,
  selectAll: (n: number) => `Select all ${tableText.records(n)} that match`,
  clearSelection: 'Clear selection',
  loadingRow: 'Loading',
  nothing: 'Nothing to show.',
  jumpTo: 'Go to row',
  tooMany: (shown: number) =>
    `The first ${tableText.records(shown)} are shown; narrow the list to see the others.`,
}
