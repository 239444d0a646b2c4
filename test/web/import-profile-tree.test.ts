import { describe, expect, test } from 'vitest'
import { checkTree } from '../../web/src/features/import-profiles/check-tree.ts'
import { newJob, newStep, renameJob } from '../../web/src/features/import-profiles/new-steps.ts'
import type { StepChoice } from '../../web/src/features/import-profiles/new-steps.ts'
import {
  copyTree,
  findNode,
  insertStep,
  moveStep,
  removeStep,
  stepsAt,
  treeRows,
} from '../../web/src/features/import-profiles/tree.ts'
import type { Place } from '../../web/src/features/import-profiles/tree.ts'
import type { ProfileNode } from '../../web/src/features/import-profiles/types.ts'
import { sentenceOf, stepsOf } from '../../web/src/lib/profile-words.ts'

/** A job with a name and nothing else. */
const job = (): ProfileNode => renameJob(newJob(), 'Overlay', new Set())

/** Adds a step; returns the tree and the step's id. */
function add(tree: ProfileNode, choice: StepChoice, place: Place): [ProfileNode, string] {
  const step = newStep(tree, choice)
  return [insertStep(tree, place, step), step.id]
}

/** Match 035; found: update MARC, match item by barcode → update item; not found: create instance. */
function overlay() {
  let tree = job()
  let match: string
  let item: string
  ;[tree, match] = add(tree, 'match:MARC_BIBLIOGRAPHIC', { parentId: tree.id, branch: null })
  ;[tree] = add(tree, 'action:UPDATE:MARC_BIBLIOGRAPHIC', { parentId: match, branch: 'MATCH' })
  ;[tree, item] = add(tree, 'match:ITEM', { parentId: match, branch: 'MATCH' })
  ;[tree] = add(tree, 'action:UPDATE:ITEM', { parentId: item, branch: 'MATCH' })
  ;[tree] = add(tree, 'action:CREATE:INSTANCE', { parentId: match, branch: 'NON_MATCH' })
  return { tree, match, item }
}

describe('the tree of a job profile', () => {
  test('keeps the order of each branch, whatever is inserted, moved and removed', () => {
    const { tree, match, item } = overlay()
    const found: Place = { parentId: match, branch: 'MATCH' }
    const orders = (one: ProfileNode) => stepsAt(one, found).map(({ id, order }) => [id === item, order])
    expect(orders(tree)).toEqual([
      [false, 0],
      [true, 1],
    ])
    const moved = moveStep(tree, item, -1)
    expect(orders(moved)).toEqual([
      [true, 0],
      [false, 1],
    ])
    expect(moveStep(moved, item, -1)).toBe(moved)
    expect(orders(removeStep(moved, item))).toEqual([[false, 0]])
  })

  test('is shown as lines with levels and places; what is below a closed one is left out', () => {
    const { tree, match } = overlay()
    const shown = treeRows(tree, new Set()).map(({ level, branch, node }) => [
      level,
      branch ?? node.content.name,
    ])
    expect(shown).toEqual([
      [1, 'Overlay / match MARC record'],
      [2, 'MATCH'],
      [3, 'Overlay / update MARC record'],
      [3, 'Overlay / match item'],
      [4, 'MATCH'],
      [5, 'Overlay / update item'],
      [4, 'NON_MATCH'],
      [2, 'NON_MATCH'],
      [3, 'Overlay / create instance'],
    ])
    expect(treeRows(tree, new Set([match]))).toHaveLength(1)
  })

  test('is told in words', () => {
    const { tree } = overlay()
    expect(sentenceOf(stepsOf(tree))).toMatch(
      /^Match 035 \$a with 035 \$a \(MARC record\)\. If found, update MARC record and match .* If not found, create instance\.$/,
    )
  })

  test('new steps are named after the job and go along when it is renamed; stored ones stay', () => {
    const { tree, match } = overlay()
    const stored = new Set([findNode(tree, match)!.profileId])
    const renamed = renameJob(tree, 'Weekly', stored)
    const names = treeRows(renamed, new Set()).flatMap(({ branch, node }) =>
      branch === null ? [node.content.name] : [],
    )
    expect(names[0]).toBe('Overlay / match MARC record')
    expect(names.slice(1).every((name) => name.startsWith('Weekly / '))).toBe(true)
  })

  test('a copy shares no profile with the first one, and one profile in two places stays one', () => {
    const { tree } = overlay()
    const twice = {
      ...tree,
      childSnapshotWrappers: [...tree.childSnapshotWrappers, ...tree.childSnapshotWrappers],
    }
    const copy = copyTree(twice, (name) => `${name} (copy)`)
    const [first, second] = copy.childSnapshotWrappers
    expect(first!.profileId).toBe(second!.profileId)
    expect(first!.profileId).not.toBe(tree.childSnapshotWrappers[0]!.profileId)
    expect(copy.content).toMatchObject({ id: copy.profileId, name: 'Overlay (copy)' })
  })
})

describe('the rules of a tree', () => {
  const texts = (tree: ProfileNode) => checkTree(tree).map(({ text }) => text)

  test('are kept by an overlay, but for what nobody has said yet', () => {
    const { tree, item } = overlay()
    expect(checkTree(tree)).toEqual([
      { nodeId: item, text: expect.stringContaining('which field of the incoming record') },
    ])
  })

  test('speak against what cannot run, each at its step', () => {
    let tree = newJob()
    expect(texts(tree)).toHaveLength(2)
    tree = job()
    const top: Place = { parentId: tree.id, branch: null }
    const [alone, update] = add(tree, 'action:UPDATE:ITEM', top)
    expect(checkTree(alone)).toEqual([{ nodeId: update, text: expect.stringContaining('needs a match') }])
    const [matchOnly] = add(tree, 'match:MARC_BIBLIOGRAPHIC', top)
    expect(texts(matchOnly)).toEqual([
      expect.stringContaining('No action follows'),
      expect.stringContaining('Nothing follows'),
    ])
    const [modify] = add(tree, 'action:MODIFY:MARC_BIBLIOGRAPHIC', top)
    expect(texts(modify)).toEqual([expect.stringContaining('alone')])
    const [once] = add(tree, 'action:CREATE:INSTANCE', top)
    const [twice] = add(once, 'action:CREATE:INSTANCE', top)
    expect(texts(twice)).toEqual([expect.stringContaining('creates instance twice')])
    const [item] = add(tree, 'action:CREATE:ITEM', top)
    expect(texts(item)).toEqual([expect.stringContaining('needs holdings')])
    const [match] = add(tree, 'match:ITEM', top)
    expect(texts(match)).toContainEqual(expect.stringContaining('which field of the incoming record'))
  })
})
