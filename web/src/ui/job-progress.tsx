import { Badge, Group, Progress, Stack, Text, VisuallyHidden } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconHandStop,
  IconPlayerPlay,
  IconX,
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { jobText } from '#text/jobs.ts'
import { markTitle } from '../lib/document-title.ts'
import { formatNumber } from '../lib/format.ts'
import type { JobProgress, JobState } from '../lib/job-stream.ts'
import styles from './job-progress.module.css'

const LOOKS: Record<JobState, { colour: string; Icon: typeof IconCheck }> = {
  queued: { colour: 'gray', Icon: IconClock },
  running: { colour: 'blue', Icon: IconPlayerPlay },
  waiting: { colour: 'violet', Icon: IconClock },
  finished: { colour: 'green', Icon: IconCheck },
  'finished-with-errors': { colour: 'orange', Icon: IconAlertTriangle },
  stopped: { colour: 'gray', Icon: IconHandStop },
  failed: { colour: 'red', Icon: IconX },
  undone: { colour: 'teal', Icon: IconArrowBackUp },
  'undone-with-leftovers': { colour: 'orange', Icon: IconArrowBackUp },
}

/** How a job stands, as a word with a sign. */
export function JobStateBadge({ state }: { state: JobState }) {
  const { colour, Icon } = LOOKS[state]
  return (
    <Badge color={colour} variant="light" tt="none" leftSection={<Icon size={14} aria-hidden />}>
      {jobText.states[state]}
    </Badge>
  )
}

/** True while workers are at a job or will be. */
export function isJobOpen({ state }: Pick<JobProgress, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}

/** The bar alone, with its words for screen readers; a table's cell takes it as well as a page. */
export function JobBar({ job }: { job: JobProgress }) {
  const percent = job.total === 0 ? 0 : (job.done / job.total) * 100
  return (
    <Progress.Root className={styles.bar}>
      <Progress.Section
        value={percent}
        withAria={false}
        role="progressbar"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(percent)}
        aria-label={jobText.progressOf(job.title)}
        aria-valuetext={jobText.percent(job.done, job.total)}
      />
    </Progress.Root>
  )
}

/** The counts of a job; their sum is the number of records done. */
export function JobCounts({ job }: { job: JobProgress }) {
  const figures: [label: string, value: number][] = [
    [jobText.created, job.created],
    [jobText.updated, job.updated],
    [jobText.discarded, job.discarded],
    [jobText.errors, job.errors],
  ]
  if (job.left > 0) figures.push([jobText.left, job.left])
  return (
    <Group component="dl" m={0} gap="lg" className={styles.counts}>
      {figures.map(([label, value]) => (
        <div key={label} className={styles.figure}>
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <Text
            component="dd"
            m={0}
            fw={600}
            size="lg"
            {...(label === jobText.errors && value > 0 && { c: 'red' })}
          >
            {formatNumber(value)}
          </Text>
        </div>
      ))}
    </Group>
  )
}

/**
 * A job while it is at work: bar, exact counts, pace, and what must be known about it. The same for jobs of any kind.
 */
export function JobProgressPanel({ job }: { job: JobProgress }) {
  const isOpen = isJobOpen(job)
  useTitleMark(job, isOpen)
  return (
    <Stack gap="sm">
      {isOpen && (
        <>
          <JobBar job={job} />
          <Group gap="lg" className={styles.counts}>
            <Text fw={600}>{jobText.ofTotal(job.done, job.total)}</Text>
            {job.ratePerSecond !== null && <Text>{jobText.rate(job.ratePerSecond)}</Text>}
            {job.etaSeconds !== null && <Text>{jobText.eta(job.etaSeconds)}</Text>}
          </Group>
        </>
      )}
      <JobCounts job={job} />
      {job.state === 'queued' && <Text>{jobText.queued}</Text>}
      {job.resumedAt !== null && <Text>{jobText.resumed(job.resumedAt)}</Text>}
      <Announcement job={job} />
    </Stack>
  )
}

/** The window's title shows the percentage while a job runs, so that it is seen from another tab. */
function useTitleMark(job: JobProgress, isOpen: boolean): void {
  const percent = Math.floor((job.done / Math.max(1, job.total)) * 100)
  useEffect(() => {
    markTitle(isOpen ? `${percent} %` : '')
    return () => markTitle('')
  }, [isOpen, percent])
}

/** Tells screen readers each quarter, the first error, and the end. */
function Announcement({ job }: { job: JobProgress }) {
  const quarter = Math.floor((job.done / Math.max(1, job.total)) * 4) * 25
  const milestone = `${job.state} ${quarter} ${job.errors > 0}`
  const [told, setTold] = useState({ milestone, text: '' })
  if (told.milestone !== milestone) {
    const errors = job.errors > 0 ? ` ${jobText.errors}: ${formatNumber(job.errors)}.` : ''
    setTold({
      milestone,
      text: `${jobText.states[job.state]}, ${jobText.percent(job.done, job.total)}.${errors}`,
    })
  }
  return <VisuallyHidden aria-live="polite">{told.text}</VisuallyHidden>
}
