import {
  Alert,
  Anchor,
  Button,
  Grid,
  Group,
  List,
  Loader,
  NativeSelect,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { importProfilesText as words } from '#text/import-profiles.ts'
import { shellText } from '#text/shell.ts'
import { useActions } from '../../lib/actions.ts'
import type { Action } from '../../lib/actions.ts'
import { sentenceOf, stepsOf } from '../../lib/profile-words.ts'
import { AllowedButton, useBarrier } from '../../ui/allowed.tsx'
import { Failure } from '../../ui/failure.tsx'
import { notify } from '../../ui/notices.ts'
import { Page } from '../../ui/page.tsx'
import { AddStep } from './add-step.tsx'
import { PERMISSIONS, useSaveTree, useShipped, useTree } from './api.ts'
import { newJob, renameJob } from './new-steps.ts'
import { ProfileTree, ROOT } from './profile-tree.tsx'
import { StepPanel } from './step-panel.tsx'
import { copyTree, findNode } from './tree.ts'
import { TryPanel } from './try-panel.tsx'
import type { ProfileNode } from './types.ts'
import { useTreeEditor } from './use-tree-editor.ts'
import type { TreeEditor } from './use-tree-editor.ts'
import { useTreeSteps } from './use-tree-steps.ts'

/** The editor of a job profile: a new one, a copy of another (`from`), or one that is there. */
export function EditorPage() {
  const { profileId } = useParams({ strict: false }) as { profileId: string }
  const { from } = useSearch({ strict: false }) as { from?: string }
  const isNew = profileId === 'new'
  const source = isNew ? (from ?? null) : profileId
  const { data, error, refetch } = useTree(source)
  const start = useMemo(() => {
    if (source === null) return newJob()
    if (data === undefined) return null
    return isNew ? copyTree(data, words.copyOf) : data
  }, [data, isNew, source])
  if (error !== null)
    return (
      <Page title={words.title}>
        <Failure error={error} retry={() => void refetch()} />
      </Page>
    )
  if (start === null)
    return (
      <Page title={words.title}>
        <Loader aria-label={shellText.loading} />
      </Page>
    )
  const draftName = isNew ? `new${from === undefined ? '' : `.${from}`}` : profileId
  return <Editor key={draftName} start={start} isNew={isNew} draftName={draftName} />
}

type EditorProps = { start: ProfileNode; isNew: boolean; draftName: string }

function Editor({ start, isNew, draftName }: EditorProps) {
  const editor = useTreeEditor(start, isNew, draftName)
  const { locked } = useShipped()
  const isLocked = locked.has(editor.tree.profileId)
  const save = useSave(editor, isNew, isLocked)
  const [isAdding, setAdding] = useState(false)
  const details = useRef<HTMLDivElement>(null)
  const steps = useTreeSteps(editor, isLocked)
  const chosen = steps.row === null ? null : findNode(editor.tree, steps.row.node.id)
  const wrong = useMemo(() => new Set(editor.problems.map(({ nodeId }) => nodeId)), [editor.problems])
  const title = editor.tree.content.name.trim() || words.newTitle
  return (
    <Page
      title={title}
      actions={
        <>
          <Text size="sm" c="dimmed" role="status">
            {editor.isChanged || isNew ? '' : words.savedState}
          </Text>
          <AllowedButton
            permission={PERMISSIONS.save}
            disabledReason={save.barrier}
            onClick={() => save.run()}
            aria-busy={save.isPending}
          >
            {save.isPending ? words.saving : words.save}
          </AllowedButton>
        </>
      }
    >
      {isLocked && <Alert color="gray">{words.lockedJob}</Alert>}
      {editor.isRestored && <DraftBack editor={editor} start={start} />}
      {save.error && <Failure error={save.error} />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack gap="sm">
            <JobFields editor={editor} isLocked={isLocked} isNew={isNew} />
            <Group justify="space-between" gap="xs">
              <Text size="xs" c="dimmed" flex={1}>
                {words.stepsHint}
              </Text>
              <Button size="compact-sm" variant="default" disabled={isLocked} onClick={() => setAdding(true)}>
                {words.addStep}
              </Button>
            </Group>
            <ProfileTree
              tree={editor.tree}
              rows={steps.rows}
              selected={steps.selected}
              wrong={wrong}
              isReadOnly={isLocked}
              onSelect={steps.select}
              onToggle={steps.toggle}
              onEdit={() => focusFirst(details.current)}
              onAdd={() => !isLocked && setAdding(true)}
              onMove={steps.move}
              onRemove={steps.remove}
            />
            <InWords tree={editor.tree} />
            <Problems editor={editor} onGo={steps.select} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack gap="lg">
            <div
              ref={details}
              onKeyDown={(event) => {
                if (event.key === 'Escape') focusTree()
              }}
            >
              {chosen === null || steps.selected === ROOT ? (
                <Text size="sm" c="dimmed">
                  {words.chooseStep}
                </Text>
              ) : (
                <StepPanel editor={editor} node={chosen} />
              )}
            </div>
            <TryPanel tree={editor.tree} />
          </Stack>
        </Grid.Col>
      </Grid>
      {isAdding && (
        <AddStep
          tree={editor.tree}
          where={steps.whereWords}
          onAdd={(step) => {
            steps.add(step)
            setAdding(false)
            requestAnimationFrame(focusTree)
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </Page>
  )
}

function focusTree(): void {
  document.querySelector<HTMLElement>('[role=treeitem][aria-selected=true]')?.focus()
}

function focusFirst(box: HTMLElement | null): void {
  box?.querySelector<HTMLElement>('input:not(:disabled), select:not(:disabled), button')?.focus()
}

type FieldsProps = { editor: TreeEditor; isLocked: boolean; isNew: boolean }

function JobFields({ editor, isLocked, isNew }: FieldsProps) {
  const { tree, change, stored } = editor
  const set = (content: Partial<ProfileNode['content']>) =>
    change((old) => ({ ...old, content: { ...old.content, ...content } }))
  return (
    <>
      <Group gap="sm" align="flex-end">
        <TextInput
          label={words.jobName}
          required
          autoFocus={isNew}
          flex={1}
          miw={220}
          value={tree.content.name}
          disabled={isLocked}
          onChange={(event) => {
            const name = event.currentTarget.value
            change((old) => renameJob(old, name, stored))
          }}
        />
        <NativeSelect
          label={words.dataType}
          value={tree.content.dataType ?? 'MARC'}
          disabled={isLocked}
          data={Object.entries(words.dataTypes).map(([value, label]) => ({ value, label }))}
          onChange={(event) => set({ dataType: event.currentTarget.value as 'MARC' })}
        />
      </Group>
      <TextInput
        label={words.description}
        value={tree.content.description ?? ''}
        disabled={isLocked}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
    </>
  )
}

function InWords({ tree }: { tree: ProfileNode }) {
  const sentence = useMemo(() => sentenceOf(stepsOf(tree)), [tree])
  return (
    <section aria-label={words.inWords}>
      <Text size="sm">
        <Text span fw={600}>
          {words.inWords}:{' '}
        </Text>
        {sentence === '' ? words.noSteps : sentence}
      </Text>
    </section>
  )
}

/** What keeps the profile from running, with links to the steps. */
function Problems({ editor, onGo }: { editor: TreeEditor; onGo: (key: string) => void }) {
  const { problems, tree } = editor
  if (problems.length === 0)
    return (
      <Text size="sm" role="status">
        {words.allRight}
      </Text>
    )
  return (
    <Alert color="yellow" title={words.wrong(problems.length)} role="status">
      <List size="sm">
        {problems.map(({ nodeId, text }) => (
          <List.Item key={`${nodeId} ${text}`}>
            {nodeId === tree.id ? (
              text
            ) : (
              <Anchor
                component="button"
                type="button"
                fz="sm"
                ta="start"
                c="inherit"
                underline="always"
                onClick={() => onGo(nodeId)}
              >
                {findNode(tree, nodeId)?.content.name}: {text}
              </Anchor>
            )}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

function DraftBack({ editor, start }: { editor: TreeEditor; start: ProfileNode }) {
  return (
    <Alert color="blue" role="status">
      <Group gap="sm">
        <Text size="sm">{words.draftBack}</Text>
        <Button size="compact-sm" variant="default" onClick={() => editor.reset(start)}>
          {words.draftDiscard}
        </Button>
      </Group>
    </Alert>
  )
}

function useSave(editor: TreeEditor, isNew: boolean, isLocked: boolean) {
  const navigate = useNavigate()
  const { mutate, isPending, error } = useSaveTree()
  const { tree, problems, isChanged, reset } = editor
  const reason = isLocked
    ? words.lockedJob
    : problems.length > 0
      ? words.wrong(problems.length)
      : isChanged || isNew
        ? null
        : words.savedState
  const barrier = useBarrier({ permission: PERMISSIONS.save, disabledReason: reason })
  const run = () => {
    if (isPending || barrier !== null) return
    mutate(tree, {
      onSuccess: (saved) => {
        notify({ text: words.saved })
        reset(saved)
        if (isNew) void navigate({ to: `/settings/import/profiles/job/${saved.profileId}`, replace: true })
      },
    })
  }
  const latest = useRef(run)
  latest.current = run
  const actions = useMemo<Action[]>(
    () => [
      {
        id: 'import-profile.save',
        label: words.save,
        keys: ['mod+s'],
        group: 'page',
        disabledReason: barrier ?? undefined,
        run: () => latest.current(),
      },
    ],
    [barrier],
  )
  useActions(actions)
  return { run, isPending, error, barrier: reason }
}
