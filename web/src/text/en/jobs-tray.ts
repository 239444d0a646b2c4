import { count, formatDuration, formatNumber } from '../../lib/format.ts'

export const trayText = {
  title: 'Jobs',
  button: (running: number) =>
    running === 0 ? 'Jobs: none running' : `Jobs: ${count(running, 'job', 'jobs')} running`,
  running: 'Running',
  ended: 'Ended last',
  none: 'Nothing runs, and nothing has ended yet. Imports and bulk edits show here.',
  noneRunning: 'Nothing runs.',
  kinds: { import: 'Import', preview: 'Preview', undo: 'Undo', 'bulk-edit': 'Bulk edit' },
  states: {
    queued: 'waits',
    running: 'runs',
    waiting: 'waits for you',
    finished: 'done',
    'finished-with-errors': 'done, with errors',
    stopped: 'stopped',
    failed: 'failed',
    undone: 'undone',
    'undone-with-leftovers': 'undone, some left',
  },
  progress: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)}`,
  rate: (perSecond: number) => `${formatNumber(Math.round(perSecond))}/s`,
  left: (seconds: number) => `${formatDuration(seconds * 1000)} left`,
  errors: (n: number) => count(n, 'error', 'errors'),
  open: 'Open',
  all: 'All imports',
  ended1: (name: string, state: string) => `${name}: ${state}.`,
}
