import { count, formatBytes, formatNumber } from '../../lib/format.ts'

const notRecords = {
  pdf: 'a PDF document',
  archive: 'an archive (ZIP, gzip, 7-Zip) or an Office document',
  html: 'a web page (HTML)',
  image: 'an image',
  office: 'an Office document',
}

/** Words of the pages on which files come in. */
export const importText = {
  title: 'Import',
  history: 'History',
  profiles: 'Profiles',
  drop: 'Drop files here or choose them',
  dropKinds: 'MARC, MARCXML, JSON, EDIFACT. Any number, any size. Pasting a file works too.',
  chooseFiles: 'Choose files to import',
  dropNow: 'Let go to import',
  mayNotUpload: (permission: string) => `You see imports here. To bring in files you need “${permission}”.`,
  sendingPermission: 'Data import: bring in files',

  waiting: 'Waiting for you',
  running: 'Running',
  recent: 'Recent',
  mine: 'Mine',
  all: 'Everybody’s',
  whose: 'Whose imports',
  noneRecent: 'Nothing has been imported yet.',
  noneMine: 'You have imported nothing yet. “Everybody’s” shows what colleagues did.',
  firstSteps: 'How it goes',
  firstStepList: [
    'Drop a file above. It is checked while it comes in; nothing is written yet.',
    'Choose what to do with it and look at a preview: what would be created, changed, refused.',
    'Run it. If it was wrong, undo it.',
  ],
  sampleLead: 'No file at hand? ',
  sampleLink: 'Take 73 sample records',

  queued: 'Waits for its turn',
  sending: (sent: number, size: number) => `${formatBytes(sent)} of ${formatBytes(size)}`,
  speed: (bytesPerSecond: number) => `${formatBytes(bytesPerSecond)}/s`,
  joining: 'All sent; the server puts it together',
  paused: (percent: number) => `Paused at ${percent} %`,
  broken: (name: string, percent: number) => `The upload of ${name} stopped at ${percent} %.`,
  brokenHint: 'It goes on by itself when the line is back.',
  brokenBefore: (name: string) =>
    `The upload of ${name} was not finished. Choose the same file again to go on with it.`,
  pause: 'Pause',
  goOn: 'Continue',
  cancelUpload: 'Cancel',
  removeFile: 'Remove',
  takeAway: 'Close',
  setUp: 'Set up',
  setUpSelected: (n: number) => `Set up ${count(n, 'file', 'files')} together`,
  selectFile: (name: string) => `Select ${name}`,
  buttonOf: (verb: string, name: string) => `${verb}: ${name}`,
  uploadOf: (name: string) => `Upload of ${name}`,
  percent: (percent: number) => `${percent} percent`,
  removed: (name: string) => `${name} was removed. Nothing of it was imported.`,
  looking: 'Looking at what is in it',
  holds: (n: number) => count(n, 'record', 'records'),
  previewReady: 'Preview ready',
  previewRuns: 'Preview runs',
  openPreview: 'Open preview',

  refused: {
    empty: (name: string) => `${name} has no records.`,
    emptyFix: 'Export it again, or look whether the right file was chosen.',
    notRecords: (name: string, what: keyof typeof notRecords) =>
      `${name} looks like ${notRecords[what]}, not a file of records. It was not kept.`,
    notRecordsFix: 'Choose the file of records itself; unpack an archive first.',
    unreadable: (name: string, why: string) => `${name} can’t be read. ${why}`,
    blocked: (name: string) => {
      const ending = /\.\w+$/.exec(name)?.[0] ?? 'so'
      return `Files that end in ${ending} are switched off under Settings > Import.`
    },
    blockedFix: 'Give the file another ending, or allow this one in the settings.',
    tooLarge: (name: string, size: number) =>
      `${name} (${formatBytes(size)}) is larger than this server takes. Nothing was kept.`,
    tooLargeFix: 'Split the file, or ask whoever runs the server to allow larger ones.',
    noRoom: (name: string, size: number) =>
      `There is no room for ${name} (${formatBytes(size)}). Nothing was kept.`,
    noRoomFix: 'Tell whoever runs the server that its disk is full.',
  },
  otherEnding: (name: string, format: string) =>
    `${name} ends in ${/\.\w+$/.exec(name)?.[0] ?? 'something else'} but holds ${format} records. It will be read as ${format}.`,
  formats: {
    marc: 'MARC',
    marcxml: 'MARCXML',
    json: 'MARC-in-JSON',
    marcjson: 'MARC-in-JSON',
    edifact: 'EDIFACT',
    unknown: 'unknown',
  } as Record<string, string>,

  open: 'Open',
  columns: {
    result: 'Result',
    file: 'File',
    number: 'Job',
    profile: 'Profile',
    records: 'Records',
    created: 'Created',
    updated: 'Updated',
    discarded: 'No action',
    errors: 'Errors',
    by: 'By',
    started: 'Started',
    finished: 'Finished',
    took: 'Took',
    progress: 'Progress',
  },
  kinds: { import: 'Import', preview: 'Preview', undo: 'Undo', 'bulk-edit': 'Bulk edit' },
  jobName: (kind: string, number: number | null) =>
    number === null ? kind : `${kind} #${formatNumber(number)}`,
  number: (n: number) => `#${n}`,
}
