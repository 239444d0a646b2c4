import { expect } from 'vitest'
import type { TestApp, TestReply } from '../support/app.ts'
import { CREATE_INSTANCE, answer, defineUpload, processFiles } from './import-client.ts'
import type { Profile } from './import-client.ts'

export type UploadUrl = { url: string; key: string; uploadId: string }

/** Path and query of an address that the server gave out. */
export function target(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** Sends bytes to a signed address as clients do: no token, no tenant, no type. */
export function putPart(app: TestApp, url: string, bytes: Buffer): Promise<TestReply> {
  return app.raw('PUT', target(url), {}, bytes)
}

/** Asks for the addresses of a file's parts one after the other and sends them. @returns what assembling takes */
export async function sendParts(app: TestApp, name: string, parts: readonly Buffer[]) {
  const tags: string[] = []
  const first = answer(
    await app.get(`/data-import/uploadUrl?filename=${encodeURIComponent(name)}`),
  ) as UploadUrl
  for (const [index, part] of parts.entries()) {
    const query = new URLSearchParams({
      key: first.key,
      uploadId: first.uploadId,
      partNumber: String(index + 1),
    })
    const { url } =
      index === 0 ? first : (answer(await app.get(`/data-import/uploadUrl/subsequent?${query}`)) as UploadUrl)
    const reply = await putPart(app, url, part)
    expect(reply.status, reply.text).toBe(200)
    tags.push(String(reply.headers.etag))
  }
  return { uploadId: first.uploadId, key: first.key, tags }
}

/** Cuts bytes into pieces of one size. */
export function cut(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
}

export type CompositeJob = {
  id: string
  hrId: number
  status: string
  fileName: string
  sourcePath: string
  progress: { current: number; total: number }
  compositeDetails: Record<
    string,
    { chunksCount: number; totalRecordsCount: number; currentlyProcessedCount: number }
  >
  [key: string]: unknown
}

/** The composite job of an uploaded key, found as FOLIO's integration tests find it. */
export async function findParent(app: TestApp, key: string): Promise<CompositeJob> {
  const { jobExecutions } = answer(
    await app.get(
      '/metadata-provider/jobExecutions?limit=10000&sortBy=started_date,desc&subordinationTypeNotAny=COMPOSITE_CHILD&subordinationTypeNotAny=PARENT_SINGLE',
    ),
  )
  return jobExecutions.find((job: CompositeJob) => job.sourcePath === key)
}

export async function childrenOf(app: TestApp, parentId: string): Promise<CompositeJob[]> {
  return answer(await app.get(`/change-manager/jobExecutions/${parentId}/children`)).jobExecutions
}

/** Uploads a file in pieces and hands it over. @returns its composite job and its file definition */
export async function startSplit(
  app: TestApp,
  name: string,
  bytes: Buffer,
  profile: Profile = CREATE_INSTANCE,
) {
  const upload = await defineUpload(app, [name])
  const [file] = upload.fileDefinitions
  const assembly = await sendParts(app, name, cut(bytes, 5000))
  const path = `/data-import/uploadDefinitions/${upload.id}/files/${file.id}/assembleStorageFile`
  answer(await app.post(path, assembly), 204)
  await processFiles(app, upload, profile)
  return { upload, file, key: assembly.key, parent: await findParent(app, assembly.key) }
}
