import { http } from '../../../lib/http.ts'

/** One file of an upload definition, as the server lists it. */
export type FileDefinition = {
  id: string
  name: string
  /** Kilobytes, as the client said. */
  size?: number
  status: 'NEW' | 'UPLOADING' | 'UPLOADED' | 'ERROR'
  jobExecutionId: string
  uploadDefinitionId: string
}

export type UploadDefinition = {
  id: string
  status: 'NEW' | 'IN_PROGRESS' | 'LOADED' | 'COMPLETED' | 'ERROR'
  createDate: string
  fileDefinitions: FileDefinition[]
}

/** Where the parts of a file go. */
export type PartTarget = { url: string; key: string; uploadId: string }

const UPLOADS = '/data-import/uploadDefinitions'

/** Query keys of what the server knows of uploads. */
export const uploadKeys = {
  list: ['data-import', 'uploadDefinitions'] as const,
  one: (id: string) => ['data-import', 'uploadDefinitions', id] as const,
}

export const uploadCalls = {
  define: (file: { name: string; size: number }) =>
    http.post<UploadDefinition>(UPLOADS, {
      fileDefinitions: [{ name: file.name, size: Math.ceil(file.size / 1024) }],
    }),
  get: (id: string, signal?: AbortSignal) => http.get<UploadDefinition>(`${UPLOADS}/${id}`, {}, signal),
  /** Uploads of the signed-in person that were not handed over. */
  listWaiting: (signal?: AbortSignal) =>
    http.get<{ uploadDefinitions: UploadDefinition[]; totalRecords: number }>(
      UPLOADS,
      {
        query: '(status==("NEW" OR "IN_PROGRESS" OR "LOADED" OR "ERROR")) sortby createdDate/sort.descending',
        limit: 200,
      },
      signal,
    ),
  remove: (id: string) => http.delete<void>(`${UPLOADS}/${id}`),
  firstPart: (fileName: string) => http.get<PartTarget>('/data-import/uploadUrl', { fileName }),
  nextPart: ({ key, uploadId }: Omit<PartTarget, 'url'>, partNumber: number) =>
    http.get<PartTarget>('/data-import/uploadUrl/subsequent', { key, uploadId, partNumber }),
  assemble: (definitionId: string, fileId: string, body: { key: string; uploadId: string; tags: string[] }) =>
    http.post<void>(`${UPLOADS}/${definitionId}/files/${fileId}/assembleStorageFile`, body),
  /** Hands files over to be imported; each becomes a job. */
  run: (definition: UploadDefinition, profile: { id: string; name: string; dataType: string }) =>
    http.post<void>(`${UPLOADS}/${definition.id}/processFiles`, {
      uploadDefinition: definition,
      jobProfileInfo: profile,
    }),
}
