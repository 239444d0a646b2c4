import { objectBody } from '../../kernel/http/parameters.ts'
import { faultsProblem, textProblem } from '../../kernel/http/problems.ts'
import { compileValidator, withoutNulls } from '../../kernel/http/validation.ts'
import type { JsonSchema } from '../../kernel/http/validation.ts'
import {
  HOLDINGS_REQUIRED,
  IGNORED_HOLDINGS_FIELDS,
  IGNORED_INSTANCE_FIELDS,
  IGNORED_ITEM_FIELDS,
  INSTANCE_REQUIRED,
  ITEM_REQUIRED,
  batchSchema,
  holdingsSchema,
  instanceSchema,
  itemSchema,
  patchSchema,
} from './record-schemas.ts'
import type { Holdings, Instance, Item } from './records.ts'

/** How bodies of one record type are read. */
export type BodyReader<T> = {
  /** A whole record. @throws Problem 400 or 422 listing all faults. */
  whole: (body: unknown) => T
  /** The records of a batch under their list key. @throws Problem 400, 413 or 422. */
  batch: (body: unknown) => T[]
  /** A partial record with id and version. @throws Problem 400 or 422. */
  partial: (body: unknown) => Partial<T> & { id: string; _version: number }
  /** A stored record with a partial one over it; null removes a field. @throws Problem 422 for a required field. */
  merge: (stored: T, changes: Partial<T> & { id: string }, recordName: string) => T
}

// The number up to which FOLIO reads a batch into memory (mod-inventory-storage: StorageHelper, POST_SYNC_MAX_ENTITIES).
const MAX_BATCH = 10_000

function bodyReader<T extends object>(
  schema: JsonSchema,
  listKey: string,
  required: readonly string[],
  ignored: ReadonlySet<string>,
): BodyReader<T> {
  const checkWhole = compileValidator(schema)
  const checkBatch = compileValidator(batchSchema(listKey, schema))
  const checkPartial = compileValidator(patchSchema(schema))
  const accept = (sent: Record<string, unknown>): T => {
    for (const name of ignored) delete sent[name]
    return withoutNulls(sent) as T
  }
  return {
    whole(body) {
      const sent = objectBody(body)
      checkWhole(sent)
      return accept({ ...sent })
    },
    batch(body) {
      const sent = objectBody(body)
      const list = sent[listKey]
      if (Array.isArray(list) && list.length > MAX_BATCH) {
        throw textProblem(
          413,
          `Expected a maximum of ${MAX_BATCH} records to prevent out of memory but got ${list.length}`,
        )
      }
      checkBatch(sent)
      return (list as Record<string, unknown>[]).map((record) => accept({ ...record }))
    },
    partial(body) {
      const sent = { ...objectBody(body) }
      checkPartial(sent)
      for (const name of ignored) delete sent[name]
      return sent as Partial<T> & { id: string; _version: number }
    },
    merge(stored, changes, recordName) {
      const removed = required.filter((name) => (changes as Record<string, unknown>)[name] === null)
      if (removed.length > 0) {
        throw faultsProblem([
          {
            message: `Required fields cannot be removed. ${recordName}Id: ${changes.id}`,
            type: '1',
            code: 'field.required',
            parameters: removed.map((key) => ({ key, value: 'null' })),
          },
        ])
      }
      return withoutNulls({ ...stored, ...changes })
    },
  }
}

export const instanceBodies = bodyReader<Instance>(
  instanceSchema,
  'instances',
  INSTANCE_REQUIRED,
  IGNORED_INSTANCE_FIELDS,
)
export const holdingsBodies = bodyReader<Holdings>(
  holdingsSchema,
  'holdingsRecords',
  HOLDINGS_REQUIRED,
  IGNORED_HOLDINGS_FIELDS,
)
export const itemBodies = bodyReader<Item>(itemSchema, 'items', ITEM_REQUIRED, IGNORED_ITEM_FIELDS)
