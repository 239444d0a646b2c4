import { testDatabase } from '../../../../test/support/database.ts'
import { controlField, dataField, encodeCompact } from '../../../formats/marc/index.ts'
import type { MarcField, MarcRecord } from '../../../formats/marc/index.ts'
import { CopyBuffer } from '../../../kernel/db/copy-buffer.ts'
import type { CopyType, CopyValue } from '../../../kernel/db/copy-buffer.ts'
import { openDatabase } from '../../../kernel/db/database.ts'
import type { Database, Transaction } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'
import { createLog } from '../../../kernel/log.ts'
import { AUTHORITY_COLUMNS, AUTHORITY_TYPES, authorityRow } from '../../authorities/pure.ts'
import type { MatchDetail, MatchExpression, MatchProfile } from '../../import-profiles/index.ts'
import {
  HOLDINGS_COLUMNS,
  INSTANCE_COLUMNS,
  ITEM_COLUMNS,
  columnTypes,
  holdingsRow,
  instanceRow,
  itemRow,
  newStamp,
} from '../../inventory/pure.ts'
import type { Holdings, Instance, Item } from '../../inventory/pure.ts'
import { SOURCE_RECORD_COLUMNS, SOURCE_RECORD_TYPES, sourceRecordRow } from '../../records/pure.ts'
import type { NewSourceRecord } from '../../records/pure.ts'
import { compileMatch } from './compile-match.ts'
import { findMatches } from './find-matches.ts'
import type { Match, Scope } from './find-matches.ts'

/** A database with the tenant `diku`, and short ways to put records straight into its tables. */
export type StoredRecords = {
  db: Database
  url: string
  tenant<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  instances(...parts: object[]): Promise<string[]>
  holdings(instanceId: string, ...parts: object[]): Promise<string[]>
  items(holdingsRecordId: string, ...parts: object[]): Promise<string[]>
  authorities(...parts: object[]): Promise<string[]>
  /** Returns matched ids. */
  sourceRecords(...parts: (Partial<NewSourceRecord> & { fields: MarcField[] })[]): Promise<string[]>
  close(): Promise<void>
}

let hrids = 0
const stamp = newStamp(new Date('2026-03-02T09:15:11.204Z'), null)
const nextHrid = (): string => `t${String((hrids += 1)).padStart(10, '0')}`

export async function storedRecords(): Promise<StoredRecords> {
  const database = await testDatabase()
  const db = openDatabase(database.url, 8, createLog('silent'))
  const tenant = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => db.tenant('diku', work)

  async function load(
    table: string,
    columns: readonly string[],
    types: readonly CopyType[],
    rows: readonly CopyValue[][],
  ): Promise<void> {
    const buffer = new CopyBuffer(types)
    for (const row of rows) buffer.line(row)
    await tenant((tx) => tx.copy(table, columns, buffer.take()))
  }

  return {
    db,
    url: database.url,
    tenant,
    async instances(...parts) {
      const records = parts.map((part): Instance => ({
        id: newId(),
        hrid: nextHrid(),
        source: 'MARC',
        title: 'A title',
        instanceTypeId: newId(),
        ...part,
      }))
      const rows = records.map((record) => instanceRow(record, stamp))
      await load('instance', INSTANCE_COLUMNS, columnTypes(INSTANCE_COLUMNS), rows)
      return records.map(({ id }) => id!)
    },
    async holdings(instanceId, ...parts) {
      const records = parts.map((part): Holdings => ({
        id: newId(),
        hrid: nextHrid(),
        instanceId,
        permanentLocationId: newId(),
        sourceId: newId(),
        ...part,
      }))
      const rows = records.map((record) => holdingsRow(record, stamp))
      await load('holdings_record', HOLDINGS_COLUMNS, columnTypes(HOLDINGS_COLUMNS), rows)
      return records.map(({ id }) => id!)
    },
    async items(holdingsRecordId, ...parts) {
      const records = parts.map((part): Item => ({
        id: newId(),
        hrid: nextHrid(),
        holdingsRecordId,
        materialTypeId: newId(),
        permanentLoanTypeId: newId(),
        status: { name: 'Available' },
        ...part,
      }))
      const rows = records.map((record) => itemRow(record, stamp))
      await load('item', ITEM_COLUMNS, columnTypes(ITEM_COLUMNS), rows)
      return records.map(({ id }) => id!)
    },
    async authorities(...parts) {
      const records = parts.map((part) => ({ id: newId(), source: 'MARC', ...part }))
      const rows = records.map((record) => authorityRow(record, stamp))
      await load('authority', AUTHORITY_COLUMNS, AUTHORITY_TYPES, rows)
      return records.map(({ id }) => id)
    },
    async sourceRecords(...parts) {
      const records = parts.map(({ fields, ...part }): NewSourceRecord => ({
        id: newId(),
        matchedId: newId(),
        generation: 0,
        snapshotId: newId(),
        recordType: 0,
        state: 0,
        externalId: newId(),
        externalHrid: null,
        order: 0,
        isSuppressed: false,
        leaderStatus: 'n',
        at: '2026-03-02T09:15:11.204Z',
        userId: null,
        marc: encodeCompact(marcRecord(...fields)),
        ...part,
      }))
      await load('source_record', SOURCE_RECORD_COLUMNS, SOURCE_RECORD_TYPES, records.map(sourceRecordRow))
      return records.map(({ matchedId }) => matchedId)
    },
    async close() {
      await db.close()
      await database.drop()
    },
  }
}

export function marcRecord(...fields: MarcField[]): MarcRecord {
  return { leader: '00000nam a2200000 a 4500', fields }
}

/** A control field, or a data field `tag ind1 ind2` with subfields written `$atext`. */
export function field(head: string, ...texts: string[]): MarcField {
  const tag = head.slice(0, 3)
  if (tag.startsWith('00')) return controlField(tag, texts[0]!)
  const subfields = texts.map((text) => ({ code: text[1]!, value: text.slice(2) }))
  return dataField(tag, head[3] ?? ' ', head[4] ?? ' ', subfields)
}

/** The four labels under which profiles name a MARC field: `035  a`, `001`. */
export function marcExpression(place: string, qualifier?: MatchExpression['qualifier']): MatchExpression {
  return {
    dataValueType: 'VALUE_FROM_RECORD',
    fields: [
      { label: 'field', value: place.slice(0, 3) },
      { label: 'indicator1', value: place[3] ?? '' },
      { label: 'indicator2', value: place[4] ?? '' },
      { label: 'recordSubfield', value: place[5] ?? '' },
    ],
    ...(qualifier ? { qualifier } : {}),
  }
}

/** The label under which profiles name a field of an inventory record, with a condition on its element. */
export function fieldExpression(
  value: string,
  condition?: { label: string; value: string },
): MatchExpression {
  return {
    dataValueType: 'VALUE_FROM_RECORD',
    fields: [{ label: 'field', value }, ...(condition ? [condition] : [])],
  }
}

export function staticExpression(
  staticValueDetails: NonNullable<MatchExpression['staticValueDetails']>,
): MatchExpression {
  return { dataValueType: 'STATIC_VALUE', fields: [], staticValueDetails }
}

/** A match profile from MARC bibliographic records, or from what `parts` says. */
export function profile(parts: Partial<MatchDetail>): MatchProfile {
  const detail: MatchDetail = {
    incomingRecordType: 'MARC_BIBLIOGRAPHIC',
    existingRecordType: 'INSTANCE',
    matchCriterion: 'EXACTLY_MATCHES',
    incomingMatchExpression: marcExpression('001'),
    existingMatchExpression: fieldExpression('instance.hrid'),
    ...parts,
  }
  const { incomingRecordType, existingRecordType } = detail
  return {
    id: newId(),
    name: 'A match',
    hidden: false,
    incomingRecordType,
    existingRecordType,
    matchDetails: [detail],
  }
}

/** What a match of these parts finds for one incoming record, or for a value of 001. */
export async function matchOf(
  library: StoredRecords,
  parts: Partial<MatchDetail>,
  incoming: MarcRecord | string,
  within: Scope | null = null,
): Promise<Match[]> {
  const record = typeof incoming === 'string' ? marcRecord(field('001', incoming)) : incoming
  const match = compileMatch(profile(parts), {})
  const values = match.incomingValues(record)
  return library.tenant((tx) => findMatches(tx, match.question, [{ n: 0, values, within }]))
}

/** The ids alone. */
export async function idsOf(...parameters: Parameters<typeof matchOf>): Promise<string[]> {
  return (await matchOf(...parameters)).map(({ id }) => id)
}
