import { uuidParameter } from '../../kernel/http/parameters.ts'
import { notFound, textProblem } from '../../kernel/http/problems.ts'
import { answerEvents } from '../../kernel/http/event-stream.ts'
import { ok } from '../../kernel/http/route.ts'
import type { QueryParameters, Route } from '../../kernel/http/route.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { App, Module } from '../../kernel/module.ts'
import type { JobSelection, ProgressSource } from './job-progress.ts'
import { JobWatch, LAST_ENDED, listJobs, visibleSources } from './watch-jobs.ts'

export { USER_NAME, selectJobs } from './job-progress.ts'
export type { JobSelection, ProgressSource } from './job-progress.ts'
export type { JobKindName, JobProgress, JobState } from './wire.ts'
export { paceOf, paceOfChunks } from './pace.ts'

/**
 * How far jobs are, whatever they do, for screens that show them while they run. `sources` are those who run them; they
 * stand below, and are handed in.
 */
export function jobProgressModule(sources: readonly ProgressSource[]): Module {
  return { name: 'job-progress', routes: (app) => jobRoutes(app, sources) }
}

function jobRoutes(app: App, sources: readonly ProgressSource[]): Route[] {
  let watch: JobWatch | null = null
  const path = '/octavo/jobs'
  // Whoever is signed in may ask; each job is shown to those alone who may see its kind.
  const permissions: readonly string[] = []
  return [
    {
      method: 'GET',
      path: `${path}/stream`,
      permissions,
      description: {
        summary:
          'Follows the jobs that the caller may see, as server-sent events: "snapshot" with {jobs}, then "job" for each change, "gone" with {jobId}',
      },
      handler: (request) => {
        watch ??= new JobWatch(app, sources)
        return Promise.resolve(answerEvents(watch.open(request.tenant, request.permissions)))
      },
    },
    {
      method: 'GET',
      path,
      permissions,
      description: {
        summary:
          'Lists the jobs that run and the last that ended, or those named in ids, as far as the caller may see them',
      },
      handler: async (request) => {
        const visible = visibleSources(sources, request.permissions)
        const selection = selectionOf(request.query)
        const jobs = await request.transaction((tx) => listJobs(tx, visible, selection))
        return ok({ jobs, totalRecords: jobs.length })
      },
    },
    {
      method: 'GET',
      path: `${path}/:id`,
      permissions,
      description: { summary: 'Tells how far one job is, running or ended' },
      handler: async (request) => {
        const id = uuidParameter(request.params)
        const visible = visibleSources(sources, request.permissions)
        const [job] = await request.transaction((tx) => listJobs(tx, visible, { ids: [id] }))
        if (job === undefined) throw notFound(`There is no job with the id '${id}' that you may see`)
        return ok(job)
      },
    },
  ]
}

/** Ids in one request; a page of a list has no more. */
const MAX_IDS = 200

/** @throws Problem 400 naming the parameter */
function selectionOf(query: QueryParameters): JobSelection {
  const text = query.get('ids')
  if (text === undefined) return { lastEnded: LAST_ENDED }
  const ids = text.split(',')
  if (ids.length > MAX_IDS || !ids.every(isUuid))
    throw textProblem(
      400,
      `'ids' parameter is incorrect. parameter value {${text}} is not valid: must be 1 to ${MAX_IDS} UUIDs, with commas between`,
    )
  return { ids }
}
