import { useCallback, useEffect, useMemo, useState } from 'react'
import { dropDraft, keepDraft, readDraft } from '../../ui/draft.ts'
import { checkTree } from './check-tree.ts'
import { storedIds } from './new-steps.ts'
import type { ProfileNode } from './types.ts'

/** A tree that is being edited. */
export type TreeEditor = {
  tree: ProfileNode
  isChanged: boolean
  problems: ReturnType<typeof checkTree>
  /** Profiles of the tree that are stored. */
  stored: ReadonlySet<string>
  /** True when the changes come from a draft of an earlier visit. */
  isRestored: boolean
  change: (change: (tree: ProfileNode) => ProfileNode) => void
  /** Forgets the changes, or takes what was saved as the new beginning. */
  reset: (tree: ProfileNode) => void
}

/** Edits a tree; what is not saved is kept as a draft on this computer. */
export function useTreeEditor(loaded: ProfileNode, isNew: boolean, draftName: string): TreeEditor {
  const name = `import-profile.${draftName}`
  const [base, setBase] = useState(loaded)
  const [draft] = useState(() => readDraft<ProfileNode>(name))
  const [tree, setTree] = useState(draft?.value ?? loaded)
  const [isRestored, setRestored] = useState(draft !== null)
  const isChanged = tree !== base
  useEffect(() => {
    if (!isChanged) return
    const [id, from] = draftName.split('.')
    const address = `/settings/import/profiles/job/${id}${from === undefined ? '' : `?from=${from}`}`
    keepDraft(name, { base, value: tree, savedAt: Date.now(), title: tree.content.name || name, address })
  }, [base, draftName, isChanged, name, tree])
  const reset = useCallback(
    (next: ProfileNode) => {
      dropDraft(name)
      setBase(next)
      setTree(next)
      setRestored(false)
    },
    [name],
  )
  const change = useCallback((how: (old: ProfileNode) => ProfileNode) => setTree(how), [])
  const problems = useMemo(() => checkTree(tree), [tree])
  const stored = useMemo(() => (isNew ? new Set<string>() : storedIds(base)), [base, isNew])
  return { tree, isChanged, problems, stored, isRestored: isRestored && isChanged, change, reset }
}
