import { setImmediate } from 'node:timers/promises'
import { decodeCompact } from '../../../formats/marc/index.ts'
import type { MarcField, MarcRecord } from '../../../formats/marc/index.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { Problem } from '../../../kernel/http/problems.ts'
import { compileCurrentRules, readFieldLinks } from '../../authorities/index.ts'
import type { FieldLink } from '../../authorities/index.ts'
import { instanceFromMarc } from '../../inventory/index.ts'
import type { Instance } from '../../inventory/index.ts'
import { mapInstance, readRules, setUpdatedTime005 } from '../../mapping/index.ts'
import type { CompiledMapping } from '../../mapping/index.ts'
import { readMarcVersions } from '../../records/index.ts'
import { readFieldProtections } from '../../settings/index.ts'
import type { Document, RecordProblem } from '../contracts.ts'
import { isDeleted } from './instance-marks.ts'
import { mappedTags } from './mapped-tags.ts'
import type { MappedTag } from './mapped-tags.ts'
import { applyMarcRules, compileMarcRules, withLeaderStatus } from '../marc-rules/index.ts'
import type { CompiledMarcRules, MarcRule } from '../marc-rules/index.ts'

/** What edits of MARC are made with, read once a chunk or a page. */
export type MarcEditor = {
  rules: CompiledMarcRules
  mapping: CompiledMapping
  /** What the mapping makes of the fields with a tag. */
  tags: ReadonlyMap<string, MappedTag>
}

/** A MARC instance with what the rules for administrative data have made of it. */
export type InstanceEdit = {
  /** The document as it was matched, with its `_version`. */
  before: Document
  /** What the rules for administrative data make of it; the same object when that is nothing. */
  instance: Document
  /** The version of its MARC that was matched. */
  marcVersion: string
}

/** What the rules make of a MARC instance. */
export type MarcEdit = {
  /** The document as it would be stored: mapped anew when the MARC has changed. */
  instance: Document
  /** Null where it was not read, because nothing changes it. */
  marc: MarcRecord | null
  isMarcChanged: boolean
  /** What the mapping makes of changed MARC; null where it has not changed. */
  mapped: Record<string, unknown> | null
  changesTitles: boolean
  endedLinks: readonly FieldLink[]
  /** With an ERROR the record must stay as it is. */
  problems: readonly RecordProblem[]
}

/** Reads what edits of MARC need. `rules` are those of `marc-content-update`; none for edits of administrative data. */
export async function createMarcEditor(tx: Transaction, rules: readonly MarcRule[]): Promise<MarcEditor> {
  return {
    rules: compileMarcRules(rules, await readFieldProtections(tx)),
    mapping: await compileCurrentRules(tx, 'marc-bib'),
    tags: mappedTags(await readRules(tx, 'marc-bib')),
  }
}

/** True when the MARC of an instance stays as it is whatever it says: no rule is for it, nor a mark of deletion. */
export function leavesMarc({ rules }: MarcEditor, { before, instance }: InstanceEdit): boolean {
  return rules.rules.length === 0 && isDeleted(instance) === isDeleted(before)
}

/** True for an instance whose MARC can be edited. */
export function isMarcInstance({ source }: Document): boolean {
  return source === 'MARC'
}

/** Why an instance of another source is left out of an edit of MARC. */
export function sourceRefusal({ source }: Document): string {
  return `Instance with source ${String(source)} is not supported by MARC records bulk edit and cannot be updated.`
}

// An edit takes about 0.2 ms; requests of the same process wait for no more than this many.
const TURN = 100

/** Makes one edit after the other, so that the process gets to its other work in between. */
export async function editInTurns<T, R>(list: readonly T[], edit: (one: T) => R): Promise<R[]> {
  const made: R[] = []
  for (let start = 0; start < list.length; start += TURN) {
    if (start > 0) await setImmediate()
    made.push(...list.slice(start, start + TURN).map(edit))
  }
  return made
}

/** What an edit is made from, besides the documents. */
export type EditedMarc = { marc: MarcRecord; links: readonly FieldLink[]; at: Date }

/**
 * Applies the rules to the MARC of an instance and maps the instance anew when they change it. A mark of deletion that
 * the rules for administrative data set or take back goes into leader/05 too. Nothing that is handed in is changed.
 * `stored` may be missing where `leavesMarc` holds.
 */
export function editMarc(
  editor: MarcEditor,
  { before, instance }: Pick<InstanceEdit, 'before' | 'instance'>,
  stored: EditedMarc | undefined,
): MarcEdit {
  const untouched = { marc: stored?.marc ?? null, isMarcChanged: false, mapped: null, changesTitles: false }
  if (stored === undefined) return { ...untouched, instance, endedLinks: [], problems: [] }
  const { marc, links, at } = stored
  const { record, problems, endedLinks } = applyMarcRules(editor.rules, marc, { now: at, links })
  const edited = withDeletionOf(record, before, instance, at)
  if (edited === marc) return { ...untouched, instance, endedLinks, problems }
  const mapped = mapInstance(editor.mapping, edited)
  try {
    const document = instanceFromMarc(instance as Instance, mapped) as Document
    const changesTitles = !haveSameTitles(marc, edited, editor)
    return {
      instance: document,
      marc: edited,
      isMarcChanged: true,
      mapped,
      changesTitles,
      endedLinks,
      problems,
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const refusal: RecordProblem = { type: 'ERROR', message: error.message }
    return { ...untouched, instance: before, endedLinks: [], problems: [...problems, refusal] }
  }
}

/** The fields of a record that make titles before and after, which are records of their own. */
export function titleFields({ fields }: MarcRecord, { tags }: MarcEditor): MarcField[] {
  return fields.filter(({ tag }) => {
    const properties = tags.get(tag)?.properties
    return properties?.has('precedingTitles') === true || properties?.has('succeedingTitles') === true
  })
}

/** Whether an edit has left the fields alone that make titles: those are the same objects then. */
function haveSameTitles(one: MarcRecord, other: MarcRecord, editor: MarcEditor): boolean {
  const own = titleFields(one, editor)
  const others = titleFields(other, editor)
  return own.length === others.length && own.every((field, at) => field === others[at])
}

function withDeletionOf(record: MarcRecord, before: Document, instance: Document, at: Date): MarcRecord {
  if (isDeleted(instance) === isDeleted(before)) return record
  const leader = withLeaderStatus(record.leader, isDeleted(instance) ? 'd' : 'c')
  if (leader === record.leader) return record
  const fields = record.fields.map((field) => (field.tag === '005' ? { ...field } : field))
  const marked = { leader, fields }
  setUpdatedTime005(marked, at)
  return marked
}

/**
 * What the rules would make of MARC instances as they were matched, in order; for previews and proposed files. Null for
 * one whose MARC is not there any more.
 */
export async function previewMarcEdits(
  tx: Transaction,
  editor: MarcEditor,
  edits: readonly InstanceEdit[],
  at: Date,
): Promise<(MarcEdit | null)[]> {
  const marc = await readMarcVersions(
    tx,
    edits.map(({ marcVersion }) => marcVersion),
  )
  const links = await readFieldLinks(
    tx,
    edits.map(({ before }) => before.id as string),
  )
  return editInTurns(edits, (edit) => {
    const stored = marc.get(edit.marcVersion)
    if (stored === undefined) return null
    const own = links.get(edit.before.id as string) ?? []
    return editMarc(editor, edit, { marc: decodeCompact(stored), links: own, at })
  })
}
