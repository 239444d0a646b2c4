import { sendPart } from './send-part.ts'
import { uploadCalls } from './upload-calls.ts'

/** Parts of 4 MiB: a line that breaks costs at most so much again; 10,000 parts make 40 GB. */
export const PART_BYTES = 4 * 1024 * 1024

/** What the server has of a file: enough to go on with it, also after the page was closed. */
export type Progress = {
  name: string
  size: number
  lastModified: number
  definitionId: string
  fileId: string
  jobId: string
  key: string | null
  uploadId: string | null
  /** The tags of the parts that arrived, in order. */
  tags: string[]
}

const STORE = 'octavo.uploads'
/** The server keeps parts for seven days. */
const MAX_KEPT = 50

function readStored(): Progress[] {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? '[]') as Progress[]
  } catch {
    return []
  }
}

function writeStored(all: readonly Progress[]): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(all.slice(-MAX_KEPT)))
  } catch {
    // Without room the upload goes on; only going on with it after the page was closed is lost.
  }
}

function keep(progress: Progress): void {
  writeStored([...readStored().filter(({ fileId }) => fileId !== progress.fileId), progress])
}

/** The upload is complete or was given up. */
export function forgetProgress(definitionId: string): void {
  writeStored(readStored().filter((one) => one.definitionId !== definitionId))
}

/** How far an upload of the same file came that was broken off by closing the page. */
export function findProgress(file: File): Progress | null {
  const { name, size, lastModified } = file
  return (
    readStored().find((one) => one.name === name && one.size === size && one.lastModified === lastModified) ??
    null
  )
}

/** Tells the server of a file. */
export async function beginUpload(file: File): Promise<Progress> {
  const definition = await uploadCalls.define(file)
  const [first] = definition.fileDefinitions
  const { name, size, lastModified } = file
  const progress: Progress = {
    name,
    size,
    lastModified,
    definitionId: definition.id,
    fileId: first!.id,
    jobId: first!.jobExecutionId,
    key: null,
    uploadId: null,
    tags: [],
  }
  keep(progress)
  return progress
}

/**
 * Sends what is missing of a file, part by part, and has the server put it together. After an error the same call goes
 * on where it stopped.
 */
export async function sendRest(
  file: File,
  progress: Progress,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const parts = Math.max(1, Math.ceil(file.size / PART_BYTES))
  while (progress.tags.length < parts) {
    signal.throwIfAborted()
    const at = progress.tags.length
    const url = await addressOfPart(progress, at + 1)
    const bytes = file.slice(at * PART_BYTES, (at + 1) * PART_BYTES)
    progress.tags.push(await sendPart(url, bytes, (sent) => onSent(at * PART_BYTES + sent), signal))
    onSent(Math.min(file.size, (at + 1) * PART_BYTES))
    keep(progress)
  }
  const { key, uploadId, tags } = progress
  await uploadCalls.assemble(progress.definitionId, progress.fileId, { key: key!, uploadId: uploadId!, tags })
  forgetProgress(progress.definitionId)
}

/** Where a part goes, on this server however it is reached. */
async function addressOfPart(progress: Progress, partNumber: number): Promise<string> {
  const { key, uploadId } = progress
  const target =
    partNumber === 1 || key === null || uploadId === null
      ? await uploadCalls.firstPart(progress.name)
      : await uploadCalls.nextPart({ key, uploadId }, partNumber)
  progress.key = target.key
  progress.uploadId = target.uploadId
  const { pathname, search } = new URL(target.url)
  return pathname + search
}
