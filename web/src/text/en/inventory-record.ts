import { count, formatNumber } from '../../lib/format.ts'

const items = (n: number) => count(n, 'item', 'items')

export const recordText = {
  loading: 'Loading',
  copy: (what: string) => `Copy ${what}`,
  copied: (value: string) => `${value} is on the clipboard.`,
  source: (name: string) => `Source: ${name}`,
  updated: (when: string, who: string | null) => `Updated ${when}${who === null ? '' : ` by ${who}`}`,
  created: (when: string, who: string | null) => `Made ${when}${who === null ? '' : ` by ${who}`}`,
  edit: 'Edit',
  actions: 'More actions',
  duplicate: 'Make a copy',
  delete: 'Delete',
  deleted: (name: string) => `${name} is deleted.`,
  cantDelete: 'Can’t delete',
  showThem: 'Show them',
  close: 'Close',
  back: 'Back to the title',
  suppressed: 'Hidden from the public catalogue',
  suppressedShort: 'Hidden',
  emptyFields: 'Nothing is recorded here yet.',
  scanHere: 'Scan or type',
  taken: (title: string) => `This barcode belongs to “${title}”.`,
  takenHere: 'This barcode is in another row.',
  openIt: 'Open it',
  versionFields: 'Version',
}

export const instanceText = {
  untitled: 'Title without a name',
  editRecord: 'Edit title',
  marcView: 'MARC',
  marcEdit: 'Edit MARC',
  versions: 'Versions',
  addHoldings: 'Add holdings',
  addItem: 'Add items to the holdings in focus',
  copyHrid: 'Copy the HRID',
  nextResult: 'Next result',
  previousResult: 'Previous result',
  noTrail: 'Open a title from a search to step through its results.',
  noMarc: 'This title has no MARC record. It is kept by its form.',
  moveItems: 'Move items',
  setForDeletion: 'Set for deletion',
  setForDeletionTitle: 'Set this title for deletion?',
  setForDeletionText:
    'It is hidden from staff and public and marked as deleted, in its MARC record too. Its holdings and items stay. Editing the title takes this back.',
  isSetForDeletion: 'This title is set for deletion.',
  isSetForDeletionHint: 'It is hidden from staff searches and from the public catalogue.',
  staffSuppressed: 'This title is hidden from staff searches.',
  discoverySuppressed: 'This title is hidden from the public catalogue.',
  fromConsortium:
    'This title belongs to the consortium; here is its shadow. Edit it in the library that owns it.',
  linkedData: 'This title comes from a linked-data editor, which will write it again.',
  deleteTitle: 'Delete this title?',
  deleteText: (title: string) => `“${title}” is deleted with its MARC record. Its version history stays.`,
  deleteHeld: (n: number) =>
    `${count(n, 'holdings record', 'holdings records')} still belong to it. Delete or move them first.`,
  notFound: 'There is no title at this address',
  notFoundHint: 'It may have been deleted, or the address is not complete.',
  search: 'Search the inventory',
  record: 'Record',
  related: 'Related titles',
  before: 'Continues',
  after: 'Continued by',
  parents: 'Part of',
  children: 'Has the parts',
}

export const copiesText = {
  heading: (total: number | null, available: number | null) =>
    total === null
      ? 'Copies'
      : `Copies ${formatNumber(total)}${available === null ? '' : ` (${formatNumber(available)} available)`}`,
  none: 'This title has no holdings.',
  addFirst: 'Add the first',
  noLocation: 'No location',
  noCallNumber: 'No call number',
  noBarcode: 'No barcode',
  items,
  noItems: 'No items yet.',
  show: (name: string) => `Show the items of ${name}`,
  hide: (name: string) => `Hide the items of ${name}`,
  addItems: 'Add items',
  fullForm: 'Add an item by the full form',
  openHoldings: 'Open holdings',
  editHoldings: 'Edit holdings',
  moveHoldings: 'Move to another title',
  findVolume: 'Find a volume',
  findVolumeHint: 'Volume, enumeration, chronology, copy or barcode',
  noneFound: 'No item has this.',
  itemsOf: (name: string) => `Items of ${name}`,
  boundHere: 'Bound in from other titles',
  boundItem: (title: string) => `with “${title}”`,
  isBound: 'Bound with',
  marcHoldings: 'MARC',
  order: 'No.',
  barcode: 'Barcode',
  status: 'Status',
  volume: 'Volume',
  volumeShort: 'Vol.',
  enumeration: 'Enumeration',
  enumerationShort: 'Enum.',
  chronology: 'Chronology',
  chronologyShort: 'Chron.',
  copyNumber: 'Copy',
  loan: 'Loan type',
  location: 'Location',
  note: 'Note',
  open: 'Open',
  editCell: (label: string, item: string, value: string) =>
    `${label} of ${item}: ${value === '' ? 'empty' : value}. Edit`,
  cellOf: (label: string, item: string) => `${label} of ${item}`,
  keepsHoldingsLocation: 'As the holdings',
  changedTo: (value: string) =>
    `Somebody else changed this to ${value === '' ? 'nothing' : `“${value}”`}. Enter puts yours in its place, Escape keeps theirs.`,
  saved: 'Saved.',
  selected: (n: number) => `${items(n)} selected`,
  moveTo: 'Move to…',
  clear: 'Clear selection',
  since: (status: string, when: string) => `${status} since ${when}`,
  transitTo: (place: string) => `In transit to ${place}`,
  statusOf: (item: string, status: string) => `${item} is ${status}. Change the status`,
}

export const quickAddText = {
  title: (place: string) => `Add items to ${place}`,
  material: 'Material',
  loanType: 'Loan type',
  howMany: 'How many',
  firstCopy: 'First copy no.',
  rows: 'New items',
  row: (n: number, column: string) => `New item ${n}: ${column}`,
  barcode: 'Barcode',
  volume: 'Volume',
  enumeration: 'Enumeration',
  copyNumber: 'Copy',
  note: 'Note',
  save: (n: number) => `Save ${items(n)}`,
  hint: 'Scan into a barcode field: the next scan goes to the next row. Enter in an empty row saves all. Ctrl+D copies the cell above, Alt+N adds a row.',
  missingType: 'Choose a material and a loan type first.',
  fixFirst: 'One row needs another look.',
  saved: (n: number) => `${items(n)} added.`,
  refused: (n: number) => `${items(n)} could not be added; see the rows.`,
  checkDigit: 'The check digit does not fit. Is the number complete?',
  removeRow: (n: number) => `Remove new item ${n}`,
}

export const itemText = {
  title: (barcode: string | undefined, hrid: string | undefined) =>
    barcode === undefined ? `Item ${hrid ?? ''}` : `Item ${barcode}`,
  notFound: 'There is no item at this address',
  notFoundHint: 'It may have been deleted, or the address is not complete.',
  newTitle: (place: string) => `New item in ${place}`,
  editTitle: (name: string) => `Edit item ${name}`,
  of: 'of',
  in: 'in',
  status: 'Status',
  where: 'Where it is',
  callNumber: 'Call number',
  shelfOrder: 'Shelving order',
  loans: 'Loan and availability',
  lastCheckIn: 'Last check-in',
  lastCheckInText: (when: string, where: string, who: string | null) =>
    [when, where, who].filter(Boolean).join(' · '),
  destination: 'On the way to',
  noLoanData: 'Nobody has checked it in or out here.',
  orderLine: 'Order line',
  boundWith: 'Bound with',
  mark: (status: string) => `Mark as ${status.toLowerCase()}`,
  markTitle: (status: string) => `Mark this item as ${status.toLowerCase()}?`,
  markText: (now: string) =>
    `Its status is ${now.toLowerCase()} now. An open request on it goes back to the queue.`,
  marked: (status: string) => `The item is ${status.toLowerCase()}.`,
  markRefused: (status: string, now: string) =>
    `An item that is ${now.toLowerCase()} can’t be marked as ${status.toLowerCase()}.`,
  alreadyIs: (status: string) => `It is ${status.toLowerCase()} already.`,
  setStatus: 'Change status',
  deleteTitle: 'Delete this item?',
  deleteText: (name: string) => `Item ${name} is deleted. Its version history stays.`,
  deleteBlocked: (status: string) => `Can’t delete: the item is ${status.toLowerCase()}.`,
  firstStatus: 'Status to begin with',
}

export const holdingsText = {
  title: (place: string, callNumber: string) => (callNumber === '' ? place : `${place} · ${callNumber}`),
  windowTitle: (hrid: string) => `Holdings ${hrid}`,
  notFound: 'There are no holdings at this address',
  notFoundHint: 'They may have been deleted, or the address is not complete.',
  newTitle: (title: string) => `New holdings of ${title}`,
  editTitle: (hrid: string) => `Edit holdings ${hrid}`,
  items: 'Items',
  fromMarc: 'Comes from the MARC holdings record.',
  isMarc: 'A MARC holdings record rules location, call number, statements and notes of these holdings.',
  effect: (follow: number, stay: number, place: string) => {
    const moved = `${items(follow)} ${follow === 1 ? 'follows' : 'follow'} to ${place}`
    return stay === 0
      ? `${moved}.`
      : `${moved}; ${stay} ${stay === 1 ? 'has its' : 'have their'} own location and ${stay === 1 ? 'stays' : 'stay'}.`
  },
  effectCallNumber: (n: number) =>
    `${items(n)} without a call number of ${n === 1 ? 'its' : 'their'} own will be shelved by the new one.`,
  deleteTitle: 'Delete these holdings?',
  deleteText: (name: string) => `Holdings ${name} are deleted. Their version history stays.`,
  deleteHeld: (n: number) => `${items(n)} still belong to them. Delete or move them first.`,
}

export const formsText = {
  editInstance: (title: string) => `Edit ${title}`,
  newInstance: 'New title',
  fromMarc: (tag: string) => `Comes from the MARC record, field ${tag}.`,
  isMarc: 'The MARC record rules most fields of this title.',
  openMarc: 'Open the MARC editor',
  savedRecord: (name: string) => `${name} is saved.`,
  takenBarcode: (title: string) => `“${title}” has this barcode already.`,
}

export const moveText = {
  itemsTitle: (n: number) => `Move ${items(n)}`,
  holdingsTitle: (name: string) => `Move holdings ${name}`,
  targetHoldings: 'To which holdings',
  targetHint: 'Scan an item that is there, or type the HRID of holdings or a title.',
  targetTitle: 'To which title',
  targetTitleHint: 'Scan one of its items, or type its HRID.',
  find: 'Find',
  nothing: (value: string) => `Nothing has the number “${value}”.`,
  sameTitle: 'Holdings of this title',
  holdingsOf: (title: string) => `Holdings of ${title}`,
  noHoldings: 'This title has no holdings to move to.',
  already: 'They are there already.',
  plan: (n: number, place: string) => `${items(n)} ${n === 1 ? 'goes' : 'go'} to ${place}.`,
  planLocations: (change: number, keep: number) =>
    keep === 0
      ? `The location changes for ${formatNumber(change)}.`
      : `The location changes for ${formatNumber(change)}; ${formatNumber(keep)} keep their own.`,
  planNone: 'No location changes.',
  planHoldings: (name: string, n: number, title: string) =>
    `Holdings ${name} with ${items(n)} go to “${title}”.`,
  marcWarning: 'Their MARC record still names the old title in 004.',
  orderWarning: (n: number) =>
    `${n === 1 ? 'One of them belongs' : `${n} of them belong`} to an order line, which goes on pointing to the old holdings.`,
  move: 'Move',
  moved: (n: number, place: string) => `${items(n)} moved to ${place}.`,
  movedHoldings: (title: string) => `The holdings are now with “${title}”.`,
  notMoved: (n: number) => `${items(n)} could not be moved and stay where they were.`,
  undo: 'Undo',
  undone: 'Moved back.',
  chosen: 'Chosen',
}
