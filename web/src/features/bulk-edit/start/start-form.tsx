import { Card, Grid, Group, Kbd, Radio, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { bulkEditText } from '#text/bulk-edit.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { findByIdentifiers } from '../api.ts'
import { RIGHTS, START_BY_LIST } from '../permissions.ts'
import type { StartSearch } from '../routes.tsx'
import type { EntityType, IdentifierType } from '../types.ts'
import { ENTITIES, EntityChoice } from './entity-choice.tsx'
import { identifierFile } from './identifier-list.ts'
import { ListInput } from './list-input.tsx'
import { ListSummary } from './list-summary.tsx'
import { SearchForm } from './search-form.tsx'
import { keepList, useList } from './use-list.ts'

const words = bulkEditText.start

/** Which records: their type, and a list of identifiers or a search. */
export function StartForm() {
  const search: StartSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const entity: EntityType = ENTITIES.find((one) => one === search.type) ?? 'ITEM'
  const set = (change: Partial<StartSearch>): void =>
    void navigate({ to: '/bulk-edit', search: { ...search, ...change }, replace: true })
  return (
    <Card withBorder component="section" aria-labelledby="new-bulk-edit">
      <Stack>
        <Title order={2} size="h4" id="new-bulk-edit">
          {words.newEdit}
        </Title>
        <Grid>
          <Grid.Col span={{ base: 12, xs: 3, md: 2 }}>
            <Stack>
              <EntityChoice value={entity} onChange={(type) => set({ type })} />
              <Radio.Group
                label={words.chosenBy}
                value={search.by ?? 'list'}
                onChange={(by) =>
                  set(by === 'search' ? { by } : { by: undefined, query: undefined, total: undefined })
                }
              >
                <Stack gap={6} mt={4}>
                  <Radio value="list" label={words.byList} />
                  <Radio value="search" label={words.bySearch} />
                </Stack>
              </Radio.Group>
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, xs: 9, md: 10 }}>
            {search.by === 'search' ? (
              <SearchForm key={entity} entity={entity} search={search} />
            ) : (
              <ListForm key={entity} entity={entity} search={search} />
            )}
          </Grid.Col>
        </Grid>
      </Stack>
    </Card>
  )
}

type ListFormProps = { entity: EntityType; search: StartSearch }

/** A list of identifiers, what was read of it, and the button that finds its records. */
function ListForm({ entity, search: { profile, again } }: ListFormProps) {
  const navigate = useNavigate()
  const state = useList(entity)
  const [kind, setKind] = useState<IdentifierType | null>(null)
  const find = useMutation({
    mutationFn: () => {
      const { values, guessed } = state.current()
      return findByIdentifiers({
        entity,
        kind: kind ?? guessed,
        name: state.file ?? 'list.csv',
        content: new Blob([identifierFile(values)]),
      })
    },
    onSuccess: async ({ id }) => {
      keepList('')
      await navigate({ to: `/bulk-edit/${id}/records`, search: { profile, again } })
    },
  })
  const canFind = state.list.values.length > 0
  const start = (): void => {
    if (state.text.trim() !== '' && !find.isPending) find.mutate()
  }
  return (
    <Stack>
      <Grid>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <ListInput state={state} onFind={start} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <ListSummary state={state} entity={entity} kind={kind} onKind={setKind} />
        </Grid.Col>
      </Grid>
      {find.error && <Failure error={find.error} />}
      <Group>
        <AllowedButton
          permission={[...START_BY_LIST, ...RIGHTS[entity].view]}
          disabledReason={canFind ? null : words.needsList}
          onClick={start}
          aria-busy={find.isPending}
        >
          {find.isPending ? words.finding : words.find}
        </AllowedButton>
        <Text size="sm" c="dimmed">
          <Kbd>{words.findHint}</Kbd>
        </Text>
      </Group>
    </Stack>
  )
}
