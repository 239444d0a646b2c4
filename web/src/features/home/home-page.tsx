import { Anchor, List, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { homeText } from '#text/home.ts'
import { trayText } from '#text/jobs-tray.ts'
import { paletteText } from '#text/palette.ts'
import { formatDateTime } from '../../lib/format.ts'
import { isOpen, jobName, jobPath } from '../../lib/job-names.ts'
import { useJobs } from '../../lib/job-stream.ts'
import type { JobProgress } from '../../lib/job-stream.ts'
import { useRecentRecords } from '../../lib/recent-records.ts'
import { useSavedSearches } from '../../lib/saved-searches.ts'
import { useSession } from '../../lib/session.ts'
import { listDrafts } from '../../ui/draft.ts'
import { Page } from '../../ui/page.tsx'
import { FirstSteps } from './first-steps.tsx'

const SHOWN = 8

/** Where the day begins: what runs, what waits for a decision, what was left half done, and the way back to records. */
export function HomePage() {
  const { name, userId } = useSession()
  const jobs = useJobs()?.filter((job) => job.userId === userId) ?? []
  const recent = useRecentRecords()
  const saved = useSavedSearches()
  const drafts = listDrafts()
  const waiting = jobs.filter(({ state }) => state === 'waiting')
  const others = jobs.filter(({ state }) => state !== 'waiting').slice(0, SHOWN)
  const isNew = jobs.length === 0 && recent.length === 0
  return (
    <Page title={homeText.title} lead={homeText.greeting(name)}>
      {isNew && <FirstSteps />}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {waiting.length > 0 && (
          <Panel title={homeText.waiting}>
            {waiting.map((job) => (
              <JobLine key={job.jobId} job={job} />
            ))}
          </Panel>
        )}
        <Panel title={homeText.jobs} empty={homeText.noJobs}>
          {others.map((job) => (
            <JobLine key={job.jobId} job={job} />
          ))}
        </Panel>
        {drafts.length > 0 && (
          <Panel title={homeText.drafts}>
            {drafts.map((draft) => (
              <Line
                key={draft.name}
                to={draft.address}
                label={draft.title}
                detail={homeText.draftKept(formatDateTime(draft.savedAt))}
              />
            ))}
          </Panel>
        )}
        <Panel title={homeText.recent} empty={homeText.noRecent}>
          {recent.slice(0, SHOWN).map(({ kind, path, title }) => (
            <Line key={path} to={path} label={title} detail={paletteText.kinds[kind]} />
          ))}
        </Panel>
        {saved.length > 0 && (
          <Panel title={homeText.searches}>
            {saved.map(({ id, label, to }) => (
              <Line key={id} to={to} label={label} />
            ))}
          </Panel>
        )}
      </SimpleGrid>
    </Page>
  )
}

type PanelProps = { title: string; empty?: string; children: readonly ReactNode[] }

function Panel({ title, empty, children }: PanelProps) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="xs">
        <Title order={2} size="h5">
          {title}
        </Title>
        {children.length === 0 ? (
          <Text size="sm" c="dimmed">
            {empty}
          </Text>
        ) : (
          <List listStyleType="none" spacing={6}>
            {children}
          </List>
        )}
      </Stack>
    </Paper>
  )
}

function Line({ to, label, detail }: { to: string; label: string; detail?: string }) {
  return (
    <List.Item>
      <Anchor component={Link} to={to} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {label}
      </Anchor>
      {detail !== undefined && (
        <Text span size="xs" c="dimmed" ml={8}>
          {detail}
        </Text>
      )}
    </List.Item>
  )
}

function JobLine({ job }: { job: JobProgress }) {
  const facts = [
    trayText.states[job.state],
    isOpen(job) ? trayText.progress(job.done, job.total) : formatDateTime(job.finishedAt),
    job.errors > 0 ? trayText.errors(job.errors) : '',
  ]
  return (
    <Line
      to={jobPath(job)}
      label={`${jobName(job)} ${job.title}`}
      detail={facts.filter(Boolean).join(' · ')}
    />
  )
}
