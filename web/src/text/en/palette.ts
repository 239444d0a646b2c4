import { count } from '../../lib/format.ts'

export const paletteText = {
  title: 'Find or do something',
  placeholder: 'Scan or type a number, a title, an action or a page',
  groups: {
    exact: 'Found by its number',
    recent: 'Opened last',
    page: 'Actions on this page',
    go: 'Go to',
    settings: 'Settings',
    saved: 'Saved searches',
    search: 'Search',
  },
  kinds: {
    item: 'Item',
    instance: 'Instance',
    holdings: 'Holdings',
    user: 'User',
    job: 'Import',
    bulkEdit: 'Bulk edit',
  },
  scopes: {
    item: 'items only',
    instance: 'instances only',
    holdings: 'holdings only',
    job: 'imports only',
    user: 'users only',
    action: 'actions only',
  },
  search: (text: string) => `Search inventory for “${text}”`,
  nothing: (text: string) => `Nothing has the number ${text}.`,
  nothingAtAll: 'Nothing here is called that.',
  looking: 'Looking for the number…',
  entries: (n: number) => count(n, 'entry', 'entries'),
  several: (n: number) => `${count(n, 'record has', 'records have')} this number. Choose one.`,
  hints:
    '↑ ↓ choose · Enter opens · Ctrl+Enter opens a new tab · Tab after “item”, “job”, “user” looks there only · Esc closes',
  closed: (reason: string) => `Not now: ${reason}`,
  scanned: (number: string) => `Found ${number}.`,
  active: 'active',
  inactive: 'inactive',
}

export const shortcutText = {
  title: 'Shortcuts',
  search: 'Find a shortcut',
  groups: { page: 'On this page', go: 'Everywhere: go to', settings: 'Settings', general: 'Everywhere' },
  nothing: 'No shortcut is called that.',
  off: 'Shortcuts of a single letter are switched off for you (account menu).',
  action: 'Action',
  keys: 'Keys',
  general: {
    palette: 'Find or do something',
    find: 'Go to the search field',
    help: 'Show the shortcuts',
    close: 'Close or cancel, one level at a time',
    rows: 'In a table: next and previous row',
    open: 'In a table: open the row',
    peek: 'In a table: look at the row beside the list',
    select: 'In a table: select the row',
  },
}
