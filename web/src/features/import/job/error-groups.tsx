import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { importJobText } from '#text/import-job.ts'
import { useActions } from '../../../lib/actions.ts'
import { formatNumber } from '../../../lib/format.ts'
import type { JobProgress } from '../../../lib/job-stream.ts'
import { AllowedButton } from '../../../ui/allowed.tsx'
import { Failure, explainError } from '../../../ui/failure.tsx'
import { notify } from '../../../ui/notices.ts'
import { TechnicalDetail } from '../technical-detail.tsx'
import { download } from '../download.ts'
import { UPLOAD, useLoadAgain } from './job-actions.tsx'
import { failedRecordsAddress, jobCalls } from './job-calls.ts'
import type { ErrorGroup } from './job-calls.ts'
import { placeWords } from '../outcome/outcome-calls.ts'
import type { JobSearch } from './job-records.tsx'

/** What went wrong, by cause: how many records, where, and what to do; the largest group first. */
export function ErrorGroups({ job, isOpen }: { job: JobProgress; isOpen: boolean }) {
  const { data, error, refetch } = useQuery(jobCalls.errors(job.jobId, isOpen))
  const show = useShowGroup()
  useGroupKeys(data, show)
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />
  if (data === undefined || data.length === 0) return null
  return (
    <Stack gap="xs" component="section" aria-labelledby="went-wrong">
      <Title order={2} size="h4" id="went-wrong">
        {importJobText.wentWrong}
      </Title>
      {data.map((group) => (
        <GroupCard key={group.code} job={job} group={group} isOpen={isOpen} show={() => show(group.code)} />
      ))}
    </Stack>
  )
}

/** Shows the records of one group in the table below. */
function useShowGroup(): (code: string) => void {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as JobSearch
  return (code) => {
    void navigate({
      to: '.',
      search: { ...search, code, show: undefined },
      resetScroll: false,
    } as never)
    setTimeout(() => document.getElementById('records')?.scrollIntoView({ block: 'start' }), 50)
  }
}

/** 1 to 9 open the nth group. */
function useGroupKeys(groups: readonly ErrorGroup[] | undefined, show: (code: string) => void): void {
  const codes =
    groups
      ?.slice(0, 9)
      .map(({ code }) => code)
      .join('|') ?? ''
  const actions = useMemo(
    () =>
      (groups ?? []).slice(0, 9).map((group, at) => ({
        id: `import.group.${at}`,
        label: importJobText.group(headOf(group)),
        keys: [String(at + 1)],
        group: 'page' as const,
        run: () => show(group.code),
      })),
    // The list is asked for again while the job runs; only other groups are other actions.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [codes],
  )
  useActions(actions)
}

const headOf = ({ isOneText, text, title }: ErrorGroup) => (isOneText && text !== null ? text : title)

type CardProps = { job: JobProgress; group: ErrorGroup; isOpen: boolean; show: () => void }

function GroupCard({ job, group, isOpen, show }: CardProps) {
  const { code, count, marcFields, field, advice, isFixable, example, folioError } = group
  const loadAgain = useLoadAgain(job.jobId)
  const where = group.isOneText ? importJobText.where(marcFields.map(placeWords), field) : null
  const fetchFile = (): void => {
    const name = `${job.title.replace(/\.\w{1,8}$/, '')} #${job.number} ${group.kind}.mrc`
    download(failedRecordsAddress(job.jobId, 'mrc', code), name).catch((error: unknown) =>
      notify({ text: explainError(error as Error), kind: 'problem' }),
    )
  }
  return (
    <Paper withBorder p="sm">
      <Group align="flex-start" wrap="nowrap" gap="md">
        <Text fw={700} size="xl" miw="3.5rem" ta="end">
          {formatNumber(count)}
        </Text>
        <Stack gap={4} flex={1} miw={0}>
          <Title order={3} size="h5" style={{ overflowWrap: 'anywhere' }}>
            {headOf(group)}
          </Title>
          {where !== null && <Text size="sm">{where}</Text>}
          {!group.isOneText && <Text size="sm">{importJobText.forExample(group.text ?? example)}</Text>}
          <Text size="sm">{advice}</Text>
          <Group gap="xs" mt={4}>
            <Button size="compact-sm" variant="default" onClick={show}>
              {importJobText.rows(count)}
            </Button>
            <AllowedButton
              permission="metadata-provider.incomingrecords.get"
              size="compact-sm"
              variant="default"
              onClick={fetchFile}
            >
              {importJobText.downloadGroup}
            </AllowedButton>
            {isFixable && !isOpen && (
              <AllowedButton
                permission={UPLOAD}
                size="compact-sm"
                variant="default"
                onClick={() => void loadAgain('failed', code)}
              >
                {importJobText.loadGroup}
              </AllowedButton>
            )}
          </Group>
          <TechnicalDetail text={[example, folioError].filter(Boolean).join('\n')} />
        </Stack>
      </Group>
    </Paper>
  )
}
