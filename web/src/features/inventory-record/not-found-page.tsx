import { Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { instanceText } from '#text/inventory-record.ts'
import { Page } from '../../ui/page.tsx'

type Props = {
  title: string
  hint: string
  instanceId: string
  kind: 'instance' | 'holdings' | 'item'
}

/** What an address shows that leads to no record: where to look for it. */
export function NotFoundPage({ title, hint, instanceId, kind }: Props) {
  return (
    <Page title={title}>
      <Text>{hint}</Text>
      <Group>
        <Link to="/inventory">{instanceText.search}</Link>
        <Link to="/inventory/$instanceId/versions" params={{ instanceId }}>
          {instanceText.versions}
        </Link>
        {kind !== 'instance' && (
          <Link to="/inventory/$instanceId" params={{ instanceId }}>
            {instanceText.record}
          </Link>
        )}
      </Group>
    </Page>
  )
}
