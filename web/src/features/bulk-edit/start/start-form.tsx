import { Card, Grid, Group, Kbd, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { bulkEditText } from '#text/bulk-edit.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { findByIdentifiers } from '../api.ts'
import type { EntityType, IdentifierType } from '../types.ts'
import { RIGHTS, START_BY_LIST } from '../permissions.ts'
import type { StartSearch } from '../routes.tsx'
import { ENTITIES, EntityChoice } from './entity-choice.tsx'
import { identifierFile } from './identifier-list.ts'
import { ListInput } from './list-input.tsx'
import { ListSummary } from './list-summary.tsx'
import { useList } from './use-list.ts'

const words = bulkEditText.start

/** Which records: their type, and a list of identifiers. */
export function StartForm() {
  const search: StartSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const entity: EntityType = ENTITIES.find((one) => one === search.type) ?? 'ITEM'
  const state = useList(entity)
  const [kind, setKind] = useState<IdentifierType | null>(null)
  const find = useMutation({
    mutationFn: () =>
      findByIdentifiers({
        entity,
        kind: kind ?? state.guessed,
        name: state.file ?? 'list.csv',
        content: new Blob([identifierFile(state.list.values)]),
      }),
    onSuccess: ({ id }) => navigate({ to: `/bulk-edit/${id}/records` }),
  })
  const canFind = state.list.values.length > 0
  const choose = (type: EntityType): void => {
    setKind(null)
    void navigate({ to: '/bulk-edit', search: { ...search, type }, replace: true })
  }
  const start = (): void => {
    if (canFind && !find.isPending) find.mutate()
  }
  return (
    <Card withBorder component="section" aria-labelledby="new-bulk-edit">
      <Stack>
        <Title order={2} size="h4" id="new-bulk-edit">
          {words.newEdit}
        </Title>
        <Grid>
          <Grid.Col span={{ base: 12, xs: 3, md: 2 }}>
            <EntityChoice value={entity} onChange={choose} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, xs: 9, md: 6 }}>
            <ListInput state={state} onFind={start} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 4 }}>
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
    </Card>
  )
}
