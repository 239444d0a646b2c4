import { Badge, Box, Group, Text, VisuallyHidden } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useEffect, useRef } from 'react'
import { importProfilesText } from '#text/import-profiles.ts'
import { stepsOf } from '../../lib/profile-words.ts'
import type { TreeRow } from './tree.ts'
import type { ProfileNode } from './types.ts'
import styles from './profile-tree.module.css'

type Props = {
  tree: ProfileNode
  rows: readonly TreeRow[]
  selected: string
  /** Steps with something wrong. */
  wrong: ReadonlySet<string>
  isReadOnly: boolean
  onSelect: (key: string) => void
  onToggle: (key: string, isOpen: boolean) => void
  onEdit: () => void
  onAdd: () => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** The key of the line for the profile itself. */
export const ROOT = 'root'

/** The steps of a job profile as a tree that is walked and changed by keys. */
export function ProfileTree(props: Props) {
  const { tree, rows, selected, onSelect } = props
  const box = useRef<HTMLDivElement>(null)
  const isFocused = useRef(false)
  useEffect(() => {
    if (!isFocused.current) return
    box.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus()
  }, [selected, rows])
  return (
    <Box
      ref={box}
      role="tree"
      aria-label={importProfilesText.steps}
      className={styles.tree}
      onKeyDown={(event) => walk(event, props)}
      onFocus={() => {
        isFocused.current = true
      }}
      onBlur={(event) => {
        isFocused.current = event.currentTarget.contains(event.relatedTarget)
      }}
    >
      <Line
        label={tree.content.name || importProfilesText.newTitle}
        rowKey={ROOT}
        level={1}
        position={1}
        siblings={1}
        isOpen={rows.length > 0 ? true : null}
        isSelected={selected === ROOT}
        isWrong={props.wrong.has(tree.id)}
        onSelect={onSelect}
      />
      {rows.map((row) => (
        <Line
          key={row.key}
          label={labelOf(row)}
          badge={badgeOf(row)}
          rowKey={row.key}
          level={row.level + 1}
          position={row.position}
          siblings={row.siblings}
          isOpen={row.isOpen}
          isSelected={selected === row.key}
          isWrong={row.branch === null && props.wrong.has(row.node.id)}
          onSelect={onSelect}
        />
      ))}
    </Box>
  )
}

function labelOf({ node, branch }: TreeRow): string {
  if (branch === 'MATCH') return importProfilesText.found
  if (branch === 'NON_MATCH') return importProfilesText.notFound
  return stepsOf({ ...node, childSnapshotWrappers: [{ ...node, childSnapshotWrappers: [] }] })[0]!.words
}

function badgeOf({ node, branch }: TreeRow): string | null {
  if (branch !== null) {
    const isEmpty = !node.childSnapshotWrappers.some(({ reactTo }) => reactTo === branch)
    return isEmpty ? importProfilesText.nothingHere : null
  }
  return null
}

type LineProps = {
  label: string
  badge?: string | null
  rowKey: string
  level: number
  position: number
  siblings: number
  isOpen: boolean | null
  isSelected: boolean
  isWrong: boolean
  onSelect: (key: string) => void
}

function Line(props: LineProps) {
  const {
    label,
    badge = null,
    rowKey,
    level,
    position,
    siblings,
    isOpen,
    isSelected,
    isWrong,
    onSelect,
  } = props
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={isSelected}
      {...(isOpen === null ? {} : { 'aria-expanded': isOpen })}
      tabIndex={isSelected ? 0 : -1}
      className={styles.line}
      style={{ paddingInlineStart: 8 + (level - 1) * 22 }}
      onClick={() => onSelect(rowKey)}
      onFocus={() => onSelect(rowKey)}
    >
      <Group gap="xs" wrap="nowrap">
        <Text span size="sm" aria-hidden w={12}>
          {isOpen === null ? '' : isOpen ? '▾' : '▸'}
        </Text>
        <Text span size="sm" fw={level === 1 ? 600 : 400}>
          {label}
        </Text>
        {badge !== null && (
          <Text span size="xs" c="dimmed">
            ({badge})
          </Text>
        )}
        {isWrong && (
          <Badge size="xs" color="red" variant="filled" autoContrast>
            <VisuallyHidden>{importProfilesText.wrongStep}</VisuallyHidden>
            <span aria-hidden>!</span>
          </Badge>
        )}
      </Group>
    </div>
  )
}

function walk(event: KeyboardEvent, props: Props): void {
  const { rows, selected, onSelect, onToggle } = props
  const keys = [ROOT, ...rows.map(({ key }) => key)]
  const at = keys.indexOf(selected)
  const row = rows[at - 1]
  const go = (to: number) => onSelect(keys[Math.max(0, Math.min(keys.length - 1, to))]!)
  const isChange = event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')
  const acts: Record<string, () => void> = {
    ArrowDown: () => (isChange ? props.onMove(1) : go(at + 1)),
    ArrowUp: () => (isChange ? props.onMove(-1) : go(at - 1)),
    Home: () => go(0),
    End: () => go(keys.length - 1),
    ArrowRight: () => {
      if (row?.isOpen === false) onToggle(row.key, true)
      else if (row === undefined || row.isOpen === true) go(at + 1)
    },
    ArrowLeft: () => {
      if (row?.isOpen === true) onToggle(row.key, false)
      else if (row !== undefined) onSelect(row.parentKey ?? ROOT)
    },
    Enter: props.onEdit,
    Insert: props.onAdd,
    '+': props.onAdd,
    Delete: props.onRemove,
  }
  const act = acts[event.key]
  if (act === undefined || event.ctrlKey || event.metaKey || (event.altKey && !isChange)) return
  event.preventDefault()
  event.stopPropagation()
  act()
}
