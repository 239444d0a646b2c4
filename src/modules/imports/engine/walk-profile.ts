import type { Scope } from '../matching/find-matches.ts'
import type { RecordFault } from '../record-fault.ts'
import { matchTrace } from '../journal-row.ts'
import type { StepEntity } from '../journal-row.ts'
import type { CompiledJob, MatchNode, ProfileNode } from './compiled-job.ts'
import { failRecord } from './fail-record.ts'
import { theHoldings } from './find-context.ts'
import type { Hit, Steps } from './questions.ts'
import type { RecordWork } from './record-work.ts'
import { takeAction } from './take-action.ts'

/** As many candidates go from a match of several hits to the match below it (folio-org/mod-inventory). */
const MAX_CANDIDATES = 90

/** Walks the tree of the job's profile for one record: matches choose the branch, actions do the work. */
export function walkProfile(job: CompiledJob, record: RecordWork, at: Date): Steps {
  return takeBranch(job, record, job.nodes, null, at)
}

/** What the match above found: one record, or several that the match below it is to narrow. */
type Candidates = { target: MatchNode['match']['target']; ids: string[]; externalIds: string[] }

function* takeBranch(
  job: CompiledJob,
  record: RecordWork,
  nodes: readonly ProfileNode[],
  candidates: Candidates | null,
  at: Date,
): Steps {
  for (const node of nodes) {
    if (node.kind === 'action') yield* takeAction(job, node, record, at)
    else yield* takeMatch(job, record, node, candidates, at)
    if (record.fault !== null) return
  }
}

function* takeMatch(
  job: CompiledJob,
  record: RecordWork,
  node: MatchNode,
  candidates: Candidates | null,
  at: Date,
): Steps {
  const hits = yield* findHits(record, node, candidates)
  if (hits.length === 0) {
    record.told.push({ entity: entityOf(node), action: 'NON_MATCH', of: null, error: null })
    yield* takeBranch(job, record, node.onNonMatch, candidates, at)
    return
  }
  if (hits.length > 1 && !node.isNarrowed) {
    failRecord(record, severalHits(node, hits), 'MATCH')
    return
  }
  if (hits.length === 1) noteHit(record, node, hits[0]!)
  const found: Candidates = {
    target: node.match.target,
    ids: hits.slice(0, MAX_CANDIDATES).map(({ id }) => id),
    externalIds: hits.slice(0, MAX_CANDIDATES).flatMap(({ externalId }) => externalId ?? []),
  }
  yield* takeBranch(job, record, node.onMatch, found, at)
}

function* findHits(record: RecordWork, node: MatchNode, candidates: Candidates | null): Steps<Hit[]> {
  const values = node.match.incomingValues(record.marc!)
  const hits = values.length === 0 ? [] : yield* lookFor(record, node, candidates, values)
  if (!record.isRehearsal) record.trace.push(matchTrace(node.no, values, hits))
  return hits
}

function* lookFor(
  record: RecordWork,
  node: MatchNode,
  candidates: Candidates | null,
  values: string[],
): Steps<Hit[]> {
  const within = yield* scopeOf(record, node, candidates)
  if (within === 'nothing') return []
  const [hits] = yield [{ kind: 'match', no: node.no, values, within }]
  return hits as Hit[]
}

/** A sub-match looks among the candidates, or below the instance and holdings that the steps have found or made. */
function* scopeOf(
  record: RecordWork,
  { match }: MatchNode,
  candidates: Candidates | null,
): Steps<Scope | null | 'nothing'> {
  const { target } = match
  if (candidates !== null) {
    const scope = scopeOfCandidates(target, candidates)
    if (scope !== null || candidates.ids.length > 1) return scope
    if (candidates.target === 'ITEM' && target === 'HOLDINGS') {
      const holdings = yield* theHoldings(record)
      return holdings === null ? 'nothing' : { ids: [holdings.id] }
    }
  }
  const instance = record.instance?.id ?? record.found.instance
  const holdings = record.holdings[0]?.id ?? record.found.holdings
  if (target === 'ITEM' && holdings !== null) {
    return record.holdings[0]?.stored === null ? 'nothing' : { holdingsIds: [holdings] }
  }
  const isBelow = target === 'HOLDINGS' || target === 'ITEM' || target === 'MARC_HOLDINGS'
  if (!isBelow || instance === null) return null
  return record.instance?.stored === null ? 'nothing' : { instanceIds: [instance] }
}

function scopeOfCandidates(
  target: MatchNode['match']['target'],
  { target: from, ids, externalIds }: Candidates,
): Scope | null {
  if (target === from) return { ids }
  const isMarcBib = from === 'MARC_BIBLIOGRAPHIC'
  if (target === 'MARC_AUTHORITY' || target === 'AUTHORITY') return null
  if (from === 'INSTANCE' || isMarcBib) {
    const instanceIds = isMarcBib ? externalIds : ids
    return target === 'INSTANCE' ? { ids: instanceIds } : { instanceIds }
  }
  return from === 'HOLDINGS' && target === 'ITEM' ? { holdingsIds: ids } : null
}

function noteHit(record: RecordWork, { match }: MatchNode, { id, externalId }: Hit): void {
  const { found } = record
  switch (match.target) {
    case 'MARC_BIBLIOGRAPHIC':
    case 'INSTANCE': {
      const instance = match.target === 'INSTANCE' ? id : externalId
      if (record.instance !== null && record.instance.id !== instance) record.instance = null
      found.instance = instance
      return
    }
    case 'MARC_HOLDINGS':
    case 'HOLDINGS': {
      const holdings = match.target === 'HOLDINGS' ? id : externalId
      record.holdings = record.holdings.filter((work) => work.id === holdings)
      found.holdings = holdings
      return
    }
    case 'ITEM':
      record.items = record.items.filter((work) => work.id === id)
      found.item = id
      return
    case 'MARC_AUTHORITY':
    case 'AUTHORITY': {
      const authority = match.target === 'AUTHORITY' ? id : externalId
      if (record.authority !== null && record.authority.id !== authority) record.authority = null
      found.authority = authority
    }
  }
}

/** Under which entity the log tells of a match. */
function entityOf({ match: { target } }: MatchNode): StepEntity {
  if (target === 'MARC_BIBLIOGRAPHIC') return 'INSTANCE'
  if (target === 'MARC_HOLDINGS') return 'HOLDINGS'
  return target === 'MARC_AUTHORITY' ? 'AUTHORITY' : target
}

/** FOLIO lists up to four ids and counts the others (folio-org/data-import-processing-core: MatchingException). */
const LISTED = 4

function severalHits(node: MatchNode, hits: readonly Hit[]): RecordFault {
  const { name } = node.match
  const ids = hits.slice(0, LISTED).map(({ id }) => id)
  const which = hits.length > LISTED ? `(${hits.length} records)` : `(UUIDs: ${ids.join(', ')})`
  const folio = `Found multiple records matching specified conditions ${which}`
  return {
    kind: 'several-matches',
    entity: entityOf(node),
    text: `The match "${name}" found ${hits.length} records where one is needed.`,
    folio: `org.folio.processing.exceptions.MatchingException: ${folio}`,
  }
}
