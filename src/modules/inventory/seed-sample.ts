import { seedDocuments } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { readSampleList } from '../../sample-library/read-sample.ts'
import { insertHoldings } from './holdings.ts'
import { insertInstances } from './instances.ts'
import { insertItems } from './items.ts'
import type { Holdings, Instance, Item } from './records.ts'
import { boundWithParts, instanceRelationships, precedingSucceedingTitles } from './relation-lists.ts'

/** Loads the records of the sample library; those that are there already stay as they are. */
export async function seedSampleRecords(tx: Transaction): Promise<void> {
  await insertInstances(tx, null, readSampleList('/instance-storage/instances') as Instance[])
  await insertHoldings(tx, null, readSampleList('/holdings-storage/holdings') as Holdings[])
  await insertItems(tx, null, readSampleList('/item-storage/items') as Item[])
  await seedDocuments(tx, instanceRelationships, readSampleList('/instance-storage/instance-relationships'))
  await seedDocuments(tx, precedingSucceedingTitles, readSampleList('/preceding-succeeding-titles'))
  await seedDocuments(tx, boundWithParts, readSampleList('/inventory-storage/bound-with-parts'))
}
