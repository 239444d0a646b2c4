import { NativeSelect, Stack, Table, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { placesText } from '#text/settings-places.ts'
import { settingsText } from '#text/settings.ts'
import { http } from '../../../lib/http.ts'
import type { ReferenceListName } from '../../../lib/reference-lists.ts'
import { useMay } from '../../../lib/session.ts'
import { Failure } from '../../../ui/failure.tsx'
import { notify } from '../../../ui/notices.ts'
import { Page } from '../../../ui/page.tsx'
import { ReferenceMultiSelect } from '../../../ui/reference-select.tsx'
import { SettingsLead } from '../settings-lead.tsx'

const KINDS = [
  { id: 'instance-call-number', list: 'callNumberTypes' },
  { id: 'instance-classification', list: 'classificationTypes' },
] as const

type Kind = (typeof KINDS)[number]
type Config = { id: string; shelvingAlgorithm: string; typeIds: string[] }

const ALGORITHMS = ['default', 'lc', 'dewey', 'nlm', 'sudoc', 'other']

/** Which types of numbers each browse list has, and by which rules it is ordered. */
export function BrowsePage() {
  return (
    <Page title={settingsText.pageTitles.browse} lead={<SettingsLead text={placesText.browseLead} />}>
      {KINDS.map((kind) => (
        <KindSettings key={kind.id} kind={kind} />
      ))}
    </Page>
  )
}

function KindSettings({ kind }: { kind: Kind }) {
  const client = useQueryClient()
  const mayChange = useMay('browse.config.item.put')
  const path = `/browse/config/${kind.id}`
  const { data, error, refetch } = useQuery({
    queryKey: ['browse-config', kind.id],
    queryFn: async ({ signal }) => (await http.get<{ configs: Config[] }>(path, {}, signal)).configs,
  })
  const save = useMutation({
    mutationFn: (config: Config) => http.put(`${path}/${config.id}`, config),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['browse-config', kind.id] })
      notify({ text: settingsText.saved })
    },
  })
  const failure = error ?? save.error
  const title = placesText.browseKinds[kind.id]
  return (
    <Stack component="section" gap="xs" aria-label={title}>
      <Title order={2} size="h5">
        {title}
      </Title>
      {failure && <Failure error={failure} retry={() => void refetch()} />}
      <Table aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{placesText.list}</Table.Th>
            <Table.Th scope="col">{placesText.order}</Table.Th>
            <Table.Th scope="col">{placesText.typesColumn}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {(data ?? []).map((config) => (
            <ConfigRow
              key={config.id}
              config={config}
              list={kind.list}
              isFixed={!mayChange}
              onChange={(next) => save.mutate(next)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}

type RowProps = {
  config: Config
  list: ReferenceListName
  isFixed: boolean
  onChange: (config: Config) => void
}

function ConfigRow({ config, list, isFixed, onChange }: RowProps) {
  const name = placesText.browseOptions[config.id] ?? config.id
  const orders = ALGORITHMS.map((value) => ({ value, label: placesText.browseOptions[value] ?? value }))
  return (
    <Table.Tr>
      <Table.Th scope="row">{name}</Table.Th>
      <Table.Td>
        <NativeSelect
          aria-label={placesText.algorithm(name)}
          data={orders}
          value={config.shelvingAlgorithm}
          disabled={isFixed}
          onChange={(event) => onChange({ ...config, shelvingAlgorithm: event.currentTarget.value })}
        />
      </Table.Td>
      <Table.Td>
        <ReferenceMultiSelect
          aria-label={placesText.types(name)}
          list={list}
          value={config.typeIds}
          disabled={isFixed}
          onChange={(typeIds) => onChange({ ...config, typeIds: [...typeIds] })}
        />
      </Table.Td>
    </Table.Tr>
  )
}
