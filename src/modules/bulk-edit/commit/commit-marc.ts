import { decodeCompact } from '../../../formats/marc/index.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { endLinks, readFieldLinks } from '../../authorities/index.ts'
import { replaceMarcTitles, updateInstances } from '../../inventory/index.ts'
import type { Instance, LockedRecord, Writer } from '../../inventory/index.ts'
import { STATES, addSnapshot, lockChains, readMarcVersions, replaceGenerations } from '../../records/index.ts'
import type { RecordProblem } from '../contracts.ts'
import { editInTurns, editMarc, leavesMarc } from '../edit/edit-marc.ts'
import type { InstanceEdit, MarcEdit, MarcEditor } from '../edit/edit-marc.ts'
import { hidesMarc, isDeleted, passOnMarks } from '../edit/instance-marks.ts'
import { readMarcOf } from '../edit/marc-sources.ts'
import type { InstanceMarc, MarcMissing } from '../edit/marc-sources.ts'
import { conflictMessage } from './record-outcome.ts'

/** What a commit of MARC instances is made with. */
export type MarcCommit = {
  editor: MarcEditor
  /** Under this id history and generations of the MARC are kept; an undo finds them by it. */
  jobId: string
  at: Date
  /** The instances, locked and as they were matched. */
  locked: ReadonlyMap<string, LockedRecord>
}

/** What became of an instance. */
export type MarcCommitOutcome = {
  /** What the rules for MARC say of it; errors among them refuse it. */
  problems: readonly RecordProblem[]
} & (
  | { kind: 'written'; version: number; marcVersion: string; isMarcChanged: boolean }
  | { kind: 'unchanged' }
  /** `isConflict`: somebody else has changed the MARC; `message` is null where `problems` say why. */
  | { kind: 'refused'; message: string | null; isConflict: boolean }
)

/** An instance on its way into the tables, and its place in the list. */
type Draft = { place: number; edit: InstanceEdit; source: InstanceMarc; made: MarcEdit }

/**
 * Writes edits of MARC instances: document, MARC, titles before and after, links to authorities and marks, in the
 * caller's transaction, which holds the instances. One whose MARC is not as it was matched is refused, and so is one
 * that the mapping or the inventory refuses; nothing is written of those, and nothing of what has not changed. MARC
 * records are locked by their ids, after the instances. The number of statements does not depend on that of the records.
 * @returns one outcome an edit, in order
 */
export async function commitMarc(
  tx: Transaction,
  writer: Writer,
  edits: readonly InstanceEdit[],
  commit: MarcCommit,
): Promise<MarcCommitOutcome[]> {
  const outcomes: MarcCommitOutcome[] = []
  const sources = await lockMarc(tx, edits)
  const open = edits.flatMap((edit, place) => {
    const source = sources.get(idOf(edit))!
    const refusal = refusalOf(edit, source)
    if (refusal === null) return [{ place, edit, source: source as InstanceMarc }]
    outcomes[place] = refusal
    return []
  })
  const drafts: Draft[] = []
  for (const draft of await editAll(tx, open, commit)) {
    const { problems } = draft.made
    if (problems.some(({ type }) => type === 'ERROR')) outcomes[draft.place] = refused(null, { problems })
    else if (isUnchanged(draft)) outcomes[draft.place] = { kind: 'unchanged', problems }
    else drafts.push(draft)
  }
  await writeDrafts(tx, writer, drafts, commit, outcomes)
  return outcomes
}

type Refusal = { isConflict?: boolean; problems?: readonly RecordProblem[] }

function refused(
  message: string | null,
  { isConflict = false, problems = [] }: Refusal = {},
): MarcCommitOutcome {
  return { kind: 'refused', message, isConflict, problems }
}

function isUnchanged({ edit, made }: Draft): boolean {
  return !made.isMarcChanged && edit.instance === edit.before
}

/** Locks the MARC records of instances. @returns what is in force under the locks */
async function lockMarc(
  tx: Transaction,
  edits: readonly InstanceEdit[],
): Promise<Map<string, InstanceMarc | MarcMissing>> {
  const ids = edits.map(idOf)
  const found = [...(await readMarcOf(tx, ids)).values()]
  await lockChains(
    tx,
    found.flatMap((source) => ('problem' in source ? [] : [source.matchedId])),
  )
  // Once more: what was in force before the wait need not be now.
  return readMarcOf(tx, ids)
}

function refusalOf(
  { marcVersion }: InstanceEdit,
  source: InstanceMarc | MarcMissing,
): MarcCommitOutcome | null {
  if ('problem' in source) return refused(source.problem)
  return source.version === marcVersion ? null : refused(conflictMessage(), { isConflict: true })
}

async function editAll(
  tx: Transaction,
  open: readonly Omit<Draft, 'made'>[],
  { editor, at }: MarcCommit,
): Promise<Draft[]> {
  const toRead = open.filter(({ edit }) => !leavesMarc(editor, edit))
  const marc = await readMarcVersions(
    tx,
    toRead.map(({ source }) => source.version),
  )
  const links = await readFieldLinks(
    tx,
    toRead.map(({ edit }) => idOf(edit)),
  )
  return editInTurns(open, ({ place, edit, source }) => {
    const stored = marc.get(source.version)
    const own = links.get(idOf(edit)) ?? []
    const made = editMarc(editor, edit, stored && { marc: decodeCompact(stored), links: own, at })
    return { place, edit, source, made }
  })
}

async function writeDrafts(
  tx: Transaction,
  writer: Writer,
  drafts: readonly Draft[],
  { jobId, at, locked }: MarcCommit,
  outcomes: MarcCommitOutcome[],
): Promise<void> {
  if (drafts.length === 0) return
  const documents = drafts.map(({ made }) => made.instance as Instance)
  const results = await updateInstances(tx, writer, documents, { jobId, at, locked })
  const written: { draft: Draft; version: number }[] = []
  for (const [i, result] of results.entries()) {
    const draft = drafts[i]!
    if (result.ok) written.push({ draft, version: result.version })
    else outcomes[draft.place] = refused(result.problem.message, { problems: draft.made.problems })
  }
  const list = written.map(({ draft }) => draft)
  await storeMarc(tx, writer, list, jobId)
  await settleFollowers(tx, writer, list)
  const sources = await readMarcOf(
    tx,
    list.map(({ edit }) => idOf(edit)),
  )
  for (const { draft, version } of written) {
    const { place, edit, made } = draft
    const { version: marcVersion } = sources.get(idOf(edit)) as InstanceMarc
    const { isMarcChanged, problems } = made
    outcomes[place] = { kind: 'written', version, marcVersion, isMarcChanged, problems }
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

/** What follows written instances: links, titles before and after, and the marks of MARC that has not changed. */
async function settleFollowers(tx: Transaction, writer: Writer, drafts: readonly Draft[]): Promise<void> {
  await endLinks(
    tx,
    drafts.flatMap(({ made }) => made.endedLinks.map(({ id }) => id)),
  )
  const retitled = drafts.flatMap(({ edit, made: { changesTitles, mapped } }) =>
    changesTitles ? [{ instanceId: idOf(edit), mapped: mapped! }] : [],
  )
  const actor = writer === null ? null : { userId: writer.userId, username: '', tenant: tx.tenant ?? '' }
  if (retitled.length > 0) await replaceMarcTitles(tx, actor, retitled)
  await passOnMarks(
    tx,
    writer,
    drafts.flatMap(({ edit: { before, instance }, made }) =>
      made.isMarcChanged ? [] : [{ before, after: instance }],
    ),
  )
}

function idOf({ before }: InstanceEdit): string {
  return before.id as string
}
