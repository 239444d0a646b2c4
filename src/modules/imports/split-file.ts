import type { Transaction } from '../../kernel/db/database.ts'
import { insertJobs } from './job-execution.ts'
import type { JobRow, NewJob, RunBy } from './job-execution.ts'
import type { ChunkRange } from './upload-file.ts'
import type { FileRow } from './upload-definition.ts'

/** A part of an uploaded file: whole chunks of it, one after the other. No bytes are copied for it. */
export type FilePart = {
  firstRecord: number
  records: number
  byteOffset: number
  byteLength: number
  chunks: ChunkRange[]
}

/**
 * Cuts a file into parts of at most `recordsPerPart` records, by the chunks that were found when it came in. Those
 * end at multiples of that number, unless it was another one then; a part is never smaller than a chunk.
 */
export function cutIntoParts(chunks: readonly ChunkRange[], recordsPerPart: number): FilePart[] {
  const parts: FilePart[] = []
  for (const chunk of chunks) {
    const open = parts.at(-1)
    if (open && open.records + chunk.count <= recordsPerPart) {
      open.records += chunk.count
      open.byteLength = chunk.offset + chunk.length - open.byteOffset
      open.chunks.push(chunk)
    } else {
      parts.push({
        firstRecord: chunk.first,
        records: chunk.count,
        byteOffset: chunk.offset,
        byteLength: chunk.length,
        chunks: [chunk],
      })
    }
  }
  return parts
}

/** The name of a part as FOLIO forms it: the number before the extension (folio-org/mod-data-import: FileSplitUtilities). */
export function partKey(key: string, number: number): string {
  const dot = key.lastIndexOf('.')
  return dot === -1 ? `${key}_${number}` : `${key.slice(0, dot)}_${number}${key.slice(dot)}`
}

/**
 * The parts of a file that can be imported: several of binary MARC, one of any other format, as in FOLIO. A file
 * that cannot is one part too, which then says why.
 */
function partsOf(file: FileRow, isCut: boolean, recordsPerPart: number): FilePart[] {
  const chunks = file.chunks === null ? [] : (JSON.parse(file.chunks) as ChunkRange[])
  if (isCut) return cutIntoParts(chunks, recordsPerPart)
  const whole = { firstRecord: 0, byteOffset: 0, byteLength: file.byte_size ?? 0 }
  return [{ ...whole, records: file.record_count ?? 0, chunks }]
}

const lastSegment = (path: string) => path.split('/').at(-1)!

/** A file with the jobs that import it in parts. */
export type SplitFile = { file: FileRow; parent: JobRow; parts: { job: JobRow; part: FilePart }[] }

/**
 * Makes a composite job for each file and a job for each of its parts. The jobs of the upload stay as they are.
 * `canRun` tells which files can be imported.
 */
export async function splitFiles(
  tx: Transaction,
  runBy: RunBy,
  files: readonly FileRow[],
  canRun: (file: FileRow) => boolean,
  recordsPerPart: number,
): Promise<SplitFile[]> {
  const parents = await insertJobs(tx, runBy, files.map(compositeJob))
  const cut = files.map((file, index) => {
    const isCut = canRun(file) && file.format === 'marc'
    return { file, isCut, parent: parents[index]!, parts: partsOf(file, isCut, recordsPerPart) }
  })
  const jobs = await insertJobs(
    tx,
    runBy,
    cut.flatMap(({ parent, isCut, parts }) =>
      parts.map((part, index) => partJob(parent, part, isCut ? index + 1 : null, parts.length)),
    ),
  )
  await tx.query(
    `update file_definition f set composite_id = split.composite_id
     from json_to_recordset($1) as split (id uuid, composite_id uuid) where f.id = split.id`,
    [JSON.stringify(cut.map(({ file, parent }) => ({ id: file.id, composite_id: parent.id })))],
  )
  const next = jobs.values()
  return cut.map(({ file, parent, parts }) => ({
    file,
    parent,
    parts: parts.map((part) => ({ part, job: next.next().value! })),
  }))
}

function compositeJob(file: FileRow): NewJob {
  const key = file.source_path ?? file.name
  return {
    subordination: 'COMPOSITE_PARENT',
    sourceType: 'COMPOSITE',
    fileName: lastSegment(key),
    sourcePath: key,
    total: file.record_count ?? 0,
    recordsInFile: file.record_count ?? 0,
  }
}

/** `number` is that of a part of a file that was cut; a whole file keeps its name. */
function partJob(parent: JobRow, part: FilePart, number: number | null, partCount: number): NewJob {
  const sourcePath = number === null ? parent.source_path! : partKey(parent.source_path!, number)
  return {
    subordination: 'COMPOSITE_CHILD',
    sourceType: 'COMPOSITE',
    fileName: lastSegment(sourcePath),
    sourcePath,
    parentId: parent.id,
    partNumber: number ?? 1,
    partCount,
    total: part.records,
    place: part,
  }
}
