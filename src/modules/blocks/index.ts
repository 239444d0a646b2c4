import { collectionDdl, collectionRoutes, seedDocuments } from '../../kernel/collections/index.ts'
import type { Transaction } from '../../kernel/db/database.ts'
import { textProblem } from '../../kernel/http/problems.ts'
import { ok } from '../../kernel/http/route.ts'
import type { Route } from '../../kernel/http/route.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { Module } from '../../kernel/module.ts'
import { automatedBlocks } from './automated-blocks.ts'
import {
  CONDITION_ROWS,
  blockConditions,
  blockLimits,
  manualBlocks,
  manualBlockTemplates,
} from './block-lists.ts'

const collections = [manualBlocks, manualBlockTemplates, blockConditions, blockLimits]

const COLUMNS = `
alter table manualblocks add column user_id uuid generated always as ((doc ->> 'userId')::uuid) stored;
create index manualblocks_user on manualblocks (user_id);`

const automatedRoute: Route = {
  method: 'GET',
  path: '/automated-patron-blocks/:userId',
  permissions: ['automated-patron-blocks.collection.get'],
  description: { summary: 'What blocks a user by itself: limits of the group that loans and fees pass' },
  handler: async (request) => {
    const { userId } = request.params
    if (!isUuid(userId)) throw textProblem(400, `Invalid user UUID: "${userId}"`)
    const blocks = await request.transaction((tx) => automatedBlocks(tx, userId))
    return ok({ automatedPatronBlocks: blocks, totalRecords: blocks.length })
  },
}

/** How many blocks staff have put on a user. */
export async function countManualBlocks(tx: Transaction, userId: string): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    'select count(*) as total from manualblocks where user_id = $1',
    [userId],
  )
  return row!.total
}

/** What keeps patrons from borrowing, renewing and requesting. */
export const blocksModule: Module = {
  name: 'blocks',
  schema: { tenant: [...collections.map(collectionDdl), COLUMNS].join('\n') },
  interfaces: [
    ...collections.flatMap((collection) => collection.interface ?? []),
    { module: 'mod-patron-blocks-1.12.0', id: 'automated-patron-blocks', version: '0.1' },
  ],
  routes: () => [...collections.flatMap(collectionRoutes), automatedRoute],
  // Clients look the conditions up by their ids, so every tenant has them.
  seedTenant: async (tx) => {
    await seedDocuments(tx, blockConditions, CONDITION_ROWS)
  },
}
