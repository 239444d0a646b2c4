import {
  Anchor,
  Button,
  FileButton,
  Grid,
  Group,
  Stack,
  Table,
  Tabs,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { importProfilesText as words } from '#text/import-profiles.ts'
import { useActions } from '../../lib/actions.ts'
import { formatDate } from '../../lib/format.ts'
import { saveBlob } from '../../lib/save-file.ts'
import { AllowedButton } from '../../ui/allowed.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Failure } from '../../ui/failure.tsx'
import { notify } from '../../ui/notices.ts'
import { Page } from '../../ui/page.tsx'
import {
  KINDS,
  PERMISSIONS,
  fetchTree,
  useDeleteProfile,
  useProfiles,
  useSaveTree,
  useShipped,
} from './api.ts'
import type { Kind, ListedProfile } from './api.ts'
import { JobSteps } from './job-steps.tsx'
import type { ListSearch } from './routes.tsx'
import type { ProfileNode } from './types.ts'

/** All import profiles of one kind, with the steps of the chosen job beside the list. */
export function ListPage() {
  const { kind: kindName = 'job', find = '', open } = useSearch({ strict: false }) as ListSearch
  const kind = kindName as Kind
  const navigate = useNavigate()
  const { data, error, refetch } = useProfiles(kind)
  const wanted = find.trim().toLowerCase()
  const shown = (data ?? []).filter(({ name }) => name.toLowerCase().includes(wanted))
  const chosen = shown.find(({ id }) => id === open) ?? null
  const go = (search: ListSearch) =>
    void navigate({ to: '/settings/import/profiles', search: search as never, replace: true })
  const actions = useMemo(
    () => [
      {
        id: 'import-profiles.new',
        label: words.newJob,
        keys: ['n', 'alt+n'],
        group: 'page' as const,
        run: () => void navigate({ to: '/settings/import/profiles/job/new' }),
      },
    ],
    [navigate],
  )
  useActions(actions)
  return (
    <Page title={words.title} lead={<Lead />} actions={<ListActions />}>
      <Tabs value={kind} onChange={(value) => go(value === 'job' ? {} : { kind: value ?? 'job' })}>
        <Tabs.List aria-label={words.kind}>
          {(Object.keys(KINDS) as Kind[]).map((one) => (
            <Tabs.Tab key={one} value={one}>
              {words.kinds[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={kind} pt="sm">
          <TextInput
            label={words.find}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={find}
            maw={420}
            onChange={(event) => {
              const text = event.currentTarget.value
              go({ ...(kind !== 'job' && { kind }), ...(text !== '' && { find: text }) })
            }}
          />
        </Tabs.Panel>
      </Tabs>
      {error !== null && <Failure error={error} retry={() => void refetch()} />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          {data !== undefined && shown.length === 0 ? (
            <Text>{wanted === '' ? words.noneYet : words.noneFound}</Text>
          ) : (
            <ProfileTable
              kind={kind}
              profiles={shown}
              chosen={chosen?.id ?? null}
              onChoose={(id) =>
                go({ ...(kind !== 'job' && { kind }), ...(find !== '' && { find }), open: id })
              }
            />
          )}
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          {chosen === null ? (
            <Text size="sm" c="dimmed">
              {words.choose}
            </Text>
          ) : (
            <Chosen key={chosen.id} kind={kind} profile={chosen} />
          )}
        </Grid.Col>
      </Grid>
    </Page>
  )
}

/** What the page is about, and the ways to the two lists beside it. */
function Lead() {
  return (
    <>
      {words.lead}{' '}
      <Anchor component={Link} to="/settings/import/protections" fz="sm" underline="always">
        {words.protectionsTitle}
      </Anchor>
      {' · '}
      <Anchor component={Link} to="/settings/import/extensions" fz="sm" underline="always">
        {words.extensionsTitle}
      </Anchor>
    </>
  )
}

function ListActions() {
  const navigate = useNavigate()
  const save = useSaveTree()
  const read = async (file: File | null): Promise<void> => {
    if (file === null) return
    try {
      const tree = JSON.parse(await file.text()) as ProfileNode
      const saved = await save.mutateAsync(tree)
      notify({ text: words.imported(saved.content.name) })
      await navigate({ to: `/settings/import/profiles/job/${saved.profileId}` })
    } catch (error) {
      const text = error instanceof SyntaxError ? words.notJson : (error as Error).message
      notify({ text, kind: 'problem' })
    }
  }
  return (
    <>
      <FileButton onChange={(file) => void read(file)} accept="application/json,.json">
        {(props) => (
          <AllowedButton permission={PERMISSIONS.save} variant="default" {...props}>
            {words.importJson}
          </AllowedButton>
        )}
      </FileButton>
      <AllowedButton
        permission={PERMISSIONS.save}
        onClick={() => void navigate({ to: '/settings/import/profiles/job/new' })}
      >
        {words.newJob}
      </AllowedButton>
    </>
  )
}

type TableProps = {
  kind: Kind
  profiles: readonly ListedProfile[]
  chosen: string | null
  onChoose: (id: string) => void
}

function ProfileTable({ kind, profiles, chosen, onChoose }: TableProps) {
  const { shipped } = useShipped()
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table aria-label={words.kinds[kind]} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{words.name}</Table.Th>
            {kind === 'job' ? (
              <Table.Th scope="col">{words.dataType}</Table.Th>
            ) : (
              <Table.Th scope="col">{words.usedBy}</Table.Th>
            )}
            <Table.Th scope="col">{words.updated}</Table.Th>
            <Table.Th scope="col">{words.by}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {profiles.map((profile) => (
            <Table.Tr key={profile.id} aria-current={profile.id === chosen}>
              <Table.Th scope="row" fw={400}>
                <Anchor
                  component="button"
                  type="button"
                  fz="sm"
                  ta="start"
                  onClick={() => onChoose(profile.id)}
                >
                  {profile.name}
                </Anchor>
                {shipped.has(profile.id) && (
                  <Text size="xs" c="dimmed">
                    {words.shipped}
                  </Text>
                )}
              </Table.Th>
              <Table.Td>
                {kind === 'job' ? profile.dataType : words.uses(profile.parentProfiles?.length ?? 0)}
              </Table.Td>
              <Table.Td>{formatDate(profile.metadata?.updatedDate)}</Table.Td>
              <Table.Td>{byWords(profile)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function byWords({ userInfo }: ListedProfile): string {
  const { firstName, lastName, userName = '' } = userInfo ?? {}
  const names = new Set([firstName, lastName].filter(Boolean))
  return [...names].join(' ') || userName
}

/** The chosen profile: a job with its steps, another with those that use it. */
function Chosen({ kind, profile }: { kind: Kind; profile: ListedProfile }) {
  const [isDeleting, setDeleting] = useState(false)
  const navigate = useNavigate()
  const { shipped } = useShipped()
  const remove = useDeleteProfile(kind)
  const users = profile.parentProfiles ?? []
  return (
    <Stack gap="sm" component="section" aria-label={profile.name}>
      <Title order={2} size="h5">
        {profile.name}
      </Title>
      {profile.description && <Text size="sm">{profile.description}</Text>}
      <Group gap="xs">
        {kind === 'job' && <JobActions profile={profile} />}
        <AllowedButton
          permission={`converter-storage.${KINDS[kind].permission}.delete`}
          disabledReason={
            shipped.has(profile.id) ? words.shipped : users.length > 0 ? words.uses(users.length) : null
          }
          variant="default"
          size="compact-sm"
          onClick={() => setDeleting(true)}
        >
          {words.remove}
        </AllowedButton>
      </Group>
      {kind === 'job' ? <JobSteps profileId={profile.id} /> : <UsedBy profile={profile} />}
      <Confirm
        isOpen={isDeleting}
        title={words.removeTitle(profile.name)}
        text={words.removeText}
        confirm={words.remove}
        isDangerous
        onConfirm={async () => {
          await remove.mutateAsync(profile.id)
          notify({ text: words.removed(profile.name) })
          await navigate({
            to: '/settings/import/profiles',
            search: (kind === 'job' ? {} : { kind }) as never,
          })
        }}
        onClose={() => setDeleting(false)}
      />
    </Stack>
  )
}

function JobActions({ profile }: { profile: ListedProfile }) {
  const navigate = useNavigate()
  const { locked } = useShipped()
  const exportJson = async (): Promise<void> => {
    const tree = await fetchTree(profile.id)
    saveBlob(new Blob([JSON.stringify(tree, null, 2)], { type: 'application/json' }), `${profile.name}.json`)
  }
  return (
    <>
      <Button
        size="compact-sm"
        component={Link}
        {...({ to: `/settings/import/profiles/job/${profile.id}` } as object)}
      >
        {locked.has(profile.id) ? words.view : words.edit}
      </Button>
      <AllowedButton
        permission={PERMISSIONS.save}
        variant="default"
        size="compact-sm"
        onClick={() =>
          void navigate({
            to: '/settings/import/profiles/job/new',
            search: { from: profile.id } as never,
          })
        }
      >
        {words.duplicate}
      </AllowedButton>
      <AllowedButton
        permission={PERMISSIONS.try}
        variant="default"
        size="compact-sm"
        onClick={() => void exportJson()}
      >
        {words.exportJson}
      </AllowedButton>
    </>
  )
}

function UsedBy({ profile }: { profile: ListedProfile }) {
  const users = profile.parentProfiles ?? []
  if (users.length === 0) return <Text size="sm">{words.notUsed}</Text>
  return (
    <>
      <Text size="sm">{words.inJobs}</Text>
      <Stack component="ul" gap={2} m={0} ps="md">
        {users.map(({ id, contentType, content }) => (
          <li key={`${id} ${contentType}`}>
            {contentType === 'JOB_PROFILE' ? (
              <Anchor component={Link} to={`/settings/import/profiles/job/${id}`} fz="sm">
                {content.name}
              </Anchor>
            ) : (
              <Text size="sm" span>
                {content.name}
              </Text>
            )}
          </li>
        ))}
      </Stack>
    </>
  )
}
