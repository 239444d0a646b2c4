import { setTimeout as delay } from 'node:timers/promises'
import type { MarcRecord } from '../../formats/marc/index.ts'
import { findDocuments } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { Problem, faultsProblem } from '../../kernel/http/problems.ts'
import { UUID_PATTERN, compileValidator } from '../../kernel/http/validation.ts'
import { isUuid } from '../../kernel/ids.ts'
import { findSingleRecordOutcome, startSingleRecordImport } from '../imports/index.ts'
import type { SingleRecordOutcome } from '../imports/index.ts'
import { EmbedPathError, embedIdentifier } from './embed-identifier.ts'
import { fetchRecord } from './fetch-record.ts'
import { GivenRecordError, readGivenRecord } from './given-record.ts'
import type { GivenRecord } from './given-record.ts'
import { copycatProfiles } from './profiles.ts'
import type { CopycatProfile } from './profiles.ts'
import { TargetError } from './target-error.ts'

/** Body of `POST /copycat/imports`, and its answer with `internalIdentifier` filled in. */
export type CopycatImport = {
  profileId: string
  externalIdentifier?: string | null
  /** Id of the instance to be updated; without it one is created. */
  internalIdentifier?: string | null
  selectedJobProfileId?: string | null
  record?: GivenRecord | null
}

const text = { type: 'string' }
const uuid = { type: 'string', pattern: UUID_PATTERN }

/** Checks a body (folio-org/mod-copycat: ramls/copycatimports.json). @throws Problem 422 listing the faults. */
const checkImport = compileValidator({
  type: 'object',
  required: ['profileId'],
  additionalProperties: false,
  properties: {
    profileId: text,
    externalIdentifier: text,
    internalIdentifier: uuid,
    selectedJobProfileId: uuid,
    record: { type: 'object', properties: { json: text, marc: text } },
  },
})

/** Who asks, and how a transaction of the tenant is opened. */
export type ImportRun = {
  userId: string
  transaction<T>(fn: (tx: Transaction) => Promise<T>): Promise<T>
}

/**
 * Imports one record: fetches it from the profile's target unless it is given, and runs a job of one record with
 * it. No transaction is open while a target or the job is waited for.
 * @returns the request with the id of the instance; the request alone, as FOLIO does, when the job is still at work.
 * @throws Problem 422 for a malformed body, 400 with FOLIO's list of errors for anything that keeps the record out.
 */
export async function importRecord(run: ImportRun, body: unknown): Promise<CopycatImport> {
  checkImport(body)
  const asked = body as CopycatImport
  const profile = await run.transaction((tx) => findProfile(tx, asked.profileId))
  const jobProfileId = chooseJobProfile(profile, asked)
  const record = prepareRecord(profile, asked, await obtainRecord(profile, asked))
  const jobId = await run.transaction((tx) => start(tx, { userId: run.userId, jobProfileId, record }))
  const outcome = await waitForOutcome(run, jobId)
  if (outcome === null) return asked
  return { ...asked, internalIdentifier: instanceOf(outcome, asked) }
}

function refusal(message: string, key?: keyof CopycatImport, value?: string | null): Problem {
  const parameters = key === undefined ? {} : { parameters: [{ key, value: value ?? '' }] }
  return faultsProblem([{ message, ...parameters }], 400)
}

async function findProfile(tx: Transaction, profileId: string): Promise<CopycatProfile> {
  const id = profileId.toLowerCase()
  const found = isUuid(id) ? (await findDocuments(tx, copycatProfiles, [id])).get(id) : undefined
  if (found === undefined) throw refusal(`No such profileId ${profileId}`, 'profileId', profileId)
  return JSON.parse(found) as CopycatProfile
}

/** @throws Problem 400 with FOLIO's text when the chosen job profile is not one of those that the profile allows. */
function chooseJobProfile(profile: CopycatProfile, asked: CopycatImport): string {
  const isUpdate = typeof asked.internalIdentifier === 'string'
  const fallback = isUpdate ? profile.updateJobProfileId : profile.createJobProfileId
  const allowed = (isUpdate ? profile.allowedUpdateJobProfileIds : profile.allowedCreateJobProfileIds) ?? []
  const selected = asked.selectedJobProfileId
  if (typeof selected !== 'string') return fallback
  if (!allowed.some((id) => id.toLowerCase() === selected.toLowerCase())) {
    throw refusal('Invalid job profile id', 'selectedJobProfileId', selected)
  }
  return selected
}

async function obtainRecord(profile: CopycatProfile, asked: CopycatImport): Promise<MarcRecord> {
  const { record, externalIdentifier } = asked
  try {
    if (record) return readGivenRecord(record)
    const identifier = externalIdentifier?.trim()
    if (!identifier) {
      throw refusal('externalIdentifier or record must be given', 'externalIdentifier', externalIdentifier)
    }
    return await fetchRecord(profile, identifier)
  } catch (error) {
    if (error instanceof GivenRecordError) throw refusal(error.message, 'record')
    if (error instanceof TargetError) throw refusal(error.message, 'externalIdentifier', externalIdentifier)
    throw error
  }
}

/** Writes the id of the instance to be updated into the record, where the update's match looks for it. */
function prepareRecord(profile: CopycatProfile, asked: CopycatImport, record: MarcRecord): MarcRecord {
  const { internalIdentifier } = asked
  if (typeof internalIdentifier !== 'string') return record
  if (!profile.internalIdEmbedPath) throw refusal('Missing internalIdEmbedPath in target profile')
  try {
    return embedIdentifier(record, profile.internalIdEmbedPath, internalIdentifier.toLowerCase())
  } catch (error) {
    if (error instanceof EmbedPathError) {
      throw refusal(`internalIdEmbedPath in target profile: ${error.message}`)
    }
    throw error
  }
}

/** What keeps a job from being made at all is an error of the import, as FOLIO has it. */
async function start(tx: Transaction, input: Parameters<typeof startSingleRecordImport>[1]): Promise<string> {
  try {
    return await startSingleRecordImport(tx, input)
  } catch (error) {
    if (error instanceof Problem) throw refusal(error.message)
    throw error
  }
}

// A job of one record takes some 50 ms when nothing else runs. FOLIO gives up after 6 s; here a job waits at most
// until running chunks of others are done.
const WAIT_MS = 30_000
const FIRST_LOOK_MS = 20
const LONGEST_PAUSE_MS = 300

async function waitForOutcome(run: ImportRun, jobId: string): Promise<SingleRecordOutcome | null> {
  const deadline = Date.now() + WAIT_MS
  for (
    let pauseMs = FIRST_LOOK_MS;
    Date.now() < deadline;
    pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)
  ) {
    await delay(pauseMs)
    const outcome = await run.transaction((tx) => findSingleRecordOutcome(tx, jobId))
    if (outcome !== null) return outcome
  }
  return null
}

function instanceOf({ instanceId, error }: SingleRecordOutcome, asked: CopycatImport): string {
  if (error !== null) throw refusal(error)
  if (instanceId !== null) return instanceId
  const wanted = asked.internalIdentifier
  throw refusal(
    typeof wanted === 'string'
      ? `Nothing was updated: no record was found for the instance ${wanted}.`
      : 'The job profile made no instance of the record.',
    'internalIdentifier',
    wanted,
  )
}
