import { Anchor, Group, Indicator, ActionIcon, Popover, Progress, Stack, Text } from '@mantine/core'
import { IconLoader, IconProgressCheck } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { trayText } from '#text/jobs-tray.ts'
import { markTitle } from '../lib/document-title.ts'
import { isOpen, jobName, jobPath } from '../lib/job-names.ts'
import { useJobs } from '../lib/job-stream.ts'
import type { JobProgress } from '../lib/job-stream.ts'
import { useSession } from '../lib/session.ts'
import { notify } from '../ui/notices.ts'

const SHOWN_ENDED = 10

/** What runs and what ended last, from any page; it stays open while one works and closes only when asked to. */
export function JobsTray() {
  const jobs = useJobs()
  const [isShown, setShown] = useState(false)
  useEndedNotices(jobs)
  const running = jobs?.filter(isOpen) ?? []
  const label = trayText.button(running.length)
  return (
    <Popover
      opened={isShown}
      onChange={setShown}
      width={360}
      position="bottom-end"
      shadow="md"
      withArrow
      trapFocus
      returnFocus
    >
      <Indicator label={running.length} size={18} disabled={running.length === 0} processing={false}>
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={label}
            title={label}
            onClick={() => setShown(!isShown)}
          >
            {running.length > 0 ? <IconLoader size={20} /> : <IconProgressCheck size={20} />}
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown aria-label={trayText.title}>
        <Tray jobs={jobs ?? []} onOpen={() => setShown(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Tray({ jobs, onOpen }: { jobs: readonly JobProgress[]; onOpen: () => void }) {
  const running = jobs.filter(isOpen)
  const ended = jobs.filter((job) => !isOpen(job)).slice(0, SHOWN_ENDED)
  if (jobs.length === 0) return <Text size="sm">{trayText.none}</Text>
  return (
    <Stack gap="xs">
      <Text fw={600} size="sm">
        {trayText.running}
      </Text>
      {running.length === 0 && <Text size="sm">{trayText.noneRunning}</Text>}
      {running.map((job) => (
        <RunningJob key={job.jobId} job={job} onOpen={onOpen} />
      ))}
      {ended.length > 0 && (
        <Text fw={600} size="sm">
          {trayText.ended}
        </Text>
      )}
      {ended.map((job) => (
        <div key={job.jobId}>
          <JobLink job={job} onOpen={onOpen} />
          <Text size="xs" c="dimmed">
            {trayText.states[job.state]}
            {job.errors > 0 && ` · ${trayText.errors(job.errors)}`}
          </Text>
        </div>
      ))}
      <Anchor component={Link} to="/import/history" size="sm" onClick={onOpen}>
        {trayText.all}
      </Anchor>
    </Stack>
  )
}

type JobProps = { job: JobProgress; onOpen: () => void }

function JobLink({ job, onOpen }: JobProps) {
  return (
    <Anchor
      component={Link}
      to={jobPath(job)}
      size="sm"
      onClick={onOpen}
      style={{ overflowWrap: 'anywhere' }}
    >
      {jobName(job)} {job.title}
    </Anchor>
  )
}

function RunningJob({ job, onOpen }: JobProps) {
  const { done, total, ratePerSecond, etaSeconds, errors } = job
  const share = total === 0 ? 0 : (100 * done) / total
  const facts = [
    trayText.progress(done, total),
    ratePerSecond === null ? null : trayText.rate(ratePerSecond),
    etaSeconds === null ? null : trayText.left(etaSeconds),
    errors === 0 ? null : trayText.errors(errors),
  ]
  return (
    <div>
      <JobLink job={job} onOpen={onOpen} />
      <Progress
        value={share}
        size="sm"
        mt={4}
        aria-label={`${jobName(job)}: ${trayText.progress(done, total)}`}
      />
      <Group gap={6} justify="space-between">
        <Text size="xs" c="dimmed">
          {facts.filter((fact) => fact !== null).join(' · ')}
        </Text>
        <Text size="xs" c="dimmed">
          {trayText.states[job.state]}
        </Text>
      </Group>
    </div>
  )
}

/** Tells once that a job of one's own has ended: in the corner, and in the window's title while it is hidden. */
function useEndedNotices(jobs: readonly JobProgress[] | null): void {
  const router = useRouter()
  const { userId } = useSession()
  const open = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const clear = (): void => {
      if (!document.hidden) markTitle('')
    }
    document.addEventListener('visibilitychange', clear)
    return () => document.removeEventListener('visibilitychange', clear)
  }, [])
  useEffect(() => {
    if (jobs === null) return
    const ended = jobs.filter((job) => open.current.has(job.jobId) && !isOpen(job) && job.userId === userId)
    open.current = new Set(jobs.filter(isOpen).map(({ jobId }) => jobId))
    for (const job of ended) {
      if (document.hidden) markTitle(`✓ ${job.number ?? ''}`.trim())
      // The page of the job says it itself.
      if (router.state.location.pathname.includes(job.jobId)) continue
      notify({
        id: `job-${job.jobId}`,
        text: trayText.ended1(`${jobName(job)} ${job.title}`, trayText.states[job.state]),
        kind: job.state === 'finished' || job.state === 'undone' ? 'done' : 'news',
        action: { label: trayText.open, run: () => router.history.push(`/app${jobPath(job)}`) },
      })
    }
  }, [jobs, router, userId])
}
