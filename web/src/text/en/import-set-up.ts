import { count, formatNumber } from '../../lib/format.ts'

const lists = new Intl.ListFormat(navigator.language, { style: 'long', type: 'conjunction' })

const types: Record<string, [one: string, other: string]> = {
  MARC_BIB: ['bibliographic record', 'bibliographic records'],
  MARC_HOLDING: ['holdings record', 'holdings records'],
  MARC_AUTHORITY: ['authority record', 'authority records'],
  MARC_BIBLIOGRAPHIC: ['bibliographic record', 'bibliographic records'],
  MARC_HOLDINGS: ['holdings record', 'holdings records'],
  EDIFACT: ['EDIFACT message', 'EDIFACT messages'],
}

const defects: Record<string, string> = {
  unreadable: 'can’t be read',
  'too-long': 'longer than can be read',
  'unknown-type': 'of a type that MARC 21 does not know',
  lengths: 'lengths or positions wrong',
  'declared-encoding': 'another character set than the leader says',
  characters: 'characters that can’t be read',
  fields: 'fields that are not well-formed',
}

/** Words of the page on which an import is set up. */
export const setUpText = {
  title: (name: string) => `Set up ${name}`,
  facts: (kinds: readonly string[], format: string) =>
    [lists.format(kinds), format].filter(Boolean).join(' · '),
  type: (name: string, n: number) => {
    const [one, other] = types[name] ?? ['record', 'records']
    return count(n, one, other)
  },
  alsoFiles: (n: number) => `and ${count(n, 'more file', 'more files')} with the same profile`,
  profile: 'Job profile',
  profileHint: 'What to do with the records. Type to find one.',
  choose: 'Choose a profile',
  used: (uses: number, pattern: string) =>
    `Suggested: used ${count(uses, 'time', 'times')} for ${pattern.replace(/\*$/, '…')}`,
  usedLast: 'Suggested: you used it last',
  noProfiles: 'There is no profile yet. One has to be made before anything can be imported.',
  makeProfile: 'Make a profile',
  profileGone: 'This profile does not exist any more. Choose another.',
  otherType: (profile: string) => `This profile is for ${profile} files, this file is not one.`,
  whatHappens: 'What will happen',
  theFile: 'The file',
  records: 'The first records',
  openProfile: 'Open the profile',
  encoding: (declared: readonly string[], found: readonly string[]) =>
    declared.length === 0 || declared.join() === found.join()
      ? `Characters: ${lists.format(found)}`
      : `Characters: ${lists.format(found)} (found); the records say ${lists.format(declared)}`,
  fields: 'Fields, and how many records have them',
  tag: (tag: string, n: number) => `${tag}: ${formatNumber(n)}`,
  without: (n: number, tag: string) => `${count(n, 'record has', 'records have')} no ${tag}.`,
  soFar: (read: number, total: number | null) =>
    total === null
      ? `${formatNumber(read)} looked at so far`
      : `${formatNumber(read)} of ${formatNumber(total)} looked at so far`,
  defects: (n: number) => `${count(n, 'record has a defect', 'records have defects')}`,
  defect: (kind: string, n: number, isReadable: boolean) =>
    `${formatNumber(n)}: ${defects[kind] ?? kind}${isReadable ? ' (read all the same)' : ' (left out)'}.`,
  places: (orders: readonly number[], n: number) => {
    const some = orders.slice(0, 5).map((order) => formatNumber(order + 1))
    return `Record ${some.join(', ')}${n > some.length ? ', …' : ''}`
  },
  recordHead: (place: number, title: string | null, number: string | null) =>
    `${place}. ${title ?? '(no title)'}${number === null ? '' : ` · ${number}`}`,
  cut: 'The record is longer than is shown here.',
  preview100: 'Preview 100',
  previewAll: 'Preview all',
  run: 'Run import',
  keys: 'Ctrl+Enter: preview, and from there run',
  stillSending: (percent: number) => `Still coming in: ${percent} %`,
  stillJoining: 'Still coming in',
  choseNone: 'Choose a profile first.',
  unreadable: (name: string, why: string) => `${name} can’t be read. ${why}`,
  unreadableFix: 'Nothing was imported. Remove the file and bring in the right one.',
  gone: 'This file is not waiting any more: it was removed, or handed over already.',
  handedOver: 'This file was handed over already.',
  toJob: 'Open its job',
  back: 'Back to import',
  looking: 'Looking at what is in the file',
  running: (name: string) => `${name} is being imported.`,
}
