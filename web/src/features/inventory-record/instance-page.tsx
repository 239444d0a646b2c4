import { ActionIcon, Alert, Badge, Group, Stack, Text, Title, Tooltip } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { instanceText, recordText } from '#text/inventory-record.ts'
import { useReferenceList } from '../../lib/reference-lists.ts'
import { ReferenceName } from '../../ui/field-value.tsx'
import { Page } from '../../ui/page.tsx'
import { RecordSections } from '../../ui/record-sections.tsx'
import { useHoldingsOf, useInstance, useOpenRequests } from './api.ts'
import { ChangedBy } from './changed-by.tsx'
import { copyText } from './copy-text.ts'
import { Copies } from './copies.tsx'
import { INSTANCE_SECTIONS } from './fields/instance-fields.ts'
import { InstanceActions } from './instance-actions.tsx'
import { LoadingPage } from './loading-page.tsx'
import { mainContributor, publicationDate } from './records.ts'
import type { Instance } from './records.ts'
import { RelatedTitles } from './related-titles.tsx'

/** A title with its copies first, then everything that describes it. */
export function InstancePage() {
  const { instanceId } = useParams({ strict: false }) as { instanceId: string }
  const instance = useInstance(instanceId)
  // What the copies need is asked for beside the title, before the many lists of its description.
  useHoldingsOf(instanceId)
  useReferenceList('locations')
  if (instance.data === undefined)
    return <LoadingPage query={instance} kind="instance" instanceId={instanceId} />
  return <LoadedInstance key={instanceId} instance={instance.data} />
}

function LoadedInstance({ instance }: { instance: Instance }) {
  const [focused, setFocused] = useState<string | null>(null)
  return (
    <Page
      title={instance.title || instanceText.untitled}
      windowTitle={`${instance.title} · ${instance.hrid}`}
      lead={<Lead instance={instance} />}
      actions={<InstanceActions instance={instance} focusedHoldings={focused} />}
    >
      <Banners instance={instance} />
      <Copies instance={instance} onFocusHoldings={setFocused} />
      <section aria-labelledby="record">
        <Title order={2} size="h4" id="record" mb="xs">
          {instanceText.record}
        </Title>
        <Stack gap="md">
          <RecordSections sections={INSTANCE_SECTIONS} record={instance} />
          <RelatedTitles instance={instance} />
        </Stack>
      </section>
    </Page>
  )
}

function Lead({ instance }: { instance: Instance }) {
  const hrid = instance.hrid ?? ''
  return (
    <Group gap="xs" component="div">
      {[mainContributor(instance), publicationDate(instance)].filter(Boolean).map((part) => (
        <Text key={part} span size="sm">
          {part} ·
        </Text>
      ))}
      <Text span size="sm">
        <ReferenceName list="instanceTypes" id={instance.instanceTypeId} /> ·
      </Text>
      <Group gap={2} wrap="nowrap">
        <Text span size="sm" ff="monospace">
          {hrid}
        </Text>
        <Tooltip label={instanceText.copyHrid}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={instanceText.copyHrid}
            onClick={() => void copyText(hrid)}
          >
            <IconCopy size={14} />
          </ActionIcon>
        </Tooltip>
      </Group>
      <Badge variant="default" tt="none">
        {recordText.source(instance.source)}
      </Badge>
      <Requests instanceId={instance.id} />
      <ChangedBy metadata={instance.metadata} />
    </Group>
  )
}

function Requests({ instanceId }: { instanceId: string }) {
  const { data = 0 } = useOpenRequests(`instanceId=="${instanceId}"`)
  return data === 0 ? null : (
    <Badge color="blue" variant="light">
      {instanceText.requests(data)}
    </Badge>
  )
}

function Banners({ instance }: { instance: Instance }) {
  const { deleted, staffSuppress, discoverySuppress, source } = instance
  const banners = [
    deleted && { text: instanceText.isSetForDeletion, hint: instanceText.isSetForDeletionHint, color: 'red' },
    !deleted && staffSuppress && { text: instanceText.staffSuppressed, color: 'orange' },
    !deleted && discoverySuppress && { text: instanceText.discoverySuppressed, color: 'orange' },
    source.startsWith('CONSORTIUM-') && { text: instanceText.fromConsortium, color: 'blue' },
    source === 'LINKED_DATA' && { text: instanceText.linkedData, color: 'blue' },
  ].filter((banner) => banner !== false && banner !== undefined)
  return (
    <>
      {banners.map(({ text, hint, color }: { text: string; hint?: string; color: string }) => (
        <Alert key={text} color={color} title={text} role="note">
          {hint}
        </Alert>
      ))}
    </>
  )
}
