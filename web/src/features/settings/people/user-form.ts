import { peopleText } from '#text/settings-people.ts'
import { checkRequired } from '../../../ui/field-spec.ts'
import type { FieldSection } from '../../../ui/field-spec.ts'
import type { FieldErrors } from '../../../ui/record-form.ts'
import type { User, UserPoints } from './people-api.ts'

/** A person with their service points, as one form has them; dates as days. */
export type UserRecord = { user: User; points: UserPoints; expires: string }

const { fields } = peopleText

/** The sections of the form; groups are the library's own. */
export function userSections(groups: readonly { id: string; group: string }[]): FieldSection[] {
  const kinds = Object.entries(peopleText.kinds).map(([value, label]) => ({ value, label }))
  const options = groups.map(({ id, group }) => ({ value: id, label: group }))
  return [
    {
      id: 'account',
      label: peopleText.account,
      fields: [
        { kind: 'text', path: 'user.username', label: fields.username, isRequired: true },
        { kind: 'flag', path: 'user.active', label: fields.active },
        { kind: 'choice', path: 'user.type', label: fields.type, options: kinds, isRequired: true },
        { kind: 'choice', path: 'user.patronGroup', label: fields.group, options },
        { kind: 'text', path: 'user.barcode', label: fields.barcode },
        { kind: 'text', path: 'user.externalSystemId', label: fields.external },
        { kind: 'text', path: 'expires', label: fields.expires, hint: peopleText.dateHint },
      ],
    },
    {
      id: 'person',
      label: peopleText.person,
      fields: [
        { kind: 'text', path: 'user.personal.lastName', label: fields.lastName, isRequired: true },
        { kind: 'text', path: 'user.personal.firstName', label: fields.firstName },
        { kind: 'text', path: 'user.personal.middleName', label: fields.middleName },
        { kind: 'text', path: 'user.personal.preferredFirstName', label: fields.preferred },
        { kind: 'text', path: 'user.personal.email', label: fields.email },
        { kind: 'text', path: 'user.personal.phone', label: fields.phone },
        { kind: 'text', path: 'user.personal.mobilePhone', label: fields.mobile },
      ],
    },
    {
      id: 'points',
      label: peopleText.points,
      fields: [
        { kind: 'references', path: 'points.servicePointsIds', label: fields.points, list: 'servicePoints' },
        {
          kind: 'reference',
          path: 'points.defaultServicePointId',
          label: fields.defaultPoint,
          list: 'servicePoints',
        },
      ],
    },
  ]
}

/** What a form over a new person begins with. */
export function newUser(): UserRecord {
  return { user: { id: crypto.randomUUID(), active: true, type: 'staff' }, points: {}, expires: '' }
}

export function userRecord(user: User, points: UserPoints): UserRecord {
  return { user, points, expires: (user.expirationDate ?? '').slice(0, 10) }
}

/** All that is wrong with a person as typed. */
export function checkUserRecord(
  record: UserRecord,
  sections: readonly FieldSection[],
  isLastAdmin: boolean,
): FieldErrors {
  const errors: Record<string, string> = { ...checkRequired(record, sections) }
  if (record.expires !== '' && !isDay(record.expires)) errors.expires = peopleText.dateWrong
  const { servicePointsIds = [], defaultServicePointId } = record.points
  if (defaultServicePointId !== undefined && !servicePointsIds.includes(defaultServicePointId)) {
    errors['points.defaultServicePointId'] = peopleText.pointNotOne
  }
  if (isLastAdmin && record.user.active !== true) errors['user.active'] = peopleText.lastAdminCloses
  return errors
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
  )
}

/** The user as it is sent: empty texts left out, the day of expiry as the end of that day. */
export function userToSend({ user, expires }: UserRecord): User {
  const { expirationDate: before, metadata: _metadata, ...rest } = user
  const isSameDay = (before ?? '').slice(0, 10) === expires
  const end = isSameDay ? before : new Date(`${expires}T23:59:59`).toISOString()
  const filled = Object.entries(rest).filter(([, value]) => value !== '' && value !== undefined)
  return { ...(Object.fromEntries(filled) as User), ...(expires !== '' && { expirationDate: end as string }) }
}
