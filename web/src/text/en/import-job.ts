import { count, formatDateTime, formatDuration, formatNumber } from '../../lib/format.ts'

const records = (n: number) => count(n, 'record', 'records')

const leftReasons: Record<string, string> = {
  edited: 'changed after the import',
  'marc-edited': 'MARC changed after the import',
  'in-use': 'in use: on loan, or other records hang on it',
  gone: 'deleted since',
  refused: 'can’t be put back',
  'deleted-by-job': 'deleted by the import itself',
}

/** Words of the pages on which an import is watched and its result is read. */
export const importJobText = {
  title: (number: number | null, name: string) => (number === null ? name : `Import #${number} · ${name}`),
  unknown: 'Import',
  profile: (name: string) => `Profile: ${name}`,

  finished: (n: number, ms: number) => `${records(n)} in ${formatDuration(ms)}. No errors.`,
  finishedWithErrors: (n: number, total: number, reasons: number) =>
    `${formatNumber(n)} of ${formatNumber(total)} could not be loaded completely, for ${count(reasons, 'reason', 'reasons')}.${n === total ? '' : ' The others are in.'}`,
  stopped: (done: number, total: number, written: number) =>
    `Stopped after ${formatNumber(done)} of ${formatNumber(total)}. ${count(written, 'record was', 'records were')} written.`,
  failed: (reason: string) => `The job could not start: ${reason} Nothing was written.`,
  failedPart: (reason: string, done: number) =>
    `The job ended before its time: ${reason} ${count(done, 'record was', 'records were')} worked on and stay.`,
  unknownReason: 'the server log has the cause.',
  nothingWritten: 'Nothing was written, so there is nothing to undo.',
  stopping: 'Stopping',

  loadRest: 'Load the rest',
  undoThem: 'Undo them',
  undo: 'Undo…',
  loadFailed: 'Load failed records again',
  loadGroup: 'Load these again',
  download: 'Download',
  downloadFile: 'The file as it came',
  downloadFailed: 'Failed records (MARC)',
  downloadFailedEdifact: 'Failed records (EDIFACT)',
  downloadFailedCsv: 'Failed records (CSV)',
  againOf: (number: number) => `Records of import #${number}, loaded again.`,
  openOriginal: 'Open that import',
  loadedAgainBy: 'Loaded again by',

  outcomes: 'What happened to the records',
  types: {
    sourceRecordSummary: 'MARC records',
    instanceSummary: 'Instances',
    holdingSummary: 'Holdings',
    itemSummary: 'Items',
    authoritySummary: 'Authorities',
    orderSummary: 'Orders',
    invoiceSummary: 'Invoices',
  } as Record<string, string>,

  wentWrong: 'What went wrong',
  where: (fields: readonly string[], field: string | null) => {
    if (fields.length > 0) return `Where: ${fields.join(', ')}`
    return field === null ? null : `Where: ${field}`
  },
  whatToDo: 'What to do',
  rows: (n: number) => `Show ${records(n)}`,
  forExample: (text: string) => `For example: ${text}`,
  downloadGroup: 'Download these (MARC)',

  records: 'Records',
  show: 'Show',
  showAll: (n: number) => `All ${formatNumber(n)}`,
  showErrors: (n: number) => `Errors ${formatNumber(n)}`,
  group: (text: string) => `Only: ${text}`,
  oneCause: 'Records of one cause',
  allCauses: 'Show the errors of all causes',
  noRecords: 'No record here.',
  notYet: 'Records appear here as they are worked on.',
  noLog: 'The log of this job is not kept any more. The records and their version history stay.',
  columns: {
    order: '#',
    title: 'Title',
    source: 'MARC',
    instance: 'Instance',
    holdings: 'Holdings',
    items: 'Items',
    authority: 'Authority',
    message: 'Message',
    controlNumber: 'Control number',
  },
  statuses: {
    CREATED: 'created',
    UPDATED: 'updated',
    DISCARDED: 'no action',
    MULTIPLE: 'several',
    DELETED: 'deleted',
  } as Record<string, string>,
  several: (status: string, n: number) => (n > 1 ? `${formatNumber(n)} ${status}` : status),
  error: 'error',
  noTitle: '(no title)',

  undone: (at: string, left: number) =>
    left === 0
      ? `Undone ${formatDateTime(at)}.`
      : `Undone ${formatDateTime(at)}. ${count(left, 'record was', 'records were')} left; see the list.`,
  undoing: 'The import is being undone',
  undoFailed: (reason: string) => `The undo did not come to its end. ${reason}`,
  importAgain: 'To bring the records back, import the same file again.',
  undoTitle: (number: number) => `Undo import #${number}`,
  undoPlan: {
    delete: 'Delete',
    restore: 'Restore',
    leave: 'Leave',
    label: 'What the undo would do',
    restoreWhat: (what: string, at: string | null) =>
      at === null ? what : `${what} to how they were before ${formatDateTime(at)}`,
    leaveWhat: (n: number) => records(n),
    reason: (reason: string, n: number) => `${formatNumber(n)}: ${leftReasons[reason] ?? reason}`,
    soFar: (looked: number, total: number) =>
      `${formatNumber(looked)} of ${records(total)} looked at for this plan; the undo does all.`,
    nothing: 'nothing',
    counting: 'Looking what can be taken back…',
  },
  types1: {
    instances: (n: number) => count(n, 'instance', 'instances'),
    holdings: (n: number) => count(n, 'holdings record', 'holdings records'),
    items: (n: number) => count(n, 'item', 'items'),
    authorities: (n: number) => count(n, 'authority', 'authorities'),
    sourceRecords: (n: number) => count(n, 'MARC record', 'MARC records'),
  } as Record<string, (n: number) => string>,
  kindNames: {
    instances: 'Instances',
    holdings: 'Holdings',
    items: 'Items',
    authorities: 'Authorities',
    sourceRecords: 'MARC records',
  } as Record<string, string>,
  leftTypes: {
    INSTANCE: 'instance',
    HOLDINGS: 'holdings',
    ITEM: 'item',
    AUTHORITY: 'authority',
    SOURCE_RECORD: 'MARC record',
    MARC: 'MARC record',
  } as Record<string, string>,
  confirmNumber: 'Type the job number to confirm',
  wrongNumber: (number: number) => `This is not ${number}.`,
  undoNow: 'Undo',
  undoDone: 'What the undo did',
  deleted: 'Deleted',
  restored: 'Restored',
  leftList: 'Left as they are',
  leftReason: 'Why',
  leftRecord: 'Record',
  leftType: 'Type',
  readingAgain: 'Putting the records together',
}
