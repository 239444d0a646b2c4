import type { App } from '../../kernel/module.ts'
import type { Row, Transaction } from '../../kernel/db/database.ts'
import { ok } from '../../kernel/http/route.ts'
import type { Answer, ApiRequest, Route } from '../../kernel/http/route.ts'
import { objectBody } from '../../kernel/http/parameters.ts'
import { hasUuidShape, newId } from '../../kernel/ids.ts'
import { appendChunks, insertJob, removeJobs, sealJob } from '../../kernel/jobs/ledger.ts'
import type { ClaimedChunk } from '../../kernel/jobs/ledger.ts'
import { ringBell } from '../../kernel/jobs/runner.ts'
import type { CommitChunk, JobKind } from '../../kernel/jobs/runner.ts'
import { readBatches, streamPieces } from '../../kernel/lists/index.ts'
import { authoritySearchSource } from './authority-fields.ts'
import { compileSearch } from './compile-search.ts'
import { nameTenant } from './find-records.ts'
import { instanceSource } from './instance-fields.ts'
import type { SearchSource } from './search-field.ts'
import { requestProblem, searchNotFound, serviceProblem } from './search-problems.ts'
import { parseSearch } from './search-parameters.ts'

const KIND = 'search-ids'
/** Ids in one row; a page of the answer is in memory at a time. */
const PAGE = 5_000
/** Ids that nobody reads go after this time. */
const KEPT = '24 hours'

/** What can be asked for: where a query looks, and the id that is kept of what it finds. */
const ENTITIES: Readonly<Record<string, { source: SearchSource; id: string; join: string }>> = {
  INSTANCE: { source: instanceSource, id: 'instance.id', join: '' },
  HOLDINGS: {
    source: instanceSource,
    id: 'kept.id',
    join: 'join holdings_record as kept on kept.instance_id = instance.id',
  },
  AUTHORITY: { source: authoritySearchSource, id: 'authority.id', join: '' },
}

type IdJob = Row & { id: string; query: string; entity_type: string; status: string; created_at: Date }

const SELECT_JOB = 'select id, query, entity_type, status, created_at from search_id_job where id = $1'

/** The endpoints of jobs that keep ids. */
export function resourceJobRoutes(): Route[] {
  return [
    {
      method: 'POST',
      path: '/search/resources/jobs',
      permissions: ['search.resources.ids.jobs.post'],
      handler: startJob,
    },
    {
      method: 'GET',
      path: '/search/resources/jobs/:id',
      permissions: ['search.resources.ids.jobs.get'],
      handler: async ({ params, transaction }) =>
        transaction(async (tx) => ok(represent(await readJob(tx, params.id!)))),
    },
    {
      method: 'GET',
      path: '/search/resources/jobs/:id/ids',
      permissions: ['search.resources.ids.collection.get'],
      handler: streamIds,
    },
  ]
}

/** The work of the jobs. */
export const resourceJobKind: JobKind = {
  kind: KIND,
  runChunk: keepIds,
  async onFinished(tx, jobId, givenUp) {
    await tx.query(`update search_id_job set status = $2 where id = $1 and status = 'IN_PROGRESS'`, [
      jobId,
      givenUp > 0 ? 'ERROR' : 'COMPLETED',
    ])
  },
}

/** Removes jobs whose ids were read, or which nobody has read for long, in every tenant. */
export async function removeOldJobs({ db }: App): Promise<void> {
  const tenants = await db.system((tx) =>
    tx.query<{ id: string }>("select id from octavo.tenant where state = 'ready'"),
  )
  for (const { id } of tenants) {
    await db.tenant(id, async (tx) => {
      const gone = await tx.query<{ id: string }>(
        'delete from search_id_job where created_at < now() - $1::interval returning id',
        [KEPT],
      )
      await removeJobs(
        tx,
        gone.map((job) => job.id),
      )
    })
  }
}

async function startJob({ body, transaction }: ApiRequest): Promise<Answer> {
  const { query, entityType } = objectBody(body)
  if (typeof query !== 'string') throw requestProblem('query must not be null', 'query', String(query))
  if (typeof entityType !== 'string' || !Object.hasOwn(ENTITIES, entityType)) {
    throw requestProblem(
      `entityType must be one of ${Object.keys(ENTITIES).join(', ')}`,
      'entityType',
      String(entityType),
    )
  }
  // A query that can't run is refused here, and does not become a job that fails.
  const { source } = ENTITIES[entityType]!
  compileSearch(parseSearch(query, source), source)
  return transaction(async (tx) => {
    const id = newId()
    const [job] = await tx.query<IdJob>(
      `insert into search_id_job (id, query, entity_type, status, created_at)
       values ($1, $2, $3, 'IN_PROGRESS', now()) returning id, query, entity_type, status, created_at`,
      [id, query, entityType],
    )
    await insertJob(tx, { id, kind: KIND })
    await appendChunks(tx, id, [{}])
    await sealJob(tx, id)
    await ringBell(tx)
    return ok(represent(job!))
  })
}

function represent({ id, query, entity_type: entityType, status, created_at: createdAt }: IdJob) {
  return {
    id,
    query,
    entityType,
    status,
    createdDate: createdAt.toISOString().replace('Z', '+00:00'),
  }
}

async function readJob(tx: Transaction, id: string, lock = ''): Promise<IdJob> {
  const rows = hasUuidShape(id) ? await tx.query<IdJob>(SELECT_JOB + lock, [id]) : []
  if (rows[0] === undefined) throw searchNotFound(`Job with id ${id} was not found`)
  return rows[0]
}

/** Finds the ids and keeps them, in one statement that holds none of them in this process. */
async function keepIds(chunk: ClaimedChunk, commit: CommitChunk): Promise<void> {
  await commit(async (tx) => {
    const [job] = await tx.query<IdJob>(SELECT_JOB, [chunk.jobId])
    // Removed meanwhile: nobody waits for it.
    if (job === undefined) return { records: 0, counts: {} }
    await nameTenant(tx)
    const { source, id, join } = ENTITIES[job.entity_type]!
    const { where, parameters } = compileSearch(parseSearch(job.query, source), source, { firstParam: 2 })
    const [made] = await tx.query<{ total: number | null }>(
      `with found as (select distinct ${id} as id from ${source.from} ${join} where ${where}),
         paged as (select id, (row_number() over (order by id) - 1) / ${PAGE} as no from found),
         kept as (
           insert into search_id_page (job_id, no, ids)
           select $1::uuid, no, array_agg(id order by id) from paged group by no
           returning cardinality(ids) as size
         )
       select sum(size)::int as total from kept`,
      [chunk.jobId, ...parameters.values],
    )
    const records = made!.total ?? 0
    return { records, counts: { records } }
  })
}

/** Sends the ids of a finished job; once they have been sent they are gone. */
async function streamIds(request: ApiRequest): Promise<Answer> {
  const id = request.params.id!
  return streamPieces(request, 'application/json', async function* pieces(tx) {
    // The lock makes a second reader wait, and then find them gone.
    const job = await readJob(tx, id, ' for update')
    if (job.status !== 'COMPLETED') {
      throw serviceProblem(`Completed async job with query=[${job.query}] was not found.`)
    }
    const selection = {
      select: 'select ids from search_id_page where job_id = $1 order by no',
      params: [id],
    }
    let start = '{"ids":['
    let total = 0
    for await (const rows of readBatches<{ ids: string[] }>(tx, selection, 1)) {
      for (const { ids } of rows) {
        yield start + ids.map((one) => `{"id":"${one}"}`).join(',')
        start = ','
        total += ids.length
      }
    }
    yield `${total === 0 ? start : ''}],"totalRecords":${total}}`
    await tx.query(`update search_id_job set status = 'DEPRECATED' where id = $1`, [id])
    await tx.query('delete from search_id_page where job_id = $1', [id])
  })
}
