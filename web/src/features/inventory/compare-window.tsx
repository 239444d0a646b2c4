import { Checkbox, Loader, Modal, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { searchText } from '#text/inventory-search.ts'
import { Failure } from '../../ui/failure.tsx'
import { usePeek } from './api.ts'
import { compareTitles } from './compare-titles.ts'

/** Two titles side by side, field by field; where they differ is marked. */
export function CompareWindow({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const [isWhole, setWhole] = useState(false)
  const first = usePeek(ids[0])
  const second = usePeek(ids[1])
  const error = first.error ?? second.error
  const rows = first.data && second.data ? compareTitles(first.data, second.data) : null
  const shown = rows?.filter(({ isSame }) => isWhole || !isSame) ?? []
  return (
    <Modal
      opened
      onClose={onClose}
      title={searchText.compareTitle}
      size="70rem"
      closeButtonProps={{ 'aria-label': searchText.closeCompare }}
    >
      {error !== null && <Failure error={error} />}
      {error === null && rows === null && <Loader aria-label={searchText.counting} />}
      {rows !== null && (
        <>
          <Checkbox
            mb="sm"
            label={searchText.alsoSame(rows.filter(({ isSame }) => isSame).length)}
            checked={isWhole}
            onChange={(event) => setWhole(event.currentTarget.checked)}
          />
          {shown.length === 0 && <Text>{searchText.noDifference}</Text>}
          {shown.length > 0 && (
            <Table layout="fixed" aria-label={searchText.compareTitle}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col" w={160}>
                    {searchText.field}
                  </Table.Th>
                  <Table.Th scope="col">{first.data?.hrid}</Table.Th>
                  <Table.Th scope="col">{second.data?.hrid}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {shown.map(({ field, left, right, isSame }) => (
                  <Table.Tr key={field}>
                    <Table.Th scope="row">
                      {field}
                      {!isSame && isWhole && (
                        <Text span size="xs" c="orange" ml={4}>
                          {searchText.differs}
                        </Text>
                      )}
                    </Table.Th>
                    <Lines lines={left} others={right} />
                    <Lines lines={right} others={left} />
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )}
        </>
      )}
    </Modal>
  )
}

function Lines({ lines, others }: { lines: readonly string[]; others: readonly string[] }) {
  return (
    <Table.Td valign="top" style={{ overflowWrap: 'anywhere' }}>
      {lines.map((text) =>
        others.includes(text) ? (
          <div key={text}>{text}</div>
        ) : (
          <div key={text}>
            <mark>{text}</mark>
          </div>
        ),
      )}
      {lines.length === 0 && '–'}
    </Table.Td>
  )
}
