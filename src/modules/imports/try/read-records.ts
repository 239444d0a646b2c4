import { controlField, dataField, encodeIso2709 } from '../../../formats/marc/index.ts'
import type { MarcField, Subfield } from '../../../formats/marc/index.ts'
import type { Transaction } from '../../../kernel/db/database.ts'
import { fieldProblem, notFound } from '../../../kernel/http/problems.ts'
import { isUuid } from '../../../kernel/ids.ts'
import type { App } from '../../../kernel/module.ts'
import { readFileChunk } from '../engine/chunk-source.ts'
import { rawRecords } from '../engine/read-chunk.ts'
import type { RawRecord } from '../engine/record-work.ts'
import { chunkInput, chunksOf } from '../process-files.ts'
import type { FileRow } from '../upload-definition.ts'

/** Records that one trial goes through at most. */
const MAX_RECORDS = 20
const MAX_TEXT = 1_000_000

/**
 * The records that a profile is tried on: those of an uploaded file from a place on, or one as text: MARC in JSON or XML,
 * or a line for each field. @throws Problem 404, 422 naming the field
 */
export async function readTriedRecords(
  app: App,
  tx: Transaction,
  { recordText, fileId, order = 0, limit = MAX_RECORDS }: Record<string, unknown>,
): Promise<RawRecord[]> {
  if (typeof recordText === 'string') return [readText(recordText)]
  if (!isUuid(fileId)) throw fieldProblem('must be the id of an uploaded file', 'fileId', fileId ?? null)
  const isPlace = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0
  if (!isPlace(order)) throw fieldProblem('must be the place of a record, from 0', 'order', order)
  if (!isPlace(limit)) throw fieldProblem('must be a number of records', 'limit', limit)
  const [file] = await tx.query<FileRow>('select * from file_definition where id = $1', [fileId])
  if (!file) throw notFound(`FileDefinition not found by id: ${fileId}`)
  if (file.source_path === null || file.chunks === null)
    throw fieldProblem(`The file "${file.name}" is not uploaded yet, or not kept any more.`, 'fileId', fileId)
  const end = order + Math.min(limit, MAX_RECORDS)
  const found: RawRecord[] = []
  for (const range of chunksOf(file)) {
    if (range.first + range.count <= order || range.first >= end) continue
    found.push(...rawRecords(await readFileChunk(app, tx.tenant!, chunkInput(file, range))))
  }
  return found.filter(({ seq }) => seq >= order && seq < end)
}

function readText(text: string): RawRecord {
  const trimmed = text.trim()
  if (trimmed === '' || text.length > MAX_TEXT)
    throw fieldProblem('must be a MARC record', 'recordText', trimmed.slice(0, 40))
  const format = trimmed.startsWith('{') ? 'marcjson' : trimmed.startsWith('<') ? 'marcxml' : 'marc'
  const isBytes = format === 'marc' && text.includes('\u001e')
  const bytes = format === 'marc' && !isBytes ? readLines(trimmed) : Buffer.from(text, 'utf8')
  return { seq: 0, byteOffset: 0, byteLength: bytes.length, bytes, format, encoding: 'utf-8' }
}

const LEADER = '00000nam a2200000 a 4500'

/** A record of lines such as `245 10 $aTitle$cName`; without a leader it is a bibliographic one. */
function readLines(text: string): Buffer {
  let leader = LEADER
  const fields: MarcField[] = []
  for (const line of text.split(/\r?\n/)) {
    const marked = /^=?(?:LDR|LEADER|000)\s+(.{24})$/.exec(line)
    if (marked) leader = marked[1]!
    else if (line.trim() !== '') fields.push(readLine(line))
  }
  return encodeIso2709({ leader, fields })
}

function readLine(line: string): MarcField {
  const [, tag, rest] = /^=?(\w{3})\s?(.*)$/.exec(line) ?? []
  if (tag === undefined || rest === undefined)
    throw fieldProblem('has a line that is no field: tag, indicators, $ and code', 'recordText', line)
  if (tag.startsWith('00')) return controlField(tag, rest.trim())
  const at = rest.indexOf('$')
  if (at === -1) throw fieldProblem('has a field without a subfield', 'recordText', line)
  const indicators = rest
    .slice(0, at)
    .trim()
    .replaceAll(/[#_\\]/g, ' ')
    .padEnd(2, ' ')
  const subfields = rest
    .slice(at + 1)
    .split('$')
    .map((part): Subfield => ({ code: part.charAt(0), value: part.slice(1).trim() }))
  return dataField(tag, indicators[0]!, indicators[1]!, subfields)
}
