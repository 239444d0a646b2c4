import { objectBody, uuidParameter } from '../../kernel/http/parameters.ts'
import { fieldProblem } from '../../kernel/http/problems.ts'
import { created, noContent, ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { App } from '../../kernel/module.ts'
import type { ThreadPool } from '../../kernel/threads/thread-pool.ts'
import { cancelImport } from './cancel-import.ts'
import { createJobs, updateJob, updateJobStatus } from './change-job.ts'
import { inspectionRoutes } from './inspection/inspection-routes.ts'
import { answerFailedRecords, readIncomingRecord } from './incoming-records.ts'
import { readJobDto } from './job-dto.ts'
import { getJob, requireActor } from './job-execution.ts'
import { deleteJobs, listChildren, listJobProfilesInUse, listJobUsers, listJobs } from './job-lists.ts'
import { listErrorGroups } from './errors/error-groups.ts'
import { listErrorRows } from './errors/error-rows.ts'
import { readJobSummary, readLogEntry } from './job-log.ts'
import { loadFailedAgain, loadRest } from './load-again.ts'
import { answerJournalRecords, answerLogEntries } from './log-lists.ts'
import { orderParameter, readOutcome } from './outcome/record-outcome.ts'
import { postRecords } from './posted-records.ts'
import { previewRoutes } from './preview/preview-routes.ts'
import { setJobProfile } from './start-job.ts'
import { tryProfile } from './try/try-profile.ts'
import { findUploadedFile, uploadRoutes } from './upload-routes.ts'
import { undoRoutes } from './undo/undo-routes.ts'

/** All endpoints of mod-data-import and mod-source-record-manager that imports need, and Octavo's own. */
export function importRoutes(app: App, threads: () => ThreadPool): Route[] {
  return [
    ...inspectionRoutes(app, threads),
    ...uploadRoutes(app),
    ...changeManagerRoutes(),
    ...metadataProviderRoutes(app),
    ...octavoRoutes(app),
    ...undoRoutes(),
    ...previewRoutes(app),
  ]
}

function changeManagerRoutes(): Route[] {
  const jobs = '/change-manager/jobExecutions'
  return [
    {
      method: 'POST',
      path: jobs,
      permissions: ['change-manager.jobexecutions.post'],
      handler: async (request) => {
        const body = objectBody(request.body)
        return created(await request.transaction((tx) => createJobs(tx, body)))
      },
    },
    {
      method: 'DELETE',
      path: jobs,
      permissions: ['change-manager.jobexecutions.delete'],
      handler: async (request) => {
        const { ids } = objectBody(request.body)
        if (!Array.isArray(ids) || !ids.every(isUuid))
          throw fieldProblem('must be a list of uuids', 'ids', ids ?? null)
        return ok(await request.transaction((tx) => deleteJobs(tx, ids)))
      },
    },
    {
      method: 'GET',
      path: `${jobs}/:id`,
      permissions: ['change-manager.jobExecutions.item.get'],
      handler: async (request) =>
        ok(await request.transaction((tx) => readJobDto(tx, uuidParameter(request.params)))),
    },
    {
      method: 'PUT',
      path: `${jobs}/:id`,
      permissions: ['change-manager.jobExecutions.item.put'],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        const body = objectBody(request.body)
        return request.transaction(async (tx) => {
          await updateJob(tx, id, body)
          return ok(await readJobDto(tx, id))
        })
      },
    },
    {
      method: 'GET',
      path: `${jobs}/:id/children`,
      permissions: ['change-manager.jobExecutions.children.collection.get'],
      handler: async (request) =>
        ok(await request.transaction((tx) => listChildren(tx, uuidParameter(request.params), request.query))),
    },
    {
      method: 'PUT',
      path: `${jobs}/:id/status`,
      permissions: ['change-manager.jobExecutions.status.item.put'],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        const body = objectBody(request.body)
        return request.transaction(async (tx) => {
          await updateJobStatus(tx, id, body)
          return ok(await readJobDto(tx, id))
        })
      },
    },
    {
      method: 'PUT',
      path: `${jobs}/:id/jobProfile`,
      permissions: ['change-manager.jobExecutions.jobProfile.item.put'],
      handler: putJobProfile,
    },
    {
      method: 'POST',
      path: `${jobs}/:id/records`,
      permissions: ['change-manager.records.post'],
      handler: async (request) => {
        await request.transaction((tx) => postRecords(tx, uuidParameter(request.params), request.body))
        return noContent()
      },
    },
    {
      method: 'DELETE',
      path: `${jobs}/:id/records`,
      permissions: ['change-manager.records.delete'],
      handler: async (request) => {
        await request.transaction((tx) => cancelImport(tx, uuidParameter(request.params)))
        return noContent()
      },
    },
  ]
}

async function putJobProfile(request: ApiRequest): Promise<Answer> {
  const id = uuidParameter(request.params)
  const { id: profileId } = objectBody(request.body)
  if (!isUuid(profileId)) throw fieldProblem('must be the id of a job profile', 'id', profileId ?? null)
  return request.transaction(async (tx) => {
    await setJobProfile(tx, await getJob(tx, id, 'for update'), { id: profileId })
    return ok(await readJobDto(tx, id))
  })
}

function metadataProviderRoutes(app: App): Route[] {
  const path = '/metadata-provider'
  return [
    {
      method: 'GET',
      path: `${path}/jobExecutions`,
      permissions: ['metadata-provider.jobExecutions.collection.get'],
      handler: async (request) => ok(await request.transaction((tx) => listJobs(tx, request.query))),
    },
    {
      method: 'GET',
      path: `${path}/jobExecutions/jobProfiles`,
      permissions: ['metadata-provider.jobExecutions.jobProfiles.collection.get'],
      handler: async (request) =>
        ok(await request.transaction((tx) => listJobProfilesInUse(tx, request.query))),
    },
    {
      method: 'GET',
      path: `${path}/jobExecutions/users`,
      permissions: ['metadata-provider.jobExecutions.users.collection.get'],
      handler: async (request) => ok(await request.transaction((tx) => listJobUsers(tx, request.query))),
    },
    {
      method: 'GET',
      path: `${path}/jobLogEntries/:id`,
      permissions: ['metadata-provider.jobLogEntries.collection.get'],
      handler: (request) => answerLogEntries(request, uuidParameter(request.params)),
    },
    {
      method: 'GET',
      path: `${path}/jobLogEntries/:id/records/:recordId`,
      permissions: ['metadata-provider.jobLogEntries.records.item.get'],
      handler: async (request) => {
        const id = uuidParameter(request.params)
        const recordId = uuidParameter(request.params, 'recordId')
        return ok(await request.transaction((tx) => readLogEntry(tx, id, recordId)))
      },
    },
    {
      method: 'GET',
      path: `${path}/journalRecords/:id`,
      permissions: ['metadata-provider.journalRecords.collection.get'],
      handler: (request) => answerJournalRecords(request, uuidParameter(request.params)),
    },
    {
      method: 'GET',
      path: `${path}/jobSummary/:id`,
      permissions: ['metadata-provider.jobSummary.item.get'],
      handler: async (request) =>
        ok(await request.transaction((tx) => readJobSummary(tx, uuidParameter(request.params)))),
    },
    {
      method: 'GET',
      path: `${path}/incomingRecords/:id`,
      permissions: ['metadata-provider.incomingrecords.get'],
      handler: async (request) => ok(await readIncomingRecord(app, request)),
    },
  ]
}

function octavoRoutes(app: App): Route[] {
  return [
    {
      method: 'GET',
      path: '/octavo/imports/:id/errors',
      permissions: ['metadata-provider.jobLogEntries.collection.get'],
      handler: async (request) => {
        const groups = await request.transaction((tx) => listErrorGroups(tx, uuidParameter(request.params)))
        return ok({ errors: groups, totalRecords: groups.length })
      },
    },
    {
      method: 'GET',
      path: '/octavo/imports/:id/errors/records',
      permissions: ['metadata-provider.jobLogEntries.collection.get'],
      description: {
        summary: 'Lists the records of an import that have an error; code gives those of one group of errors',
      },
      handler: async (request) => {
        const id = uuidParameter(request.params)
        return ok(await request.transaction((tx) => listErrorRows(tx, id, request.query)))
      },
    },
    {
      method: 'POST',
      path: '/octavo/imports/:id/failed-records/again',
      permissions: ['data-import.uploaddefinitions.post'],
      description: {
        summary:
          'Makes an upload of the failed records of an import, all or those of one code, to be loaded again',
      },
      handler: async (request) => created(await loadFailedAgain(app, request, uuidParameter(request.params))),
    },
    {
      method: 'POST',
      path: '/octavo/imports/:id/unread-records/again',
      permissions: ['data-import.uploaddefinitions.post'],
      description: { summary: 'Makes an upload of the records that a stopped import did not read' },
      handler: async (request) => created(await loadRest(app, request, uuidParameter(request.params))),
    },
    {
      method: 'GET',
      path: '/octavo/imports/:id/failed-records',
      permissions: ['metadata-provider.incomingrecords.get'],
      handler: (request) => answerFailedRecords(app, request, uuidParameter(request.params)),
    },
    {
      method: 'GET',
      path: '/octavo/imports/:id/records/:order',
      permissions: [
        'metadata-provider.jobLogEntries.records.item.get',
        'metadata-provider.incomingrecords.get',
      ],
      description: {
        summary:
          'Tells what became of one record of an import: as it came, the matches, what was written with before and after, the error',
      },
      handler: async (request) => {
        const id = uuidParameter(request.params)
        const order = orderParameter(request.params)
        return ok(await request.transaction((tx) => readOutcome(app, tx, id, order)))
      },
    },
    {
      method: 'POST',
      path: '/octavo/import/profiles/try',
      permissions: ['converter-storage.profileSnapshots.get'],
      description: {
        summary:
          'Lets records take the steps of a job profile, stored (profileId) or as it is edited (profile), without writing anything; the records are those of a file (fileId, order) or one as text (recordText)',
      },
      handler: async (request) =>
        ok(await request.transaction((tx) => tryProfile(app, tx, requireActor(request.actor), request.body))),
    },
    {
      method: 'GET',
      path: '/octavo/imports/:id/file',
      permissions: ['data-import.downloadUrl.get'],
      handler: async (request) => {
        const { job, file } = await findUploadedFile(app, request)
        const name = encodeURIComponent(job.file_name)
        return {
          status: 200,
          body: app.files.stream(request.tenant, file.key, file.range ?? undefined),
          headers: {
            'content-type': 'application/octet-stream',
            'content-disposition': `attachment; filename*=UTF-8''${name}`,
          },
        }
      },
    },
  ]
}
