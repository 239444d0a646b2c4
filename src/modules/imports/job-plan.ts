import type {
  ActionKind,
  ActionProfile,
  FolioRecord,
  MappingProfile,
  MarcFieldProtectionSetting,
  MatchProfile,
  ProfileSnapshot,
} from '../import-profiles/index.ts'
import type { AuthorityReference } from '../authorities/index.ts'
import type { ReferenceSnapshot } from '../inventory/index.ts'
import type { MappingRules } from '../mapping/index.ts'
import { mixedInvoiceFault } from './edifact/invoice-plan.ts'
import { compileMatch } from './matching/pure.ts'

/** What records are mapped with, as frozen when their jobs began. */
export type FrozenContext = {
  snapshot: ProfileSnapshot
  rules: { marcBib: MappingRules; marcHoldings: MappingRules; marcAuthority: MappingRules }
  reference: ReferenceSnapshot
  authorityReference: AuthorityReference
  /** The tenant's MARC field protections. */
  protections: MarcFieldProtectionSetting[]
  timeZone: string
}

/** The job whose records are mapped. */
export type JobIdentity = { jobId: string; jobNo: number; userId: string }

export type ImportContext = FrozenContext & JobIdentity

/** An action of a job profile with the mapping profile that it uses. */
export type PlannedAction = {
  kind: 'action'
  name: string
  action: ActionKind
  entity: FolioRecord
  /** Null for actions that need none. */
  mapping: MappingProfile | null
  /** $9 of authority-controlled fields is dropped (the action's remove9Subfields). */
  removesAuthorityLinks: boolean
}

export type PlannedMatch = {
  kind: 'match'
  profile: MatchProfile
  onMatch: PlannedStep[]
  onNonMatch: PlannedStep[]
}

export type PlannedStep = PlannedAction | PlannedMatch

function inOrder(wrappers: readonly ProfileSnapshot[]): ProfileSnapshot[] {
  return [...wrappers].sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
}

/** The steps of a job profile, in the order in which they run. */
export function plannedSteps(snapshot: ProfileSnapshot): PlannedStep[] {
  return inOrder(snapshot.childSnapshotWrappers ?? []).map(plannedStep)
}

function plannedStep(wrapper: ProfileSnapshot): PlannedStep {
  const children = inOrder(wrapper.childSnapshotWrappers ?? [])
  if (wrapper.contentType === 'MATCH_PROFILE') {
    const branch = (reactTo: 'MATCH' | 'NON_MATCH') =>
      children.filter((child) => child.reactTo === reactTo).map(plannedStep)
    return {
      kind: 'match',
      profile: wrapper.content as unknown as MatchProfile,
      onMatch: branch('MATCH'),
      onNonMatch: branch('NON_MATCH'),
    }
  }
  const { name, action, folioRecord, remove9Subfields } = wrapper.content as unknown as ActionProfile
  const mapping = children.find((child) => child.contentType === 'MAPPING_PROFILE')
  return {
    kind: 'action',
    name: name ?? '',
    action,
    entity: folioRecord,
    mapping: (mapping?.content as unknown as MappingProfile | undefined) ?? null,
    removesAuthorityLinks: remove9Subfields === true,
  }
}

/** What actions work on, and whether they need a mapping profile. */
const ACTIONS: Record<string, { isMapped: boolean } | undefined> = {
  'CREATE INSTANCE': { isMapped: true },
  'CREATE HOLDINGS': { isMapped: true },
  'CREATE ITEM': { isMapped: true },
  'UPDATE INSTANCE': { isMapped: true },
  'UPDATE HOLDINGS': { isMapped: true },
  'UPDATE ITEM': { isMapped: true },
  'UPDATE MARC_BIBLIOGRAPHIC': { isMapped: true },
  'MODIFY MARC_BIBLIOGRAPHIC': { isMapped: true },
  'UPDATE MARC_HOLDINGS': { isMapped: false },
  'CREATE AUTHORITY': { isMapped: false },
  'UPDATE AUTHORITY': { isMapped: false },
  'DELETE AUTHORITY': { isMapped: false },
  'CREATE MARC_AUTHORITY': { isMapped: false },
  'UPDATE MARC_AUTHORITY': { isMapped: false },
  'DELETE MARC_AUTHORITY': { isMapped: false },
  'CREATE INVOICE': { isMapped: true },
}

const NOUNS: Partial<Record<FolioRecord, string>> = {
  INSTANCE: 'an Instance',
  HOLDINGS: 'a Holding entity',
  ITEM: 'an Item',
  INVOICE: 'an Invoice',
}

/** FOLIO's words for an action without mapping profile (data-import.md 5.8). */
function missingMapping({ action, entity }: PlannedAction): string {
  const noun = NOUNS[entity]
  if (noun === undefined)
    return `Action profile to ${action.toLowerCase()} ${entity} requires a mapping profile`
  if (action === 'UPDATE' && entity === 'HOLDINGS')
    return 'Action profile to update a Holding entity has no a mapping profile'
  return `Action profile to ${action.toLowerCase()} ${noun} requires a mapping profile`
}

/**
 * Why a job profile cannot run, in words with FOLIO's text where there is one; null when it can.
 */
export function checkPlan(context: Pick<ImportContext, 'snapshot' | 'reference'>): string | null {
  const jobName = String(context.snapshot.content.name ?? '')
  const steps = plannedSteps(context.snapshot)
  if (steps.length === 0) {
    return `The '${jobName}' job profile does not have any linked action or matching profiles`
  }
  return mixedInvoiceFault(jobName, steps) ?? checkSteps(context, jobName, steps, false)
}

function checkSteps(
  context: Pick<ImportContext, 'snapshot' | 'reference'>,
  jobName: string,
  steps: readonly PlannedStep[],
  isBelowMatch: boolean,
): string | null {
  for (const step of steps) {
    const fault =
      step.kind === 'action'
        ? checkAction(jobName, step, isBelowMatch)
        : (checkMatch(context, step) ??
          checkSteps(context, jobName, step.onMatch, true) ??
          checkSteps(context, jobName, step.onNonMatch, isBelowMatch))
    if (fault !== null) return fault
  }
  return null
}

function checkMatch(
  { reference }: Pick<ImportContext, 'reference'>,
  { profile, onMatch, onNonMatch }: PlannedMatch,
): string | null {
  const { problem } = compileMatch(profile, reference)
  if (problem !== null) return `The match profile "${profile.name}" cannot be used. ${problem}`
  if (onMatch.length + onNonMatch.length > 0) return null
  return `Linked ActionProfile was not found after MatchProfile: nothing follows the match "${profile.name}".`
}

function checkAction(jobName: string, step: PlannedAction, isBelowMatch: boolean): string | null {
  const { name, action, entity, mapping } = step
  const known = ACTIONS[`${action} ${entity}`]
  if (known === undefined) {
    return `The job profile "${jobName}" has the action "${name}" (${action} ${entity}), which this version cannot run.`
  }
  if ((action === 'UPDATE' || action === 'DELETE') && !isBelowMatch) {
    return `The action "${name}" (${action} ${entity}) stands where no match has found a record: put it below the MATCH branch of a match profile. ActionProfile with action ${action} requires linked MatchProfile`
  }
  if (mapping === null && known.isMapped) {
    return `${missingMapping(step)}: the action "${name}" has none, or it was deleted. Choose a field mapping profile for it.`
  }
  return null
}
