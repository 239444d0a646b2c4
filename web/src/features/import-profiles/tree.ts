import type { ProfileNode } from './types.ts'

/** Where a step is put: below the profile itself, or on a branch of a match. */
export type Place = { parentId: string; branch: Branch | null }
export type Branch = 'MATCH' | 'NON_MATCH'

/** A line of the tree as it is shown: a step, or a branch of a match. */
export type TreeRow = {
  /** Names the line: the node, or node and branch. */
  key: string
  node: ProfileNode
  branch: Branch | null
  level: number
  parentKey: string | null
  /** Its place among the lines beside it, from 1. */
  position: number
  siblings: number
  isOpen: boolean | null
}

const isStep = ({ contentType }: ProfileNode) =>
  contentType === 'MATCH_PROFILE' || contentType === 'ACTION_PROFILE'

export const isMatch = ({ contentType }: ProfileNode) => contentType === 'MATCH_PROFILE'

/** The steps at a place, in their order. */
export function stepsAt(tree: ProfileNode, { parentId, branch }: Place): ProfileNode[] {
  const parent = findNode(tree, parentId)
  return (parent?.childSnapshotWrappers ?? []).filter(
    (node) => isStep(node) && (branch === null || node.reactTo === branch),
  )
}

/** The mapping of an action; null where it has none. */
export function mappingOf(node: ProfileNode): ProfileNode | null {
  return node.childSnapshotWrappers.find(({ contentType }) => contentType === 'MAPPING_PROFILE') ?? null
}

export function findNode(tree: ProfileNode, id: string): ProfileNode | null {
  if (tree.id === id) return tree
  for (const child of tree.childSnapshotWrappers) {
    const found = findNode(child, id)
    if (found !== null) return found
  }
  return null
}

/** Where a step stands; null for the profile itself. */
export function placeOf(tree: ProfileNode, id: string): Place | null {
  for (const child of tree.childSnapshotWrappers) {
    if (child.id === id) return { parentId: tree.id, branch: isMatch(tree) ? (child.reactTo ?? null) : null }
    const found = placeOf(child, id)
    if (found !== null) return found
  }
  return null
}

/** A tree in which one node is another. */
export function withNode(
  tree: ProfileNode,
  id: string,
  change: (node: ProfileNode) => ProfileNode,
): ProfileNode {
  if (tree.id === id) return change(tree)
  return {
    ...tree,
    childSnapshotWrappers: tree.childSnapshotWrappers.map((child) => withNode(child, id, change)),
  }
}

/** Puts a step at a place, behind `after` or at the end. */
export function insertStep(
  tree: ProfileNode,
  place: Place,
  step: ProfileNode,
  after: string | null = null,
): ProfileNode {
  const { reactTo: _, ...bare } = step
  const placed = place.branch === null ? bare : { ...bare, reactTo: place.branch }
  return withNode(tree, place.parentId, (parent) => {
    const children = [...parent.childSnapshotWrappers]
    const at = after === null ? -1 : children.findIndex(({ id }) => id === after)
    children.splice(at === -1 ? children.length : at + 1, 0, placed)
    return numbered({ ...parent, childSnapshotWrappers: children })
  })
}

export function removeStep(tree: ProfileNode, id: string): ProfileNode {
  const place = placeOf(tree, id)
  if (place === null) return tree
  return withNode(tree, place.parentId, (parent) =>
    numbered({
      ...parent,
      childSnapshotWrappers: parent.childSnapshotWrappers.filter((child) => child.id !== id),
    }),
  )
}

/** Moves a step before or behind its neighbour on the same branch; the same tree when there is none. */
export function moveStep(tree: ProfileNode, id: string, by: -1 | 1): ProfileNode {
  const place = placeOf(tree, id)
  if (place === null) return tree
  const beside = stepsAt(tree, place)
  const neighbour = beside[beside.findIndex((step) => step.id === id) + by]
  if (neighbour === undefined) return tree
  return withNode(tree, place.parentId, (parent) => {
    const children = [...parent.childSnapshotWrappers]
    const from = children.findIndex((child) => child.id === id)
    const to = children.findIndex((child) => child.id === neighbour.id)
    ;[children[from], children[to]] = [children[to]!, children[from]!]
    return numbered({ ...parent, childSnapshotWrappers: children })
  })
}

/** The order on the wire counts the steps of each branch. */
function numbered(parent: ProfileNode): ProfileNode {
  const counts = new Map<string, number>()
  return {
    ...parent,
    childSnapshotWrappers: parent.childSnapshotWrappers.map((child) => {
      const branch = child.reactTo ?? ''
      const order = counts.get(branch) ?? 0
      counts.set(branch, order + 1)
      return { ...child, order }
    }),
  }
}

const BRANCHES: readonly Branch[] = ['MATCH', 'NON_MATCH']

/** The lines of the tree, without what is below closed ones. */
export function treeRows(tree: ProfileNode, closed: ReadonlySet<string>): TreeRow[] {
  return rowsOf(stepsAt(tree, { parentId: tree.id, branch: null }), 1, null, closed)
}

function rowsOf(
  steps: readonly ProfileNode[],
  level: number,
  parentKey: string | null,
  closed: ReadonlySet<string>,
): TreeRow[] {
  return steps.flatMap((node, at) => {
    const base = { node, parentKey, level, position: at + 1, siblings: steps.length }
    if (!isMatch(node)) return [{ ...base, key: node.id, branch: null, isOpen: null }]
    const isOpen = !closed.has(node.id)
    const own: TreeRow = { ...base, key: node.id, branch: null, isOpen }
    return isOpen ? [own, ...branchRows(node, level + 1, closed)] : [own]
  })
}

function branchRows(match: ProfileNode, level: number, closed: ReadonlySet<string>): TreeRow[] {
  return BRANCHES.flatMap((branch, at) => {
    const key = `${match.id}:${branch}`
    const steps = match.childSnapshotWrappers.filter((child) => isStep(child) && child.reactTo === branch)
    const isOpen = steps.length === 0 ? null : !closed.has(key)
    const own: TreeRow = {
      key,
      node: match,
      branch,
      level,
      parentKey: match.id,
      position: at + 1,
      siblings: BRANCHES.length,
      isOpen,
    }
    return isOpen ? [own, ...rowsOf(steps, level + 1, key, closed)] : [own]
  })
}

/** All steps of a tree, from the top. */
export function allSteps(tree: ProfileNode): ProfileNode[] {
  return tree.childSnapshotWrappers.filter(isStep).flatMap((step) => [step, ...allSteps(step)])
}

/** The tree with ids of its own: a copy that shares no profile with the first one. */
export function copyTree(tree: ProfileNode, rename: (name: string) => string): ProfileNode {
  const ids = new Map<string, string>()
  const copy = (node: ProfileNode): ProfileNode => {
    const profileId = ids.get(node.profileId) ?? crypto.randomUUID()
    ids.set(node.profileId, profileId)
    const content = { ...node.content, id: profileId, name: rename(node.content.name) }
    return {
      ...node,
      id: crypto.randomUUID(),
      profileId,
      content,
      childSnapshotWrappers: node.childSnapshotWrappers.map(copy),
    }
  }
  return copy(tree)
}
