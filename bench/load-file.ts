import { openAsBlob } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from './client.ts'

export type JobProfile = { id: string; name: string; dataType: string }

type Upload = { id: string; fileDefinitions: { id: string; jobExecutionId: string }[] }
type Job = { status: string; progress: { current: number; total: number } }

export type LoadedFile = {
  jobId: string
  /** From processFiles to the end of the job. */
  seconds: number
  /** When each `segment` records were done, in seconds from processFiles. */
  segments: number[]
}

/** Uploads a file and imports it; `segment` is the number of records after each of which the time is taken. */
export async function loadFile(
  client: Client,
  file: string,
  profile: JobProfile,
  segment: number,
): Promise<LoadedFile> {
  const upload = await client.post<Upload>('/data-import/uploadDefinitions', {
    fileDefinitions: [{ name: path.basename(file) }],
  })
  const { id: fileId, jobExecutionId: jobId } = upload.fileDefinitions[0]!
  await client.postBytes(
    `/data-import/uploadDefinitions/${upload.id}/files/${fileId}`,
    await openAsBlob(file),
  )
  const started = performance.now()
  await client.post(`/data-import/uploadDefinitions/${upload.id}/processFiles?defaultMapping=false`, {
    uploadDefinition: upload,
    jobProfileInfo: profile,
  })
  const segments: number[] = []
  for (;;) {
    const job = await client.get<Job>(`/change-manager/jobExecutions/${jobId}`)
    const seconds = (performance.now() - started) / 1000
    while (job.progress.current >= (segments.length + 1) * segment) segments.push(seconds)
    if (job.status === 'COMMITTED') return { jobId, seconds, segments }
    if (job.status === 'ERROR')
      throw new Error(`The job ended with errors: ${await firstError(client, jobId)}`)
    await delay(50)
  }
}

async function firstError(client: Client, jobId: string): Promise<string> {
  const { entries } = await client.get<{ entries: { error: string }[] }>(
    `/metadata-provider/jobLogEntries/${jobId}?limit=1&errorsOnly=true`,
  )
  return entries[0]?.error ?? 'none in the log'
}

/** The last line of a job's log. */
export async function lastEntry<T>(client: Client, jobId: string): Promise<T> {
  const job = await client.get<Job>(`/change-manager/jobExecutions/${jobId}`)
  const { entries } = await client.get<{ entries: T[] }>(
    `/metadata-provider/jobLogEntries/${jobId}?limit=1&offset=${job.progress.total - 1}`,
  )
  return entries[0]!
}
