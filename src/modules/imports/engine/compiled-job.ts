import { FOLIO_HOLDINGS_SOURCE } from '../../inventory/pure.ts'
import { compileRules } from '../../mapping/index.ts'
import type { CompiledMapping as CompiledRules } from '../../mapping/index.ts'
import type { ActionKind, FolioRecord, MappingProfile } from '../../import-profiles/index.ts'
import { plannedSteps } from '../job-plan.ts'
import type { ImportContext, PlannedAction, PlannedStep } from '../job-plan.ts'
import { compileMappingProfile } from '../mapping-language/index.ts'
import type { CompiledMapping, TargetRecordType } from '../mapping-language/index.ts'
import {
  ANY,
  compileListedFields,
  compileModifications,
  compileProtections,
  effectiveProtections,
  tagsOfModification,
} from '../marc-changes/index.ts'
import type { FieldProtections, ListedField, Modification } from '../marc-changes/index.ts'
import { compileMatch } from '../matching/pure.ts'
import type { CompiledMatch } from '../matching/pure.ts'
import { changeableMatches } from './changeable-matches.ts'
import type { HridOf } from './chunk-messages.ts'

export type CompiledAction = {
  kind: 'action'
  name: string
  action: ActionKind
  entity: FolioRecord
  /** What the mapping profile makes of a record; empty where the action has none. */
  mapping: CompiledMapping
  /** Of CREATE HOLDINGS: the mapping of the CREATE ITEM that follows it, which is applied together with its own. */
  itemMapping: CompiledMapping | null
  /** Which kind of incoming record the mapping profile is for; null where there is none. */
  incoming: string | null
  removesAuthorityLinks: boolean
  /** Of an update of MARC: the fields that it is limited to, or null, and what it must leave alone. */
  listed: readonly ListedField[] | null
  protections: FieldProtections
  modifications: readonly Modification[]
}

export type MatchNode = {
  kind: 'match'
  /** The number of its question in the job. */
  no: number
  match: CompiledMatch
  onMatch: ProfileNode[]
  onNonMatch: ProfileNode[]
  /** Another match follows a hit, so that several hits can still become one. */
  isNarrowed: boolean
}

export type ProfileNode = MatchNode | CompiledAction

/** Everything a thread needs for a job's records, made once from the frozen context. */
export type CompiledJob = {
  jobId: string
  jobNo: number
  userId: string
  /** The rows tell what would be done instead of what was. */
  isPreview: boolean
  profileName: string
  nodes: ProfileNode[]
  /** All matches, by the numbers of their questions. */
  matches: CompiledMatch[]
  /** Numbers of the matches whose hits the job's own writing may change. */
  changeable: ReadonlySet<number>
  /** True when steps make records, or move them: any match may find those. */
  addsHits: boolean
  /** The fields that decide what the steps ask; absent when that may be any field. */
  rehearsedTags: ReadonlySet<string> | undefined
  /** The kinds of incoming records that the steps work on, as in `RECORD_TYPES`. */
  recordTypes: ReadonlySet<number>
  /** The kinds of records that the steps make. */
  draws: HridOf[]
  /** False when every record can be computed without asking the database anything. */
  asks: boolean
  /** True when a record's result may depend on records before it in the file. */
  isOrdered: boolean
  /** The rules of the kinds of records that the steps work on; null for the others. */
  bibRules: CompiledRules | null
  holdingsRules: CompiledRules | null
  authorityRules: CompiledRules | null
  /** Protections that hold where no profile overrides any. */
  protections: FieldProtections
  folioHoldingsSourceId: string
  /** The ids of each reference list, to tell a value that is in the settings from one that is not. */
  known: { [list: string]: ReadonlySet<string> }
}

/** Compiles a job's frozen context. Rules and mappings that can't be compiled fully are left out where FOLIO would. */
export function compileJob(context: ImportContext): CompiledJob {
  const { reference, rules } = context
  const matches: CompiledMatch[] = []
  const nodes = plannedSteps(context.snapshot).map((step) => compileStep(context, step, matches))
  tieItemMappings(nodes, null)
  const actions = actionsOf(nodes)
  const known = Object.fromEntries(
    Object.entries(reference).map(([list, entries]) => [list, new Set(entries.map(({ id }) => id))]),
  )
  const recordTypes = new Set(actions.flatMap(recordTypesOf))
  const made = actions.filter(({ action }) => action === 'CREATE').map(({ entity }) => HRIDS_OF[entity])
  return {
    jobId: context.jobId,
    jobNo: context.jobNo,
    userId: context.userId,
    isPreview: false,
    profileName: String(context.snapshot.content.name ?? ''),
    nodes,
    matches,
    changeable: changeableMatches(matches, actions),
    addsHits: actions.some((each) => each.action === 'CREATE' || recordTypesOf(each).includes(1)),
    rehearsedTags: rehearsedTags(matches, actions),
    recordTypes,
    draws: [...new Set(made.flatMap((kind) => kind ?? []))],
    asks: matches.length > 0 || actions.some((action) => !isSelfSufficient(action)),
    isOrdered:
      actions.some(changesStored) ||
      (matches.length > 0 && actions.some(({ action }) => action === 'MODIFY')) ||
      nodes.some(makesWhatItMatches),
    bibRules: recordTypes.has(0) ? compileRules(rules.marcBib, reference, 'marc-bib') : null,
    holdingsRules: recordTypes.has(1) ? compileRules(rules.marcHoldings, reference, 'marc-holdings') : null,
    authorityRules: recordTypes.has(2)
      ? compileRules(
          rules.marcAuthority,
          { ...reference, ...context.authorityReference },
          'marc-authority-extended',
        )
      : null,
    protections: compileProtections(context.protections),
    folioHoldingsSourceId: FOLIO_HOLDINGS_SOURCE,
    known,
  }
}

const HRIDS_OF: Partial<Record<FolioRecord, HridOf>> = {
  INSTANCE: 'instances',
  HOLDINGS: 'holdings',
  ITEM: 'items',
}

function compileStep(context: ImportContext, step: PlannedStep, matches: CompiledMatch[]): ProfileNode {
  if (step.kind === 'action') return compileAction(context, step)
  const match = compileMatch(step.profile, context.reference)
  const no = matches.push(match) - 1
  const onMatch = step.onMatch.map((child) => compileStep(context, child, matches))
  const onNonMatch = step.onNonMatch.map((child) => compileStep(context, child, matches))
  return { kind: 'match', no, match, onMatch, onNonMatch, isNarrowed: onMatch[0]?.kind === 'match' }
}

const MAPPED: readonly string[] = ['INSTANCE', 'HOLDINGS', 'ITEM'] satisfies TargetRecordType[]

const NO_MAPPING: CompiledMapping = { recordType: 'INSTANCE', rules: [], problems: [], multipleTag: null }

function compileAction(context: ImportContext, step: PlannedAction): CompiledAction {
  const { mapping, entity } = step
  const options = { tenantTimeZone: context.timeZone, today: new Date() }
  const details = mapping?.mappingDetails?.marcMappingDetails ?? []
  const isModification = step.action === 'MODIFY'
  return {
    kind: 'action',
    name: step.name,
    action: step.action,
    entity,
    mapping:
      mapping !== null && MAPPED.includes(entity)
        ? compileMappingProfile(mapping, context.reference, {
            ...options,
            recordType: entity as TargetRecordType,
          })
        : NO_MAPPING,
    incoming: mapping?.incomingRecordType ?? null,
    itemMapping: null,
    removesAuthorityLinks: step.removesAuthorityLinks,
    listed: isModification ? null : compileListedFields(details).listed,
    protections: protectionsOf(context, mapping),
    modifications: isModification ? compileModifications(details).modifications : [],
  }
}

/** Gives each CREATE HOLDINGS the mapping of the next CREATE ITEM on its way; `next` is that behind the nodes. */
function tieItemMappings(nodes: readonly ProfileNode[], next: CompiledMapping | null): void {
  for (const node of nodes.toReversed()) {
    if (node.kind === 'match') {
      tieItemMappings(node.onMatch, next)
      tieItemMappings(node.onNonMatch, next)
    } else if (node.action === 'CREATE' && node.entity === 'ITEM') next = node.mapping
    else if (node.action === 'CREATE' && node.entity === 'HOLDINGS') node.itemMapping = next
  }
}

function protectionsOf(context: ImportContext, mapping: MappingProfile | null): FieldProtections {
  return compileProtections(
    effectiveProtections(context.protections, mapping?.marcFieldProtectionSettings ?? []),
  )
}

function actionsOf(nodes: readonly ProfileNode[]): CompiledAction[] {
  return nodes.flatMap((node) =>
    node.kind === 'action' ? [node] : [...actionsOf(node.onMatch), ...actionsOf(node.onNonMatch)],
  )
}

/** The kinds of incoming record that an action works on (data-import.md 3.4). */
function recordTypesOf({ entity, incoming }: CompiledAction): number[] {
  if (entity === 'MARC_AUTHORITY' || entity === 'AUTHORITY') return [2]
  if (entity === 'MARC_HOLDINGS') return [1]
  if (entity === 'INVOICE') return [3]
  if (entity !== 'HOLDINGS') return [0]
  return incoming === 'MARC_HOLDINGS' ? [1] : [0]
}

/** Control number, instance of holdings, ids in the system: what steps look at whatever the profile says. */
const ALWAYS_READ = ['001', '004', '999']

/** The tags that matches and modifications look at; undefined when a modification works on all fields. */
function rehearsedTags(
  matches: readonly CompiledMatch[],
  actions: readonly CompiledAction[],
): ReadonlySet<string> | undefined {
  const modified = actions.flatMap(({ modifications }) => modifications.flatMap(tagsOfModification))
  if (modified.includes(ANY)) return undefined
  return new Set([...ALWAYS_READ, ...modified, ...matches.flatMap(({ incomingTag }) => incomingTag ?? [])])
}

/**
 * True for an action that needs nothing from the database where no match finds records: it makes records of a
 * bibliographic or authority record, or modifies the incoming one.
 */
function isSelfSufficient(action: CompiledAction): boolean {
  return !changesStored(action) && !recordTypesOf(action).includes(1)
}

function changesStored({ action }: CompiledAction): boolean {
  return action === 'UPDATE' || action === 'DELETE'
}

/** A match that makes, where it finds nothing, what it looked for: the next record of the file may find that. */
function makesWhatItMatches(node: ProfileNode): boolean {
  if (node.kind === 'action') return false
  const target = node.match.target.replace('MARC_BIBLIOGRAPHIC', 'INSTANCE').replace('MARC_', '')
  const makes = actionsOf(node.onNonMatch).some(
    ({ action, entity }) => action === 'CREATE' && entity.replace('MARC_', '') === target,
  )
  return makes || [...node.onMatch, ...node.onNonMatch].some(makesWhatItMatches)
}
