import type { JsonSchema } from '../../kernel/http/validation.ts'

const text = { type: 'string' }
const uuid = { type: 'string', format: 'uuid' }
// What must be unique is indexed, and an index entry has 2,704 bytes at most; FOLIO sets no limit and fails there.
const key = { type: 'string', maxLength: 600 }
const instant = { type: 'string', format: 'date-time' }

const address: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['addressTypeId'],
  properties: {
    id: text,
    countryId: text,
    addressLine1: text,
    addressLine2: text,
    city: text,
    region: text,
    postalCode: text,
    addressTypeId: uuid,
    primaryAddress: { type: 'boolean' },
  },
}

const personal: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['lastName'],
  properties: {
    pronouns: { type: 'string', maxLength: 300 },
    lastName: text,
    firstName: text,
    middleName: text,
    preferredFirstName: text,
    email: text,
    phone: text,
    mobilePhone: text,
    dateOfBirth: instant,
    addresses: { type: 'array', items: address },
    preferredContactTypeId: text,
    preferredContactTypeIds: { type: 'array', items: text },
    profilePictureLink: text,
  },
}

/** A user record (folio-org/mod-users: ramls/userdata.json). */
export const userSchema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    username: key,
    externalSystemId: key,
    barcode: key,
    active: { type: 'boolean' },
    type: text,
    patronGroup: uuid,
    departments: { type: 'array', items: uuid },
    meta: { type: 'object' },
    proxyFor: { type: 'array', items: text },
    personal,
    enrollmentDate: instant,
    expirationDate: instant,
    createdDate: instant,
    updatedDate: instant,
    tags: { type: 'object', properties: { tagList: { type: 'array', items: text } } },
    customFields: { type: 'object' },
    preferredEmailCommunication: {
      type: 'array',
      items: { type: 'string', enum: ['Support', 'Programs', 'Services'] },
      maxItems: 3,
    },
  },
}
