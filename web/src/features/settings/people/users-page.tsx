import { Anchor, Badge, Group, SegmentedControl, Text, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { peopleText } from '#text/settings-people.ts'
import { useActions } from '../../../lib/actions.ts'
import { formatDate } from '../../../lib/format.ts'
import { http } from '../../../lib/http.ts'
import { useWindowedList } from '../../../lib/windowed-list.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { Page } from '../../../ui/page.tsx'
import { SettingsLead } from '../settings-lead.tsx'
import { useGroups, userName } from './people-api.ts'
import type { User } from './people-api.ts'

type Search = {
  find?: string | undefined
  status?: string | undefined
  sort?: string | undefined
  desc?: boolean
}

/** The people of the library, with a search. */
export function UsersPage() {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const change = (part: Search): void => {
    void navigate({ to: '.', search: (old: Search) => ({ ...old, ...part }), replace: true })
  }
  const { find = '', status = 'all', sort = 'name', desc = false } = search
  const query = usersQuery(find, status, sort, desc)
  const list = useWindowedList<User>({
    key: ['users', 'list', query],
    fetchPage: async (offset, limit, signal) => {
      const answer = await http.get<{ users: User[]; totalRecords: number }>(
        '/users',
        { query, offset, limit },
        signal,
      )
      return { rows: answer.users, total: answer.totalRecords }
    },
  })
  useNewUserKey()
  return (
    <Page
      title={peopleText.users}
      lead={<SettingsLead />}
      isFull
      actions={
        <AllowedButton
          permission="users.item.post"
          leftSection={<IconPlus size={16} />}
          onClick={() => void navigate({ to: '/settings/users/new' })}
        >
          {peopleText.newUser}
        </AllowedButton>
      }
    >
      <Group>
        <TextInput
          aria-label={peopleText.find}
          placeholder={peopleText.find}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={find}
          flex="1 1 20rem"
          maw={480}
          onChange={(event) => change({ find: event.currentTarget.value || undefined })}
        />
        <SegmentedControl
          aria-label={peopleText.status}
          value={status}
          data={[
            { value: 'all', label: peopleText.allUsers },
            { value: 'active', label: peopleText.active },
            { value: 'inactive', label: peopleText.inactive },
          ]}
          onChange={(value) => change({ status: value === 'all' ? undefined : value })}
        />
      </Group>
      {list.error && <Failure error={list.error} retry={list.retry} />}
      <DataTable
        label={peopleText.users}
        columns={useColumns()}
        count={list.count}
        rowAt={list.rowAt}
        rowKey={({ id }) => id}
        onWindow={list.onWindow}
        sort={{ column: sort, isDescending: desc }}
        onSort={({ column, isDescending }) => change({ sort: column, desc: isDescending })}
        onOpen={({ id }) => void navigate({ to: `/settings/users/${id}` })}
        empty={<Text p="md">{peopleText.noUsers}</Text>}
      />
    </Page>
  )
}

const SORTS: Readonly<Record<string, string>> = {
  name: 'personal.lastName personal.firstName',
  username: 'username',
  barcode: 'barcode',
}

function usersQuery(find: string, status: string, sort: string, isDescending: boolean): string {
  const parts: string[] = []
  const words = find.trim().replaceAll(/["\\*?^]/g, '\\$&')
  if (words !== '') {
    const texts = ['username', 'personal.lastName', 'personal.firstName', 'personal.email', 'barcode']
    parts.push(`(${[...texts.map((name) => `${name}="${words}*"`), `keywords="${words}*"`].join(' or ')})`)
  }
  if (status !== 'all') parts.push(`active==${status === 'active'}`)
  const suffix = isDescending ? '/sort.descending' : ''
  const order = (SORTS[sort] ?? SORTS.name!).split(' ').map((name) => name + suffix)
  return `${parts.length === 0 ? 'cql.allRecords=1' : parts.join(' and ')} sortby ${order.join(' ')}`
}

function useColumns(): Column<User>[] {
  const { data: groups = [] } = useGroups()
  const { columns } = peopleText
  return [
    {
      id: 'name',
      header: columns.name,
      isSortable: true,
      isRowHeader: true,
      width: 200,
      cell: (user) => (
        <Anchor component={Link} to={`/settings/users/${user.id}`}>
          {userName(user)}
        </Anchor>
      ),
    },
    {
      id: 'username',
      header: columns.username,
      isSortable: true,
      width: 140,
      cell: ({ username }) => username,
    },
    { id: 'barcode', header: columns.barcode, isSortable: true, width: 120, cell: ({ barcode }) => barcode },
    {
      id: 'group',
      header: columns.group,
      width: 120,
      cell: ({ patronGroup }) => groups.find(({ id }) => id === patronGroup)?.group,
    },
    {
      id: 'status',
      header: columns.status,
      width: 100,
      cell: ({ active }) => (
        <Badge variant="light" color={active ? 'green' : 'gray'}>
          {active ? peopleText.active : peopleText.inactive}
        </Badge>
      ),
    },
    {
      id: 'expires',
      header: columns.expires,
      width: 110,
      cell: ({ expirationDate }) => formatDate(expirationDate),
    },
  ]
}

/** `n` begins a new user. */
function useNewUserKey(): void {
  const navigate = useNavigate()
  const actions = useMemo(
    () => [
      {
        id: 'new-user',
        label: peopleText.newUser,
        keys: ['n', 'alt+n'],
        group: 'page' as const,
        run: () => void navigate({ to: '/settings/users/new' }),
      },
    ],
    [navigate],
  )
  useActions(actions)
}
