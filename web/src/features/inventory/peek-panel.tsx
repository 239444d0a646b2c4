import { Badge, Button, CloseButton, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { searchText } from '#text/inventory-search.ts'
import { useReferenceName } from '../../lib/reference-lists.ts'
import { Failure } from '../../ui/failure.tsx'
import { usePeek } from './api.ts'
import type { PeekHoldings, PeekInstance, PeekItem } from './api.ts'

/** Items of one holdings record shown here; the record has all. */
const SHOWN_ITEMS = 8

type Props = { id: string; onClose: () => void }

/** A look at a title and its copies without leaving the list. */
export function PeekPanel({ id, onClose }: Props) {
  const { data, error, refetch, isPending } = usePeek(id)
  return (
    <Stack gap="sm" aria-live="polite">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={2} size="h5" style={{ overflowWrap: 'anywhere' }}>
          {data?.title ?? searchText.peek}
        </Title>
        <CloseButton aria-label={searchText.closePeek} onClick={onClose} />
      </Group>
      {error !== null && <Failure error={error} retry={() => void refetch()} />}
      {isPending && <Loader size="sm" aria-label={searchText.counting} />}
      {data === null && <Text>{searchText.gone}</Text>}
      {data && <Peek instance={data} />}
    </Stack>
  )
}

function Peek({ instance }: { instance: PeekInstance }) {
  const {
    contributors = [],
    publication = [],
    subjects = [],
    editions = [],
    holdings = [],
    items = [],
  } = instance
  const published = publication
    .map(({ place, publisher, dateOfPublication }) =>
      [place, publisher, dateOfPublication].filter(Boolean).join(', '),
    )
    .join('; ')
  const lines = [
    contributors.map(({ name }) => name).join('; '),
    published,
    editions.join('; '),
    subjects
      .slice(0, 4)
      .map(({ value }) => value)
      .join(' · '),
  ].filter((line) => line !== '')
  return (
    <>
      <Button
        component={Link}
        {...toRecord(instance.id)}
        variant="light"
        size="xs"
        style={{ alignSelf: 'start' }}
      >
        {searchText.openRecord}
      </Button>
      <Text size="sm" c="dimmed">
        {instance.hrid} · {instance.source}
      </Text>
      {lines.map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
      {holdings.length === 0 && <Text size="sm">{searchText.noCopies}</Text>}
      {holdings.map((one) => (
        <Holdings
          key={one.id}
          holdings={one}
          items={items.filter(({ holdingsRecordId }) => holdingsRecordId === one.id)}
        />
      ))}
    </>
  )
}

/** The properties of a link to a record's page. */
export function toRecord(instanceId: string): { to: string; params: never } {
  return { to: '/inventory/$instanceId', params: { instanceId } as never }
}

function Holdings({ holdings, items }: { holdings: PeekHoldings; items: PeekItem[] }) {
  const location = useReferenceName('locations')
  const { callNumberPrefix, callNumber, callNumberSuffix } = holdings
  return (
    <div>
      <Text size="sm" fw={600}>
        {location(holdings.effectiveLocationId ?? holdings.permanentLocationId)}
      </Text>
      <Text size="sm">{[callNumberPrefix, callNumber, callNumberSuffix].filter(Boolean).join(' ')}</Text>
      {items.slice(0, SHOWN_ITEMS).map((item) => (
        <Group key={item.id} gap={6} wrap="nowrap">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {[item.barcode, item.volume, item.enumeration, item.chronology].filter(Boolean).join(' · ') ||
              '–'}
          </Text>
          <Badge size="xs" variant="default" tt="none">
            {item.status?.name}
          </Badge>
        </Group>
      ))}
      {items.length > SHOWN_ITEMS && (
        <Text size="sm" c="dimmed">
          {searchText.peekItems(items.length - SHOWN_ITEMS)}
        </Text>
      )}
    </div>
  )
}
