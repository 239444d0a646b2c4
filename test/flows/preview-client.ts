import { answer, defineUpload, endOf, logOf, processFiles, sendFile, until } from './import-client.ts'
import type { Api, Job, Profile } from './import-client.ts'

export type Preview = {
  id: string
  status: string
  errorText?: string
  fileName: string
  progress: { current: number; total: number }
  totalErrors: number
  summary: Record<string, Record<string, number>>
  errors: { kind: string; count: number; example: string }[]
}

export type PreviewStep = {
  entityType: string
  actionType: string
  actionStatus: string
  entityId?: string
  entityHrId?: string
  error?: string
}

export type PreviewRecord = {
  sourceRecordOrder: number
  title?: string
  controlNumber?: string
  outcomes: string[]
  steps: PreviewStep[]
  changes: {
    entityType: string
    entityId?: string
    entityHrId?: string
    fields: { name: string; before: string | null; after: string | null }[]
    omitted?: number
  }[]
  errorKind?: string
  error?: string
}

export const PREVIEWS = '/octavo/imports/previews'

// A wire answer has no static type in a test.
// oxlint-disable-next-line typescript/no-explicit-any
type Upload = any

/** Uploads one file without handing it over. @returns the upload definition */
export async function uploadOnly(api: Api, name: string, bytes: Buffer | string): Promise<Upload> {
  const upload = await defineUpload(api, [name])
  return sendFile(api, upload, upload.fileDefinitions[0], bytes)
}

/** Begins the preview of an uploaded file. */
export async function startPreview(api: Api, upload: { id: string }, profile: Profile): Promise<Preview> {
  const body = { uploadDefinitionId: upload.id, jobProfileId: profile.id }
  return answer(await api.post(PREVIEWS, body), 202)
}

/** Waits until a preview has ended. */
export function endOfPreview(api: Api, id: string, seconds = 50): Promise<Preview> {
  return until(async () => {
    const preview = answer(await api.get(`${PREVIEWS}/${id}`)) as Preview
    return preview.status === 'RUNNING' ? null : preview
  }, seconds)
}

/** Previews an uploaded file and waits for the end. */
export async function previewOf(api: Api, upload: { id: string }, profile: Profile): Promise<Preview> {
  return endOfPreview(api, (await startPreview(api, upload, profile)).id)
}

export async function previewRecords(api: Api, id: string, query = 'limit=100000'): Promise<PreviewRecord[]> {
  return answer(await api.get(`${PREVIEWS}/${id}/records?${query}`)).records
}

/** Imports a file that is uploaded already. */
export async function importUpload(api: Api, upload: Upload, profile: Profile): Promise<Job> {
  await processFiles(api, upload, profile)
  return endOf(api, upload.fileDefinitions[0].jobExecutionId)
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** An outcome of a record without the ids that differ from run to run. */
export type Told = { order: number; title: string | undefined; steps: string[] }

const stepLine = ({ entityType, actionType, actionStatus, error }: PreviewStep) =>
  `${actionType} ${entityType} ${actionStatus}${error === undefined ? '' : `: ${error.replaceAll(UUID, 'id')}`}`

/** What a preview says of each record, in file order. */
export async function toldByPreview(api: Api, id: string): Promise<Told[]> {
  return (await previewRecords(api, id)).map(({ sourceRecordOrder, title, steps }) => ({
    order: sourceRecordOrder,
    title,
    steps: steps.map(stepLine),
  }))
}

/** What the journal of a job says of each record, in file order. */
export async function toldByJob(api: Api, jobId: string): Promise<Told[]> {
  const reply = await api.get(
    `/metadata-provider/journalRecords/${jobId}?sortBy=source_record_order&order=asc`,
  )
  const rows = answer(reply).journalRecords as (PreviewStep & { sourceRecordOrder: number; title?: string })[]
  const told = new Map<number, Told>()
  for (const row of rows) {
    const known = told.get(row.sourceRecordOrder)
    if (known) known.steps.push(stepLine(row))
    else
      told.set(row.sourceRecordOrder, {
        order: row.sourceRecordOrder,
        title: row.title,
        steps: [stepLine(row)],
      })
  }
  return [...told.values()]
}

/** The counts of a job by entity, as its summary shows them. */
export async function summaryOf(api: Api, jobId: string): Promise<Record<string, Record<string, number>>> {
  const {
    jobExecutionId: _id,
    totalErrors: _errors,
    ...summary
  } = answer(await api.get(`/metadata-provider/jobSummary/${jobId}`))
  return summary
}

/** Human-readable ids of what a job made, record by record. */
export async function hridsOf(api: Api, jobId: string) {
  return (await logOf(api, jobId)).map((entry) => ({
    instance: entry.relatedInstanceInfo.hridList[0]!,
    holdings: entry.relatedHoldingsInfo[0]?.hrid ?? '',
    item: entry.relatedItemInfo[0]?.hrid ?? '',
    instanceId: entry.relatedInstanceInfo.idList[0]!,
    itemId: entry.relatedItemInfo[0]?.id ?? '',
  }))
}

type Action = { action: string; folioRecord: string; mapping: object }

/** A step of a job profile: a match of an incoming field, and what follows it. */
export type MatchStep = {
  incoming: [tag: string, subfield: string]
  existing: { type: string; field: string | [tag: string, subfield: string] }
  onMatch?: readonly Action[]
  onNonMatch?: readonly Action[]
}

const marcFields = ([tag, subfield]: [string, string]) => [
  { label: 'field', value: tag },
  { label: 'indicator1', value: '' },
  { label: 'indicator2', value: '' },
  { label: 'recordSubfield', value: subfield },
]

/** Makes a job profile of matches one after the other. */
export async function makeMatchingProfile(
  api: Api,
  name: string,
  steps: readonly MatchStep[],
): Promise<Profile> {
  const post = async (list: string, profile: object, addedRelations: object[] = []): Promise<string> =>
    answer(
      await api.post(`/data-import-profiles/${list}`, { profile, addedRelations, deletedRelations: [] }),
      201,
    ).id
  const link = (
    master: string | null,
    masterType: string,
    detail: string,
    detailType: string,
    more: object,
  ) => ({
    masterProfileId: master,
    masterProfileType: masterType,
    detailProfileId: detail,
    detailProfileType: detailType,
    ...more,
  })
  const makeAction = async ({ action, folioRecord, mapping }: Action, title: string) => {
    const detail = { name: folioRecord.toLowerCase(), recordType: folioRecord, ...mapping }
    const types = { incomingRecordType: 'MARC_BIBLIOGRAPHIC', existingRecordType: folioRecord }
    const mappingId = await post('mappingProfiles', { name: title, ...types, mappingDetails: detail })
    return post('actionProfiles', { name: title, action, folioRecord }, [
      link(null, 'ACTION_PROFILE', mappingId, 'MAPPING_PROFILE', {}),
    ])
  }
  const relations: object[] = []
  for (const [order, { incoming, existing, onMatch = [], onNonMatch = [] }] of steps.entries()) {
    const { type, field } = existing
    const fields = typeof field === 'string' ? [{ label: 'field', value: field }] : marcFields(field)
    const types = { incomingRecordType: 'MARC_BIBLIOGRAPHIC', existingRecordType: type }
    const matchId = await post('matchProfiles', {
      name: `${name} match ${order}`,
      ...types,
      matchDetails: [
        {
          ...types,
          incomingMatchExpression: { dataValueType: 'VALUE_FROM_RECORD', fields: marcFields(incoming) },
          existingMatchExpression: { dataValueType: 'VALUE_FROM_RECORD', fields },
          matchCriterion: 'EXACTLY_MATCHES',
        },
      ],
    })
    relations.push(link(null, 'JOB_PROFILE', matchId, 'MATCH_PROFILE', { order }))
    for (const [reactTo, actions] of [
      ['MATCH', onMatch],
      ['NON_MATCH', onNonMatch],
    ] as const) {
      for (const [place, action] of actions.entries()) {
        const actionId = await makeAction(action, `${name} ${order} ${reactTo} ${place}`)
        relations.push(link(matchId, 'MATCH_PROFILE', actionId, 'ACTION_PROFILE', { order: place, reactTo }))
      }
    }
  }
  const id = await post('jobProfiles', { name, dataType: 'MARC' }, relations)
  return { id, name, dataType: 'MARC' }
}
