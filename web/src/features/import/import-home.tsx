import sampleBooks from '../../../../src/sample-library/books.mrc?url'
import { Alert, Anchor, Button, List, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { importText } from '#text/import.ts'
import { useJobs } from '../../lib/job-stream.ts'
import { usePermissionName } from '../../lib/permission-names.ts'
import { useMay } from '../../lib/session.ts'
import { isJobOpen } from '../../ui/job-progress.tsx'
import { Page } from '../../ui/page.tsx'
import { DropArea } from './home/drop-area.tsx'
import { RecentJobs } from './home/recent-jobs.tsx'
import { RunningJobs } from './home/running-jobs.tsx'
import { WaitingFiles } from './home/waiting-files.tsx'
import { addFiles } from './uploads/upload-queue.ts'

const UPLOAD = 'data-import.uploaddefinitions.post'

/** Hand over files; see what runs and what came of the last ones. */
export function ImportHome() {
  const mayUpload = useMay(UPLOAD)
  const permission = usePermissionName(mayUpload ? null : UPLOAD)
  const jobs = (useJobs() ?? []).filter(({ kind }) => kind !== 'bulk-edit')
  const isEmpty = jobs.length === 0
  // A file that was removed before it ran leaves a job without a profile, which says nothing.
  const ended = jobs.filter((job) => job.kind === 'import' && job.profile !== null && !isJobOpen(job))
  return (
    <Page title={importText.title} actions={<Links />}>
      {mayUpload ? <DropArea /> : <Text>{importText.mayNotUpload(permission ?? UPLOAD)}</Text>}
      {mayUpload && <WaitingFiles />}
      <RunningJobs jobs={jobs.filter(isJobOpen)} />
      {isEmpty && mayUpload && <FirstSteps />}
      <RecentJobs jobs={ended} />
    </Page>
  )
}

function Links() {
  return (
    <>
      <Button variant="default" component={Link} to="/import/history">
        {importText.history}
      </Button>
      <Button variant="default" component={Link} to="/settings/import/profiles">
        {importText.profiles}
      </Button>
    </>
  )
}

/** What this page is for, as long as nothing was imported. */
function FirstSteps() {
  return (
    <Alert title={importText.firstSteps} color="blue">
      <List type="ordered" size="sm">
        {importText.firstStepList.map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        {importText.sampleLead}
        <Anchor component="button" type="button" onClick={() => void addSample()}>
          {importText.sampleLink}
        </Anchor>
      </Text>
    </Alert>
  )
}

/** Brings in the sample file as if it had been dropped. */
async function addSample(): Promise<void> {
  const bytes = await (await fetch(sampleBooks)).blob()
  await addFiles([new File([bytes], 'books.mrc', { lastModified: 0 })])
}
