import { decodeCompact } from '../../formats/marc/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { notFound, textProblem } from '../../kernel/http/problems.ts'
import type { Problem } from '../../kernel/http/problems.ts'
import { endLinks, readFieldLinks } from '../authorities/index.ts'
import { lockInstances, replaceMarcTitles, updateInstances } from '../inventory/index.ts'
import type { Instance, Writer } from '../inventory/index.ts'
import { STATES, addSnapshot, lockChains, readMarcVersions, replaceGenerations } from '../records/index.ts'
import type { RecordProblem } from './contracts.ts'
import { editMarc, leavesMarc } from './edit-marc.ts'
import type { InstanceEdit, MarcEdit, MarcEditor } from './edit-marc.ts'
import { hidesMarc, isDeleted, passOnMarks } from './instance-marks.ts'
import { readMarcOf } from './marc-sources.ts'
import type { InstanceMarc, MarcMissing } from './marc-sources.ts'

/** What a commit of MARC instances is made with. */
export type MarcCommit = {
  editor: MarcEditor
  /** Under this id history and generations of the MARC are kept; an undo finds them by it. */
  jobId: string
  at: Date
}

/** What became of an instance; `problems` are the warnings of the rules. */
export type MarcCommitOutcome =
  | {
      kind: 'written'
      version: number
      marcVersion: string
      isMarcChanged: boolean
      problems: RecordProblem[]
    }
  | { kind: 'unchanged'; problems: RecordProblem[] }
  /** A conflict of versions has the status 409. */
  | { kind: 'refused'; problem: Problem }

export const NO_MARC_CHANGE = 'No change in MARC fields required'

const OLD_VERSION = 'The record cannot be saved because it is not the most recent version.'

/** An instance on its way into the tables. */
type Draft = { edit: InstanceEdit; source: InstanceMarc; made: MarcEdit }

/**
 * Writes edits of MARC instances: document, MARC, titles before and after, links to authorities and marks, in the
 * caller's transaction. An instance or a MARC record that is not as it was matched is refused with 409, one that the
 * mapping or the inventory refuses with the reason; nothing is written of those, and nothing of what has not changed.
 * Rows are locked in the order instance, source record, each by id. The number of statements does not depend on that of
 * the records.
 * @returns one outcome an edit, in order
 */
export async function commitMarc(
  tx: Transaction,
  writer: Writer,
  edits: readonly InstanceEdit[],
  commit: MarcCommit,
): Promise<MarcCommitOutcome[]> {
  const outcomes: MarcCommitOutcome[] = []
  const drafts = new Map<number, Draft>()
  const locked = await lockMatched(tx, edits)
  for (const [at, found] of locked.entries()) {
    if ('refusal' in found) outcomes[at] = { kind: 'refused', problem: found.refusal }
  }
  const open = locked.flatMap((found, at) => ('refusal' in found ? [] : [{ at, source: found }]))
  for (const { at, draft } of await editAll(tx, edits, open, commit)) {
    const error = draft.made.problems.find(({ type }) => type === 'ERROR')
    if (error !== undefined) outcomes[at] = { kind: 'refused', problem: textProblem(422, error.message) }
    else if (isUnchanged(draft)) outcomes[at] = { kind: 'unchanged', problems: warningsOf(draft, commit) }
    else drafts.set(at, draft)
  }
  await writeDrafts(tx, writer, drafts, commit, outcomes)
  return outcomes
}

function isUnchanged({ edit, made }: Draft): boolean {
  return !made.isMarcChanged && edit.instance === edit.before
}

/** The warnings of the rules, and that they change nothing of the MARC where there are rules for it. */
function warningsOf({ made }: Draft, { editor }: MarcCommit): RecordProblem[] {
  if (made.isMarcChanged || editor.rules.rules.length === 0) return [...made.problems]
  return [...made.problems, { type: 'WARNING', message: NO_MARC_CHANGE }]
}

/** Locks instances and their MARC, and tells which are not as they were matched. */
async function lockMatched(
  tx: Transaction,
  edits: readonly InstanceEdit[],
): Promise<(InstanceMarc | { refusal: Problem })[]> {
  const ids = edits.map(idOf)
  const stored = await lockInstances(tx, ids)
  const before = await readMarcOf(tx, ids)
  await lockChains(
    tx,
    [...before.values()].flatMap((source) => ('problem' in source ? [] : [source.matchedId])),
  )
  // Once more under the locks: what was in force before the wait need not be now.
  const sources = await readMarcOf(tx, ids)
  return edits.map((edit) => {
    const id = idOf(edit)
    const refusal = refusalOf(edit, stored.get(id), sources.get(id)!)
    return refusal === null ? (sources.get(id) as InstanceMarc) : { refusal }
  })
}

function refusalOf(
  { before, marcVersion }: InstanceEdit,
  stored: { _version: number } | undefined,
  source: InstanceMarc | MarcMissing,
): Problem | null {
  if (stored === undefined) return notFound()
  const { _version: current } = stored
  const { _version: matched } = before
  if (current !== matched) {
    const versions = `Stored version is ${current}, bulk edit version is ${String(matched)}.`
    return textProblem(409, `${OLD_VERSION} ${versions}`)
  }
  if ('problem' in source) return textProblem(422, source.problem)
  return source.version === marcVersion ? null : textProblem(409, OLD_VERSION)
}

async function editAll(
  tx: Transaction,
  edits: readonly InstanceEdit[],
  open: readonly { at: number; source: InstanceMarc }[],
  { editor, at: now }: MarcCommit,
): Promise<{ at: number; draft: Draft }[]> {
  const toRead = open.filter(({ at }) => !leavesMarc(editor, edits[at]!))
  const marc = await readMarcVersions(
    tx,
    toRead.map(({ source }) => source.version),
  )
  const links = await readFieldLinks(
    tx,
    toRead.map(({ at }) => idOf(edits[at]!)),
  )
  return open.map(({ at, source }) => {
    const edit = edits[at]!
    const stored = marc.get(source.version)
    const own = links.get(idOf(edit)) ?? []
    const made = editMarc(editor, edit, stored && { marc: decodeCompact(stored), links: own, at: now })
    return { at, draft: { edit, source, made } }
  })
}

async function writeDrafts(
  tx: Transaction,
  writer: Writer,
  drafts: ReadonlyMap<number, Draft>,
  commit: MarcCommit,
  outcomes: MarcCommitOutcome[],
): Promise<void> {
  const { jobId, at } = commit
  const places = [...drafts.keys()]
  const stored = await updateInstances(
    tx,
    writer,
    [...drafts.values()].map(({ made }) => made.instance as Instance),
    { jobId, at },
  )
  const written: { place: number; draft: Draft; version: number }[] = []
  for (const [i, outcome] of stored.entries()) {
    const place = places[i]!
    if (!outcome.ok) outcomes[place] = { kind: 'refused', problem: outcome.problem }
    else written.push({ place, draft: drafts.get(place)!, version: outcome.version })
  }
  const list = written.map(({ draft }) => draft)
  await storeMarc(tx, writer, list, jobId)
  await settleFollowers(tx, writer, list)
  const sources = await readMarcOf(
    tx,
    list.map(({ edit }) => idOf(edit)),
  )
  for (const { place, draft, version } of written) {
    const source = sources.get(idOf(draft.edit)) as InstanceMarc
    outcomes[place] = {
      kind: 'written',
      version,
      marcVersion: source.version,
      isMarcChanged: draft.made.isMarcChanged,
      problems: warningsOf(draft, commit),
    }
  }
}

/** Stores the next generations of changed MARC. */
async function storeMarc(
  tx: Transaction,
  writer: Writer,
  drafts: readonly Draft[],
  jobId: string,
): Promise<void> {
  const changed = drafts.filter(({ made }) => made.isMarcChanged)
  if (changed.length === 0) return
  const snapshotId = await addSnapshot(tx, writer, jobId)
  const generations = await replaceGenerations(
    tx,
    writer,
    changed.map(({ source: { matchedId, generation }, made: { marc, instance } }) => ({
      matchedId,
      follows: generation,
      snapshotId,
      marc: marc!,
      state: STATES.indexOf(isDeleted(instance) ? 'DELETED' : 'ACTUAL'),
      isSuppressed: hidesMarc(instance),
    })),
  )
  // The records are locked, and their generations are the latest: a refusal means that the whole must be run again.
  for (const generation of generations) if (!generation.ok) throw generation.problem
}

/** What follows written instances: titles before and after, links, and the marks of MARC that has not changed. */
async function settleFollowers(tx: Transaction, writer: Writer, drafts: readonly Draft[]): Promise<void> {
  const changed = drafts.filter(({ made }) => made.isMarcChanged)
  await endLinks(
    tx,
    changed.flatMap(({ made }) => made.endedLinks.map(({ id }) => id)),
  )
  const actor = writer === null ? null : { userId: writer.userId, username: '', tenant: tx.tenant ?? '' }
  const retitled = changed.filter(({ made }) => made.changesTitles)
  if (retitled.length > 0) {
    await replaceMarcTitles(
      tx,
      actor,
      retitled.map(({ edit, made }) => ({ instanceId: idOf(edit), mapped: made.mapped! })),
    )
  }
  const others = drafts.filter(({ made }) => !made.isMarcChanged)
  await passOnMarks(
    tx,
    writer,
    others.map(({ edit }) => ({ before: edit.before, after: edit.instance })),
  )
}

function idOf({ before }: InstanceEdit): string {
  return before.id as string
}
