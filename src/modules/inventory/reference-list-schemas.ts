import type { JsonSchema } from '../../kernel/http/validation.ts'

// The records of FOLIO's reference lists (folio-org/mod-inventory-storage: ramls/schemas). Some of FOLIO's
// schemas admit further properties, which are then stored; those are made with `openRecord`.

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const uuid = { type: 'string', format: 'uuid' } as const
const shadow = { type: 'boolean', default: false } as const
const virtual = { readOnly: true } as const
const owner = { type: 'string', enum: ['folio', 'local', 'consortium'] } as const

function record(required: readonly string[], properties: JsonSchema): JsonSchema {
  return { type: 'object', required, properties, additionalProperties: false }
}

function openRecord(required: readonly string[], properties: JsonSchema): JsonSchema {
  return { type: 'object', required, properties }
}

const nameAndSource = { name: text, source: text }

/** `name` and `source`, both required. */
export const sourcedName = record(['name', 'source'], nameAndSource)

/** `name` required, `source` not; further properties admitted. */
export const openName = openRecord(['name'], nameAndSource)

/** `name`, `code` and `source`, all required; further properties admitted. */
export const openCodedName = openRecord(['name', 'code', 'source'], { ...nameAndSource, code: text })

export const contributorNameType = openRecord(['name'], { ...nameAndSource, ordering: text })

export const holdingsRecordsSource = openRecord(['name'], { name: text, source: owner })

export const instanceRelationshipType = openRecord(['name'], { name: text })

export const loanType = record(['name'], { name: text, source: { type: 'string', default: 'local' } })

export const materialType = record(['name'], nameAndSource)

export const statisticalCodeType = openRecord(['name', 'source'], nameAndSource)

export const statisticalCode = record(['code', 'name', 'statisticalCodeTypeId', 'source'], {
  ...nameAndSource,
  code: text,
  statisticalCodeTypeId: uuid,
})

export const subjectSource = openRecord(['name', 'source'], { name: text, code: text, source: owner })

export const subjectType = openRecord(['name', 'source'], { name: text, source: owner })

export const instanceDateType = record([], {
  name: text,
  code: { type: 'string', maxLength: 1 },
  displayFormat: record([], { delimiter: text, keepDelimiter: flag }),
  source: { type: 'string', enum: ['folio', 'local'] },
})

export const instanceDateTypePatch = record([], { name: text })

export const institution = record(['name', 'code'], { name: text, code: text, isShadow: shadow })

export const campus = record(['name', 'institutionId', 'code'], {
  name: text,
  code: text,
  institutionId: uuid,
  isShadow: shadow,
})

export const library = record(['name', 'campusId', 'code'], {
  name: text,
  code: text,
  campusId: uuid,
  isShadow: shadow,
})

export const location = record(
  ['name', 'code', 'institutionId', 'campusId', 'libraryId', 'primaryServicePoint'],
  {
    name: text,
    code: text,
    description: text,
    discoveryDisplayName: text,
    isActive: { type: 'boolean', default: true },
    institutionId: uuid,
    institution: virtual,
    campusId: uuid,
    campus: virtual,
    libraryId: uuid,
    library: virtual,
    details: { type: 'object', additionalProperties: text },
    primaryServicePoint: uuid,
    primaryServicePointObject: virtual,
    servicePointIds: { type: 'array', items: uuid, default: [] },
    servicePoints: virtual,
    isFloatingCollection: flag,
    isShadow: shadow,
  },
)

const period = record(['duration', 'intervalId'], {
  duration: { type: 'integer' },
  intervalId: { type: 'string', enum: ['Minutes', 'Hours', 'Days', 'Weeks', 'Months'], default: 'Days' },
})

export const servicePoint = record(['name', 'code', 'discoveryDisplayName'], {
  name: text,
  code: text,
  discoveryDisplayName: text,
  description: text,
  shelvingLagTime: { type: 'integer' },
  pickupLocation: flag,
  holdShelfExpiryPeriod: period,
  holdShelfClosedLibraryDateManagement: {
    type: 'string',
    enum: [
      'Keep_the_current_due_date',
      'Move_to_the_end_of_the_previous_open_day',
      'Move_to_the_end_of_the_next_open_day',
      'Keep_the_current_due_date_time',
      'Move_to_end_of_current_service_point_hours',
      'Move_to_beginning_of_next_open_service_point_hours',
    ],
    default: 'Keep_the_current_due_date',
  },
  defaultCheckInActionForUseAtLocation: {
    type: 'string',
    enum: ['Keep_on_hold_shelf', 'Close_loan_and_return_item', 'Ask_for_action'],
  },
  staffSlips: {
    type: 'array',
    items: record(['id', 'printByDefault'], { id: uuid, printByDefault: flag }),
  },
  ecsRequestRouting: { type: 'boolean', default: false },
})

export const servicePointsUser = record(['userId'], {
  userId: text,
  servicePointsIds: { type: 'array', items: uuid },
  servicePoints: virtual,
  defaultServicePointId: uuid,
})
