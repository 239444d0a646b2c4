import { FOLIO_HOLDINGS_SOURCE } from '../../inventory/pure.ts'
import { compileRules } from '../../mapping/index.ts'
import type { CompiledMapping as CompiledRules } from '../../mapping/index.ts'
import { compileMappingProfile } from '../mapping-language/index.ts'
import type { CompiledMapping } from '../mapping-language/index.ts'
import { createActions } from '../job-plan.ts'
import type { HridOf } from './chunk-messages.ts'
import type { CreatedEntity, ImportContext } from '../job-plan.ts'

const HRIDS_OF: Record<CreatedEntity, HridOf> = { INSTANCE: 'instances', HOLDINGS: 'holdings', ITEM: 'items' }

export type CompiledAction = {
  entity: CreatedEntity
  mapping: CompiledMapping
  removesAuthorityLinks: boolean
}

/** Everything a thread needs for a job's records, made once from the frozen context. */
export type CompiledJob = {
  jobId: string
  jobNo: number
  userId: string
  profileName: string
  actions: CompiledAction[]
  /** The kinds of records that the steps make. */
  draws: HridOf[]
  bibMapping: CompiledRules
  holdingsMapping: CompiledMapping | null
  itemMapping: CompiledMapping | null
  folioHoldingsSourceId: string
  /** The ids of each reference list, to tell a value that is in the settings from one that is not. */
  known: { [list: string]: ReadonlySet<string> }
}

/** Compiles a job's frozen context. Rules and mappings that can't be compiled fully are left out where FOLIO would. */
export function compileJob(context: ImportContext): CompiledJob {
  const { reference } = context
  const options = { tenantTimeZone: context.timeZone, today: new Date() }
  const actions = createActions(context.snapshot).map((action): CompiledAction => {
    const mapping = compileMappingProfile(action.mapping, reference, {
      ...options,
      recordType: action.entity,
    })
    return { entity: action.entity, mapping, removesAuthorityLinks: action.removesAuthorityLinks }
  })
  const mappingOf = (entity: CreatedEntity) =>
    actions.find((action) => action.entity === entity)?.mapping ?? null
  const known = Object.fromEntries(
    Object.entries(reference).map(([list, entries]) => [list, new Set(entries.map(({ id }) => id))]),
  )
  return {
    jobId: context.jobId,
    jobNo: context.jobNo,
    userId: context.userId,
    profileName: String(context.snapshot.content.name ?? ''),
    actions,
    draws: [...new Set(actions.map(({ entity }) => HRIDS_OF[entity]))],
    bibMapping: compileRules(context.rules.marcBib, reference, 'marc-bib'),
    holdingsMapping: mappingOf('HOLDINGS'),
    itemMapping: mappingOf('ITEM'),
    folioHoldingsSourceId: FOLIO_HOLDINGS_SOURCE,
    known,
  }
}
