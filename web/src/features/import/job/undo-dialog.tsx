import { Alert, Button, Group, List, Modal, ScrollArea, Stack, Table, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { importJobText } from '#text/import-job.ts'
import { shellText } from '#text/shell.ts'
import type { JobProgress } from '../../../lib/job-stream.ts'
import { Failure } from '../../../ui/failure.tsx'
import { TitleLink } from '../title-link.tsx'
import { jobCalls } from './job-calls.ts'
import type { UndoPlan } from './job-calls.ts'

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
  const { data: plan, error: planError } = useQuery(jobCalls.undoPlan(job.jobId))
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy || plan === undefined || plan.refusal !== null) return
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
        <Plan job={job} plan={plan} />
        {(error ?? planError) !== null && <Failure error={(error ?? planError)!} />}
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

/** What would be deleted, restored and left, as things are now. */
function Plan({ job, plan }: { job: JobProgress; plan: UndoPlan | undefined }) {
  const words = importJobText.undoPlan
  if (plan === undefined) return <Text>{words.counting}</Text>
  if (plan.refusal !== null) return <Alert color="orange" title={plan.refusal} />
  const deleted = parts(plan.deleted)
  const restored = parts(plan.restored)
  return (
    <>
      <Table variant="vertical" withRowBorders={false} aria-label={words.label}>
        <Table.Tbody>
          <PlanRow head={words.delete}>{deleted || words.nothing}</PlanRow>
          <PlanRow head={words.restore}>
            {restored ? words.restoreWhat(restored, job.startedAt) : words.nothing}
          </PlanRow>
          <PlanRow head={words.leave}>
            {plan.left === 0 ? words.nothing : words.leaveWhat(plan.left)}
            {plan.leftByReason.map(({ reason, count }) => (
              <Text key={reason} size="sm">
                {words.reason(reason, count)}
              </Text>
            ))}
          </PlanRow>
        </Table.Tbody>
      </Table>
      {!plan.isComplete && <Text size="sm">{words.soFar(plan.progress.current, plan.progress.total)}</Text>}
      {plan.leftRecords.length > 0 && <LeftRecords records={plan.leftRecords} />}
    </>
  )
}

function PlanRow({ head, children }: { head: string; children: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" w={100}>
        {head}
      </Table.Th>
      <Table.Td>{children}</Table.Td>
    </Table.Tr>
  )
}

/** The records that would be left, with the reason of each. */
function LeftRecords({ records }: { records: UndoPlan['leftRecords'] }) {
  return (
    <ScrollArea.Autosize mah={180} viewportProps={{ tabIndex: 0 }}>
      <List size="sm">
        {records.map((record) => (
          <List.Item key={`${record.recordType} ${record.id}`}>
            <TitleLink {...record} />: {record.text}
          </List.Item>
        ))}
      </List>
    </ScrollArea.Autosize>
  )
}

/** "12 instances, 12 items"; an empty text for nothing. MARC records go with what they belong to. */
function parts(counts: Record<string, number>): string {
  return Object.entries(importJobText.types1)
    .flatMap(([kind, words]) => {
      const count = counts[kind] ?? 0
      return count === 0 || kind === 'sourceRecords' ? [] : words(count)
    })
    .join(', ')
}
