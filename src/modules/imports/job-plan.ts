import type { MappingProfile, ProfileSnapshot } from '../import-profiles/index.ts'
import type { ReferenceSnapshot } from '../inventory/index.ts'
import type { MappingRules } from '../mapping/index.ts'

/** What records are mapped with, as frozen when their jobs began. */
export type FrozenContext = {
  snapshot: ProfileSnapshot
  rules: { marcBib: MappingRules }
  reference: ReferenceSnapshot
  timeZone: string
}

/** The job whose records are mapped. */
export type JobIdentity = { jobId: string; jobNo: number; userId: string }

export type ImportContext = FrozenContext & JobIdentity

/** The entities that create actions of this version make of bibliographic records. */
export const CREATED_ENTITIES = ['INSTANCE', 'HOLDINGS', 'ITEM'] as const
export type CreatedEntity = (typeof CREATED_ENTITIES)[number]

/** One create action of a job profile with the mapping profile that it uses. */
export type CreateAction = {
  entity: CreatedEntity
  name: string
  /** The profile's `mappingProfile` content. */
  mapping: MappingProfile
  /** $9 of authority-controlled fields is dropped (the action's remove9Subfields). */
  removesAuthorityLinks: boolean
}

type ActionContent = { name?: string; action?: string; folioRecord?: string; remove9Subfields?: boolean }

function byOrder(wrappers: readonly ProfileSnapshot[]): ProfileSnapshot[] {
  return [...wrappers].sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
}

/**
 * Why a job profile cannot run, in words with FOLIO's text where there is one; null when it can.
 */
export function checkPlan({ snapshot }: Pick<ImportContext, 'snapshot'>): string | null {
  const jobName = String(snapshot.content.name ?? '')
  const steps = snapshot.childSnapshotWrappers ?? []
  if (steps.length === 0) {
    return `The '${jobName}' job profile does not have any linked action or matching profiles`
  }
  for (const step of byOrder(steps)) {
    const { name, action, folioRecord } = step.content as ActionContent
    if (step.contentType !== 'ACTION_PROFILE') {
      return `The job profile "${jobName}" begins with the match "${name}". This version runs create actions only; matching comes with a later one.`
    }
    const entity = CREATED_ENTITIES.find((known) => known === folioRecord)
    if (action !== 'CREATE' || entity === undefined) {
      return `The job profile "${jobName}" has the action "${name}" (${action} ${folioRecord}). This version runs the actions CREATE INSTANCE, CREATE HOLDINGS and CREATE ITEM only.`
    }
    const fault = checkMapping(step, entity)
    if (fault !== null) return fault
  }
  return null
}

const MISSING_MAPPING: Record<CreatedEntity, string> = {
  INSTANCE: 'Action profile to create an Instance requires a mapping profile',
  HOLDINGS: 'Action profile to create a Holding entity requires a mapping profile',
  ITEM: 'Action profile to create an Item requires a mapping profile',
}

function checkMapping(step: ProfileSnapshot, entity: CreatedEntity): string | null {
  const { name } = step.content as ActionContent
  const mapping = step.childSnapshotWrappers?.find((child) => child.contentType === 'MAPPING_PROFILE')
  if (!mapping) {
    return `${MISSING_MAPPING[entity]}: the action "${name}" has none, or it was deleted. Choose a field mapping profile for it.`
  }
  const { name: mappingName, incomingRecordType } = mapping.content as Record<string, unknown>
  if (incomingRecordType !== 'MARC_BIBLIOGRAPHIC') {
    return `The action "${name}" uses the field mapping profile "${String(mappingName)}" for ${String(incomingRecordType)} records. This version makes records of MARC_BIBLIOGRAPHIC only.`
  }
  return null
}

/** The create actions of a checked profile, in the order in which they run. */
export function createActions(snapshot: ProfileSnapshot): CreateAction[] {
  return byOrder(snapshot.childSnapshotWrappers ?? []).map((step) => {
    const { name, folioRecord, remove9Subfields } = step.content as ActionContent
    const mapping = step.childSnapshotWrappers!.find((child) => child.contentType === 'MAPPING_PROFILE')!
    return {
      entity: folioRecord as CreatedEntity,
      name: name ?? '',
      mapping: mapping.content,
      removesAuthorityLinks: remove9Subfields === true,
    }
  })
}
