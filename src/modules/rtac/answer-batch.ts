import type { Transaction } from '../../kernel/db/database.ts'
import type { Answer, ApiRequest } from '../../kernel/http/route.ts'
import { streamPieces } from '../../kernel/lists/index.ts'
import { availabilityErrors, availabilityOf, readLines } from './read-availability.ts'
import type { AvailabilityError, AvailabilitySources, InstanceAvailability } from './read-availability.ts'

/** How a batch is written. */
export type BatchForm = {
  contentType: string
  start: string
  separator: string
  instance: (instance: InstanceAvailability) => string
  end: (errors: readonly AvailabilityError[]) => string
}

export const JSON_FORM: BatchForm = {
  contentType: 'application/json; charset=utf-8',
  start: '{"holdings":[',
  separator: ',',
  instance: (instance) => JSON.stringify(instance),
  end: (errors) => (errors.length === 0 ? ']}' : `],"errors":${JSON.stringify(errors)}}`),
}

/**
 * Answers 200 with the availability of instances, and the errors of those that are unknown or have no holdings. It leaves
 * piece by piece, so that it is compressed and read by the client while the rest is made.
 */
export function answerBatch(
  request: ApiRequest,
  ids: readonly string[],
  fullPeriodicals: boolean,
  sources: AvailabilitySources,
  form: BatchForm,
): Promise<Answer> {
  return streamPieces(request, form.contentType, (tx) => batchPieces(tx, ids, fullPeriodicals, sources, form))
}

async function* batchPieces(
  tx: Transaction,
  ids: readonly string[],
  fullPeriodicals: boolean,
  sources: AvailabilitySources,
  { start, separator, instance: write, end }: BatchForm,
): AsyncGenerator<string> {
  const found = new Set<string>()
  const empty: string[] = []
  let before = start
  for await (const instances of readLines(tx, ids, fullPeriodicals, sources)) {
    const texts: string[] = []
    for (const one of instances) {
      const instance = availabilityOf(one)
      found.add(instance.instanceId)
      if (instance.holdings.length === 0) empty.push(instance.instanceId)
      texts.push(write(instance))
    }
    yield before + texts.join(separator)
    before = separator
  }
  const unknown = ids.filter((id) => !found.has(id.toLowerCase()))
  yield (found.size === 0 ? start : '') + end(availabilityErrors(unknown, empty))
}
