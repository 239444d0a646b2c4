import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { CREATE_INSTANCE, answer, makeProfile } from '../flows/import-client.ts'
import type { Job } from '../flows/import-client.ts'

let app: TestApp
let userId: string
/** Jobs by the name that the tests call them. */
const jobs = new Map<string, Job>()

const LIST = '/metadata-provider/jobExecutions'
const JOBS = '/change-manager/jobExecutions'

type Wanted = {
  name: string
  fileName?: string
  profile?: { id: string; name: string; dataType: string }
  status?: object
}

async function addJob({ name, fileName, profile, status }: Wanted): Promise<void> {
  const source =
    fileName === undefined ? { sourceType: 'ONLINE' } : { sourceType: 'FILES', files: [{ name: fileName }] }
  const made = answer(await app.post(JOBS, { ...source, userId }), 201)
  const url = `${JOBS}/${made.parentJobExecutionId}`
  if (profile) answer(await app.put(`${url}/jobProfile`, profile))
  if (status) answer(await app.put(`${url}/status`, status))
  jobs.set(name, answer(await app.get(url)) as Job)
}

beforeAll(async () => {
  app = await testApp()
  userId = answer(await app.get('/bl-users/by-username/diku_admin')).user.id
  const bulk = await makeProfile(app, 'bulk operations DATA import job profile - 7', { INSTANCE: [] })
  const other = await makeProfile(app, 'Another profile', { INSTANCE: [] })
  const wanted: Wanted[] = [
    { name: 'new' },
    { name: 'uploaded', fileName: 'uploaded.mrc', status: { status: 'FILE_UPLOADED' } },
    { name: 'running', profile: CREATE_INSTANCE, status: { status: 'PARSING_IN_PROGRESS' } },
    { name: 'queued', fileName: 'q.mrc', profile: other, status: { status: 'PROCESSING_IN_PROGRESS' } },
    { name: 'ready', fileName: 'r.mrc', profile: other, status: { status: 'PROCESSING_FINISHED' } },
    { name: 'discarded', fileName: 'd.mrc', status: { status: 'DISCARDED' } },
    {
      name: 'committed',
      fileName: 'Alpha_100%.mrc',
      profile: CREATE_INSTANCE,
      status: { status: 'COMMITTED' },
    },
    {
      name: 'failed',
      fileName: 'beta.mrc',
      profile: other,
      status: { status: 'ERROR', errorStatus: 'FILE_PROCESSING_ERROR' },
    },
    { name: 'cancelled', fileName: 'gamma.mrc', profile: CREATE_INSTANCE, status: { status: 'CANCELLED' } },
    { name: 'online', profile: CREATE_INSTANCE, status: { status: 'COMMITTED' } },
    { name: 'bulk', fileName: 'bulk.mrc', profile: bulk, status: { status: 'COMMITTED' } },
  ]
  for (const job of wanted) await addJob(job)
  const many = { sourceType: 'FILES', userId, files: [{ name: 'a/one.mrc' }, { name: 'two.mrc' }] }
  answer(await app.post(JOBS, many), 201)
  const composite = answer(
    await app.post(JOBS, { sourceType: 'COMPOSITE', userId, files: [{ name: 'whole.mrc' }] }),
    201,
  )
  const part = {
    sourceType: 'COMPOSITE',
    userId,
    files: [{ name: 'whole_1.mrc' }],
    jobPartNumber: 1,
    totalJobParts: 2,
  }
  answer(await app.post(JOBS, { ...part, parentJobId: composite.parentJobExecutionId }), 201)
})

afterAll(() => app.close())

/** The jobs that a list request finds, by the names of this test where they have one, else by file name. */
async function find(query: string): Promise<string[]> {
  const { jobExecutions, totalRecords } = answer(await app.get(`${LIST}?${query}`))
  expect(totalRecords).toBeGreaterThanOrEqual(jobExecutions.length)
  const names = new Map([...jobs].map(([name, job]) => [job.id, name]))
  return jobExecutions.map((job: Job & { fileName: string }) => names.get(job.id) ?? job.fileName)
}

const sorted = (names: string[]) => names.toSorted()

describe('the list requests that clients send', () => {
  const notComposite = '&subordinationTypeNotAny=COMPOSITE_CHILD'
  const running =
    'statusNot=DISCARDED&uiStatusAny=PREPARING_FOR_PREVIEW&uiStatusAny=READY_FOR_PREVIEW&uiStatusAny=RUNNING&limit=50&sortBy=completed_date,desc'
  const finished = 'statusAny=COMMITTED&statusAny=ERROR&statusAny=CANCELLED'
  const log =
    `${finished}&profileIdNotAny=d0ebb7b0-2f0f-11eb-adc1-0242ac120002` +
    '&profileIdNotAny=91f9b8d6-d80e-4727-9783-73fb53e3c786' +
    '&excludeJobProfileName=Bulk%20operations%20data%20import%20job%20profile%20-%20*' +
    '&fileNameNotAny=%22No%20file%20name%22&limit=25&sortBy=completed_date,desc'

  it.each([running, running + notComposite])('of the running jobs: %s', async (query) => {
    expect(sorted(await find(query))).toEqual(['queued', 'ready', 'running'])
  })

  it.each([log, `${log}&subordinationTypeNotAny=COMPOSITE_PARENT`])('of the log: %s', async (query) => {
    expect(await find(query)).toEqual(['cancelled', 'failed', 'committed'])
  })

  it('of all logs, with a search box and bounds', async () => {
    const all = log.replace('limit=25', 'limit=100&offset=0')
    expect(await find(`${all}&fileName=*ALPHA*`)).toEqual(['committed'])
    expect(await find(`${all}&hrId=*${jobs.get('failed')!.hrId}`)).toEqual(['failed'])
    expect(await find(`${all}&hrId=*${jobs.get('failed')!.hrId}*&fileName=*gamma*`)).toEqual([
      'cancelled',
      'failed',
    ])
    const from = encodeURIComponent(jobs.get('failed')!.completedDate!)
    expect(await find(`${all}&completedAfter=${from}`)).toEqual(['cancelled', 'failed'])
    expect(await find(`${all}&completedBefore=${from}`)).toEqual(['failed', 'committed'])
    // An offset whose plus was not escaped arrives as a blank.
    expect(await find(`${all}&completedAfter=${jobs.get('failed')!.completedDate}`)).toEqual([
      'cancelled',
      'failed',
    ])
  })

  it('of folio_data_import', async () => {
    expect(
      sorted(
        await find(
          'statusNot=DISCARDED&uiStatusAny=PREPARING_FOR_PREVIEW&uiStatusAny=READY_FOR_PREVIEW&uiStatusAny=RUNNING&limit=50',
        ),
      ),
    ).toEqual(['queued', 'ready', 'running'])
    expect(await find(`limit=100&sortBy=completed_date%2Cdesc&${finished}`)).toEqual([
      'bulk',
      'online',
      'cancelled',
      'failed',
      'committed',
    ])
  })

  it('of the performance workload', async () => {
    expect(await find(`${finished}&limit=25&sortBy=completed_date,desc`)).toHaveLength(5)
  })

  it('of the integration tests, which look for the job of an uploaded key', async () => {
    const query =
      'limit=10000&sortBy=started_date,desc&subordinationTypeNotAny=COMPOSITE_CHILD&subordinationTypeNotAny=PARENT_SINGLE'
    expect(await find(query)).toEqual(['whole.mrc', 'two.mrc', 'one.mrc'])
    const { jobExecutions } = answer(await app.get(`${LIST}?${query}`))
    expect(jobExecutions.map((job: { sourcePath: string }) => job.sourcePath)).toEqual([
      'whole.mrc',
      'two.mrc',
      'a/one.mrc',
    ])
  })

  it('of bulk edit', async () => {
    expect(await find(`profileIdAny=${CREATE_INSTANCE.id}&limit=2147483647`)).toEqual([
      'committed',
      'cancelled',
      'online',
      'running',
    ])
  })

  it('of the filters: profiles and users of finished jobs', async () => {
    const profiles = answer(await app.get(`${LIST}/jobProfiles?limit=1000`))
    expect(profiles.totalRecords).toBe(3)
    expect(profiles.jobProfilesInfo.map(({ name }: { name: string }) => name)).toEqual([
      'Another profile',
      'bulk operations DATA import job profile - 7',
      CREATE_INSTANCE.name,
    ])
    expect(profiles.jobProfilesInfo[2]).toEqual(CREATE_INSTANCE)
    const users = answer(await app.get(`${LIST}/users?limit=500`))
    expect(users).toEqual({
      jobExecutionUsersInfo: [
        { userId, jobUserFirstName: expect.any(String), jobUserLastName: expect.any(String) },
      ],
      totalRecords: 1,
    })
  })
})

describe('a listed job', () => {
  it('has the fields that clients read, and no profile tree', async () => {
    const { jobExecutions } = answer(await app.get(`${LIST}?fileName=alpha*`))
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
    expect(jobExecutions).toEqual([
      {
        id: jobs.get('committed')!.id,
        hrId: expect.any(Number),
        parentJobId: jobs.get('committed')!.id,
        subordinationType: 'PARENT_SINGLE',
        jobProfileInfo: { ...CREATE_INSTANCE, hidden: false },
        sourcePath: 'Alpha_100%.mrc',
        fileName: 'Alpha_100%.mrc',
        runBy: { firstName: expect.any(String), lastName: expect.any(String) },
        progress: { jobExecutionId: jobs.get('committed')!.id, current: 0, total: 0 },
        startedDate: date,
        completedDate: date,
        status: 'COMMITTED',
        uiStatus: 'RUNNING_COMPLETE',
        userId,
        jobPartNumber: 1,
        totalJobParts: 1,
        totalRecordsInFile: 0,
      },
    ])
    const single = answer(await app.get(`${JOBS}/${jobs.get('committed')!.id}`))
    expect(single.jobProfileSnapshotWrapper.content.name).toBe(CREATE_INSTANCE.name)
  })

  it('is never the parent of several files', async () => {
    const names = await find('limit=100')
    expect(names).toHaveLength(jobs.size + 4)
    expect(names).toEqual(expect.arrayContaining(['one.mrc', 'two.mrc', 'whole.mrc', 'whole_1.mrc']))
  })
})

describe('filters', () => {
  it('take wildcards as such and everything else literally', async () => {
    expect(await find('fileName=*100%25*')).toEqual(['committed'])
    expect(await find('fileName=Alpha_100_.mrc')).toEqual([])
    expect(await find('fileName=ALPHA_100%25.MRC')).toEqual(['committed'])
    expect(await find('fileName=mrc')).toEqual([])
    expect(await find(`hrId=${jobs.get('bulk')!.hrId}`)).toEqual(['bulk'])
  })

  it('take names of parameters in any case', async () => {
    expect(await find('STATUSANY=ERROR&Limit=5')).toEqual(['failed'])
  })

  it('leave jobs without a profile in when profiles are excluded', async () => {
    const names = await find(`profileIdNotAny=${CREATE_INSTANCE.id}&limit=100`)
    expect(names).toContain('new')
    expect(names).not.toContain('online')
  })

  it('find by user, and nothing for another', async () => {
    expect((await find(`userId=${userId}&limit=100`)).length).toBe(jobs.size + 4)
    expect(await find('userId=11111111-1111-4111-8111-111111111111')).toEqual([])
  })

  it('answer 400 with the name of a value that cannot be', async () => {
    for (const query of [
      'userId=me',
      'profileIdAny=x',
      'profileIdNotAny=x',
      'completedAfter=soon',
      'completedBefore=x',
      'limit=x',
      'limit=-1',
      'offset=-1',
      'offset=1.5',
    ]) {
      const reply = await app.get(`${LIST}?${query}`)
      expect(reply.status, query).toBe(400)
      expect(reply.text).toContain(`'${query.split('=')[0]}'`)
    }
  })
})

describe('sorting and paging', () => {
  const fields = [
    'completed_date',
    'started_date',
    'progress_total',
    'status',
    'hrid',
    'file_name',
    'job_profile_name',
    'job_user_first_name',
    'job_user_last_name',
  ]

  it.each(fields)('by %s go both ways', async (field) => {
    const up = await find(`sortBy=${field},asc&limit=100`)
    const down = await find(`sortBy=${field},desc&limit=100`)
    expect(up).toHaveLength(jobs.size + 4)
    expect(sorted(up)).toEqual(sorted(down))
  })

  it('follow the field', async () => {
    expect(await find('sortBy=hrid,asc&limit=2')).toEqual(['new', 'uploaded'])
    expect((await find('sortBy=hrid,desc&limit=100')).toReversed()).toEqual(
      await find('sortBy=hrid&limit=100'),
    )
    expect(await find('sortBy=file_name,asc&limit=3')).toEqual(['committed', 'failed', 'bulk'])
    const { jobExecutions } = answer(await app.get(`${LIST}?sortBy=status,asc&sortBy=hrid,asc&limit=100`))
    const statuses = jobExecutions.map((job: Job) => job.status)
    expect(statuses).toEqual(sorted(statuses))
  })

  it('put jobs that failed wholly behind those that failed in part when sorted by status', async () => {
    await addJob({ name: 'partly', fileName: 'p.mrc', profile: CREATE_INSTANCE })
    const { id } = jobs.get('partly')!
    await app.octavo.app.db.tenant('diku', (tx) =>
      tx.query("update job_execution set status = 'ERROR', total = 5, summary = $2 where id = $1", [
        id,
        JSON.stringify({ records: 5, errors: 1, entities: {} }),
      ]),
    )
    expect(await find('statusAny=ERROR&sortBy=status,asc')).toEqual(['partly', 'failed'])
    expect(await find('statusAny=ERROR&sortBy=status,desc')).toEqual(['failed', 'partly'])
  })

  it('give every job on exactly one page', async () => {
    const seen: string[] = []
    for (let offset = 0; offset < 20; offset += 3) {
      seen.push(...(await find(`sortBy=status,asc&limit=3&offset=${offset}`)))
    }
    expect(sorted(seen)).toEqual(sorted(await find('limit=100')))
    expect(await find('')).toHaveLength(10)
    expect(await find('limit=0')).toEqual([])
  })

  it.each(['sortBy=size,asc', 'sortBy=completed_date,up', 'sortBy=id;drop%20table%20x'])(
    'are refused for %s',
    async (query) => {
      const reply = await app.get(`${LIST}?${query}`)
      expect(reply.status).toBe(400)
      expect(reply.text).toMatch(/^The specified parameter for sorting jobExecutions is invalid/)
    },
  )
})
