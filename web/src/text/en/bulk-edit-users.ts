import { count } from '../../lib/format.ts'

/** What is there for users only: editing them as a file, and deleting them. */
export const bulkEditUsersText = {
  fileTitle: 'Or edit them as a file',
  fileLead:
    'Keep the file, change it in a spreadsheet, and bring it back. The columns and the user ids must stay as they are.',
  download: 'Keep the file (CSV)',
  upload: 'Bring the edited file back',
  reading: 'Reading the file',
  notCsv: (name: string) => `${name} can’t be read as CSV with the columns of the file that was kept.`,
  check: (name: string) => `What ${name} changes`,
  changedRows: (n: number) => count(n, 'user changes', 'users change'),
  nothing: 'The file says what the users already say.',
  column: 'Column',
  cells: 'Changed cells',
  unknownColumns: (list: string) => `Columns that are not known: ${list}. Give them their names back.`,
  missingColumns: (list: string) => `Columns that are missing: ${list}. Put them back.`,
  unknownIds: (n: number, list: string) =>
    `${count(n, 'row has a user id', 'rows have user ids')} that are not in this bulk edit and are left out: ${list}`,
  repeated: (n: number) => `${count(n, 'user id stands', 'user ids stand')} in the file more than once.`,
  missingRows: (n: number) => `${count(n, 'user is', 'users are')} not in the file and stay as they are.`,
  send: 'Review these changes',
  sending: 'Sending the file',
  deleteTitle: 'Or delete them',
  deleteLead:
    'Users with open loans, requests, fees or blocks are left and listed. Deleting can’t be taken back; a file of the deleted users is kept for 30 days.',
  delete: (what: string) => `Delete ${what}`,
  confirmTitle: (what: string) => `Delete ${what}?`,
  confirmText: 'This can’t be taken back.',
  deleteNow: 'Delete them',
}
