import { Anchor, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { settingsText } from '#text/settings.ts'
import { useSession } from '../../lib/session.ts'
import { Page } from '../../ui/page.tsx'
import { listQuery } from './lists/list-api.ts'
import { referenceLists } from './lists/list-declarations.ts'
import { fieldText, folded, valueName } from './lists/list-values.ts'
import { settingsPages } from './settings-pages.ts'
import type { SettingsGroup, SettingsPage as PageEntry } from './settings-pages.ts'

/** Values are looked at from so many letters on: fewer are in almost all. */
const SHORTEST = 2
const MOST_VALUES = 30

/** The home of the settings: all pages by subject, with a search over names, columns and the values in the lists. */
export function SettingsPage() {
  const { find = '' } = useSearch({ strict: false }) as { find?: string }
  const navigate = useNavigate()
  const pages = useAllowedPages()
  return (
    <Page title={settingsText.title}>
      <TextInput
        label={settingsText.find}
        description={settingsText.findHint}
        placeholder={settingsText.findPlaceholder}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={find}
        maw={560}
        onChange={(event) => {
          const text = event.currentTarget.value
          void navigate({ to: '.', search: text === '' ? {} : { find: text }, replace: true })
        }}
      />
      {find.trim() === '' ? <Groups pages={pages} /> : <Found text={find} pages={pages} />}
    </Page>
  )
}

/** The pages whose first call the person may make; a page without any right is not listed. */
function useAllowedPages(): readonly PageEntry[] {
  const { permissions } = useSession()
  return settingsPages.filter(({ permission }) => permission === null || permissions.has(permission))
}

function Groups({ pages }: { pages: readonly PageEntry[] }) {
  const groups = (Object.keys(settingsText.groups) as SettingsGroup[]).filter((group) =>
    pages.some((page) => page.group === group),
  )
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="xl">
      {groups.map((group) => (
        <section key={group} aria-labelledby={`group-${group}`}>
          <Title order={2} size="h5" id={`group-${group}`}>
            {settingsText.groups[group]}
          </Title>
          <Text size="sm" c="dimmed" mb="xs">
            {settingsText.groupLeads[group]}
          </Text>
          <Pages pages={pages.filter((page) => page.group === group)} />
        </section>
      ))}
    </SimpleGrid>
  )
}

function Pages({ pages }: { pages: readonly PageEntry[] }) {
  return (
    <Stack component="ul" gap={6} p={0} m={0} style={{ listStyle: 'none' }}>
      {pages.map(({ id, title, about, to, search }) => (
        <li key={id}>
          <Anchor component={Link} to={to} search={(search ?? {}) as never}>
            {title}
          </Anchor>
          {about !== '' && (
            <Text size="xs" c="dimmed">
              {about}
            </Text>
          )}
        </li>
      ))}
    </Stack>
  )
}

function Found({ text, pages }: { text: string; pages: readonly PageEntry[] }) {
  const wanted = folded(text)
  const found = pages.filter(({ title, about, group }) =>
    [title, about, settingsText.groups[group]].some((one) => folded(one).includes(wanted)),
  )
  const { values, isLoading } = useFoundValues(wanted)
  return (
    <Stack role="status">
      {found.length > 0 && (
        <section aria-labelledby="found-pages">
          <Title order={2} size="h5" id="found-pages" mb="xs">
            {settingsText.pages}
          </Title>
          <Pages pages={found} />
        </section>
      )}
      {values.length > 0 && (
        <section aria-labelledby="found-values">
          <Title order={2} size="h5" id="found-values" mb="xs">
            {settingsText.values}
          </Title>
          <Pages pages={values.slice(0, MOST_VALUES)} />
          {values.length > MOST_VALUES && (
            <Text size="sm" mt="xs">
              {settingsText.moreValues(values.length - MOST_VALUES)}
            </Text>
          )}
        </section>
      )}
      {found.length + values.length === 0 && !isLoading && <Text>{settingsText.noPage(text)}</Text>}
    </Stack>
  )
}

/** Values of all lists that the person may read; the lists are fetched at the first search and then kept. */
function useFoundValues(wanted: string): { values: readonly PageEntry[]; isLoading: boolean } {
  const { permissions } = useSession()
  const readable = referenceLists.filter(({ permission }) => permissions.has(`${permission}.collection.get`))
  const answers = useQueries({
    queries: readable.map((list) => ({
      ...listQuery(list),
      enabled: wanted.length >= SHORTEST,
      staleTime: 60_000,
    })),
  })
  if (wanted.length < SHORTEST) return { values: [], isLoading: false }
  const values = readable.flatMap((list, at) =>
    (answers[at]?.data ?? [])
      .filter((value) => list.fields.some((field) => folded(fieldText(value, field)).includes(wanted)))
      .map((value) => {
        const name = valueName(list, value)
        return {
          id: `${list.id} ${value.id}`,
          group: list.group,
          title: name,
          about: settingsText.valueIn(list.title),
          to: `/settings/lists/${list.id}`,
          search: { find: name },
          permission: null,
        }
      }),
  )
  return { values, isLoading: answers.some(({ isLoading }) => isLoading) }
}
