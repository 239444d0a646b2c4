import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { createTenant } from '../../src/modules/tenants/index.ts'
import type { TestApp, TestReply } from '../support/app.ts'

/** The calls of a test app as one tenant's user. */
export type Api = Pick<TestApp, 'get' | 'post' | 'put' | 'del'>

export type Profile = { id: string; name: string; dataType: string }

/** The job profile that ships with every library and makes an instance of a bibliographic record. */
export const CREATE_INSTANCE: Profile = {
  id: 'e34d7b92-9b83-11eb-a8b3-0242ac130003',
  name: 'Default - Create instance and SRS MARC Bib',
  dataType: 'MARC',
}

/** The profile of the sample library: holdings and items from 952. */
export const SAMPLE_PROFILE: Profile = {
  id: '306393ee-e4ef-4274-bc99-ff932cdf87b6',
  name: 'Sample - Create instance, holdings and items',
  dataType: 'MARC',
}

const UPLOADS = '/data-import/uploadDefinitions'
const FINAL = ['COMMITTED', 'ERROR', 'CANCELLED', 'DISCARDED']

export type Job = {
  id: string
  hrId: number
  status: string
  uiStatus: string
  errorStatus?: string
  errorText?: string
  completedDate?: string
  progress: { current: number; total: number }
}

export type LogEntry = {
  sourceRecordOrder: string
  sourceRecordTitle: string
  sourceRecordId?: string
  incomingRecordId: string
  sourceRecordActionStatus: string
  error: string
  relatedInstanceInfo: { actionStatus?: string; idList: string[]; hridList: string[]; error?: string }
  relatedHoldingsInfo: { actionStatus: string; id: string; hrid: string; error: string }[]
  relatedItemInfo: { actionStatus: string; id: string; hrid: string; error: string }[]
  relatedAuthorityInfo: { actionStatus?: string; idList: string[]; hridList: string[]; error?: string }
}

/** The answer's JSON; fails with the answer's text when the status is another one. */
// A wire answer has no static type in a test.
// oxlint-disable-next-line typescript/no-explicit-any
export function answer(reply: TestReply, status = 200): any {
  expect(reply.status, reply.text).toBe(status)
  return reply.text === '' ? undefined : reply.json
}

/** Asks again and again until `check` gives something. */
export async function until<T>(check: () => Promise<T | null | undefined | false>, seconds = 50): Promise<T> {
  const deadline = Date.now() + seconds * 1000
  for (let waitMs = 10; ; waitMs = Math.min(waitMs * 1.5, 150)) {
    const found = await check()
    if (found) return found
    if (Date.now() > deadline) throw new Error(`What was waited for did not happen in ${seconds} s.`)
    await delay(waitMs)
  }
}

/** Defines an upload of several files. */
export async function defineUpload(api: Api, names: readonly string[]) {
  const fileDefinitions = names.map((name) => ({ name, size: 1, uiKey: `${name}-key` }))
  return answer(await api.post(UPLOADS, { fileDefinitions }), 201)
}

/** Sends the bytes of one file of an upload definition. @returns the definition. */
export async function sendFile(
  api: Api,
  upload: { id: string },
  file: { id: string },
  bytes: Buffer | string,
) {
  const body = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
  return answer(await api.post(`${UPLOADS}/${upload.id}/files/${file.id}`, body))
}

/** Hands an upload definition over to be imported. */
export async function processFiles(api: Api, uploadDefinition: { id: string }, profile: Profile) {
  const body = { uploadDefinition, jobProfileInfo: profile }
  answer(await api.post(`${UPLOADS}/${uploadDefinition.id}/processFiles?defaultMapping=false`, body), 204)
}

/** Uploads files, one job each, and starts them. @returns the ids of the jobs in the order of the files. */
export async function startFiles(
  api: Api,
  files: readonly { name: string; bytes: Buffer | string }[],
  profile: Profile = CREATE_INSTANCE,
): Promise<string[]> {
  let upload = await defineUpload(
    api,
    files.map((file) => file.name),
  )
  const defined = upload.fileDefinitions as { id: string; jobExecutionId: string }[]
  for (const [index, file] of files.entries()) {
    upload = await sendFile(api, upload, defined[index]!, file.bytes)
  }
  await processFiles(api, upload, profile)
  return defined.map((file) => file.jobExecutionId)
}

/** Waits until a job has ended. */
export function endOf(api: Api, jobId: string, seconds = 50): Promise<Job> {
  return until(async () => {
    const job = answer(await api.get(`/change-manager/jobExecutions/${jobId}`)) as Job
    return FINAL.includes(job.status) ? job : null
  }, seconds)
}

/** Uploads one file, imports it and waits for the end. */
export async function importFile(
  api: Api,
  name: string,
  bytes: Buffer | string,
  profile: Profile = CREATE_INSTANCE,
): Promise<Job> {
  const [jobId] = await startFiles(api, [{ name, bytes }], profile)
  return endOf(api, jobId!)
}

/** The log of a job in file order. */
export async function logOf(api: Api, jobId: string, query = 'limit=100000'): Promise<LogEntry[]> {
  return answer(await api.get(`/metadata-provider/jobLogEntries/${jobId}?${query}`)).entries
}

/** Number of records of a list. */
export async function countOf(api: Api, path: string, query = 'cql.allRecords=1'): Promise<number> {
  const reply = await api.get(`${path}?limit=0&query=${encodeURIComponent(query)}`)
  return answer(reply).totalRecords
}

/** The instance that a log entry names. */
export async function instanceOf(api: Api, entry: LogEntry) {
  return answer(await api.get(`/instance-storage/instances/${entry.relatedInstanceInfo.idList[0]}`))
}

export type StoredMarc = {
  leader: string
  fields: Record<string, string | { subfields: Record<string, string>[] }>[]
}

/** The stored MARC record that a log entry names. */
export async function marcOf(api: Api, entry: LogEntry): Promise<StoredMarc> {
  const record = answer(await api.get(`/source-storage/records/${entry.sourceRecordId}`))
  return record.parsedRecord.content
}

/** Values of a subfield, or of a control field when no code is given, in record order. */
export function valuesOf(marc: StoredMarc, tag: string, code?: string): string[] {
  return marc.fields.flatMap((entry) => {
    const field = entry[tag]
    if (field === undefined) return []
    if (typeof field === 'string') return [field]
    return field.subfields.flatMap((subfield) => {
      const [found, value] = Object.entries(subfield)[0]!
      return code === undefined || found === code ? [value] : []
    })
  })
}

/** Makes a tenant and signs its administrator in. */
export async function newTenant(app: TestApp, id: string, sample: boolean): Promise<Api> {
  const admin = { username: `${id}_admin`, password: 'a-test-password' }
  await createTenant(app.octavo.app, { id, name: id, reference: true, sample, admin })
  const login = await app.raw(
    'POST',
    '/authn/login',
    { 'x-okapi-tenant': id, 'content-type': 'application/json' },
    JSON.stringify(admin),
  )
  const mine = { 'x-okapi-tenant': id, 'x-okapi-token': String(login.headers['x-okapi-token']) }
  return {
    get: (url, headers) => app.get(url, { ...mine, ...headers }),
    post: (url, body, headers) => app.post(url, body, { ...mine, ...headers }),
    put: (url, body, headers) => app.put(url, body, { ...mine, ...headers }),
    del: (url, body, headers) => app.del(url, body, { ...mine, ...headers }),
  }
}

/** Makes a location with everything that it needs. */
export async function insertLocation(api: Api, code = 'U/C/M/A'): Promise<string> {
  const post = async (url: string, body: object): Promise<string> => answer(await api.post(url, body), 201).id
  const institutionId = await post('/location-units/institutions', { name: 'Univ', code: 'U' })
  const campusId = await post('/location-units/campuses', { name: 'City', code: 'C', institutionId })
  const libraryId = await post('/location-units/libraries', { name: 'Main', code: 'M', campusId })
  const points = answer(await api.get('/service-points?limit=1'))
  const primaryServicePoint =
    points.servicepoints[0]?.id ??
    (await post('/service-points', { name: 'Desk', code: 'desk', discoveryDisplayName: 'Desk' }))
  return post('/locations', {
    name: 'Annex',
    code,
    institutionId,
    campusId,
    libraryId,
    primaryServicePoint,
    servicePointIds: [primaryServicePoint],
  })
}

/** A rule of a field mapping profile. */
export function rule(path: string, value: string, more: object = {}): object {
  const name = path.replace(/^\w+\./, '').replace('[]', '')
  return { name, enabled: true, path, value, subfields: [], ...more }
}

type Rules = Partial<Record<'INSTANCE' | 'HOLDINGS' | 'ITEM', object[]>>

/** Makes a job profile that creates what `rules` names, each with a mapping of its own. */
export async function makeProfile(
  api: Api,
  name: string,
  rules: Rules,
): Promise<Profile & { mappings: string[] }> {
  const base = '/data-import-profiles'
  const actions: string[] = []
  const mappings: string[] = []
  const post = async (list: string, profile: object, addedRelations: object[]): Promise<string> =>
    answer(await api.post(`${base}/${list}`, { profile, addedRelations, deletedRelations: [] }), 201).id
  for (const [recordType, mappingFields] of Object.entries(rules)) {
    const mappingDetails = { name: recordType.toLowerCase(), recordType, mappingFields }
    const types = { incomingRecordType: 'MARC_BIBLIOGRAPHIC', existingRecordType: recordType }
    const detail = await post(
      'mappingProfiles',
      { name: `${name} ${recordType}`, ...types, mappingDetails },
      [],
    )
    const action = { name: `${name} ${recordType}`, action: 'CREATE', folioRecord: recordType }
    mappings.push(detail)
    actions.push(
      await post('actionProfiles', action, [
        {
          masterProfileId: null,
          masterProfileType: 'ACTION_PROFILE',
          detailProfileId: detail,
          detailProfileType: 'MAPPING_PROFILE',
        },
      ]),
    )
  }
  const links = actions.map((detailProfileId, order) => ({
    masterProfileId: null,
    masterProfileType: 'JOB_PROFILE',
    detailProfileId,
    detailProfileType: 'ACTION_PROFILE',
    order,
  }))
  const id = await post('jobProfiles', { name, dataType: 'MARC' }, links)
  return { id, name, dataType: 'MARC', mappings }
}

/** Makes a job profile whose action loses its field mapping profile, so that no job with it can run. */
export async function makeUnusableProfile(api: Api, name: string): Promise<Profile> {
  const profile = await makeProfile(api, name, { INSTANCE: [] })
  const [mappingId] = profile.mappings
  const base = '/data-import-profiles'
  const query = encodeURIComponent(`name=="${name} INSTANCE"`)
  const { actionProfiles } = answer(await api.get(`${base}/actionProfiles?query=${query}`))
  answer(
    await api.put(`${base}/actionProfiles/${actionProfiles[0].id}`, {
      profile: actionProfiles[0],
      addedRelations: [],
      deletedRelations: [
        {
          masterProfileId: actionProfiles[0].id,
          masterProfileType: 'ACTION_PROFILE',
          detailProfileId: mappingId,
          detailProfileType: 'MAPPING_PROFILE',
        },
      ],
    }),
  )
  answer(await api.del(`${base}/mappingProfiles/${mappingId}`), 204)
  return profile
}
