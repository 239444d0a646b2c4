import { Text } from '@mantine/core'
import { recordText } from '#text/inventory-record.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useUserName } from './api.ts'
import type { Metadata } from './records.ts'

/** When a record was changed last, and by whom. */
export function ChangedBy({ metadata }: { metadata: Metadata | undefined }) {
  const name = useUserName(metadata?.updatedByUserId)
  if (metadata?.updatedDate === undefined) return null
  return (
    <Text span size="sm" c="dimmed">
      {recordText.updated(formatDateTime(metadata.updatedDate), name)}
    </Text>
  )
}
