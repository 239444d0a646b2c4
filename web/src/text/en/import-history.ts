import { count } from '../../lib/format.ts'

/** Words of the list of all imports. */
export const historyText = {
  title: 'Import history',
  search: 'File name or job number',
  from: 'Finished from',
  to: 'to',
  result: 'Result',
  profile: 'Profile',
  person: 'Person',
  any: 'All',
  results: {
    COMMITTED: 'Finished',
    ERROR: 'With errors or failed',
    CANCELLED: 'Stopped',
  },
  clear: 'Clear filters',
  clearOne: (name: string) => `Clear ${name}`,
  jobs: (n: number) => count(n, 'import', 'imports'),
  lastDays: (n: number) => `The last ${n} days are shown. Choose a date to see older ones.`,
  none: 'No import fits these filters.',
  csv: 'Download list (CSV)',
  csvName: 'imports.csv',
  remove: (n: number) => `Delete ${count(n, 'log', 'logs')}`,
  removeTitle: (n: number) => `Delete ${count(n, 'log', 'logs')}?`,
  removeBody:
    'The log goes; the records and their version history stay. An import whose log is gone can’t be undone.',
  removed: (n: number) => `${count(n, 'log', 'logs')} deleted.`,
  rowName: (number: number | null, name: string) => `import #${number} ${name}`,
}
