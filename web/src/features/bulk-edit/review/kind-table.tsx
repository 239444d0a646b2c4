import { Button, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { bulkEditReviewText as words } from '#text/bulk-edit-review.ts'
import { formatNumber } from '../../../lib/format.ts'
import { Failure } from '../../../ui/failure.tsx'
import { readRecordAt, useChangeKinds } from './api.ts'
import type { ChangeKind, ChangedRecord } from './api.ts'
import { ChangeDetails } from './change-details.tsx'
import styles from './review.module.css'

type Props = { id: string; field: string | undefined }

/** The different changes with the number of records of each: what a person checks instead of a hundred thousand rows. */
export function KindTable({ id, field }: Props) {
  const { data, error, refetch } = useChangeKinds(id, field)
  if (error) return <Failure error={error} retry={() => void refetch()} />
  return (
    <div style={{ overflow: 'auto', flex: 1 }} tabIndex={0} role="region" aria-label={words.kindsTable}>
      <Table aria-label={words.kindsTable} layout="auto">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.field}</Table.Th>
            <Table.Th>{words.kindFrom}</Table.Th>
            <Table.Th>{words.kindTo}</Table.Th>
            <Table.Th ta="end">{words.records}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data?.kinds.map((kind) => (
            <Table.Tr key={`${kind.field} ${kind.place} ${kind.to}`}>
              <Table.Th scope="row" fw={400}>
                {kind.field}
              </Table.Th>
              <Table.Td className={styles.pre}>
                <del className={styles.from}>{kind.from || words.none}</del>
              </Table.Td>
              <Table.Td className={styles.pre}>
                <ins className={styles.to}>{kind.to || words.none}</ins>
              </Table.Td>
              <Table.Td ta="end">
                <OneOfKind id={id} kind={kind} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {data?.isComplete === false && <Text size="sm">{words.manyKinds}</Text>}
    </div>
  )
}

/** The number of records of a kind; it opens the first of them. */
function OneOfKind({ id, kind }: { id: string; kind: ChangeKind }) {
  const [record, setRecord] = useState<ChangedRecord | null>(null)
  return (
    <>
      <Button
        variant="transparent"
        size="compact-sm"
        px={0}
        onClick={() => void readRecordAt(id, kind.place).then(setRecord)}
      >
        {formatNumber(kind.count)}
      </Button>
      <ChangeDetails record={record} onClose={() => setRecord(null)} />
    </>
  )
}
