import { Group, Text } from '@mantine/core'
import { instanceText } from '#text/inventory-record.ts'
import { Page } from '../../ui/page.tsx'
import { PageLink } from '../../ui/page-link.tsx'

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
        <PageLink to="/inventory">{instanceText.search}</PageLink>
        <PageLink to="/inventory/$instanceId/versions" params={{ instanceId }}>
          {instanceText.versions}
        </PageLink>
        {kind !== 'instance' && (
          <PageLink to="/inventory/$instanceId" params={{ instanceId }}>
            {instanceText.record}
          </PageLink>
        )}
      </Group>
    </Page>
  )
}
