import { Button, Group, Modal, Stack, Table, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { importJobText } from '#text/import-job.ts'
import { shellText } from '#text/shell.ts'
import type { JobProgress } from '../../../lib/job-stream.ts'
import { Failure } from '../../../ui/failure.tsx'
import type { Summary } from '../import-calls.ts'
import { jobCalls } from './job-calls.ts'

type Props = { job: JobProgress; isOpen: boolean; onClose: () => void }

/** Says what an undo would do and begins it when the job's number is typed: never by one click. */
export function UndoDialog({ job, isOpen, onClose }: Props) {
  const number = job.number ?? 0
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={importJobText.undoTitle(number)}
      centered
      size="lg"
      closeButtonProps={{ 'aria-label': shellText.close }}
    >
      <UndoForm job={job} number={number} onClose={onClose} />
    </Modal>
  )
}

function UndoForm({ job, number, onClose }: { job: JobProgress; number: number; onClose: () => void }) {
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    if (typed.trim().replace(/^#/, '') !== String(number)) {
      setProblem(importJobText.wrongNumber(number))
      return
    }
    setBusy(true)
    setError(null)
    try {
      await jobCalls.startUndo(job.jobId)
      await client.invalidateQueries({ queryKey: jobCalls.undo(job.jobId).queryKey })
      onClose()
    } catch (failure) {
      setError(failure as Error)
    }
    setBusy(false)
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <Plan job={job} />
        {error !== null && <Failure error={error} />}
        <TextInput
          label={importJobText.confirmNumber}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setProblem(null)
          }}
          error={problem}
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
          w={260}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {shellText.cancel}
          </Button>
          <Button type="submit" color="red" aria-busy={isBusy}>
            {importJobText.undoNow}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const KINDS: Record<string, string> = {
  instanceSummary: 'instances',
  holdingSummary: 'holdings',
  itemSummary: 'items',
  authoritySummary: 'authorities',
}

function parts(summary: Summary, field: 'totalCreatedEntities' | 'totalUpdatedEntities'): string[] {
  return Object.entries(KINDS).flatMap(([key, kind]) => {
    const n = summary[key]?.[field] ?? 0
    return n === 0 ? [] : importJobText.types1[kind]!(n)
  })
}

/** What would be deleted, restored and left. */
function Plan({ job }: { job: JobProgress }) {
  const { data: summary } = useQuery(jobCalls.summary(job.jobId, false))
  const words = importJobText.undoPlan
  const created = summary === undefined ? [words.counting] : parts(summary, 'totalCreatedEntities')
  const updated = summary === undefined ? [words.counting] : parts(summary, 'totalUpdatedEntities')
  const rows: [string, string][] = [
    [words.delete, created.length === 0 ? words.nothing : words.deleteWhat(created)],
    [words.restore, updated.length === 0 ? words.nothing : words.restoreWhat(updated, job.startedAt)],
    [words.leave, words.leaveWhat],
  ]
  return (
    <Table variant="vertical" withRowBorders={false}>
      <Table.Tbody>
        {rows.map(([head, what]) => (
          <Table.Tr key={head}>
            <Table.Th scope="row" w={100}>
              {head}
            </Table.Th>
            <Table.Td>
              <Text>{what}</Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
