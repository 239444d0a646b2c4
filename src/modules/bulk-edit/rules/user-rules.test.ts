import { describe, expect, it } from 'vitest'
import { FACULTY, NOW, STAFF, UNKNOWN_ID, edit, id, checkCase, rule } from './rules.fixture.ts'
import type { Case } from './rules.fixture.ts'

const BASE = {
  id: id(1000),
  username: 'ada',
  active: true,
  patronGroup: STAFF,
  expirationDate: '2027-01-01T00:00:00.000+00:00',
  personal: { lastName: 'Reader', pronouns: 'she/her', email: 'ada@old.org' },
  customFields: { shoe: '38' },
}
const LATER = '2026-03-02T23:59:59.000Z'
const EARLIER = '2026-03-02T00:00:00.000Z'
const mail = (email: string) => ({ personal: { ...BASE.personal, email } })
const badDate = (text: string) => `Invalid date format: ${text}, expected yyyy-MM-dd'T'HH:mm:ss.SSSXXX`

const CASES: Case[] = [
  ['EMAIL_ADDRESS', 'FIND_AND_REPLACE', { initial: 'old.org', updated: 'new.org' }, {}, mail('ada@new.org')],
  ['EMAIL_ADDRESS', 'FIND_AND_REPLACE', { initial: 'a', updated: '$1' }, mail('ada@a'), mail('$1d$1@$1')],
  ['EMAIL_ADDRESS', 'FIND_AND_REPLACE', { initial: 'OLD', updated: 'new' }, {}, {}],
  [
    'EMAIL_ADDRESS',
    'FIND_AND_REPLACE',
    { initial: 'a', updated: '' },
    {},
    'Initial or updated value cannot be empty',
  ],
  [
    'EMAIL_ADDRESS',
    'FIND_AND_REPLACE',
    { initial: '', updated: 'a' },
    {},
    'Initial or updated value cannot be empty',
  ],
  [
    'EMAIL_ADDRESS',
    'FIND_AND_REPLACE',
    { initial: 'a', updated: 'b' },
    { personal: { lastName: 'Reader' } },
    'Email is null',
  ],
  [
    'EMAIL_ADDRESS',
    'FIND_AND_REPLACE',
    { initial: 'a', updated: 'b' },
    { personal: undefined },
    'Email is null',
  ],
  [
    'EMAIL_ADDRESS',
    'REPLACE_WITH',
    { updated: 'b' },
    {},
    "Combination EMAIL_ADDRESS and REPLACE_WITH isn't supported yet",
  ],
  [
    'EXPIRATION_DATE',
    'REPLACE_WITH',
    { updated: LATER },
    { active: false },
    { expirationDate: LATER, active: true },
  ],
  ['EXPIRATION_DATE', 'REPLACE_WITH', { updated: EARLIER }, {}, { expirationDate: EARLIER, active: false }],
  ['EXPIRATION_DATE', 'REPLACE_WITH', { updated: NOW }, {}, { expirationDate: NOW, active: false }],
  ['EXPIRATION_DATE', 'REPLACE_WITH', { updated: '2027-01-01T02:00:00.000+02:00' }, {}, {}],
  [
    'EXPIRATION_DATE',
    'REPLACE_WITH',
    { updated: '2027-01-01T23:00:00.000-05:00' },
    {},
    { expirationDate: '2027-01-01T23:00:00.000-05:00' },
  ],
  [
    'EXPIRATION_DATE',
    'REPLACE_WITH',
    { updated: LATER },
    { expirationDate: undefined },
    { expirationDate: LATER },
  ],
  ['EXPIRATION_DATE', 'REPLACE_WITH', { updated: '2027-01-01' }, {}, badDate('2027-01-01')],
  [
    'EXPIRATION_DATE',
    'REPLACE_WITH',
    { updated: '2027-02-31T00:00:00.000Z' },
    {},
    badDate('2027-02-31T00:00:00.000Z'),
  ],
  [
    'EXPIRATION_DATE',
    'REPLACE_WITH',
    { updated: '2027-13-01T00:00:00.000Z' },
    {},
    badDate('2027-13-01T00:00:00.000Z'),
  ],
  [
    'EXPIRATION_DATE',
    'REPLACE_WITH',
    { updated: '2027-01-01T25:00:00.000Z' },
    {},
    badDate('2027-01-01T25:00:00.000Z'),
  ],
  ['EXPIRATION_DATE', 'REPLACE_WITH', {}, {}, 'Updated value cannot be null or empty'],
  [
    'EXPIRATION_DATE',
    'CLEAR_FIELD',
    {},
    {},
    "Combination EXPIRATION_DATE and CLEAR_FIELD isn't supported yet",
  ],
  ['PATRON_GROUP', 'REPLACE_WITH', { updated: FACULTY }, {}, { patronGroup: FACULTY }],
  ['PATRON_GROUP', 'REPLACE_WITH', { updated: STAFF }, {}, {}],
  ['PATRON_GROUP', 'REPLACE_WITH', { updated: '' }, {}, 'Updated value cannot be null or empty'],
  ['PATRON_GROUP', 'REPLACE_WITH', { updated: 'staff' }, {}, 'UUID has invalid format: staff'],
  ['PATRON_GROUP', 'REPLACE_WITH', { updated: UNKNOWN_ID }, {}, `Patron group ${UNKNOWN_ID} doesn't exist`],
  ['PATRON_GROUP', 'CLEAR_FIELD', {}, {}, "Combination PATRON_GROUP and CLEAR_FIELD isn't supported yet"],
  [
    'STATUS',
    'REPLACE_WITH',
    { updated: 'Missing' },
    {},
    "Combination STATUS and REPLACE_WITH isn't supported yet",
  ],
]

describe('a rule on users', () => {
  it.each(CASES)('%s %s %j: %j becomes %j', (...each) => {
    checkCase('USER', BASE, each)
  })

  it('leaves everything else of the user alone', () => {
    const { record } = edit(
      'USER',
      BASE,
      rule('EMAIL_ADDRESS', 'FIND_AND_REPLACE', { initial: 'old', updated: 'new' }),
      rule('PATRON_GROUP', 'REPLACE_WITH', { updated: FACULTY }),
    )
    expect(record).toEqual({
      ...BASE,
      patronGroup: FACULTY,
      personal: { lastName: 'Reader', pronouns: 'she/her', email: 'ada@new.org' },
    })
  })
})
