import { Alert, Button, Group, List, Stack, Text, TextInput, Title } from '@mantine/core'
import { importProfilesText as words } from '#text/import-profiles.ts'
import { ActionPanel } from './action-panel.tsx'
import { useProfiles, useShipped } from './api.ts'
import { MatchPanel } from './match-panel.tsx'
import { ownCopy } from './new-steps.ts'
import { isMatch, mappingOf, withNode } from './tree.ts'
import type { ProfileNode } from './types.ts'
import type { TreeEditor } from './use-tree-editor.ts'

/** The chosen step, edited in place: match, or action with its mapping. */
export function StepPanel({ editor, node }: { editor: TreeEditor; node: ProfileNode }) {
  const { tree, change, problems } = editor
  const { locked } = useShipped()
  const isLocked = locked.has(node.profileId)
  const others = useOtherJobs(tree, node, editor.stored)
  const set = (how: (old: ProfileNode) => ProfileNode) => change((old) => withNode(old, node.id, how))
  const own = problems.filter(({ nodeId }) => nodeId === node.id)
  const Panel = isMatch(node) ? MatchPanel : ActionPanel
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        {words.details}
      </Title>
      {(isLocked || others > 0) && (
        <Alert color={isLocked ? 'gray' : 'yellow'} p="xs" autoContrast>
          <Group gap="sm">
            <Text size="sm" flex={1}>
              {isLocked ? words.lockedStep : words.shared(others)}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => change((old) => withNode(old, node.id, (one) => ownCopy(old, one)))}
            >
              {words.makeCopy}
            </Button>
          </Group>
        </Alert>
      )}
      {own.length > 0 && (
        <List size="sm" c="red">
          {own.map(({ text }) => (
            <List.Item key={text}>{text}</List.Item>
          ))}
        </List>
      )}
      <TextInput
        label={words.stepName}
        value={node.content.name}
        disabled={isLocked}
        onChange={(event) => {
          const name = event.currentTarget.value
          set((old) => renamed(old, name))
        }}
      />
      <Panel key={node.id} node={node} isReadOnly={isLocked} onChange={set} />
    </Stack>
  )
}

/** A step with another name; a mapping that is called like its action goes along. */
function renamed(node: ProfileNode, name: string): ProfileNode {
  const mapping = mappingOf(node)
  const isNamedAlike = mapping?.content.name === node.content.name
  return {
    ...node,
    content: { ...node.content, name },
    childSnapshotWrappers: node.childSnapshotWrappers.map((child) =>
      isNamedAlike && child.id === mapping.id ? { ...child, content: { ...child.content, name } } : child,
    ),
  }
}

/** How many other jobs use a stored step. */
function useOtherJobs(tree: ProfileNode, node: ProfileNode, stored: ReadonlySet<string>): number {
  const { data = [] } = useProfiles(isMatch(node) ? 'match' : 'action')
  const listed = data.find(({ id }) => id === node.profileId)
  if (listed === undefined) return 0
  const jobs = (listed.parentProfiles ?? []).filter(
    ({ contentType, id }) => contentType === 'JOB_PROFILE' && id !== tree.profileId,
  )
  const isForeign = !stored.has(node.profileId) && jobs.length === 0
  return isForeign ? 0 : new Set(jobs.map(({ id }) => id)).size
}
