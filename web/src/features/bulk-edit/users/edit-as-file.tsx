import { FileButton, Group, List, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { bulkEditUsersText as words } from '#text/bulk-edit-users.ts'
import { formatNumber } from '../../../lib/format.ts'
import { request } from '../../../lib/http.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { keys, reviewEditedFile } from '../api.ts'
import type { Operation } from '../api.ts'
import { downloadPath } from '../downloads.ts'
import { RIGHTS, START_BY_LIST } from '../permissions.ts'
import { checkEditedFile, isRefused } from './edited-file-check.ts'
import type { FileCheck } from './edited-file-check.ts'

type Edited = { file: File; check: FileCheck }

/** Users as a file: kept, changed elsewhere, brought back, and checked column by column before the review. */
export function EditAsFile({ operation }: { operation: Operation }) {
  const [edited, setEdited] = useState<Edited | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const read = async (file: File | null): Promise<void> => {
    if (file === null) return
    setProblem(null)
    const [path] = downloadPath(operation, 'MATCHED_RECORDS_FILE')
    const original = await (await request('GET', path)).text()
    try {
      setEdited({ file, check: checkEditedFile(original, await file.text()) })
    } catch {
      setEdited(null)
      setProblem(words.notCsv(file.name))
    }
  }
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="edit-as-file">
      <Stack gap="xs">
        <Title order={2} size="h4" id="edit-as-file">
          {words.fileTitle}
        </Title>
        <Text size="sm">{words.fileLead}</Text>
        <Group>
          <AllowedButton
            permission="bulk-operations.download.item.get"
            variant="default"
            onClick={() => void saveFile(...downloadPath(operation, 'MATCHED_RECORDS_FILE'))}
          >
            {words.download}
          </AllowedButton>
          <FileButton onChange={(file) => void read(file)} accept=".csv,text/csv">
            {(button) => (
              <AllowedButton
                {...button}
                permission={[...START_BY_LIST, ...RIGHTS.USER.edit]}
                variant="default"
              >
                {words.upload}
              </AllowedButton>
            )}
          </FileButton>
        </Group>
        {problem && <Text role="alert">{problem}</Text>}
        {edited && <Check operation={operation} edited={edited} />}
      </Stack>
    </Paper>
  )
}

function Check({ operation, edited: { file, check } }: { operation: Operation; edited: Edited }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const send = useMutation({
    mutationFn: () => reviewEditedFile(operation.id, file),
    onSuccess: async (started) => {
      client.removeQueries({ queryKey: [...keys.one(operation.id), 'changes'] })
      client.setQueryData(keys.one(operation.id), started)
      await navigate({ to: `/bulk-edit/${operation.id}/review` })
    },
  })
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {words.check(file.name)}
      </Title>
      <Text role="status">
        {check.changedRows === 0 ? words.nothing : words.changedRows(check.changedRows)}
      </Text>
      <Remarks check={check} />
      {check.changedCells.length > 0 && (
        <Table aria-label={words.check(file.name)} w="auto">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.column}</Table.Th>
              <Table.Th ta="end">{words.cells}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {check.changedCells.map(({ column, count }) => (
              <Table.Tr key={column}>
                <Table.Th scope="row" fw={400}>
                  {column}
                </Table.Th>
                <Table.Td ta="end">{formatNumber(count)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {send.error && <Failure error={send.error} />}
      <Group>
        <AllowedButton
          permission={[...START_BY_LIST, ...RIGHTS.USER.edit]}
          disabledReason={isRefused(check) ? words.nothing : null}
          onClick={() => send.isPending || send.mutate()}
          aria-busy={send.isPending}
        >
          {send.isPending ? words.sending : words.send}
        </AllowedButton>
      </Group>
    </Stack>
  )
}

/** What is odd about the file, a line each. */
function Remarks({ check }: { check: FileCheck }) {
  const { unknownColumns, missingColumns, unknownIds, repeatedIds, missingRows } = check
  const remarks = [
    ...(unknownColumns.length > 0 ? [words.unknownColumns(unknownColumns.join(', '))] : []),
    ...(missingColumns.length > 0 ? [words.missingColumns(missingColumns.join(', '))] : []),
    ...(unknownIds.length > 0
      ? [words.unknownIds(unknownIds.length, unknownIds.slice(0, 5).join(', '))]
      : []),
    ...(repeatedIds.length > 0 ? [words.repeated(repeatedIds.length)] : []),
    ...(missingRows > 0 ? [words.missingRows(missingRows)] : []),
  ]
  if (remarks.length === 0) return null
  return (
    <List size="sm">
      {remarks.map((text) => (
        <List.Item key={text}>{text}</List.Item>
      ))}
    </List>
  )
}
