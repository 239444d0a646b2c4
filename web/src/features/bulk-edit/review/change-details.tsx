import { Anchor, Drawer, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { bulkEditReviewText as words } from '#text/bulk-edit-review.ts'
import { shellText } from '#text/shell.ts'
import { explainProblem } from '../explain-problem.ts'
import type { ChangedRecord } from './api.ts'
import styles from './review.module.css'

type Props = { record: ChangedRecord | null; onClose: () => void }

/** All that changes in one record, in full length. */
export function ChangeDetails({ record, onClose }: Props) {
  return (
    <Drawer
      opened={record !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title={record ? words.details(record.name) : ''}
      closeButtonProps={{ 'aria-label': shellText.close }}
    >
      {record && <Details record={record} />}
    </Drawer>
  )
}

function Details({ record }: { record: ChangedRecord }) {
  const address = addressOf(record)
  return (
    <Stack>
      <Text fw={600}>{record.title}</Text>
      {address && (
        <Anchor component={Link} to={address}>
          {words.openRecord}
        </Anchor>
      )}
      {record.problems.map(({ message }) => (
        <Text key={message} size="sm" c="var(--mantine-color-error)">
          {explainProblem(message)}
        </Text>
      ))}
      {record.changes.map(({ field, from, to }) => (
        <div key={field}>
          <Text fw={600} size="sm">
            {field}
          </Text>
          <Text size="sm" component="div" className={styles.pre}>
            {words.from} <del className={styles.from}>{from || words.none}</del>
          </Text>
          <Text size="sm" component="div" className={styles.pre}>
            {words.to} <ins className={styles.to}>{to || words.none}</ins>
          </Text>
        </div>
      ))}
    </Stack>
  )
}

/** Where the record is in this app; users have no page yet. */
function addressOf({ recordId, instanceId, holdingsRecordId }: ChangedRecord): string | null {
  if (instanceId === undefined) return null
  if (instanceId === recordId) return `/inventory/${instanceId}`
  if (holdingsRecordId === recordId) return `/inventory/${instanceId}/holdings/${holdingsRecordId}`
  return `/inventory/${instanceId}/items/${recordId}`
}
