import { expect } from 'vitest'
import type { TestReply } from '../support/app.ts'
import { answer, until } from './import-client.ts'
import type { Api } from './import-client.ts'

export type Operation = {
  id: string
  hrId: number
  userId: string
  status: string
  operationType: string
  entityType: string
  approach: string
  totalNumOfRecords: number
  processedNumOfRecords: number
  matchedNumOfRecords: number
  committedNumOfRecords: number
  matchedNumOfErrors: number
  matchedNumOfWarnings: number
  committedNumOfErrors: number
  committedNumOfWarnings: number
  startTime: string
  endTime?: string
  errorMessage?: string
  expired: boolean
  usedTenants?: string[]
} & Partial<Record<`linkTo${string}`, string>>

export type OperationError = {
  message: string
  type: string
  parameters: { key: string; value: string }[]
}

type Preview = {
  header: { value: string; visible: boolean; forceVisible: boolean }[]
  rows: { row: string[] }[]
}

const PATH = '/bulk-operations'
const BOUNDARY = 'octavo-test-boundary'
const RUNNING = [
  'RETRIEVING_RECORDS',
  'DATA_MODIFICATION_IN_PROGRESS',
  'APPLY_CHANGES',
  'APPLY_MARC_CHANGES',
  'DELETING_RECORDS',
  'EXECUTING_QUERY',
]

/** A body of `multipart/form-data` with one part `file`. */
export function fileBody(name: string, content: string | Buffer): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
}

export const fileHeaders = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

/** Posts a file; `query` is what stands behind the question mark. */
export function postFile(
  api: Api,
  query: string,
  content: string | Buffer,
  name = 'ids.csv',
): Promise<TestReply> {
  return api.post(`${PATH}/upload?${query}`, fileBody(name, content), fileHeaders)
}

/** Makes an operation of a file of identifiers. */
export async function upload(
  api: Api,
  entityType: string,
  identifierType: string,
  content: string | Buffer,
  name?: string,
): Promise<Operation> {
  const query = `entityType=${entityType}&identifierType=${identifierType}&manual=false`
  return answer(await postFile(api, query, content, name))
}

export async function operationOf(api: Api, id: string): Promise<Operation> {
  return answer(await api.get(`${PATH}/${id}`))
}

/** Waits until no step of an operation runs. */
export function settled(api: Api, id: string, seconds = 50): Promise<Operation> {
  return until(async () => {
    const operation = await operationOf(api, id)
    return RUNNING.includes(operation.status) ? null : operation
  }, seconds)
}

/** Starts a step and waits for its end. */
export async function runStep(
  api: Api,
  id: string,
  step: string,
  approach?: string,
  seconds?: number,
): Promise<Operation> {
  answer(await api.post(`${PATH}/${id}/start`, { step, ...(approach === undefined ? {} : { approach }) }))
  return settled(api, id, seconds)
}

/** Uploads identifiers and finds their records. */
export async function match(
  api: Api,
  entityType: string,
  identifierType: string,
  content: string | Buffer,
): Promise<Operation> {
  const { id } = await upload(api, entityType, identifierType, content)
  return runStep(api, id, 'UPLOAD')
}

export type ActionBody = {
  type: string
  initial?: string | null
  updated?: string | null
  parameters?: { key: string; value: unknown }[]
}

/** The body of content-update with one action an option. */
export function rulesBody(id: string, rules: readonly (readonly [option: string, action: ActionBody])[]) {
  return {
    bulkOperationRules: rules.map(([option, action]) => ({
      bulkOperationId: id,
      rule_details: { option, actions: [{ initial: null, updated: '', ...action }] },
    })),
    totalRecords: rules.length,
  }
}

/** Sends rules and applies them; the operation is then ready for review. */
export async function edit(
  api: Api,
  id: string,
  rules: readonly (readonly [option: string, action: ActionBody])[],
): Promise<Operation> {
  answer(await api.post(`${PATH}/${id}/content-update`, rulesBody(id, rules)))
  return runStep(api, id, 'EDIT', 'IN_APP')
}

export function commit(api: Api, id: string, seconds?: number): Promise<Operation> {
  return runStep(api, id, 'COMMIT', 'IN_APP', seconds)
}

/** A page of a preview as objects by header cell. */
export async function previewRows(
  api: Api,
  id: string,
  step: string,
  page = 'limit=10',
): Promise<Record<string, string>[]> {
  const { header, rows } = answer(await api.get(`${PATH}/${id}/preview?step=${step}&${page}`)) as Preview
  return rows.map(({ row }) => Object.fromEntries(header.map(({ value }, i) => [value, row[i]!])))
}

export async function errorsOf(api: Api, id: string, page = 'limit=100'): Promise<OperationError[]> {
  return answer(await api.get(`${PATH}/${id}/errors?${page}`)).errors
}

/** Errors as short lines: type, identifier, message. */
export async function errorLines(api: Api, id: string): Promise<string[]> {
  return (await errorsOf(api, id)).map(
    ({ type, message, parameters }) => `${type} ${parameters[0]!.value}: ${message}`,
  )
}

/** A downloaded file: its name and its text. */
export async function download(api: Api, id: string, type: string): Promise<{ name: string; text: string }> {
  const reply = await api.get(`${PATH}/${id}/download?fileContentType=${type}`)
  expect(reply.status, reply.text).toBe(200)
  const name = /filename="([^"]*)"/.exec(String(reply.headers['content-disposition']))?.[1] ?? ''
  return { name, text: reply.text }
}
