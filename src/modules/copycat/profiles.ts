import { defineCollection } from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import { UUID_PATTERN } from '../../kernel/http/validation.ts'
import { readBeside } from '../../kernel/module.ts'

const text = { type: 'string' }
const uuid = { type: 'string', pattern: UUID_PATTERN }
const uuids = { type: 'array', items: uuid }

/** Where records are fetched from, and which job profiles may work on them (folio-org/mod-copycat: ramls). */
export type CopycatProfile = {
  id: string
  name: string
  url?: string
  authentication?: string
  externalIdQueryMap?: string
  internalIdEmbedPath?: string
  createJobProfileId: string
  updateJobProfileId: string
  allowedCreateJobProfileIds?: string[]
  allowedUpdateJobProfileIds?: string[]
  targetOptions?: Record<string, unknown>
  externalIdentifierType?: string
  enabled?: boolean
}

export const copycatProfiles = defineCollection({
  path: '/copycat/profiles',
  listKey: 'profiles',
  table: 'copycat_profile',
  schema: {
    type: 'object',
    required: ['name', 'createJobProfileId', 'updateJobProfileId'],
    additionalProperties: false,
    properties: {
      name: text,
      url: text,
      authentication: text,
      externalIdQueryMap: text,
      internalIdEmbedPath: text,
      createJobProfileId: uuid,
      updateJobProfileId: uuid,
      allowedCreateJobProfileIds: uuids,
      allowedUpdateJobProfileIds: uuids,
      targetOptions: { type: 'object' },
      externalIdentifierType: uuid,
      enabled: { type: 'boolean' },
    },
  },
  permissions: 'copycat.profiles',
  interface: { module: 'mod-copycat-1.9.0', id: 'copycat-profiles', version: '1.2' },
  opaqueProperties: ['targetOptions'],
  validate: (_tx, record) => allowDefaults(record),
})

/** Without a list of its own, only the default job profile may be chosen (folio-org/mod-copycat: CopycatImpl). */
function allowDefaults(record: Document): void {
  for (const kind of ['Create', 'Update']) {
    const allowed = record[`allowed${kind}JobProfileIds`] as string[] | undefined
    if (allowed === undefined || allowed.length === 0) {
      record[`allowed${kind}JobProfileIds`] = [record[`${kind.toLowerCase()}JobProfileId`]]
    }
  }
}

/** The two targets that every library starts with; that of OCLC needs `authentication` before it answers. */
export function shippedProfiles(): Document[] {
  return JSON.parse(readBeside(import.meta.dirname, 'reference-data/profiles.json')) as Document[]
}
