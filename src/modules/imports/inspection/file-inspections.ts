import { setTimeout as delay } from 'node:timers/promises'
import type { Transaction } from '../../../kernel/db/database.ts'
import { notFound } from '../../../kernel/http/problems.ts'
import type { ApiRequest } from '../../../kernel/http/route.ts'
import type { App } from '../../../kernel/module.ts'
import type { ThreadPool } from '../../../kernel/threads/thread-pool.ts'
import { readFileChunk } from '../engine/chunk-source.ts'
import { chunkInput, chunksOf } from '../process-files.ts'
import type { FileRow } from '../upload-definition.ts'
import { addInspection, noInspection } from './inspection.ts'
import type { Inspection } from './inspection.ts'

type InspectedFile = FileRow & { inspection: string | null }

type Running = { found: Inspection; ended: Promise<void>; error: Error | null }

/** A small file is answered whole; of a larger one as much as is known by then. */
const WAIT_MS = 400

/**
 * Looks into uploaded files, each once: chunk after chunk in a worker thread, so memory and the other requests do not
 * feel its size. What is found is kept with the file.
 */
export class FileInspections {
  readonly #app: App
  readonly #threads: () => ThreadPool
  readonly #running = new Map<string, Running>()

  constructor(app: App, threads: () => ThreadPool) {
    this.#app = app
    this.#threads = threads
  }

  /** What is known of a file so far; asking begins the inspection. @throws Problem 404 */
  async read(request: ApiRequest, fileId: string): Promise<Record<string, unknown>> {
    const file = await request.transaction((tx) => getInspectedFile(tx, fileId))
    if (file.inspection !== null) return inspectionDto(file, JSON.parse(file.inspection) as Inspection, true)
    if (file.status !== 'UPLOADED' || file.source_path === null)
      return inspectionDto(file, noInspection(), false)
    const running = this.#start(request.tenant, file, file.source_path)
    await Promise.race([running.ended, delay(WAIT_MS, undefined, { ref: false })])
    if (running.error !== null) throw notFound(`The file "${file.name}" is not kept any more.`)
    return inspectionDto(file, running.found, running.found.recordsRead === file.record_count)
  }

  #start(tenant: string, file: InspectedFile, key: string): Running {
    const name = `${tenant}/${key}`
    const known = this.#running.get(name)
    if (known) return known
    const running: Running = { found: noInspection(), ended: Promise.resolve(), error: null }
    this.#running.set(name, running)
    running.ended = this.#inspect(tenant, file, running)
      .catch((error: unknown) => {
        running.error = error as Error
        this.#app.log.info({ file: file.id, error: running.error.message }, 'a file could not be inspected')
      })
      .finally(() => this.#running.delete(name))
    return running
  }

  async #inspect(tenant: string, file: InspectedFile, { found }: Running): Promise<void> {
    for (const range of file.format === 'unknown' ? [] : chunksOf(file)) {
      if (this.#app.stopping.aborted) throw new Error('The server stops.')
      const source = await readFileChunk(this.#app, tenant, chunkInput(file, range))
      addInspection(found, await this.#threads().pick().call<Inspection>('inspect', source))
    }
    await this.#app.db.tenant(tenant, (tx) =>
      tx.query('update file_definition set inspection = $2 where id = $1 and source_path = $3', [
        file.id,
        JSON.stringify(found),
        file.source_path,
      ]),
    )
  }
}

/** @throws Problem 404 */
async function getInspectedFile(tx: Transaction, id: string): Promise<InspectedFile> {
  const [row] = await tx.query<InspectedFile>('select * from file_definition where id = $1', [id])
  if (!row) throw notFound(`FileDefinition not found by id: ${id}`)
  return row
}

const byCount = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([name, records]) => ({ name, records }))
    .sort((a, b) => b.records - a.records)

function inspectionDto(file: InspectedFile, found: Inspection, isComplete: boolean): Record<string, unknown> {
  const { declaredEncodings, foundEncodings, recordTypes, leaderTypes, tags, ...rest } = found
  const isXml = file.format === 'marcxml'
  return {
    fileDefinitionId: file.id,
    fileName: file.name,
    status: file.status,
    byteSize: file.byte_size,
    format: file.format,
    /** Of a file without records: what it looks like, in words. */
    reason: file.format === 'unknown' || file.record_count === 0 ? file.format_reason : null,
    recordCount: file.record_count,
    isComplete,
    declaredEncodings: isXml
      ? [{ name: (file.encoding ?? 'utf-8').toUpperCase(), records: found.recordsRead }]
      : byCount(declaredEncodings),
    foundEncodings: byCount(foundEncodings),
    recordTypes: byCount(recordTypes),
    leaderTypes: byCount(leaderTypes),
    tags: Object.entries(tags)
      .map(([tag, counts]) => ({ tag, ...counts }))
      .sort((a, b) => (a.tag < b.tag ? -1 : 1)),
    ...rest,
  }
}
