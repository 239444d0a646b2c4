import { SruReadError, readSruResponse } from '../../formats/sru/index.ts'
import type { SruResponse } from '../../formats/sru/index.ts'
import { MarcReadError } from '../../formats/marc/index.ts'
import { TargetError } from './target-error.ts'
import type { TargetOptions } from './target-options.ts'
import { MAX_ANSWER_BYTES } from './z3950-target.ts'

/**
 * Asks a server of SRU for the records that a query finds, two at most: one more than is of use tells that there
 * are several. Redirections are not followed, so that only the address of the profile is asked.
 * @throws TargetError
 */
export async function searchSru(
  url: URL,
  query: string,
  options: TargetOptions,
  name: string,
): Promise<SruResponse> {
  try {
    const bytes = await download(requestUrl(url, query, options), options)
    const response = readSruResponse(bytes)
    const [diagnostic] = response.diagnostics
    if (diagnostic !== undefined && response.records.length === 0) {
      throw new TargetError(
        `SRU error: server ${name} returned diagnostic: ${diagnostic}. Perhaps the copycat profile is incorrectly configured for this server`,
      )
    }
    return response
  } catch (error) {
    if (error instanceof TargetError) throw error
    throw new TargetError(`SRU error: ${name}: ${faultText(error as Error, options)}`)
  }
}

/** A query that begins with `@` is a prefix query, which goes under YAZ's name for it; any other is CQL. */
function requestUrl(base: URL, query: string, { sruVersion, sruSchema }: TargetOptions): URL {
  const url = new URL(base)
  const parameters = {
    operation: 'searchRetrieve',
    version: sruVersion,
    [query.startsWith('@') ? 'x-pquery' : 'query']: query,
    startRecord: '1',
    maximumRecords: '2',
    recordSchema: sruSchema,
    recordPacking: 'xml',
  }
  for (const [key, value] of Object.entries(parameters)) {
    if (!url.searchParams.has(key)) url.searchParams.set(key, value)
  }
  return url
}

async function download(url: URL, { credentials, timeoutMs }: TargetOptions): Promise<Uint8Array> {
  const headers: Record<string, string> = { accept: 'application/xml, text/xml' }
  if (credentials !== null) {
    const pair = Buffer.from(`${credentials.user}:${credentials.password ?? ''}`)
    headers.authorization = `Basic ${pair.toString('base64')}`
  }
  const response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`the server answered with HTTP status ${response.status}.`)
  }
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > MAX_ANSWER_BYTES) throw new Error(`the answer is larger than ${MAX_ANSWER_BYTES} bytes.`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function faultText(error: Error, { timeoutMs }: TargetOptions): string {
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} seconds.`
  if (error instanceof SruReadError || error instanceof MarcReadError) return error.message
  // What `fetch` says itself is only that it failed.
  const cause = error.cause as NodeJS.ErrnoException | undefined
  if (cause?.code === 'ECONNREFUSED') return 'Connection refused'
  if (cause?.code === 'ENOTFOUND' || cause?.code === 'EAI_AGAIN') return 'the server name is not known.'
  return cause?.message ?? error.message
}
