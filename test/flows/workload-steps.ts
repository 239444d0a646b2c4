import { readFileSync } from 'node:fs'
import path from 'node:path'

/** One request of the public performance workload; `reads` takes values out of its answer by name. */
export type Step = {
  method: string
  url: string
  body: string | null
  reads: [name: string, path: string][]
}

const LINE = /^\s*(GET|POST|PUT|DELETE) (\S+)(?: (\?.*?))?(?: BODY (.*))?$/

/** Reads a description of the workload: requests in order, each with what the script reads from its answer. */
export function parseWorkload(text: string): Step[] {
  const steps: Step[] = []
  for (const line of text.split('\n')) {
    const request = LINE.exec(line)
    if (request) {
      const [, method, target, query = '', body] = request
      steps.push({
        method: method!,
        url: `/${target!.replace(/^\//, '')}${query}`,
        body: body ?? null,
        reads: [],
      })
      continue
    }
    const [, name, found] = /^\s*reads (\S+(?:; \S+)*)\s+= (.*)$/.exec(line) ?? []
    if (name !== undefined) steps.at(-1)!.reads.push([name, found!])
  }
  return steps
}

type FixtureStep = {
  method: string
  path: string
  body?: unknown
  reads: Record<string, (string | number | { id: string })[]>
}

/** The script that makes the profile "PTF - Create 3", without its sign-in. */
export function createProfileSteps(): Step[] {
  const file = path.resolve(
    import.meta.dirname,
    '../../src/modules/import-profiles/fixtures/ptf-create-profiles.json',
  )
  const pathOf = (parts: (string | number | { id: string })[]) =>
    parts
      .map((part) => {
        if (typeof part === 'string') return `.${part}`
        return typeof part === 'number' ? `[${part}]` : `[?(@.id == "${part.id}")]`
      })
      .join('')
  return (JSON.parse(readFileSync(file, 'utf8')) as FixtureStep[]).map((step) => ({
    method: step.method,
    url: step.path,
    body: step.body === undefined ? null : JSON.stringify(step.body),
    reads: Object.entries(step.reads).map(([name, parts]) => [name, `$${pathOf(parts)}`]),
  }))
}

export const UNFINISHED =
  '/data-import/uploadDefinitions?query=(status%3D%3D(%22NEW%22%20OR%20%22IN_PROGRESS%22%20OR%20%22LOADED%22))%20sortBy%20createdDate%2Fsort.descending&limit=1'
const RUNNING =
  '/metadata-provider/jobExecutions?uiStatusAny=READY_FOR_PREVIEW&uiStatusAny=PREPARING_FOR_PREVIEW&statusNot=DISCARDED&uiStatusAny=RUNNING&limit=50&sortBy=completed_date,desc'
export const FINISHED =
  '/metadata-provider/jobExecutions?statusAny=COMMITTED&statusAny=ERROR&statusAny=CANCELLED&limit=25&sortBy=completed_date,desc'
export const MY_STATUS: [string, string] = [
  'job_status',
  "$.jobExecutions[?(@.id== '${jobExecutionId}')].status",
]

export const get = (url: string, ...reads: [string, string][]): Step => ({
  method: 'GET',
  url,
  body: null,
  reads,
})
export const post = (url: string, body: string | null, ...reads: [string, string][]): Step => ({
  method: 'POST',
  url,
  body,
  reads,
})

/** The upload and import of the workload's create test up to its loop, without the sign-in. */
export const IMPORT_STEPS: Step[] = [
  get(UNFINISHED, ['fileDefinitions_status', '$..fileDefinitions..status']),
  post(
    '/data-import/uploadDefinitions',
    '{"fileDefinitions":[{"uiKey":"${DI_file}${__time(,)}","size":1,"name":"${DI_file}"}]}',
    ['createdDate', '$..createdDate'],
    ['fileDefinitionId', '$.fileDefinitions..id'],
    ['uploadDefinitionId', '$.fileDefinitions..uploadDefinitionId'],
    ['metaJobExecutionId', '$..metaJobExecutionId'],
  ),
  get(UNFINISHED, ['fileDefinitions_status', '$..fileDefinitions..status']),
  post(
    '/data-import/uploadDefinitions/${uploadDefinitionId}/files/${fileDefinitionId}',
    null,
    ['metadata_createdByUserId', '$.metadata.createdByUserId'],
    ['metadata_createdDate', '$.metadata.createdDate'],
    ['metadata_updatedByUserId', '$.metadata.updatedByUserId'],
    ['metadata_updatedDate', '$.metadata.updatedDate'],
    ['fileDefinitions_createDate', '$.fileDefinitions..createDate'],
    ['fileDefinitions_uiKey', '$.fileDefinitions..uiKey'],
    ['fileDefinitions_sourcePath', '$.fileDefinitions..sourcePath'],
    ['fileDefinitions_status', '$.fileDefinitions..status'],
    ['fileDefinitions_uploadedDate', '$.fileDefinitions..uploadedDate'],
    ['jobExecutionId', '$..jobExecutionId'],
    ['status', '$.status'],
  ),
  get('/data-import/fileExtensions?query=extension==%22.mrc%22'),
  get('/data-import-profiles/jobProfiles?limit=5000', [
    'JobProfileID',
    "$.jobProfiles[?(@.name== '${profile_name}')].id",
  ]),
  get('/data-import-profiles/jobProfiles/${JobProfileID}', ['dataType', '$..dataType']),
  post(
    '/data-import/uploadDefinitions/${uploadDefinitionId}/processFiles?defaultMapping=false',
    '{"jobProfileInfo":{"dataType":"${dataType}","id":"${JobProfileID}","name":"${profile_name}"},"uploadDefinition":{"createDate":"${createdDate}","fileDefinitions":[{"id":"${fileDefinitionId}","createDate":"${fileDefinitions_createDate}","jobExecutionId":"${jobExecutionId}","name":"${DI_file}","size":1,"sourcePath":"${fileDefinitions_sourcePath}","status":"${fileDefinitions_status}","uiKey":"${fileDefinitions_uiKey}","uploadDefinitionId":"${uploadDefinitionId}","uploadedDate":"${fileDefinitions_uploadedDate}"}],"id":"${uploadDefinitionId}","metaJobExecutionId":"${metaJobExecutionId}","metadata":{"createdByUserId":"${metadata_createdByUserId}","createdDate":"${metadata_createdDate}","updatedByUserId":"${metadata_updatedByUserId}","updatedDate":"${metadata_updatedDate}"},"status":"${status}"}}',
  ),
  get(RUNNING),
  get(FINISHED),
  get(
    RUNNING,
    ['job_uistatus', '$..uiStatus'],
    ['job_status', '$..status'],
    ['job_progress', '$..progress.current'],
  ),
  get(FINISHED, MY_STATUS),
]

/** What the workload's loop asks until its job is done. */
export const POLL_STEPS: Step[] = [
  get(RUNNING, ['job_status', '$..status'], ['job_progress', '$..progress.current']),
  get(FINISHED, MY_STATUS),
]
