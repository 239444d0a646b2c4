import { count, formatNumber } from '../../lib/format.ts'

/** The page of the HRID numbers. */
export const hridText = {
  lead: 'Each record gets a number that people can read. Change this at set-up; later only with care.',
  table: 'Numbers of each kind of record',
  kinds: { instances: 'Instances', holdings: 'Holdings', items: 'Items' },
  one: { instances: 'instance', holdings: 'holdings record', items: 'item' },
  kind: 'Records',
  stored: 'Stored',
  prefix: 'Prefix',
  lastUsed: 'Last number given',
  start: 'Next number',
  next: 'The next one will be',
  prefixOf: (kind: string) => `Prefix, ${kind}`,
  startOf: (kind: string) => `Next number, ${kind}`,
  prefixWrong: 'Up to 10 letters, digits, dots and dashes.',
  startWrong: 'A whole number from 1 to 99,999,999,999.',
  startUsed: (last: number) =>
    `Numbers up to ${formatNumber(last)} were given already. Choose a higher one, or say below that you know.`,
  zeros: 'Keep the zeros in front (in00000000042 instead of in42)',
  know: 'I know that these numbers were given before',
  knowHint: 'Only where no record has them any more; Octavo looks for that.',
  checking: 'Looking for records that have these numbers…',
  clash: (first: string, last: string, n: number) =>
    `${first} to ${last} contains ${count(n, 'number', 'numbers')} in use. Choose a higher start.`,
  suggest: (number: number) => `Use ${formatNumber(number)}`,
  effect: (kind: string, hrid: string) => `The next ${kind} will be ${hrid}.`,
  stay: 'Existing numbers stay.',
  others: 'Kinds that you did not change go on where they are.',
  unchanged: 'Nothing was changed.',
  confirmTitle: 'Change the numbers of new records?',
  confirm: 'Change',
  saved: 'Saved. New records get the new numbers.',
}
