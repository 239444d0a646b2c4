import { count, formatNumber } from '../../lib/format.ts'

/** Reviewing changes, writing them, and what came of it. */
export const bulkEditReviewText = {
  working: (done: number, total: number) =>
    `Working out the changes: ${formatNumber(done)} of ${formatNumber(total)}`,
  nothingWritten: 'Nothing has been written.',
  /** B4 of the message catalogue. */
  summary: (changed: number, same: number, refused: number) =>
    `${formatNumber(changed)} will change, ${formatNumber(same)} already ${same === 1 ? 'has' : 'have'} these values, ${formatNumber(refused)} can’t change.`,
  partly: (n: number) =>
    n === 1
      ? '1 of those that change is refused by one of the rules and changes in the others only.'
      : `${formatNumber(n)} of those that change are refused by one of the rules and change in the others only.`,
  notKept: 'These changes were worked out without a list of what changes.',
  workOut: 'Work them out again',
  noMarc: 'None of the records comes from MARC, so the MARC rules change nothing.',
  problems: 'What the rules say against records',
  tabs: {
    label: 'Show',
    changed: (n: number) => `Will change ${formatNumber(n)}`,
    refused: (n: number) => `Refused ${formatNumber(n)}`,
    all: (n: number) => `All ${formatNumber(n)}`,
    kinds: 'One of each kind',
  },
  field: 'Property',
  allFields: 'All properties',
  fieldCount: (field: string, n: number) => `${field} (${formatNumber(n)})`,
  find: 'Find a record',
  findHint: 'Barcode, HRID or identifier of the list',
  table: 'Changes',
  name: {
    ITEM: 'Barcode',
    HOLDINGS_RECORD: 'HRID',
    INSTANCE: 'HRID',
    INSTANCE_MARC: 'HRID',
    USER: 'Barcode',
  },
  title: 'Title',
  person: 'Name',
  from: 'from',
  to: 'to',
  none: '(none)',
  unchanged: 'stays',
  why: 'Why not',
  kindsTable: 'Kinds of change',
  kindFrom: 'From',
  kindTo: 'To',
  records: 'Records',
  manyKinds: 'The 200 commonest kinds are shown.',
  emptyChanged: 'These rules change no record.',
  emptyRefused: 'The rules are refused by no record.',
  notThere: 'No record of this bulk edit has this identifier.',
  details: (name: string) => `Changes of ${name}`,
  openRecord: 'Open the record',
  proposedCsv: 'Download the changes (CSV)',
  proposedMarc: 'Download the MARC records',
  back: 'Back to the rules',
  note: 'Note for the history',
  commit: (what: string) => `Change ${what}`,
  nothingToDo: 'These rules change no record. Go back to the rules.',
  confirmTitle: (what: string) => `Change ${what}?`,
  confirmText: 'All of them are written now. You can change them back afterwards.',
  confirmMany: (n: number) => `Type ${n} to confirm.`,
  confirmLabel: 'Number of records',
  confirmWrong: 'This is not the number.',
  commitNow: 'Change them',
  result: {
    running: (done: number, total: number) =>
      `Changing records: ${formatNumber(done)} of ${formatNumber(total)}`,
    deleting: (done: number, total: number) =>
      `Deleting users: ${formatNumber(done)} of ${formatNumber(total)}`,
    canLeave: 'You can leave this page; the work goes on, also when you log out.',
    summary: (what: string) => `${what} changed.`,
    deleted: (what: string) => `${what} deleted.`,
    alreadySo: (n: number) => `${formatNumber(n)} already had ${n === 1 ? 'this value' : 'these values'}.`,
    noErrors: 'No errors.',
    errors: (n: number) => `${count(n, 'record was', 'records were')} left out, see below.`,
    duration: (started: string, ended: string) => `Started ${started}, ended ${ended}.`,
    note: (text: string) => `Note: ${text}`,
    causes: 'Left as they are, by cause',
    cause: (n: number, what: string) => `${count(n, 'record', 'records')}: ${what}`,
    firstOnes: (list: string) => `Such as ${list}`,
    saveList: 'Save as a list',
    again: 'Do again with these',
    records: 'Records',
    rules: 'What was changed',
    onAnotherList: 'Use these rules on another list',
    changedTable: 'Records that were changed',
    tabs: {
      label: 'Show',
      changed: (n: number) => `Changed ${formatNumber(n)}`,
      left: (n: number) => `Left as they are ${formatNumber(n)}`,
    },
    leftTable: 'Records left as they are',
    files: 'Downloads',
    changedCsv: 'Changed records (CSV)',
    changedMarc: 'Changed records (MARC)',
    errorsCsv: 'Errors (CSV)',
    changeBack: 'Change back',
    undoTitle: 'Change these records back?',
    undoPlan: (restored: string, changed: number, gone: number) =>
      [
        `${restored} go back to what they were before.`,
        ...(changed > 0
          ? [
              `${formatNumber(changed)} ${changed === 1 ? 'was' : 'were'} changed since: they stay as they are now.`,
            ]
          : []),
        ...(gone > 0 ? [`${formatNumber(gone)} ${gone === 1 ? 'does' : 'do'} not exist any more.`] : []),
      ].join(' '),
    undoBelow: (n: number) =>
      `${count(n, 'holdings or item record', 'holdings and item records')} below them go back too.`,
    undoNow: 'Change back',
    undoing: (done: number, total: number) =>
      `Changing back: ${formatNumber(done)} of ${formatNumber(total)}`,
    undone: (n: number) => `Changed back: ${count(n, 'record is', 'records are')} as before.`,
    left: (n: number) =>
      n === 1 ? '1 record was left, see the list.' : `${formatNumber(n)} were left, see the list.`,
    leftByUndo: 'Records left when changing back',
    undoFailed: 'Changing back stopped before its end. Start it again: what is done is not done twice.',
  },
}
