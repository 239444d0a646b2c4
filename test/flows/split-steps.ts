import { FINISHED, IMPORT_STEPS, MY_STATUS, UNFINISHED, get, post } from './workload-steps.ts'
import type { Step } from './workload-steps.ts'

const RUNNING =
  '/metadata-provider/jobExecutions?statusNot=DISCARDED&uiStatusAny=PREPARING_FOR_PREVIEW&uiStatusAny=READY_FOR_PREVIEW&uiStatusAny=RUNNING&limit=50&sortBy=completed_date,desc'
const MARC_EXTENSION = '/data-import/fileExtensions?query=extension==%22.mrc%22'

const SPLIT_STATUS = get('/data-import/splitStatus', ['splitStatus', '$.splitStatus'])
const WAITING = get(UNFINISHED, ['fileDefinitions_status', '$..fileDefinitions..status'])
const DATA_TYPE = get('/data-import-profiles/jobProfiles/${JobProfileID}', ['dataType', '$..dataType'])

const plainStep = (path: string) =>
  IMPORT_STEPS.find((step) => step.method === 'POST' && step.url.includes(path))!

const definition = plainStep('/uploadDefinitions')
const handOver = plainStep('/processFiles')

/** The upload and import of the workload's test of split files up to its loop, without the sign-in. */
export const SPLIT_STEPS: Step[] = [
  SPLIT_STATUS,
  WAITING,
  {
    ...definition,
    reads: [
      ...definition.reads,
      ['fileDefinitionName', '$..fileDefinitions[0].name'],
      ['fileDefinitionSize', '$.fileDefinitions[0].size'],
    ],
  },
  WAITING,
  get(
    '/data-import/uploadUrl?filename=${DI_file}',
    ['uploadUrl;uploadKey;uploadId', '$.url;$.key;$.uploadId'],
    ['bucket_ARN', String.raw`https:\/\/([^\/]+)\/[^"]+`],
  ),
  get(MARC_EXTENSION),
  get('/data-import-profiles/jobProfiles?limit=5000', [
    'JobProfileID',
    "$.jobProfiles[?(@.name== '${DI_profile_name}')].id",
  ]),
  DATA_TYPE,
  {
    method: 'PUT',
    url: '/${uploadUrl}',
    body: null,
    reads: [
      ['ETag', 'ETag: "(.*)"'],
      ['x-amz-id-2', 'x-amz-id-2: (.*)'],
      ['x-amz-request-id', 'x-amz-request-id: (.*)'],
      ['x-amz-server-side-encryption', 'x-amz-server-side-encryption: (.*)'],
      ['Server', 'Server: (.*)'],
    ],
  },
  post(
    '/data-import/uploadDefinitions/${uploadDefinitionId}/files/${fileDefinitionId}/assembleStorageFile',
    String.raw`{"uploadId":"${'${uploadId}'}","key":"${'${uploadKey}'}","tags":["\"${'${ETag}'}\""]}`,
  ),
  DATA_TYPE,
  get(
    '/data-import-profiles/profileSnapshots/${JobProfileID}?profileType=JOB_PROFILE&jobProfileId=${JobProfileID}',
  ),
  get(FINISHED),
  get(MARC_EXTENSION),
  get(
    '/data-import/uploadDefinitions/${uploadDefinitionId}',
    ['status', '$.status'],
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
  ),
  { ...handOver, body: handOver.body!.replace('${profile_name}', '${DI_profile_name}') },
  SPLIT_STATUS,
  WAITING,
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

/** What the loop of that test asks. */
export const SPLIT_POLL_STEPS: Step[] = [
  get(RUNNING, ['job_status', '$..status'], ['job_progress', '$..progress.current']),
  get(FINISHED, MY_STATUS),
]
