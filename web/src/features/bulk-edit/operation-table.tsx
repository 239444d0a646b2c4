import { Anchor, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { bulkEditText } from '#text/bulk-edit.ts'
import { formatDateTime, formatNumber } from '../../lib/format.ts'
import type { Operation } from './api.ts'
import { statusWord } from './operation-state.ts'

const words = bulkEditText.history.columns

type Props = { operations: readonly Operation[]; label: string; nameOf?: (userId: string) => string }

/** Operations as a table; each number leads to its operation. */
export function OperationTable({ operations, label, nameOf }: Props) {
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table aria-label={label} striped={false} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.number}</Table.Th>
            <Table.Th>{words.records}</Table.Th>
            <Table.Th>{words.status}</Table.Th>
            <Table.Th ta="end">{words.found}</Table.Th>
            <Table.Th ta="end">{words.changed}</Table.Th>
            <Table.Th>{words.started}</Table.Th>
            {nameOf && <Table.Th>{words.by}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {operations.map((operation) => (
            <Table.Tr key={operation.id}>
              <Table.Th scope="row">
                <Anchor component={Link} to={`/bulk-edit/${operation.id}`} size="sm">
                  {operation.hrId}
                </Anchor>
              </Table.Th>
              <Table.Td>{bulkEditText.entity[operation.entityType]}</Table.Td>
              <Table.Td>
                <Text size="sm">{statusWord(operation)}</Text>
              </Table.Td>
              <Table.Td ta="end">{formatNumber(operation.matchedNumOfRecords)}</Table.Td>
              <Table.Td ta="end">{formatNumber(operation.committedNumOfRecords)}</Table.Td>
              <Table.Td>{formatDateTime(operation.startTime)}</Table.Td>
              {nameOf && <Table.Td>{nameOf(operation.userId)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
