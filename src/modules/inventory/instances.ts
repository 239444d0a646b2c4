import { now } from '../../kernel/clock.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { insertRecords } from './insert-records.ts'
import { instanceSpec } from './record-spec.ts'
import type { Instance } from './records.ts'
import { updateRecords } from './update-records.ts'
import type { UpdateRules } from './update-records.ts'
import { keepServerValues } from './server-values.ts'
import { upsertRecords } from './upsert-records.ts'
import type { Outcome, WriteOptions, Writer } from './write-outcome.ts'

/** Adds instances. @returns one outcome a record, in order. */
export function insertInstances(
  tx: Transaction,
  writer: Writer,
  records: readonly Instance[],
  options: WriteOptions = {},
): Promise<Outcome[]> {
  const sent = records.map((record) => withoutServerValues(record))
  return insertRecords(tx, writer, instanceSpec, sent, options, async () => undefined)
}

/** Replaces instances by their ids. @returns one outcome a record, in order. */
export function updateInstances(
  tx: Transaction,
  writer: Writer,
  records: readonly Instance[],
  options: WriteOptions = {},
): Promise<Outcome[]> {
  return updateRecords(tx, writer, instanceSpec, records, options, updateRules(options))
}

/** Replaces the instances that are stored and adds the others. @returns one outcome a record, in order. */
export function upsertInstances(
  tx: Transaction,
  writer: Writer,
  records: readonly Instance[],
  options: WriteOptions = {},
): Promise<Outcome[]> {
  const dated = { ...options, at: options.at ?? now() }
  return upsertRecords(
    tx,
    instanceSpec,
    records,
    (list) => insertInstances(tx, writer, list, dated),
    (list) => updateInstances(tx, writer, list, dated),
  )
}

function withoutServerValues({ sourceRecordFormat: _dropped, ...record }: Instance): Instance {
  return record
}

function updateRules({ restores }: WriteOptions): UpdateRules<Instance> {
  return {
    // A shadow copy takes the hrid of the instance that it shadows.
    mayChangeHrid: (stored) => stored.source?.startsWith('CONSORTIUM-') ?? false,
    async prepare(_tx, drafts, at) {
      if (restores) return
      for (const { record, stored } of drafts) keepServerValues(record, stored.record, at)
    },
  }
}
