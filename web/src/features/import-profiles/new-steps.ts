import { importProfilesText } from '#text/import-profiles.ts'
import { profileText } from '#text/import-steps.ts'
import { STORED_RECORDS, newMatchDetail } from './match-fields.ts'
import type { StoredRecord } from './match-fields.ts'
import { allSteps, mappingOf } from './tree.ts'
import { newNode } from './types.ts'
import type { ActionKind, Content, FolioRecord, ProfileNode } from './types.ts'

/** Actions that an import can do, in the order in which they are offered. */
export const ACTIONS: readonly (readonly [ActionKind, FolioRecord])[] = [
  ['CREATE', 'INSTANCE'],
  ['CREATE', 'HOLDINGS'],
  ['CREATE', 'ITEM'],
  ['UPDATE', 'MARC_BIBLIOGRAPHIC'],
  ['UPDATE', 'INSTANCE'],
  ['UPDATE', 'HOLDINGS'],
  ['UPDATE', 'ITEM'],
  ['MODIFY', 'MARC_BIBLIOGRAPHIC'],
  ['CREATE', 'MARC_AUTHORITY'],
  ['UPDATE', 'MARC_AUTHORITY'],
  ['DELETE', 'MARC_AUTHORITY'],
  ['UPDATE', 'MARC_HOLDINGS'],
]

const recordWord = (record: string) => profileText.records[record] ?? record

export const actionWord = (action: string, record: string) =>
  profileText.actions[action]?.(recordWord(record)) ?? `${action} ${record}`

/** What can be added, as options of one list; stored profiles are added by their ids. */
export type StepChoice = `match:${StoredRecord}` | `action:${ActionKind}:${FolioRecord}` | `stored:${string}`

export function newStepOptions(): { group: string; items: { value: StepChoice; label: string }[] }[] {
  return [
    {
      group: importProfilesText.groupMatch,
      items: STORED_RECORDS.map((record) => ({
        value: `match:${record}` as const,
        label: importProfilesText.newMatch(recordWord(record)),
      })),
    },
    {
      group: importProfilesText.groupAction,
      items: ACTIONS.map(([action, record]) => ({
        value: `action:${action}:${record}` as const,
        label: actionWord(action, record),
      })),
    },
  ]
}

/** A new step for a choice, named after the job. */
export function newStep(tree: ProfileNode, choice: StepChoice): ProfileNode {
  const [kind, first, second] = choice.split(':') as [string, string, string]
  return kind === 'match' ? newMatch(tree, first as StoredRecord) : newAction(tree, first, second)
}

function newMatch(tree: ProfileNode, record: StoredRecord): ProfileNode {
  const detail = newMatchDetail(record)
  return newNode('MATCH_PROFILE', {
    name: freeName(tree, importProfilesText.newMatch(recordWord(record))),
    incomingRecordType: detail.incomingRecordType,
    existingRecordType: record,
    matchDetails: [detail],
  })
}

function newAction(tree: ProfileNode, action: string, record: string): ProfileNode {
  const name = freeName(tree, actionWord(action, record))
  const node = newNode('ACTION_PROFILE', {
    name,
    action: action as ActionKind,
    folioRecord: record as FolioRecord,
  })
  const mapping = newMapping(name, action, record)
  return mapping === null ? node : { ...node, childSnapshotWrappers: [mapping] }
}

/** The mapping that an action begins with; null for actions that need none. */
export function newMapping(name: string, action: string, record: string): ProfileNode | null {
  const isMarc = record === 'MARC_BIBLIOGRAPHIC'
  if (!isMarc && !['INSTANCE', 'HOLDINGS', 'ITEM'].includes(record)) return null
  const mappingDetails = isMarc
    ? {
        name: 'marcBib',
        recordType: record,
        marcMappingDetails: [],
        marcMappingOption: action === 'MODIFY' ? 'MODIFY' : 'UPDATE',
      }
    : { name: record.toLowerCase(), recordType: record, mappingFields: [] }
  return newNode('MAPPING_PROFILE', {
    name,
    incomingRecordType: 'MARC_BIBLIOGRAPHIC',
    existingRecordType: record as 'ITEM',
    mappingDetails: mappingDetails as NonNullable<Content['mappingDetails']>,
  })
}

const prefixOf = (jobName: string) => `${jobName.trim()} / `

/** A name for a step that no other of the tree has. */
export function freeName(tree: ProfileNode, word: string): string {
  const base = prefixOf(tree.content.name) + word.charAt(0).toLowerCase() + word.slice(1)
  const taken = new Set(allSteps(tree).map(({ content }) => content.name))
  for (let no = 1; ; no += 1) {
    const name = no === 1 ? base : `${base} ${no}`
    if (!taken.has(name)) return name
  }
}

/** A tree whose job has another name; new steps that are named after the job go along, stored ones stay. */
export function renameJob(tree: ProfileNode, name: string, stored: ReadonlySet<string>): ProfileNode {
  const before = prefixOf(tree.content.name)
  const rename = (node: ProfileNode): ProfileNode => {
    const isOwn = !stored.has(node.profileId) && node.content.name.startsWith(before)
    const content = isOwn
      ? { ...node.content, name: prefixOf(name) + node.content.name.slice(before.length) }
      : node.content
    return { ...node, content, childSnapshotWrappers: node.childSnapshotWrappers.map(rename) }
  }
  return {
    ...tree,
    content: { ...tree.content, name },
    childSnapshotWrappers: tree.childSnapshotWrappers.map(rename),
  }
}

/** A step that is this job's own: what is changed in it changes nowhere else. Its steps below stay as they are. */
export function ownCopy(tree: ProfileNode, node: ProfileNode): ProfileNode {
  const word = node.content.name.split(' / ').at(-1)!
  const name = freeName(tree, word)
  const copied = (one: ProfileNode): ProfileNode => {
    const profileId = crypto.randomUUID()
    return { ...one, profileId, content: { ...one.content, id: profileId, name } }
  }
  const mapping = mappingOf(node)
  const children = node.childSnapshotWrappers.map((child) =>
    child.id === mapping?.id ? copied(child) : child,
  )
  return { ...copied(node), childSnapshotWrappers: children }
}

/** The profiles of a tree that are stored. */
export function storedIds(tree: ProfileNode): Set<string> {
  const ids = new Set<string>()
  const visit = (node: ProfileNode): void => {
    ids.add(node.profileId)
    for (const child of node.childSnapshotWrappers) visit(child)
  }
  visit(tree)
  return ids
}

/** An empty job profile. */
export function newJob(): ProfileNode {
  return newNode('JOB_PROFILE', { name: '', description: '', dataType: 'MARC' })
}
