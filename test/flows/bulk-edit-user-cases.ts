import { actionCase } from './bulk-edit-cases.ts'
import type { ActionCase } from './bulk-edit-cases.ts'

const STAFF = '3684a786-6671-4268-8ed0-9db82ebca60b'
const FACULTY = '503a81cd-6c26-400f-b620-14c08943697c'

/** Every action that users take. */
export const USER_CASES: ActionCase[] = [
  actionCase(
    'PATRON_GROUP',
    'REPLACE_WITH',
    { updated: FACULTY },
    { patronGroup: STAFF },
    { patronGroup: FACULTY },
    { 'Patron group': 'faculty' },
  ),
  actionCase(
    'EXPIRATION_DATE',
    'REPLACE_WITH',
    { updated: '2095-12-01T23:59:59.000Z' },
    { active: false, expirationDate: '2020-01-01T00:00:00.000+00:00' },
    { active: true, expirationDate: '2095-12-01T23:59:59.000Z' },
    { Active: 'true', 'Expiration date': '2095-12-01' },
  ),
  actionCase(
    'EXPIRATION_DATE',
    'REPLACE_WITH',
    { updated: '2020-12-01T23:59:59.000Z' },
    { active: true },
    { active: false, expirationDate: '2020-12-01T23:59:59.000Z' },
    { Active: 'false', 'Expiration date': '2020-12-01' },
  ),
  actionCase(
    'EMAIL_ADDRESS',
    'FIND_AND_REPLACE',
    { initial: 'old.org', updated: 'new.org' },
    { personal: { lastName: 'Reader', pronouns: 'she/her', email: 'ada@old.org' } },
    { personal: { lastName: 'Reader', pronouns: 'she/her', email: 'ada@new.org' } },
    { Email: 'ada@new.org', 'Last name': 'Reader' },
  ),
]
