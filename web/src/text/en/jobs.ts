import { count, formatDateTime, formatDuration, formatNumber } from '../../lib/format.ts'

/** How jobs of any kind are told. */
export const jobText = {
  states: {
    queued: 'Waiting',
    running: 'Running',
    waiting: 'Waiting for you',
    finished: 'Finished',
    'finished-with-errors': 'Finished with errors',
    stopped: 'Stopped',
    failed: 'Failed',
    undone: 'Undone',
    'undone-with-leftovers': 'Undone, some left',
  },
  created: 'Created',
  updated: 'Updated',
  discarded: 'No action',
  errors: 'With errors',
  left: 'Left as they are',
  ofTotal: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)}`,
  percent: (done: number, total: number) =>
    `${Math.floor((done / Math.max(1, total)) * 100)} percent, ${formatNumber(done)} of ${formatNumber(total)}`,
  rate: (perSecond: number) => `${formatNumber(perSecond < 10 ? perSecond : Math.round(perSecond))}/s`,
  eta: (seconds: number) => `${formatDuration(seconds * 1000)} left`,
  progressOf: (title: string) => `Progress of ${title}`,
  startedBy: (at: string | null, name: string) =>
    at === null ? `Asked for by ${name}` : `Started ${formatDateTime(at)} by ${name}`,
  took: (from: string, to: string) => `took ${formatDuration(Date.parse(to) - Date.parse(from))}`,
  queued: 'Waiting: another job of your library is running. This one starts by itself; small jobs go first.',
  resumed: (at: string) => `Went on after a restart at ${formatDateTime(at)}. Nothing was done twice.`,
  stop: 'Stop',
  stopTitle: 'Stop this job?',
  stopBody: 'Records written so far stay; you can undo them afterwards.',
  keepRunning: 'Keep running',
  recordType: 'Records',
  share: 'Share',
  outcomes: 'What happened to the records',
  outcomeShares: (parts: string) => `Shares: ${parts}`,
  total: (n: number) => count(n, 'record', 'records'),
}
