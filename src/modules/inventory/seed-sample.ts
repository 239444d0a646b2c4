import path from 'node:path'
import { seedDocuments } from '../../kernel/collections/index.ts'
import type { Document } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { readBeside } from '../../kernel/module.ts'
import { insertHoldings } from './holdings.ts'
import { insertInstances } from './instances.ts'
import { insertItems } from './items.ts'
import type { Holdings, Instance, Item } from './records.ts'
import { boundWithParts, instanceRelationships, precedingSucceedingTitles } from './relation-lists.ts'

const SAMPLE_DIRECTORY = path.join(import.meta.dirname, '../tenants/sample')

function read<T>(name: string): T[] {
  return JSON.parse(readBeside(SAMPLE_DIRECTORY, `${name}.json`)) as T[]
}

/** Loads the records of the sample library; those that are there already stay as they are. */
export async function seedSampleRecords(tx: Transaction): Promise<void> {
  await insertInstances(tx, null, read<Instance>('instances'))
  await insertHoldings(tx, null, read<Holdings>('holdings'))
  await insertItems(tx, null, read<Item>('items'))
  await seedDocuments(tx, instanceRelationships, read<Document>('instance-relationships'))
  await seedDocuments(tx, precedingSucceedingTitles, read<Document>('preceding-succeeding-titles'))
  await seedDocuments(tx, boundWithParts, read<Document>('bound-with-parts'))
}
